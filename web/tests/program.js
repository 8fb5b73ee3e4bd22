// @ts-check
/** The program under test: as a server, and as static files on a server that knows nothing of the game. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** The program, as `scripts/check-web` built it. */
export const PROGRAM = process.env.WARIBASHI ?? "../target/debug/waribashi";

/** @typedef {{url: string, stop: () => Promise<unknown>}} Running */

/** `waribashi serve` on a free port. @returns {Promise<Running>} */
export async function serve() {
  const child = spawn(PROGRAM, ["serve", "--addr", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "pipe"] });
  const url = await new Promise((found, failed) => {
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`${PROGRAM} serve ended with ${code}`)));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        const url = /http:\/\/\S+\//.exec(line)?.[0];
        if (url) found(url);
      });
    }
  });
  return {
    url,
    stop: async () => {
      child.removeAllListeners("exit");
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** What `waribashi site` writes, on a plain file server. @returns {Promise<Running>} */
export async function site() {
  const folder = await mkdtemp(join(tmpdir(), "waribashi-site-"));
  await promisify(execFile)(PROGRAM, ["site", join(folder, "page")]);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    const file = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = await readFile(join(folder, "page", file));
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        "content-security-policy": "default-src 'self'",
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
