// @ts-check
/** The page's own values are what the engine says, field by field, whatever has been played. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choose } from "../players.js";
import { Impossible, Solution } from "../values.js";
import { serve } from "./program.js";

/** @type {import("./program.js").Running} */
let program;
before(async () => {
  program = await serve();
});
after(() => program.stop());

/** @param {string} path @param {Record<string, string>} query */
async function ask(path, query) {
  const response = await fetch(`${program.url}api/v1/${path}?${new URLSearchParams(query)}`);
  return { status: response.status, body: await response.json() };
}

/** Random numbers that are the same each time: xorshift. @param {number} seed */
function chance(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Rule sets, with and without repetition, splits, revival, misère, and hands that differ in number; and games of each. @type {[string, number][]} */
const RULE_SETS = [
  ["self-tap", 900],
  ["school", 500],
  ["cutoff,repetition=threefold", 300],
  ["suicide", 200],
  ["taps-split", 200],
  ["misere,repetition=first", 200],
  ["attacks,hands=2:3,repetition=first", 150],
  ["many,hands=3", 150],
  ["ten", 60],
  ["self-tap,fingers=7", 150],
  ["rollover,repetition=3,pass-by-split=on", 150],
  ["cards,hands=2,own-tap=on,repetition=first", 150],
];

for (const [rules, games] of RULE_SETS) {
  test(`${games} random games by ${rules}: every field is the engine's`, async () => {
    const solution = new Solution((await ask("solution", { rules })).body);
    const random = chance(rules.length * 7919 + games);
    /** @type {[string, string[]][]} */
    const reached = Array.from({ length: games }, () => {
      const length = Math.floor(random() * 26);
      const start = random() < 0.8 ? solution.info.start : startIn(solution, random);
      /** @type {string[]} */
      const moves = [];
      const game = solution.follow(start, []);
      while (moves.length < length && !game.outcome()) {
        const open = solution.data.moves[game.id];
        const [move] = open[Math.floor(random() * open.length)];
        game.play(move, moves.length + 1);
        moves.push(move);
      }
      return [start, moves];
    });
    for (let at = 0; at < reached.length; at += 8) {
      await Promise.all(
        reached.slice(at, at + 8).map(async ([start, moves]) => {
          const { body } = await ask("position", { rules, start, moves: moves.join(" ") });
          const { rules: _, start: asked, ...told } = body;
          assert.equal(asked, start);
          assert.deepEqual(
            JSON.parse(JSON.stringify(solution.answer(start, moves))),
            told,
            `${rules} from ${start}: ${moves.join(" ")}`,
          );
        }),
      );
    }
  });
}

/** A position in which the first player, or whoever has those hands, is to move. @param {Solution} solution @param {() => number} random */
function startIn(solution, random) {
  const open = solution.data.positions.filter((_, id) => !solution.isFinished(id));
  return open[Math.floor(random() * open.length)];
}

test("the win that the table promises and the rule voids is a draw", async () => {
  const solution = new Solution((await ask("solution", { rules: "self-tap" })).body);
  const answer = solution.answer("11-11", "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split(" "));
  assert.deepEqual(
    [answer.position, answer.value, answer.table.value, answer.table.distance],
    ["13-01", "draw", "win", 5],
  );
  assert.match(answer.difference ?? "", /every way to win repeats a position/);
});

test("at a glance, a position is what it is without a history", async () => {
  const solution = new Solution((await ask("solution", { rules: "cutoff" })).body);
  for (const position of solution.data.positions) {
    const { value, moves } = solution.answer(position, []);
    const seen = (/** @type {{to: string, value: string}[]} */ list) =>
      list.map(({ to, value }) => `${to} ${value}`).sort();
    const glance = solution.glance(position);
    assert.deepEqual([glance.value, seen(glance.moves)], [value, seen(moves)], position);
  }
});

test("what is no game is refused, and the refusal names the place", async () => {
  const solution = new Solution((await ask("solution", { rules: "self-tap" })).body);
  assert.throws(
    () => solution.answer("99-11", []),
    (error) => error instanceof Impossible && /"99-11".*11-11/.test(error.message),
  );
  assert.throws(() => solution.answer("11-11", ["1x1", "3x3"]), /move 2, "3x3".*12-11.*1x1/);
  assert.throws(() => solution.answer("13-04", ["1x4", "1x1"]), /the game is over/);
});

test("computer players play in their style", async () => {
  const solution = new Solution((await ask("solution", { rules: "self-tap" })).body);
  const { moves } = solution.answer("11-11", ["1x1"]);
  const random = chance(7);
  const often = (/** @type {string} */ player) => {
    /** @type {Record<string, number>} */
    const counts = {};
    for (let game = 0; game < 4000; game++) {
      const { move } = choose(player, moves, random);
      counts[move] = (counts[move] ?? 0) + 1;
    }
    return counts;
  };
  assert.deepEqual(Object.keys(often("perfect")), [moves[0].move]);
  assert.equal(Object.keys(often("random")).length, moves.length);
  for (const style of ["careful", "greedy", "beginner"]) {
    assert.deepEqual(
      Object.keys(often(style)).sort(),
      moves
        .filter(({ styles }) => styles.includes(style))
        .map(({ move }) => move)
        .sort(),
    );
  }
  const skilled = often("skill=0.6")[moves[0].move] / 4000;
  assert.ok(Math.abs(skilled - (0.6 + 0.4 / moves.length)) < 0.04, `${skilled}`);
  const trap = choose("traps", moves, random);
  const parts = moves.filter(({ value }) => value === moves[0].value).map(({ mistakes: [wrong, all] }) => wrong / all);
  assert.equal(trap.mistakes[0] / trap.mistakes[1], Math.max(...parts));
});
