// @ts-check
/** Notation, links and records are read as they are written, and what is none is refused with a reason. */

import assert from "node:assert/strict";
import test from "node:test";
import { readLink } from "../link.js";
import { after, placesOf, readMove, readPosition } from "../notation.js";
import { readPasted } from "../share.js";
import { playedText, verdict, YOU } from "../words.js";

test("positions of few, many and large hands", () => {
  assert.deepEqual(readPosition("03-14", 5), [
    [0, 3],
    [1, 4],
  ]);
  assert.deepEqual(readPosition("1,12-0,3", 13), [
    [1, 12],
    [0, 3],
  ]);
  assert.deepEqual(readPosition("12-3", 13), [[12], [3]]);
  assert.deepEqual(readPosition("0x9,1x2-4x11", 5), [[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1], Array(11).fill(4)]);
});

test("moves", () => {
  assert.deepEqual(readMove("1x2", 5), { kind: "tap", with: 1, on: 2 });
  assert.deepEqual(readMove("11+2", 13), { kind: "own", with: 11, on: 2 });
  assert.deepEqual(readMove("04=22", 5), { kind: "split", from: [0, 4], to: [2, 2] });
  assert.deepEqual(readMove("1,11=6,6", 13), { kind: "split", from: [1, 11], to: [6, 6] });
});

test("the hand that was tapped changes, in its place", () => {
  const next = after("1x3", { with: 1, on: 0 }, [2, 1], [3, 3], "34-12", 5);
  assert.deepEqual(next, { mine: [2, 1], theirs: [4, 3], changed: { mine: [], theirs: [0] } });
  const own = after("1+2", { with: 1, on: 0 }, [2, 1], [3, 3], "33-13", 5);
  assert.deepEqual([own.mine, own.changed.mine], [[3, 1], [0]]);
});

test("where the tapping hand takes up the number, that hand changes", () => {
  const next = after("1x3", { with: 1, on: 0 }, [2, 1], [3, 3], "33-24", 10);
  assert.deepEqual(
    [next.mine, next.theirs],
    [
      [2, 4],
      [3, 3],
    ],
  );
});

test("a split keeps the places that were chosen", () => {
  const next = after("04=13", { with: 0, on: 1, to: [3, 1] }, [4, 0], [1, 1], "11-13", 5);
  assert.deepEqual(next.mine, [3, 1]);
  assert.deepEqual(placesOf("11=02", [1, 1], [3, 3], 5), { with: 0, on: 1, to: [0, 2] });
});

test("a link says what it says, and nothing else", () => {
  assert.deepEqual(readLink("#rules=school&start=04-13&moves=04%3D22+1x2&first=skill%3D0.8&second=human"), {
    view: undefined,
    rules: "school",
    start: "04-13",
    moves: ["04=22", "1x2"],
    begins: undefined,
    seats: { first: "skill=0.8", second: "human" },
  });
  for (const [hash, reason] of /** @type {[string, RegExp][]} */ ([
    ["#view=cheat", /view "cheat".*play, learn/],
    ["#first=god", /first "god".*perfect/],
    ["#second=skill%3D7", /second "skill=7"/],
    ["#onclick=alert(1)", /a part "onclick"/],
    [`#moves=${"1x1+".repeat(9000)}`, /characters long/],
    ["#begins=third", /first or second/],
  ]))
    assert.throws(() => readLink(hash), reason);
});

test("what is pasted is known by its form", () => {
  const read = (/** @type {string} */ text) => readPasted(text, readLink);
  assert.deepEqual(read(" 12-13\n"), { start: "12-13" });
  assert.deepEqual(read("1213"), { start: "1213" });
  assert.deepEqual(read("1x1 1+2"), { moves: ["1x1", "1+2"] });
  assert.equal(read("http://127.0.0.1/#rules=school&moves=1x1").rules, "school");
  const record = "# a game\nrules: self-tap\nstart: 11-11\nto move: second\nmoves: 1x1 1x1\nresult: open\n";
  assert.deepEqual(read(record), {
    rules: "self-tap",
    start: "11-11",
    begins: "second",
    moves: ["1x1", "1x1"],
    result: "open",
  });
  assert.throws(() => read("rules: self-tap\nmoves: 1x1\n"), /line 2 of the record: expected "start: \.\.\."/);
  assert.throws(() => read(record.replace("second", "third")), /line 4 of the record/);
  assert.throws(() => read(""), /nothing was pasted/);
});

test("words", () => {
  assert.equal(verdict({ value: "win", distance: 7 }, YOU), "You win in 7 moves with best play.");
  assert.equal(
    verdict({ value: "loss", distance: 1 }, YOU),
    "You lose in 1 move if the other player makes no mistake.",
  );
  const them = { name: "the computer", whose: "the computer's", own: "its", you: false };
  assert.equal(playedText("1x2", 5, YOU, them, [3]), "You tap the computer's 2 with your 1. It is now 3.");
  assert.equal(playedText("4+1", 5, them, YOU, [0]), "The computer taps its own 1 with its 4. That hand is out.");
  assert.equal(playedText("04=22", 5, them, YOU, [2, 2]), "The computer splits 0 and 4 into 2 and 2.");
});
