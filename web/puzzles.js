// @ts-check
/** Find the only move that wins, or the only one that does not lose: positions picked from the solution. */

import { movesWithValues } from "./analysis.js";
import { button, el, fill } from "./dom.js";
import { Exercise } from "./exercise.js";
import { YOU, count } from "./words.js";

/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {import("./values.js").Answer} Answer */
/** @typedef {"any" | "win" | "draw"} Kind */

/**
 * Whether a position makes a puzzle: at least three ways to go on, and one alone that keeps the value.
 * @param {{value: import("./values.js").Value, moves: {to: string, value: import("./values.js").Value}[]}} answer
 * @param {Kind} kind
 */
export function isPuzzle(answer, kind) {
  const { moves, value } = answer;
  if (value === "loss" || (kind !== "any" && kind !== value)) return false;
  const ways = (/** @type {typeof moves} */ among) => new Set(among.map(({ to }) => to)).size;
  return ways(moves) >= 3 && ways(moves.filter((move) => move.value === value)) === 1;
}

/**
 * A puzzle, from all positions where they are known, and otherwise from games of random moves.
 * @param {Oracle} oracle
 * @param {Kind} kind
 * @param {string | undefined} except  the one before
 * @returns {Promise<Answer | null>}
 */
export async function findPuzzle(oracle, kind, except) {
  const any = (/** @type {string[]} */ among) => among[Math.floor(Math.random() * among.length)];
  const { whole } = oracle;
  if (whole) {
    const known = whole.positions.filter((text) => text !== except && isPuzzle(whole.glance(text), kind));
    return known.length ? oracle.answer(any(known), []) : null;
  }
  let start = oracle.info.start;
  for (let step = 0; step < 120; step++) {
    const answer = await oracle.answer(start, []);
    if (start !== except && isPuzzle(answer, kind)) return answer;
    start = answer.moves.length ? any(answer.moves.map(({ to }) => to)) : oracle.info.start;
  }
  return null;
}

export class Puzzles {
  /**
   * @param {HTMLElement} root
   * @param {() => Oracle} oracle
   * @param {{failed: (error: unknown) => void, explore: (position: string) => void}} around
   */
  constructor(root, oracle, around) {
    this.oracle = oracle;
    this.around = around;
    /** @type {Kind} */
    this.kind = "any";
    this.solved = 0;
    this.row = 0;
    this.clean = true;
    /** @type {Answer | null} */
    this.answer = null;
    /** @type {Oracle | null} whose puzzle it is */
    this.of = null;
    this.exercise = new Exercise(around.failed, (solved) => this.#judged(solved));
    this.told = el("div", { class: "stack" });
    this.foot = el("div", { class: "stack" });
    fill(root, this.exercise.beside(this.told, this.foot));
  }

  /** Shows the puzzle at hand, or a new one when the rules have changed. */
  async show() {
    if (this.of !== this.oracle() || !this.answer) await this.next();
  }

  async next() {
    try {
      const oracle = this.oracle();
      this.answer = await findPuzzle(oracle, this.kind, this.answer?.position);
      this.of = oracle;
      this.clean = true;
      if (this.answer) {
        const ask =
          this.answer.value === "win" ? "One move wins, and no other. Find it." : "One move does not lose. Find it.";
        await this.exercise.begin(oracle, { position: this.answer.position, ask });
      }
      this.#render();
    } catch (error) {
      this.around.failed(error);
    }
  }

  /** @param {boolean} solved */
  #judged(solved) {
    if (solved) {
      this.solved += 1;
      this.row = this.clean ? this.row + 1 : 0;
    } else {
      this.clean = false;
      this.row = 0;
    }
    this.#render();
    if (solved) /** @type {HTMLElement | null} */ (this.foot.querySelector(".primary"))?.focus();
  }

  #render() {
    const { answer, exercise } = this;
    const kinds = el(
      "select",
      {
        id: "puzzle-kind",
        change: (/** @type {Event} */ event) => {
          this.kind = /** @type {Kind} */ (/** @type {HTMLSelectElement} */ (event.target).value);
          this.next();
        },
      },
      ...[
        ["any", "any"],
        ["win", "find the only move that wins"],
        ["draw", "find the only move that draws"],
      ].map(([value, text]) => el("option", { value, selected: value === this.kind }, text)),
    );
    const done = !!answer && !exercise.open;
    exercise.root.hidden = !answer;
    fill(
      this.told,
      el("h2", {}, "Puzzle"),
      el(
        "p",
        { class: "lead" },
        !answer
          ? "These rules have no such position."
          : answer.value === "win"
            ? "Find the only move that wins."
            : "Find the only move that draws: every other one loses.",
      ),
    );
    fill(
      this.foot,
      ...(done && answer ? movesWithValues(answer, exercise.oracle?.info.fingers ?? 10, YOU, null) : []),
      el(
        "div",
        { class: "buttons" },
        button(done ? "Next puzzle" : "Another one", () => this.next(), { class: done ? "primary" : "" }),
        button(
          "Show the move",
          () => {
            this.clean = false;
            this.row = 0;
            exercise.reveal();
          },
          { disabled: done || !answer },
        ),
        answer && button("Explore it", () => this.around.explore(answer.position), { class: "quiet" }),
      ),
      el("div", { class: "field" }, el("label", { for: "puzzle-kind" }, "Which puzzles"), kinds),
      el("p", { class: "fine" }, `Solved: ${count(this.solved, "puzzle")}, ${this.row} in a row at the first try.`),
    );
  }
}
