// @ts-check
/** What is said beside the board: how to begin, that a move was a mistake, hints in steps, how a game went. */

import { change } from "./analysis.js";
import { button, el, fill } from "./dom.js";
import { other } from "./game.js";
import { WORTH } from "./values.js";
import { count, labelText, moveText, outcomeText, reason, sentence, verdict } from "./words.js";

export class Coach {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** The reason for the best move, once asked for. */
    this.why = "";
    /** What is said now. */
    this.said = "";
    this.root = el("section", { class: "card coach", "aria-label": "Coach" });
    this.missed = el("p", { class: "verdict", hidden: true }, "But the answer was a mistake too.");
    // What the coach begins to say is also announced.
    this.announced = el("p", { class: "out-of-sight", role: "status" });
  }

  /** Says something anew only when there is something else to say, so that what was unfolded there stays. */
  render() {
    const { play, root: coach } = this;
    const { game } = play;
    const slip = play.coaching ? this.#slip() : undefined;
    const kind =
      play.hints > 0 && game.player === "human"
        ? `hint ${play.hints} ${this.why ?? ""}`
        : game.over
          ? "over"
          : slip
            ? `slip ${slip.ply}`
            : game.at <= 1 && game.player === "human" && game.start === game.info.start
              ? "new"
              : "";
    const said =
      kind &&
      `${kind} ${play.game.moves.slice(0, slip ? slip.ply + 1 : undefined)} ${game.seats.first} ${game.seats.second}`;
    this.missed.hidden = !slip || !game.mistakes.some(({ ply }) => ply === slip.ply + 1);
    if (said === this.said && coach.childNodes.length) return;
    this.said = said;
    coach.hidden = !kind;
    coach.className = kind === "new" ? "card coach" : "card coach sheet";
    if (kind.startsWith("hint")) this.#renderHints();
    else if (kind === "over") this.#renderOver();
    else if (slip) this.#renderSlip(slip);
    else if (kind) this.#renderNew();
    if (slip || kind === "over")
      coach.querySelector(".buttons")?.append(
        button(
          "Close",
          () => {
            coach.hidden = true;
          },
          { class: "quiet" },
        ),
      );
    const told = coach.querySelectorAll(":scope > h2, :scope > p:not([hidden])");
    this.announced.textContent =
      slip || play.hints ? [...told].map((part) => part.textContent?.replace(/[.]?$/, ".")).join(" ") : "";
  }

  /** The mistake that a person has just made, until his next move. */
  #slip() {
    const { game } = this.play;
    return game.mistakes
      .filter(({ played }) => game.seats[played.by] === "human")
      .findLast(({ ply }) => game.at - ply <= (game.person ? 2 : 1));
  }

  #renderOver() {
    const { play, root: coach } = this;
    const { game, names } = play;
    const outcome = /** @type {import("./values.js").Outcome} */ (game.answer.outcome);
    const { winner } = outcome;
    if (winner && game.person) coach.classList.add(winner === game.person ? "good" : "bad");
    const whose = game.person ?? (winner ? other(winner) : "first");
    const first = game.mistakes.find(({ played }) => played.by === whose);
    fill(
      coach,
      el("h2", {}, outcomeText(outcome, names)),
      el(
        "p",
        {},
        first
          ? `Move ${first.ply + 1} was ${names[whose].whose} first mistake: ${moveText(first.played.text, game.info.fingers).toLowerCase()} (${change(first.before, first.played.answer)}). What would have happened is told beside the course of the game.`
          : `${sentence(names[whose].name)} made no mistake.`,
      ),
      el(
        "div",
        { class: "buttons" },
        button("New game", () => play.newGame(), { class: "primary" }),
        first && button("Try again from there", () => play.goTo(first.ply)),
        button("Swap sides", () => play.swap()),
      ),
    );
  }

  /** @param {import("./game.js").Mistake} slip */
  #renderSlip({ ply, before, played }) {
    const { play, root: coach } = this;
    const { game, names } = play;
    const who = names[played.by];
    coach.classList.add("bad");
    const steps = el("div", { class: "stack" });
    const had = before.value === "draw" ? "the game was a draw" : `${who.name} had a ${labelText(before)}`;
    const now =
      played.answer.value === "draw"
        ? "it is only a draw"
        : `${who.name} ${who.you ? "lose" : "loses"} in ${count((played.answer.distance ?? 1) - 1, "move")} if the other player makes no mistake`;
    fill(
      coach,
      el("h2", {}, "That was a mistake"),
      el("p", {}, `${moveText(played.text, game.info.fingers)}: before it, ${had}. After it, ${now}.`),
      this.missed,
      el(
        "div",
        { class: "buttons" },
        button("Take it back", () => play.goTo(ply), { class: "primary" }),
        button("Show me how", (event) => play.lines.show(steps, ply, [played.text], event)),
      ),
      steps,
    );
  }

  #renderNew() {
    const { play, root: coach } = this;
    const { game } = play;
    const { answer } = game;
    const worse = answer.moves.filter(({ value }) => WORTH[value] < WORTH[answer.value]);
    fill(
      coach,
      el("h2", {}, "New here?"),
      el("p", {}, "Tap a hand of yours, then one of theirs. A coach warns you when a move goes wrong."),
      el("p", { class: "fine" }, game.info.sentences.slice(1).join(" ")),
      worse.length > 0 &&
        el(
          "p",
          {},
          `Careful: of the ${count(answer.moves.length, "different move")} you have, ${worse.length} ${worse.length === 1 ? "throws" : "throw"} the game away.`,
        ),
      el(
        "div",
        { class: "buttons" },
        button("Learn in five steps", () => play.around.learn(), { class: "primary" }),
        worse.length > 0 && button("Which one, and why?", (event) => this.#showWorst(worse.at(-1), event)),
      ),
    );
  }

  /** @param {import("./values.js").MoveAnswer | undefined} worst @param {Event} event */
  async #showWorst(worst, event) {
    if (!worst) return;
    const { play } = this;
    const steps = el(
      "div",
      { class: "stack" },
      el(
        "p",
        {},
        el("strong", {}, moveText(worst.move, play.game.info.fingers)),
        ": ",
        verdict(worst, play.names[play.game.toMove]),
      ),
    );
    this.root.append(steps);
    await play.lines.show(steps, play.game.at, [worst.move], event);
  }

  #renderHints() {
    const { play, root: coach } = this;
    const { game, names } = play;
    const { answer } = game;
    const best = answer.moves[0];
    fill(
      coach,
      el("h2", {}, `Hint ${Math.min(play.hints, 3)} of 3`),
      el("p", { class: "verdict" }, verdict(answer, names[game.toMove])),
      play.hints >= 2 &&
        el(
          "p",
          {},
          "The move: ",
          el("strong", {}, moveText(best.move, game.info.fingers)),
          " ",
          el("code", { class: "notation" }, best.move),
          ".",
        ),
      play.hints >= 3 && this.why && el("p", {}, this.why),
      el(
        "div",
        { class: "buttons" },
        play.hints < 3 && button(play.hints === 1 ? "Which move?" : "Why?", () => this.hint(), { class: "primary" }),
        button(
          "Close",
          () => {
            play.hints = 0;
            play.render();
          },
          { class: "quiet" },
        ),
      ),
    );
  }

  /** One step more: the value, the move, the reason. */
  async hint() {
    const { play } = this;
    const { game, moment } = play;
    if (game.player !== "human" || play.board.busy) return;
    play.hints = Math.min(play.hints + 1, 3);
    if (play.hints === 3) {
      const { answer } = game;
      const worse = answer.moves.find(({ value }) => WORTH[value] < WORTH[answer.value]);
      try {
        const after = worse && !worse.ends ? await game.oracle.answer(game.start, [...game.moves, worse.move]) : null;
        if (moment !== play.moment) return;
        this.why = reason(answer, answer.moves[0], game.info.fingers, after?.moves[0], worse);
      } catch (error) {
        return play.around.failed(error);
      }
    }
    play.render();
  }
}
