// @ts-check
/** Somebody who visits the page with a real browser, and can move in every way the page allows. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {(page: Page, move: string) => Promise<void>} Mover */

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export class Browser {
  /** @param {import("playwright-core").Browser} browser @param {string} folder */
  constructor(browser, folder) {
    this.browser = browser;
    this.folder = folder;
  }

  static async open() {
    const folder = await mkdtemp(join(tmpdir(), "waribashi-browser-"));
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    // The browser keeps what it writes at home in a folder of its own, which goes when it goes.
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    return new Browser(await chromium.launch({ executablePath, args: FLAGS, env }), folder);
  }

  /**
   * Opens a page and waits until it can be played on.
   * @param {string} url
   * @param {import("playwright-core").BrowserContextOptions & {quiet?: boolean}} [options]  quiet: errors in the console are failures
   */
  async visit(url, { quiet = true, ...options } = {}) {
    const context = await this.browser.newContext({
      reducedMotion: "reduce",
      viewport: { width: 1280, height: 860 },
      ...options,
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(url);
    await ready(page);
    return {
      page,
      complaints,
      leave: async () => {
        await context.close();
        if (quiet) assert.deepEqual(complaints, [], "nothing is complained of in the console");
      },
    };
  }

  async close() {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Waits until the page has opened what its address says. @param {Page} page */
export async function ready(page) {
  await page.locator("body[data-ready]").waitFor();
}

/** Waits until a person can move, or the game is over. @param {Page} page @returns {Promise<string>} which of the two */
export async function myTurn(page) {
  const state = page.locator("#play:is([data-state=person], [data-state=over]) .play-board:not([data-busy])");
  await state.waitFor();
  return (await page.locator("#play").getAttribute("data-state")) ?? "";
}

/** Waits until a number of moves have been made and shown. @param {Page} page @param {number} ply */
export async function atPly(page, ply) {
  await page.locator(`#play[data-ply="${ply}"] .play-board:not([data-busy])`).waitFor();
}

/** @param {Page} page */
export const status = (page) => page.locator(".play-board .status").innerText();

/** The moves in the address. @param {Page} page */
export function movesIn(page) {
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get("moves")?.split(" ") ?? [];
}

/**
 * A hand of the player at the bottom or the top by what it shows; of two, the first that is not `except`.
 * @param {Page} page
 * @param {"bottom" | "top"} side
 * @param {string} shows
 * @param {string} board
 */
export function hands(page, side, shows, board = ".play-board") {
  return page
    .locator(`${board} .side.${side} button.hand`)
    .filter({ has: page.locator(`.number:text-is("${shows}")`) });
}

/** Whose turn it is, by the side of the board. @param {Page} page @returns {Promise<["bottom" | "top", "bottom" | "top"]>} */
async function sides(page) {
  const bottom = (await page.locator(".play-board .side.bottom.mover").count()) > 0;
  return bottom ? ["bottom", "top"] : ["top", "bottom"];
}

/**
 * Makes a tap with two presses: the mouse, or a finger.
 * @param {(locator: Locator) => Promise<void>} press
 * @returns {Mover}
 */
function presser(press) {
  return async (page, move) => {
    const [mine, theirs] = await sides(page);
    const [one, sign, two] = move.split(/([x+])/);
    await press(hands(page, mine, one).first());
    if (sign === "x") await press(hands(page, theirs, two).first());
    else await press(page.locator(".own-tap").filter({ visible: true }).first());
  };
}

export const byMouse = presser((locator) => locator.click());
export const byTouch = presser((locator) => locator.tap());

/** Nothing but keys: Tab into the board, arrows to a hand, Enter. @type {Mover} */
export async function byKeys(page, move) {
  const [mine, theirs] = await sides(page);
  const [one, sign, two] = move.split(/([x+])/);
  await walkTo(page, hands(page, mine, one).first());
  await page.keyboard.press("Enter");
  if (sign === "x") await walkTo(page, hands(page, theirs, two).first());
  else await walkTo(page, page.locator(".own-tap").first());
  await page.keyboard.press("Enter");
}

/** Presses Tab until an element has the focus. @param {Page} page @param {Locator} goal */
export async function walkTo(page, goal) {
  const reached = () => goal.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 120; step++) {
    if (await reached()) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab leads there");
}

/** Carries a hand to another with the mouse. @param {Page} page @param {Locator} from @param {Locator} to */
export async function drag(page, from, to) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(a && b);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(a.x + a.width / 2 + ((b.x - a.x) * step) / 8, a.y + a.height / 2 + ((b.y - a.y) * step) / 8);
  }
  await page.mouse.up();
}

/**
 * Plays until the game is over, each time the move that `choose` names.
 * @param {Page} page
 * @param {Mover} mover
 * @param {(moves: string[]) => Promise<string>} choose
 */
export async function playOut(page, mover, choose) {
  for (let turn = 0; turn < 60; turn++) {
    if ((await myTurn(page)) === "over") return;
    const moves = movesIn(page);
    await mover(page, await choose(moves));
    await page.locator(`#play:not([data-ply="${moves.length}"])`).waitFor();
  }
  assert.fail("the game ends");
}
