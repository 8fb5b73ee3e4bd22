// @ts-check
/** A position to try: a move is made, judged and answered. Lessons and puzzles consist of these. */

import { Board } from "./board.js";
import { el } from "./dom.js";
import { Game, other } from "./game.js";
import { WORTH } from "./values.js";
import { YOU, labelText, moveText, playedText, sentence } from "./words.js";

/** @typedef {import("./values.js").MoveAnswer} MoveAnswer */
/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {import("./values.js").Side} Side */
/**
 * @typedef {object} Task
 * @property {string} position
 * @property {string} ask
 * @property {string[]} [accept]  the moves to find; if not given, those that keep the value
 * @property {boolean} [toTheEnd]  whether the value is to be kept, move after move, until the game ends
 * @property {string} [good]
 * @property {string} [bad]
 */

/** The other player in an exercise. @type {import("./words.js").Name} */
const THEM = {
  title: "The other player",
  name: "the other player",
  whose: "the other player's",
  own: "their",
  you: false,
};

export class Exercise {
  /**
   * @param {(error: unknown) => void} failed
   * @param {(solved: boolean) => void} judged  told after every judged move, and with true once the task is done
   */
  constructor(failed, judged) {
    this.failed = failed;
    this.judged = judged;
    const boardRoot = el("div");
    this.board = new Board(boardRoot, (move, places) => this.#try(move, places));
    this.root = el("div", { class: "stack" }, boardRoot, el("div", { class: "toolbar" }, this.board.splitButton));
    // The same words stand in the middle of the board, where they are announced.
    this.feedback = el("p", { class: "feedback", hidden: true });
    this.said = "";
    this.open = false;
    /** @type {string | null} */
    this.pointed = null;
  }

  /**
   * The board with what is told of the task, and below that the feedback and what can be done.
   * @param {HTMLElement} told
   * @param {HTMLElement} foot
   */
  beside(told, foot) {
    return el(
      "div",
      { class: "two exercise" },
      this.root,
      el(
        "div",
        { class: "stack" },
        el("div", { class: "card told" }, told),
        el("div", { class: "card foot" }, this.feedback, foot),
      ),
    );
  }

  /** @param {Oracle} oracle @param {Task} task */
  async begin(oracle, task) {
    this.task = task;
    this.oracle = oracle;
    this.game = await Game.open(oracle, { start: task.position });
    this.me = this.game.toMove;
    this.open = true;
    this.pointed = null;
    this.tries = 0;
    this.#say("");
    this.#show();
  }

  /** The moves that are right now. @returns {MoveAnswer[]} */
  get right() {
    const { answer } = /** @type {Game} */ (this.game);
    const accept = this.task?.accept;
    if (accept) return answer.moves.filter(({ move }) => accept.includes(move));
    return answer.moves.filter(({ value }) => value === answer.value);
  }

  /** Points at a right move. */
  reveal() {
    if (!this.open || !this.game) return;
    const [best] = this.right;
    this.pointed = best?.move ?? null;
    if (best) this.#say(`${moveText(best.move, this.game.info.fingers)}: ${labelText(best)}.`);
    this.#show();
  }

  /** @param {string} text @param {"" | "good" | "bad"} [tone] */
  #say(text, tone = "") {
    this.said = text;
    this.feedback.hidden = !text;
    this.feedback.className = `feedback ${tone}`;
    this.feedback.textContent = text;
  }

  /** @returns {import("./board.js").Scene} */
  #scene() {
    const game = /** @type {Game} */ (this.game);
    const me = /** @type {Side} */ (this.me);
    const names = /** @type {Record<Side, import("./words.js").Name>} */ ({ [me]: YOU, [other(me)]: THEM });
    const mine = game.toMove === me;
    return {
      answer: game.answer,
      hands: game.ply.hands,
      fingers: game.info.fingers,
      bottom: me,
      names,
      marks: false,
      splits: game.splits,
      open: this.open && mine && !game.over,
      hint: mine ? this.pointed : null,
      last: game.ply.played,
      status: this.said || (mine ? (this.task?.ask ?? "") : "…"),
    };
  }

  #show() {
    this.board.show(this.#scene());
  }

  /** @param {string} move @param {import("./notation.js").Places} places */
  async #try(move, places) {
    const game = this.game;
    if (!game || !this.task) return;
    const { task } = this;
    const before = game.answer;
    const right = this.right.some((accepted) => accepted.move === move);
    const made = /** @type {MoveAnswer} */ (before.moves.find((known) => known.move === move));
    this.pointed = null;
    this.said = "";
    try {
      await game.play(move, places);
      await this.#animate();
      // Another task may have begun while the move was shown.
      if (game !== this.game) return this.#show();
      if (!right) return this.#wrong(made);
      if (task.toTheEnd && !game.over) return await this.#answer(made);
      this.open = false;
      const told =
        task.good ??
        (made.ends === "dead"
          ? "Yes! That ends the game: you have won."
          : made.value === "draw"
            ? "Yes! That holds the draw."
            : `Yes! ${sentence(labelText(made))}.`);
      this.#say(told, "good");
      this.#show();
      this.judged(true);
    } catch (error) {
      this.failed(error);
    }
  }

  async #animate() {
    const played = this.game?.ply.played;
    if (played) await this.board.animate(played, this.#scene());
  }

  /** A wrong move is shown with its punishment, and then taken back. @param {MoveAnswer} made */
  #wrong(made) {
    const game = /** @type {Game} */ (this.game);
    const { task } = this;
    this.tries = (this.tries ?? 0) + 1;
    const reply = game.answer.moves[0];
    const { fingers } = game.info;
    const punishment =
      reply && WORTH[made.value] < 2 && made.value !== "draw"
        ? ` The answer is ${reply.move}: ${moveText(reply.move, fingers).toLowerCase()}.`
        : "";
    this.#say(
      task?.bad ??
        `Not that one: ${moveText(made.move, fingers).toLowerCase()} is a ${labelText(made)} for you.${punishment} Try again.`,
      "bad",
    );
    game.goTo(game.at - 1);
    this.#show();
    this.judged(false);
  }

  /** The other player holds out as long as he can. @param {MoveAnswer} made */
  async #answer(made) {
    const game = /** @type {Game} */ (this.game);
    const mine = playedNow(game, YOU, THEM);
    this.#say(`Right. ${sentence(labelText(made))}. ${mine}`, "good");
    await game.play(game.answer.moves[0].move);
    await this.#animate();
    if (game !== this.game) return this.#show();
    const theirs = playedNow(game, THEM, YOU);
    this.#say(`Right: ${labelText(made)}. ${theirs} ${game.over ? "" : "Go on: find the next one."}`, "good");
    this.judged(false);
    this.#show();
  }
}

/**
 * @param {Game} game
 * @param {import("./words.js").Name} who
 * @param {import("./words.js").Name} whom
 */
function playedNow(game, who, whom) {
  const { played, hands } = game.ply;
  if (!played) return "";
  const now = [
    ...played.changed.first.map((at) => hands.first[at]),
    ...played.changed.second.map((at) => hands.second[at]),
  ];
  return playedText(played.text, game.info.fingers, who, whom, now);
}
