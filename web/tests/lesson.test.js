// @ts-check
/** What the lesson says is true. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LESSON_RULES, STEPS } from "../lesson.js";
import { Solution } from "../values.js";
import { serve } from "./program.js";

/** @type {import("./program.js").Running} */
let program;
/** @type {Solution} */
let solution;
before(async () => {
  program = await serve();
  const response = await fetch(`${program.url}api/v1/solution?rules=${LESSON_RULES}`);
  solution = new Solution(await response.json());
});
after(() => program.stop());

const at = (/** @type {string} */ position) => solution.answer(position, []);
const move = (/** @type {string} */ position, /** @type {string} */ text) =>
  at(position).moves.find((known) => known.move === text);

test("there are five things to know, each with something to try", () => {
  assert.equal(STEPS.length, 5);
  for (const { tasks } of STEPS) assert.ok(tasks.length > 0);
});

test("every move that a task accepts can be made, and another can be made too", () => {
  for (const { position, accept, toTheEnd } of STEPS.flatMap(({ tasks }) => tasks)) {
    const { moves, value } = at(position);
    if (toTheEnd) assert.equal(value, "win", position);
    else
      for (const text of accept ?? [])
        assert.ok(
          moves.some(({ move }) => move === text),
          `${text} in ${position}`,
        );
    assert.ok(moves.length > (accept?.length ?? 0), `${position} leaves a choice`);
  }
});

test("a tap puts a hand out at five, and above five takes five away", () => {
  assert.equal(move("12-24", "1x4")?.to, "02-12");
  assert.deepEqual(
    at("12-24")
      .moves.filter(({ to }) => to.startsWith("0"))
      .map(({ move }) => move),
    ["1x4"],
  );
  for (const text of ["3x4", "4x4"]) assert.doesNotMatch(move("34-14", text)?.to ?? "", /^0|4-/);
});

test("the third step: one wins at once, the other does not", () => {
  assert.deepEqual([move("13-04", "1x4")?.ends, at("13-04").distance], ["dead", 1]);
  assert.ok((at("12-02").distance ?? 0) >= 3);
});

test("the own tap in the first move loses in 10, the other first move draws", () => {
  const opening = at("11-11").moves.map(({ move, value, distance }) => [move, value, distance]);
  assert.deepEqual(opening, [
    ["1x1", "draw", null],
    ["1+1", "loss", 10],
  ]);
  assert.equal(at("11-12").moves.filter(({ value }) => value === "win").length, 1);
});

test("the fifth step: two of three moves lose, and three replies to the third do", () => {
  const { moves } = at("11-13");
  assert.deepEqual(
    moves.map(({ value }) => value),
    ["draw", "loss", "loss"],
  );
  assert.deepEqual([moves[0].move, moves[0].losing_replies], ["1x1", 3]);
});
