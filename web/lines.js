// @ts-check
/** What would have happened: after every mistake the better line, and how the mistake is punished. */

import { change, lineText } from "./analysis.js";
import { button, el, fill } from "./dom.js";
import { legend } from "./words.js";

export class Lines {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.root = el("section", { class: "card lines-card", "aria-label": "What would have happened" });
  }

  render() {
    const { play } = this;
    const { game } = play;
    const open = play.values || game.over;
    const mistakes = game.mistakes;
    this.root.hidden = !open || (mistakes.length === 0 && !play.values);
    if (this.root.hidden) return;
    const moment = play.moment;
    const list = el("ul", { class: "lines" });
    const best = el("div", {});
    fill(this.root, el("h2", {}, "What would have happened"), best, list);
    if (!game.over) {
      game.line(game.at).then(({ line, answer }) => {
        if (moment === play.moment && line.length)
          fill(
            best,
            el("p", { class: "fine" }, `With best play from here${this.#ending(answer)}:`),
            lineText(line, game.toMove, play.names),
          );
      }, play.around.failed);
    }
    for (const { ply, before, played, best } of mistakes.slice(-12)) {
      const item = el(
        "li",
        {},
        el(
          "p",
          {},
          el("strong", {}, `Move ${ply + 1}, ${play.names[played.by].name}: `),
          el("code", { class: "notation" }, played.text),
          ` (${change(before, played.answer)}). Better was `,
          el("code", { class: "notation" }, best.move),
          ".",
        ),
        el(
          "div",
          { class: "buttons" },
          button("Go there", () => play.goTo(ply), { class: "quiet" }),
          button("Show the better line", (event) => this.show(item, ply, [best.move], event), { class: "quiet" }),
          button("Show the punishment", (event) => this.show(item, ply, [played.text], event), { class: "quiet" }),
        ),
      );
      list.append(item);
    }
    if (mistakes.length === 0) list.append(el("li", {}, "No mistake so far: every move kept the value."));
  }

  /** @param {import("./values.js").Answer} answer */
  #ending(answer) {
    const { play } = this;
    if (!answer.outcome) return ", the game goes round in circles";
    return answer.outcome.winner
      ? `, ${play.names[answer.outcome.winner].name} ${play.names[answer.outcome.winner].you ? "win" : "wins"}`
      : ", the game is drawn";
  }

  /**
   * Adds a line to an element: best play after some moves.
   * @param {HTMLElement} item
   * @param {number} ply
   * @param {string[]} moves
   * @param {Event} event  of the button, which is spent
   */
  async show(item, ply, moves, event) {
    const { play } = this;
    const { game } = play;
    /** @type {HTMLButtonElement} */ (event.currentTarget).disabled = true;
    try {
      const { line, answer } = await game.line(ply, moves);
      item.append(
        el("p", { class: "fine" }, `After ${moves[0]}${this.#ending(answer)}:`),
        lineText(line, game.plies[ply].answer.to_move, play.names),
        el("p", { class: "fine" }, legend(game.splits)),
        el(
          "div",
          { class: "buttons" },
          button("Walk through it", () => play.around.explore([...game.movesTo(ply), ...line], ply + moves.length), {
            class: "quiet",
          }),
        ),
      );
    } catch (error) {
      play.around.failed(error);
    }
  }
}
