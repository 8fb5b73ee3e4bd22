// @ts-check
/** Games on the page: by mouse, keys and touch, with undo, splits and carrying hands. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "./program.js";
import {
  Browser,
  atPly,
  byKeys,
  byMouse,
  byTouch,
  drag,
  hands,
  movesIn,
  myTurn,
  playOut,
  status,
  walkTo,
} from "./visitor.js";

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

/** The best move, by the engine itself. @param {string} rules @param {string} start */
const best = (rules, start) => async (/** @type {string[]} */ moves) => {
  const query = new URLSearchParams({ rules, start, moves: moves.join(" ") });
  const answer = await (await fetch(`${program.url}api/v1/position?${query}`)).json();
  return answer.moves[0].move;
};

test("a whole game against the perfect player with the mouse: from 11-12 it is won in 9", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=self-tap&start=11-12&first=human&second=perfect`);
  await playOut(page, byMouse, best("self-tap", "11-12"));
  assert.equal(movesIn(page).length, 9);
  assert.match(await status(page), /You have won\.$/);
  assert.match(await page.locator(".coach").innerText(), /You have won.*You made no mistake/s);
  await leave();
});

test("the same with the keyboard alone, and the hand to go on with has the focus", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=self-tap&start=11-12&first=human&second=perfect`);
  await playOut(page, byKeys, best("self-tap", "11-12"));
  assert.equal(movesIn(page).length, 9);
  assert.match(await status(page), /You have won\.$/);
  await leave();
});

test("arrow keys go from hand to hand, Escape forgets the hand chosen", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=human`);
  const mine = page.locator(".play-board .side.bottom button.hand");
  await mine.nth(0).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await mine.nth(1).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("ArrowUp");
  assert.match(
    (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "",
    /second player's right hand, 1 finger/,
  );
  await page.keyboard.press("Escape");
  assert.equal(await mine.nth(1).getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Enter");
  assert.match(await status(page), /First choose one of the first player's own hands/);
  await leave();
});

test("a game to the end on a phone, 320 pixels wide, by touch; nothing sticks out", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=self-tap&first=human&second=perfect`, {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
  });
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(await overhang(), 0);
  await playOut(page, byTouch, best("self-tap", "11-11"));
  assert.match(await status(page), /A draw: this position has been on the board before\.$/);
  for (const view of ["learn", "puzzles", "explore"]) {
    await page.locator(`nav [data-view=${view}]`).tap();
    await page.locator(`#${view} button.hand`).first().waitFor();
    assert.equal(await overhang(), 0, view);
  }
  await leave();
});

test("someone who has never seen the game moves, self-taps, is told that it loses, and shown how", async () => {
  const { page, leave } = await browser.visit(program.url);
  assert.match(await status(page), /Your turn\. Tap one of your hands, then one of the computer's\./);
  assert.match(
    await page.locator(".coach").innerText(),
    /New here\?.*of the 2 different moves you have, 1 throws the game away/s,
  );
  await hands(page, "bottom", "1").first().click();
  await page.getByRole("button", { name: /^Tap your right hand with your 1/ }).click();
  const coach = page.locator(".coach");
  await coach.getByText("That was a mistake").waitFor();
  assert.match(await coach.innerText(), /before it, the game was a draw\. After it, you lose in 9 moves/);
  await coach.getByRole("button", { name: "Show me how" }).click();
  await coach.getByText("After 1+1, the computer wins:").waitFor();
  assert.match(await coach.innerText(), /you 1\+1, the computer 1x2/);
  await coach.getByRole("button", { name: "Take it back" }).click();
  await atPly(page, 0);
  await leave();
});

test("on a phone the coach is in view when there is something to say, and can be closed", async () => {
  const { page, leave } = await browser.visit(`${program.url}#second=perfect&first=human`, {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
  });
  const inView = () => page.locator(".coach").evaluate((coach) => coach.getBoundingClientRect().bottom <= innerHeight);
  assert.equal(await inView(), false, "at first the board has the room");
  await byTouch(page, "1+1");
  await page.getByRole("heading", { name: "That was a mistake" }).waitFor();
  assert.equal(await inView(), true);
  await myTurn(page);
  await page.locator(".coach").getByRole("button", { name: "Close" }).tap();
  assert.ok(await page.locator(".coach").isHidden());
  await leave();
});

test("undo goes back to my last turn, never past my first, and redo comes back", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=perfect&second=human`);
  await myTurn(page);
  const [undo, redo] = [page.locator("[data-tool=undo]"), page.locator("[data-tool=redo]")];
  await atPly(page, 1);
  const opening = movesIn(page);
  assert.ok(await undo.isDisabled(), "the computer's opening is not taken back");
  await byMouse(page, "1x1");
  await page.locator('#play[data-state=person][data-ply="3"]').waitFor();
  await myTurn(page);
  const played = movesIn(page);
  await undo.click();
  await atPly(page, 1);
  assert.deepEqual(movesIn(page), opening);
  assert.ok(await undo.isDisabled());
  await redo.click();
  await atPly(page, 3);
  assert.deepEqual(movesIn(page), played);
  assert.ok(await redo.isDisabled());
  await page.keyboard.press("u");
  await atPly(page, 1);
  await page.keyboard.press("r");
  await atPly(page, 3);
  await leave();
});

test("choosing another hand of one's own chooses again, and moves nothing", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=cutoff&start=12-11&first=human&second=human`);
  const mine = page.locator(".play-board .side.bottom button.hand");
  await mine.nth(0).click();
  await mine.nth(1).click();
  assert.deepEqual(
    [await mine.nth(0).getAttribute("aria-pressed"), await mine.nth(1).getAttribute("aria-pressed")],
    ["false", "true"],
  );
  await mine.nth(1).click();
  assert.equal(await mine.nth(1).getAttribute("aria-pressed"), "false");
  assert.deepEqual(movesIn(page), []);
  await leave();
});

test("a split is a mode with a preview; it is confirmed only when it is legal, and Escape leaves it", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=school&start=04-13&first=human&second=human`);
  const confirm = page.locator(".play-board .confirm");
  const shown = () => page.locator(".play-board .side.bottom .number").allTextContents();
  await page.locator("#play").getByRole("button", { name: "Split" }).first().click();
  assert.ok(await confirm.isDisabled(), "nothing has changed yet");
  await page.locator(".play-board .step.left").click();
  assert.deepEqual(await shown(), ["1", "3"]);
  assert.ok(await confirm.isEnabled());
  await page.keyboard.press("Escape");
  assert.deepEqual(await shown(), ["0", "4"]);
  assert.equal(await page.locator("#play").getAttribute("data-ply"), "0");
  await page.keyboard.press("s");
  await walkTo(page, page.locator(".play-board .step.left"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await walkTo(page, confirm);
  await page.keyboard.press("Enter");
  await atPly(page, 1);
  assert.deepEqual(movesIn(page), ["04=22"]);
  assert.match(await status(page), /The first player splits 0 and 4 into 2 and 2\./);
  await leave();
});

test("a split that the rules forbid cannot be confirmed", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=cutoff&start=14-11&first=human&second=human`);
  await page.locator("#play").getByRole("button", { name: "Split" }).first().click();
  const [confirm, right] = [page.locator(".play-board .confirm"), page.locator(".play-board .step.right")];
  assert.ok(await confirm.isDisabled());
  await right.click();
  assert.match(await status(page), /These rules do not allow 0 and 5/);
  assert.ok(await confirm.isDisabled());
  await leave();
});

test("with more than two hands, the two to split are chosen first, and chosen again", async () => {
  const { page, leave } = await browser.visit(
    `${program.url}#rules=cutoff%2Chands%3D3&start=024-111&first=human&second=human`,
  );
  const mine = page.locator(".play-board .side.bottom button.hand");
  await page.locator("#play").getByRole("button", { name: "Split" }).first().click();
  await page.getByText("Choose two of your hands to split fingers between.").waitFor();
  await mine.nth(0).click();
  await mine.nth(1).click();
  await mine.nth(2).click();
  assert.deepEqual(await mine.evaluateAll((all) => all.map((hand) => hand.getAttribute("aria-pressed"))), [
    "false",
    "true",
    "true",
  ]);
  await page.locator(".play-board .presets").getByRole("button", { name: "3 and 3" }).click();
  await page.locator(".play-board .confirm").click();
  await atPly(page, 1);
  assert.deepEqual(movesIn(page), ["24=33"]);
  await leave();
});

test("a hand can be carried to the hand to tap, also with movement shown; input is locked meanwhile", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=human`, {
    reducedMotion: "no-preference",
  });
  const [mine, theirs] = [
    page.locator(".play-board .side.bottom button.hand"),
    page.locator(".play-board .side.top button.hand"),
  ];
  // Pressed in the very moment in which the move begins to be shown, a hand is not chosen.
  const chosen = page.evaluate(
    () =>
      new Promise((told) => {
        const board = /** @type {HTMLElement} */ (document.querySelector(".play-board"));
        new MutationObserver((_, observer) => {
          if (!board.hasAttribute("data-busy")) return;
          observer.disconnect();
          /** @type {HTMLElement} */ (board.querySelector(".side.top button.hand")).click();
          told(board.querySelectorAll(".side.top .chosen").length);
        }).observe(board, { attributes: true });
      }),
  );
  await drag(page, mine.nth(0), theirs.nth(1));
  assert.equal(await chosen, 0);
  await atPly(page, 1);
  assert.deepEqual(movesIn(page), ["1x1"]);
  assert.deepEqual(await page.locator(".play-board .side.top .number").allTextContents(), ["1", "2"]);
  await drag(page, theirs.nth(0), theirs.nth(1));
  await atPly(page, 2);
  assert.deepEqual(movesIn(page), ["1x1", "1+2"]);
  await drag(page, mine.nth(0), page.locator(".play-board .status"));
  assert.deepEqual(movesIn(page), ["1x1", "1+2"], "let go elsewhere, nothing happens");
  await leave();
});

test("analysis is shown and hidden with one key, and says every value in words", async () => {
  const { page, leave } = await browser.visit(`${program.url}#moves=1x1+1%2B2&first=human&second=human`);
  assert.equal(await page.locator("#play .pill").count(), 0);
  await page.keyboard.press("a");
  const rows = page.locator("#play .moves button");
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label"))), [
    "Tap their 1 with 1: draw, 3 replies to it lose",
    "Tap their 3 with 1: loss in 6",
    "Tap your own 1 with 1: loss in 6",
  ]);
  await page.locator(".play-board .side.bottom button.hand").first().click();
  assert.deepEqual(await page.locator(".play-board .side.top .pill").allInnerTexts(), ["− loss in 6", "= draw"]);
  assert.match(
    (await page.locator(".play-board .side.top button.hand").first().getAttribute("aria-label")) ?? "",
    /tap it: loss in 6/,
  );
  await rows.first().click();
  await atPly(page, 3);
  await page.keyboard.press("a");
  assert.equal(await page.locator("#play .pill").count(), 0);
  await leave();
});

test("hints come in steps: the value, the move, the reason", async () => {
  const { page, leave } = await browser.visit(`${program.url}#moves=1x1+1%2B2&first=human&second=human`);
  const coach = page.locator(".coach");
  await page.keyboard.press("h");
  await coach.getByText("Hint 1 of 3").waitFor();
  assert.match(await coach.innerText(), /A draw: if both play well/);
  assert.doesNotMatch(await coach.innerText(), /1x1/);
  await page.keyboard.press("h");
  await coach.getByText("Hint 2 of 3").waitFor();
  assert.match(await coach.innerText(), /Tap their 1 with 1 1x1/);
  await page.keyboard.press("h");
  await coach.getByText("Hint 3 of 3").waitFor();
  assert.match(
    await coach.innerText(),
    /3 replies to it lose\. It is the only move that does not lose\. Tap their 3 with 1 instead would be a loss in 6/,
  );
  await leave();
});

test("the course of the game is stepped along by keys, and a click goes there", async () => {
  const { page, leave } = await browser.visit(`${program.url}#moves=1x1+1%2B2+1x3&first=human&second=human`);
  await page.keyboard.press("a");
  const chart = page.getByRole("slider", { name: "Course of the game" });
  assert.match(
    (await chart.getAttribute("aria-valuetext")) ?? "",
    /after move 3, 1x3: win in 5 for the player to move/,
  );
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await atPly(page, 2);
  await chart.focus();
  await page.keyboard.press("Home");
  await atPly(page, 0);
  await page.getByRole("button", { name: /^Move 3/ }).click();
  await atPly(page, 3);
  const lines = page.locator(".lines");
  await lines.getByRole("button", { name: "Show the better line" }).click();
  await lines.getByText(/After 1x1/).waitFor();
  await leave();
});

test("two computers are watched step by step, and then by themselves", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=simple&first=perfect&second=perfect`);
  const go = page.locator("[data-tool=go]");
  await go.click();
  await page.locator('#play[data-state=waiting][data-ply="1"]').waitFor();
  await page.keyboard.press("g");
  await page.locator('#play[data-state=waiting][data-ply="2"]').waitFor();
  await page.locator("#pace").selectOption("0.6");
  await page.locator("#play[data-state=over]").waitFor();
  assert.match(await status(page), /The second computer has won\./);
  await leave();
});

test("sides are swapped in the middle of a game, and the computer moves on from there", async () => {
  const { page, leave } = await browser.visit(`${program.url}#first=human&second=perfect`);
  await page.keyboard.press("w");
  await page.locator('#play[data-state=person][data-ply="1"]').waitFor();
  await myTurn(page);
  assert.match(await page.locator(".play-board .side.bottom .player").innerText(), /^You/);
  assert.equal(await page.locator("#seat-first").inputValue(), "perfect");
  await page.keyboard.press("n");
  await page.locator('#play[data-state=person][data-ply="1"]').waitFor();
  await leave();
});

test("an opponent's strength is set with a slider, by keys too, and stands in the link", async () => {
  const { page, leave } = await browser.visit(program.url);
  await page.getByLabel("Second", { exact: true }).selectOption("skill");
  const slider = page.getByRole("slider", { name: "Strength of the second player" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".play-board .side.top").getByText("Computer: strength 75 %").waitFor();
  assert.match(page.url(), /second=skill%3D0\.75/);
  assert.equal(
    await slider.evaluate((element) => element === document.activeElement),
    true,
    "the slider keeps the focus",
  );
  await leave();
});

test("many hands and many fingers are drawn, with their numbers", async () => {
  const { page, leave } = await browser.visit(
    `${program.url}#rules=attacks%2Cfingers%3D9%2Chands%3D2%3A4&start=78-1234&first=human&second=human`,
  );
  assert.equal(await page.locator(".play-board .side.top button.hand").count(), 4);
  assert.deepEqual(await page.locator(".play-board .side.bottom .number").allTextContents(), ["7", "8"]);
  assert.deepEqual(await page.locator(".play-board .side.bottom .more").allTextContents(), ["+2", "+3"]);
  await byMouse(page, "7x1");
  await atPly(page, 1);
  assert.deepEqual(await page.locator(".play-board .side.top .number").allTextContents(), ["8", "2", "3", "4"]);
  await leave();
});

test("a rule set too large for the page is played position by position", async () => {
  const { page, leave } = await browser.visit(`${program.url}#rules=cards&first=human&second=human`);
  assert.equal(await page.locator(".play-board .side.bottom button.hand").count(), 8);
  await byMouse(page, "1x1");
  await atPly(page, 1);
  assert.deepEqual(await page.locator(".play-board .side.bottom .number").allTextContents(), [
    "2",
    "1",
    "1",
    "1",
    "1",
    "1",
    "1",
    "1",
  ]);
  await leave();
});

test("every axis of the rules can be changed, and rules that make no sense are refused with the reason", async () => {
  const { page, leave } = await browser.visit(program.url, { quiet: false });
  await page.locator("#change-rules").click();
  const dialog = page.getByRole("dialog", { name: "The rules" });
  await dialog.getByRole("radio", { name: /^cutoff/ }).check();
  await dialog.getByLabel("At how many fingers is a hand out?").fill("999");
  await page.keyboard.press("Tab");
  await dialog.locator(".dialog-foot p").getByText("999").waitFor();
  const play = dialog.getByRole("button", { name: "Play by these rules" });
  assert.ok(await play.isDisabled());
  await dialog.getByLabel("At how many fingers is a hand out?").fill("6");
  await dialog.getByLabel("When does a position that comes back end the game in a draw?").selectOption("threefold");
  await dialog.getByText("cutoff,fingers=6,repetition=threefold").waitFor();
  await play.click();
  await dialog.waitFor({ state: "hidden" });
  assert.match(
    await page.locator(".rules-bar").innerText(),
    /cutoff,fingers=6,repetition=threefold: A hand dies at 6 or more/,
  );
  assert.match(page.url(), /rules=cutoff%2Cfingers%3D6/);
  await leave();
});
