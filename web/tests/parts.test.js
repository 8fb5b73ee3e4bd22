// @ts-check
/** Lesson, puzzles and explorer in the browser; and the page without a server. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { STEPS } from "../lesson.js";
import { serve, site } from "./program.js";
import { Browser, byMouse, hands, myTurn, status } from "./visitor.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("./program.js").Running} */
let program;
/** @type {import("./program.js").Running} */
let files;
/** @type {Browser} */
let browser;
before(async () => {
  [program, files, browser] = await Promise.all([serve(), site(), Browser.open()]);
});
after(async () => {
  await browser?.close();
  await Promise.all([program?.stop(), files?.stop()]);
});

/** Makes the move that an exercise points at. @param {Page} page @param {string} part */
async function followHint(page, part) {
  const theirs = (await page.locator(`#${part} .side.top .pointed-at`).count()) > 0;
  await page.locator(`#${part} .pointed`).click();
  await page.locator(theirs ? `#${part} .pointed-at` : `#${part} .own-tap`).click();
}

test("the lesson is gone through to its end, also the forced win against the first own tap", async () => {
  const { page, leave } = await browser.visit(`${program.url}#view=learn`);
  const board = page.locator("#learn .board:not([data-busy])");
  let plies = 0;
  for (const { tasks } of STEPS) {
    for (const _ of tasks) {
      const [show, on] = [
        page.getByRole("button", { name: "Show me", exact: true }),
        page.getByRole("button", { name: /^(Go on|Play a game)$/ }),
      ];
      for (let move = 0; move < 12; move++) {
        await board.waitFor();
        if (await show.isDisabled()) break;
        await show.click();
        const before = await page.locator("#learn .feedback").innerText();
        await followHint(page, "learn");
        await page.waitForFunction((text) => document.querySelector("#learn .feedback")?.textContent !== text, before);
        plies += 1;
      }
      await on.click();
    }
  }
  assert.ok(plies >= 15, `${plies} moves`);
  assert.ok(await page.locator("#play").isVisible(), "the lesson ends in a game");
  await page.locator("nav [data-view=learn]").click();
  assert.equal(await page.locator("#learn .steps button").filter({ hasText: "✓" }).count(), 5);
  await leave();
});

test("a wrong move in the lesson is answered and taken back", async () => {
  const { page, leave } = await browser.visit(`${program.url}#view=learn`);
  await page.getByRole("button", { name: /^5\. / }).click();
  await hands(page, "bottom", "1", "#learn").first().click();
  await hands(page, "top", "3", "#learn").first().click();
  await page.locator("#learn .feedback.bad").waitFor();
  assert.match(
    await page.locator("#learn .feedback").innerText(),
    /Not that one: tap their 3 with 1 is a loss in 6 for you\. The answer is .* Try again\./,
  );
  assert.deepEqual(await page.locator("#learn .side.top .number").allTextContents(), ["1", "3"]);
  await leave();
});

test("puzzles: the only move is found, a wrong one is answered, and every rule set that has any gives some", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=self-tap&view=puzzles`);
  for (const kind of ["win", "draw"]) {
    await page.locator("#puzzle-kind").selectOption(kind);
    await page
      .locator("#puzzles .status")
      .getByText(kind === "win" ? "One move wins" : "One move does not lose")
      .waitFor();
    await page.getByRole("button", { name: "Show the move" }).click();
    await followHint(page, "puzzles");
    await page.locator("#puzzles .feedback.good").waitFor();
    const pills = await page.locator("#puzzles .moves .pill").allInnerTexts();
    assert.ok(pills.length >= 3 && pills.filter((pill) => pill.includes(kind)).length >= 1);
    await page.getByRole("button", { name: "Next puzzle" }).click();
  }
  assert.match(await page.locator("#puzzles").innerText(), /Solved: 2 puzzles, 0 in a row/);
  await leave();
  const other = await browser.visit(`${program.url}#rules=cutoff&view=puzzles`);
  await other.page
    .getByText("These rules have no such position.")
    .or(other.page.locator("#puzzles .status"))
    .first()
    .waitFor();
  await other.leave();
});

test("the explorer walks by moves, by hands and by the boxes of the graph", async () => {
  const { page, leave } = await browser.visit(`${program.url}#view=explore`);
  const here = page.locator("#explore .graph .here");
  await page.locator("#explore .graph #first-11-11.here").waitFor();
  await page.locator("#explore .moves button[data-move='1x1']").click();
  await page.locator("#explore .graph #second-12-11.here").waitFor();
  await page.locator("#explore .graph #first-11-13").click();
  await page.locator("#explore .graph #first-11-13.here").waitFor();
  assert.equal(await here.count(), 1);
  assert.deepEqual(await page.locator("#explore .path button").allInnerTexts(), [
    "11-11",
    "1x1 → 12-11",
    "1+2 → 11-13",
  ]);
  await page.locator("#graph-kind").selectOption("mistakes");
  await page.locator("#explore .graph #second-11-12").waitFor();
  await page.locator("#explore .path button").first().click();
  await page.locator("#explore .graph #second-11-12").click();
  await page.getByRole("button", { name: "Draw it from 11-12" }).click();
  await page.locator("#graph-kind").selectOption("optimal");
  await page.locator("#explore .graph #first-11-12.here").waitFor();
  await page.locator("#explore .graph #second-13-11").click();
  await page.locator("#explore .graph #second-13-11.here").waitFor();
  assert.match(page.url(), /view=explore.*moves=1%2B1\+1x2/, "the link holds the way here");
  await page.locator("#explore .path button").nth(1).click();
  await page.getByRole("button", { name: "Play from here" }).click();
  assert.ok(await page.locator("#play").isVisible());
  assert.match(page.url(), /moves=1%2B1/);
  await leave();
});

test("splits are made in the explorer too, and Escape leaves them", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=school&start=04-13&view=explore`);
  await page.locator("#explore button.hand").first().waitFor();
  await page.keyboard.press("s");
  await page.locator("#explore .step.left").click();
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#explore .split-panel").isHidden());
  await page.keyboard.press("s");
  await page.locator("#explore .presets button").first().click();
  await page.locator("#explore .confirm").click();
  await page.locator("#explore .path").getByText("04=13").waitFor();
  await leave();
});

test("the lines of the game are walked through in the explorer", async () => {
  const { page, leave } = await browser.visit(`${program.url}#moves=1%2B1&first=human&second=human`);
  await page.getByRole("button", { name: "Show me how" }).click();
  await page.getByRole("button", { name: "Walk through it" }).click();
  assert.equal(await page.locator("#explore h2").first().innerText(), "11-12");
  for (let step = 0; step < 9; step++) await page.locator("#explore").getByRole("button", { name: "Forward" }).click();
  await page.locator("#explore .status").getByText("The second player has won.").waitFor();
  await leave();
});

test("the boxes of the explorer's graph are chosen by the arrow keys, and Enter goes there", async () => {
  const { page, leave } = await browser.visit(`${program.url}#view=explore`);
  const here = page.locator("#explore .graph #first-11-11.here");
  await here.waitFor();
  const stops = page.locator("#explore .graph .position[tabindex='0']");
  assert.equal(await stops.count(), 1, "the boxes are one stop of the Tab key");
  await page.locator("#explore .graph").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "first-11-11");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  const chosen = await page.evaluate(() => document.activeElement?.id);
  assert.equal(chosen, "second-12-11");
  assert.equal(await stops.getAttribute("id"), chosen);
  await page.keyboard.press("Enter");
  await page.locator("#explore .graph #second-12-11.here[aria-current='true']").waitFor();
  assert.deepEqual(await page.locator("#explore .path button").allInnerTexts(), ["11-11", "1x1 → 12-11"]);
  assert.equal(await page.evaluate(() => document.activeElement?.id), chosen, "the focus stays");
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await here.waitFor();
  await leave();
});

test("the static page plays without a server: a game, another preset, a graph, a puzzle, a link", async () => {
  const { page, leave } = await browser.visit(`${files.url}#first=human&second=perfect`);
  await byMouse(page, "1x1");
  await page.locator('#play[data-ply="2"]').waitFor();
  await myTurn(page);
  await page.keyboard.press("a");
  await page.locator("#play .moves button").first().waitFor();
  await page.locator("#change-rules").click();
  const dialog = page.getByRole("dialog", { name: "The rules" });
  assert.ok(await dialog.getByLabel("At how many fingers is a hand out?").isDisabled());
  await dialog.getByRole("radio", { name: /^suicide/ }).check();
  await dialog.getByRole("button", { name: "Play by these rules" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.locator("#play .verdict").getByText("You lose in 26 moves").waitFor();
  for (const [view, shown] of [
    ["puzzles", "#puzzles button.hand"],
    ["learn", "#learn button.hand"],
    ["explore", "#explore .graph .here"],
  ]) {
    await page.locator(`nav [data-view=${view}]`).click();
    await page.locator(shown).first().waitFor();
  }
  const link = page.url();
  await leave();
  const again = await browser.visit(link.replace("view=explore&", ""));
  assert.match(await again.page.locator("#rules-name").innerText(), /suicide/);
  await again.leave();
  const refused = await browser.visit(`${files.url}#rules=cutoff%2Cfingers%3D7`);
  assert.match(
    await refused.page.locator("#notice").innerText(),
    /this copy of the page has only the solutions of self-tap, school/,
  );
  assert.match(await status(refused.page), /Your turn/);
  await refused.leave();
});

test("the first visit costs less than 100 KB, and the page is ready to play", async () => {
  const { page, leave } = await browser.visit(program.url);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  let requests = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  /** @type {Set<string>} */
  const asked = new Set();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await byMouse(page, "1x1");
  await page.locator('#play[data-ply="2"]').waitFor();
  console.log(`transfer: ${bytes} bytes in ${requests} requests`);
  assert.ok(requests > 5 && bytes > 10_000, "it was measured");
  assert.ok(bytes < 100_000, `${bytes} bytes`);
  assert.deepEqual([...asked], [new URL(program.url).origin], "nothing is asked of anybody else");
  await leave();
});
