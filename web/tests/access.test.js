// @ts-check
/** Nothing serious is found by axe, anywhere, in light and dark, wide and narrow. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { serve } from "./program.js";
import { Browser, atPly, status } from "./visitor.js";

/** @typedef {import("playwright-core").Page} Page */

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

/** Every state of the page worth looking at: the address, and what to do there. @type {[string, string, (page: Page) => Promise<unknown>][]} */
const STATES = [
  ["the first visit", "", async () => {}],
  [
    "a hand chosen, with analysis",
    "#moves=1x1+1%2B2+1x3&first=human&second=human",
    async (page) => {
      await page.keyboard.press("a");
      await page.locator(".play-board .side.top button.hand").first().click();
    },
  ],
  [
    "a split",
    "#rules=school&start=04-13&first=human&second=human",
    async (page) => {
      await page.keyboard.press("a");
      await page.keyboard.press("s");
      await page.locator(".play-board .step.left").click();
    },
  ],
  ["a hint", "#moves=1x1+1%2B2&first=human&second=human", (page) => page.keyboard.press("h")],
  ["a game that is over", "#start=13-04&moves=1x4&first=human&second=perfect", (page) => page.keyboard.press("a")],
  ["the lesson", "#view=learn", (page) => page.locator("#learn button.hand").first().waitFor()],
  ["a puzzle", "#view=puzzles", (page) => page.locator("#puzzles button.hand").first().waitFor()],
  ["the explorer", "#view=explore", (page) => page.locator("#explore .here").waitFor()],
  [
    "the rules",
    "",
    (page) =>
      page
        .locator("#change-rules")
        .click()
        .then(() => page.getByRole("dialog").waitFor()),
  ],
  ["link and copy", "", (page) => page.keyboard.press("l").then(() => page.getByRole("dialog").waitFor())],
  ["the keys", "", (page) => page.keyboard.press("?").then(() => page.getByRole("dialog").waitFor())],
  ["a refusal", "#moves=9x9", (page) => page.locator("#notice").waitFor()],
];

for (const [look, options] of /** @type {const} */ ([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["on a phone", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
])) {
  for (const [state, hash, act] of STATES) {
    test(`${state}, ${look}: axe finds nothing serious`, async () => {
      const { page, leave } = await browser.visit(`${program.url}${hash}`, options);
      await act(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(
        serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
      await leave();
    });
  }
}

test("hands are called in sentences, and moves and results are told in a live region", async () => {
  const { page, leave } = await browser.visit(`${program.url}#start=13-04&first=human&second=perfect`);
  const names = await page
    .locator(".play-board button.hand")
    .evaluateAll((all) => all.map((hand) => hand.getAttribute("aria-label")));
  assert.deepEqual(names, [
    "The computer's left hand, out",
    "The computer's right hand, 4 fingers",
    "Your left hand, 1 finger",
    "Your right hand, 3 fingers",
  ]);
  await page.getByRole("button", { name: "Your left hand, 1 finger" }).click();
  await page.getByRole("button", { name: "The computer's right hand, 4 fingers; tap it" }).click();
  await atPly(page, 1);
  assert.equal(await page.locator(".play-board [role=status]:visible").count(), 1);
  assert.equal(await status(page), "You tap the computer's 4 with your 1. That hand is out. You have won.");
  await leave();
});

test("where movement is unwanted, nothing moves", async () => {
  const { page, leave } = await browser.visit(program.url);
  const moving = await page.evaluate(() => document.getAnimations().length);
  await page.locator(".play-board .side.bottom button.hand").first().click();
  await page.locator(".play-board .side.top button.hand").first().click();
  await page.locator('#play:not([data-ply="0"])').waitFor();
  assert.deepEqual([moving, await page.evaluate(() => document.getAnimations().length)], [0, 0]);
  await leave();
});
