// @ts-check
/** Links, copying and pasting: a game comes back exactly, or is refused politely. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROGRAM, serve } from "./program.js";
import { Browser, atPly, byMouse, movesIn, ready } from "./visitor.js";

/** @type {import("./program.js").Running} */
let program;
/** @type {Browser} */
let browser;
before(async () => {
  program = await serve();
  browser = await Browser.open();
});
after(async () => {
  await browser?.close();
  await program?.stop();
});

/** The record, as the page gives it to copy. @param {import("playwright-core").Page} page */
async function record(page) {
  await page.keyboard.press("l");
  const text = await page.locator("#share-dialog[open] #share-record").inputValue();
  await page.keyboard.press("Escape");
  await closed(page);
  return text;
}

/** Waits until the dialog is closed and has given the focus back. @param {import("playwright-core").Page} page */
async function closed(page) {
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.waitForFunction(() => !document.activeElement?.closest("dialog"));
}

test("a link restores rules, start, moves, who plays and the exact value", async () => {
  const one = await browser.visit(`${program.url}#rules=self-tap&first=human&second=human`);
  let ply = 0;
  for (const move of "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split(" ")) {
    await byMouse(one.page, move);
    await atPly(one.page, ++ply);
  }
  const two = await browser.visit(one.page.url());
  assert.equal(await record(two.page), await record(one.page));
  await two.page.keyboard.press("a");
  const analysis = await two.page.locator("#play .verdict").innerText();
  assert.match(analysis, /A draw/);
  assert.match(
    await two.page.locator("#play").innerText(),
    /Won by the table, but every way to win repeats a position/,
  );
  assert.equal(two.page.url(), one.page.url());
  await one.leave();
  await two.leave();
});

test("the program reads the page's record, and the page the program's", async () => {
  const terminal = (/** @type {string} */ lines) =>
    spawnSync(PROGRAM, ["play", "school", "--plain", "--first", "human", "--second", "human"], {
      input: `${lines}\nquit\n`,
      encoding: "utf8",
    }).stdout;
  const told = terminal("1x1\n1+2\nrecord");
  const theirs = told.slice(told.indexOf("rules: "), told.indexOf("result: open") + "result: open\n".length);
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=human`);
  await page.keyboard.press("l");
  await page.locator("#share-dialog[open] #paste").fill(theirs);
  await page.getByRole("button", { name: "Open it" }).click();
  await closed(page);
  assert.deepEqual(movesIn(page), ["1x1", "1+2"]);
  assert.match(await page.locator("#rules-name").innerText(), /school/);
  const ours = await record(page);
  assert.equal(ours.slice(ours.indexOf("start:")), theirs.slice(theirs.indexOf("start:")));
  const folder = await mkdtemp(join(tmpdir(), "waribashi-record-"));
  await writeFile(join(folder, "game"), ours);
  assert.match(terminal(`load ${join(folder, "game")}\nhistory`), /Loaded from .*1x1.*1\+2/s);
  await rm(folder, { recursive: true });
  await leave();
});

test("impossible links say why, and leave a board that can be played on", async () => {
  /** @type {[string, RegExp][]} */
  const hostile = [
    ["#rules=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", /cannot be opened/],
    ["#rules=nonsense", /nonsense/],
    ["#moves=1x1+9x9", /move 2, "9x9"/],
    ["#moves=1x1+1x1+%00", /move 3/],
    ["#start=99-99", /99-99/],
    ["#start=11", /position "11"/],
    ["#start=00-11&moves=1x1", /over/],
    ["#first=human&second=%F0%9F%92%A9", /second/],
    ["#rules=attacks%2Chands%3D200", /hands/],
    ["#__proto__=1", /__proto__/],
    ["#%E0%A4%A", /cannot be opened/],
    [`#moves=${"1x1+".repeat(8000)}`, /characters/],
  ];
  for (const [hash, reason] of hostile) {
    const { page, complaints, leave } = await browser.visit(`${program.url}${hash}`, { quiet: false });
    const notice = page.locator("#notice");
    await notice.waitFor();
    assert.match(await notice.innerText(), reason, hash);
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
      hash,
    );
    await byMouse(page, "1x1");
    await page.locator('#play[data-ply="2"]').waitFor();
    await leave();
  }
});

test("a link that is opened in a page that stands open is opened there", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=human`);
  await page.evaluate(() => {
    location.hash = "rules=suicide&moves=1x1&first=human&second=human";
  });
  await atPly(page, 1);
  assert.match(await page.locator("#rules-name").innerText(), /suicide/);
  await leave();
});

test("positions, moves and records are pasted, and what is none is refused with a reason", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=human`);
  const paste = async (/** @type {string} */ text) => {
    await page.keyboard.press("l");
    await page.locator("#share-dialog[open] #paste").fill(text);
    await page.getByRole("button", { name: "Open it" }).click();
  };
  const gone = () => closed(page);
  await paste("2112");
  await gone();
  assert.deepEqual(await page.locator(".play-board .side.bottom .number").allTextContents(), ["1", "2"]);
  await paste("11-11");
  await gone();
  await paste("1x1 1x2");
  await page.getByText(/move 2, "1x2": no move of these rules/).waitFor();
  await page.locator("#paste").fill("1x1 1x1");
  await page.getByRole("button", { name: "Open it" }).click();
  await gone();
  assert.deepEqual(movesIn(page), ["1x1", "1x1"]);
  const text = await record(page);
  assert.match(text, /^rules: fingers=5,.*\nstart: 11-11\nto move: first\nmoves: 1x1 1x1\nresult: open\n$/);
  const turned = text.replace("to move: first", "to move: second");
  await paste(turned);
  await gone();
  assert.equal(await record(page), turned);
  assert.match(page.url(), /begins=second/);
  await page.reload();
  await ready(page);
  assert.equal(await record(page), turned);
  await paste(text.replace("open", "first wins: dead"));
  await page.getByText('the record says "first wins: dead", but its moves lead to "open"').waitFor();
  await leave();
});
