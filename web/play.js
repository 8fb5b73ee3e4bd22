// @ts-check
/** The game on the page: board, tools, coach, analysis and who plays. */

import { course, movesWithValues } from "./analysis.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, el, fill, still } from "./dom.js";
import { Game, SIDES, other } from "./game.js";
import { Lines } from "./lines.js";
import { choose, titleOf } from "./players.js";
import { Seats } from "./seats.js";
import { YOU, outcomeText, playedText, sentence } from "./words.js";

/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./words.js").Name} Name */
/** @typedef {import("./notation.js").Places} Places */
/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {{changed: () => void, explore: (moves: string[], ply: number) => void, learn: () => void, share: () => void, failed: (error: unknown) => void}} Around */

export class Play {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {Around} around
   */
  constructor(root, game, around) {
    this.around = around;
    this.game = game;
    this.values = false;
    this.coaching = true;
    /** Seconds between the moves of two computers; 0 for step by step. */
    this.delay = 0;
    /** How many steps of a hint have been asked for. */
    this.hints = 0;
    /** Whether a move has been made whose value is not here yet. */
    this.making = false;
    /** Whether the computer is to make one move, however it is paced. */
    this.stepping = false;
    /** Whether the computer waits to be told to go on. */
    this.waiting = false;
    /** What may be carried out after a wait is only what was meant for the same moment of the same game. */
    this.moment = 0;
    this.root = root;

    const boardRoot = el("div", { class: "play-board" });
    this.board = new Board(boardRoot, (move, places) => this.#play(move, places));
    this.tools = {
      split: this.board.splitButton,
      hint: button("Hint", () => this.coach.hint(), { "data-tool": "hint" }),
      back: button("Undo", () => this.undo(), { "data-tool": "undo" }),
      forward: button("Redo", () => this.redo(), { "data-tool": "redo" }),
      go: button("Go on", () => this.goOn(), { "data-tool": "go", class: "primary" }),
      values: button("Analysis", () => this.showValues(!this.values), {
        "data-tool": "values",
        "aria-pressed": "false",
      }),
      anew: button("New game", () => this.newGame(), { "data-tool": "new" }),
      swap: button("Swap sides", () => this.swap(), { "data-tool": "swap" }),
      share: button("Share", () => around.share(), { "data-tool": "share" }),
    };
    const toolbar = el("div", { class: "toolbar", role: "group", "aria-label": "Game" }, ...Object.values(this.tools));
    this.lines = new Lines(this);
    this.coach = new Coach(this);
    this.seats = new Seats(this);
    this.analysis = el("section", { class: "card", "aria-label": "Analysis" });
    this.course = el("section", { class: "card course", "aria-label": "Course of the game" });
    fill(
      root,
      el(
        "div",
        { class: "two game" },
        el("div", { class: "stack" }, boardRoot, toolbar, this.course, this.lines.root),
        el("div", { class: "stack" }, this.coach.announced, this.coach.root, this.analysis, this.seats.root),
      ),
    );
    this.seats.render();
  }

  /** Puts another game on the board. @param {Game} game */
  open(game) {
    this.moment += 1;
    this.game = game;
    this.hints = 0;
    this.waiting = game.player !== null && game.player !== "human" && game.at > 0;
    this.seats.render();
    this.render();
    this.#computer();
  }

  /** Who sits at the bottom. @returns {Side} */
  get bottom() {
    return this.game.person ?? "first";
  }

  /** @returns {Record<Side, Name>} */
  get names() {
    const { seats, person } = this.game;
    const name = (/** @type {Side} */ side) => {
      if (side === person) return YOU;
      if (person)
        return {
          title: `Computer: ${titleOf(seats[side]).toLowerCase()}`,
          name: "the computer",
          whose: "the computer's",
          own: "its",
          you: false,
        };
      const what = seats[side] === "human" ? "player" : "computer";
      const title =
        what === "player" ? `${sentence(side)} player` : `${sentence(side)}: ${titleOf(seats[side]).toLowerCase()}`;
      return {
        title,
        name: `the ${side} ${what}`,
        whose: `the ${side} ${what}'s`,
        own: what === "player" ? "their" : "its",
        you: false,
      };
    };
    return { first: name("first"), second: name("second") };
  }

  /** @param {string} status @returns {import("./board.js").Scene} */
  #scene(status) {
    const { game, names, bottom } = this;
    return {
      answer: game.answer,
      hands: game.ply.hands,
      fingers: game.info.fingers,
      bottom,
      names,
      open: game.player === "human",
      splits: game.splits,
      marks: this.values,
      status,
      last: game.ply.played,
      hint: this.hints >= 2 ? (game.answer.moves[0]?.move ?? null) : null,
    };
  }

  /** What has just happened and whose turn it is. */
  get status() {
    const { game, names } = this;
    const { played, answer } = game.ply;
    const said = [];
    if (played) {
      const now = [
        ...played.changed.first.map((at) => game.ply.hands.first[at]),
        ...played.changed.second.map((at) => game.ply.hands.second[at]),
      ];
      said.push(playedText(played.text, game.info.fingers, names[played.by], names[other(played.by)], now));
    }
    if (answer.outcome) said.push(outcomeText(answer.outcome, names));
    else if (game.player !== "human")
      said.push(this.waiting ? `${sentence(names[game.toMove].name)} waits: press ${this.#goes}.` : "");
    else if (game.at === 0 || (game.at === 1 && game.person === "second"))
      said.push(
        `${this.#turn()} Tap one of ${names[game.toMove].whose} hands, then one of ${names[other(game.toMove)].whose}.`,
      );
    else {
      said.push(this.#turn());
      if (answer.repeated > 1)
        said.push(
          `This position is on the board for the ${answer.repeated === 2 ? "second" : `${answer.repeated}th`} time.`,
        );
    }
    return said.filter(Boolean).join(" ") || "…";
  }

  /** What the button is called that lets the computer move. */
  get #goes() {
    return SIDES.some((side) => this.game.seats[side] === "human") ? "Go on" : "Next move";
  }

  #turn() {
    const name = this.names[this.game.toMove];
    return name.you ? "Your turn." : `${sentence(name.whose)} turn.`;
  }

  render() {
    if (!this.board.busy) this.board.show(this.#scene(this.status));
    this.#renderAround();
    this.around.changed();
  }

  #renderAround() {
    const { game, tools, names } = this;
    const { answer } = game;
    const person = game.player === "human";
    this.root.dataset.state = game.over ? "over" : person ? "person" : this.waiting ? "waiting" : "computer";
    this.root.dataset.ply = String(game.at);
    tools.hint.disabled = !person;
    tools.hint.textContent = this.hints === 0 || this.hints >= 3 ? "Hint" : "Next hint";
    tools.back.disabled = game.back === null;
    tools.forward.disabled = game.forward === null;
    tools.go.hidden = this.root.dataset.state !== "waiting";
    tools.go.textContent = this.#goes;
    tools.values.setAttribute("aria-pressed", String(this.values));
    this.coach.render();
    fill(
      this.analysis,
      el(
        "div",
        { class: "card-head" },
        el("h2", {}, "Analysis"),
        button(this.values ? "Hide" : "Show", () => this.showValues(!this.values), {
          class: "quiet",
          "aria-label": this.values ? "Hide the analysis" : "Show the analysis",
        }),
      ),
      ...(this.values
        ? movesWithValues(answer, game.info.fingers, names[game.toMove], person ? (move) => this.#play(move) : null)
        : [
            el("p", { class: "fine" }, "What each move is worth, worked out to the end. The key A shows and hides it."),
          ]),
    );
    fill(
      this.course,
      el("h2", {}, "Course of the game"),
      ...course(game, names, this.bottom, this.values, Math.max(260, (this.course.clientWidth || 340) - 32), (ply) =>
        this.goTo(ply),
      ),
    );
    this.lines.render();
  }

  /** @param {boolean} on */
  showValues(on) {
    this.values = on;
    this.render();
  }

  /** @param {string} move @param {Places} [places] */
  async #play(move, places) {
    if (this.board.busy || this.making) return;
    const { game } = this;
    const focused = this.board.root.contains(document.activeElement);
    this.moment += 1;
    this.hints = 0;
    this.waiting = false;
    const moment = this.moment;
    this.making = true;
    try {
      await game.play(move, places);
    } catch (error) {
      // A computer whose move could not be made can be told to try again.
      this.waiting = game.player !== "human";
      this.render();
      return this.around.failed(error);
    } finally {
      this.making = false;
    }
    if (game !== this.game || moment !== this.moment) return;
    await this.#showMove();
    if (moment !== this.moment) return;
    if (focused && game.player === "human") this.#focusHand();
    await this.#computer(focused);
  }

  /** The move that was just made, on the board, and everything around it. */
  async #showMove() {
    const { game, moment } = this;
    const played = game.ply.played;
    const shown = played && this.board.animate(played, this.#scene(this.status));
    this.#renderAround();
    this.around.changed();
    await shown;
    // The game may have moved on, by undo or a link, while the move was shown.
    if (game !== this.game || moment !== this.moment) this.board.show(this.#scene(this.status));
    this.#renderAround();
  }

  #focusHand() {
    const hands = this.board.handsOf(this.game.toMove);
    const live = hands.find((hand) => hand.getAttribute("aria-disabled") === "false");
    (live ?? hands[0])?.focus({ preventScroll: true });
  }

  /** Lets the computer move where it is its turn. @param {boolean} [focused] */
  async #computer(focused = false) {
    const { game, moment } = this;
    const player = game.player;
    if (!player || player === "human") return;
    const watching = SIDES.every((side) => game.seats[side] !== "human");
    if (watching && this.delay === 0 && !this.stepping) this.waiting = true;
    this.stepping = false;
    if (this.waiting) return this.render();
    const pause = watching ? this.delay * 1000 : still() ? 150 : 550;
    await new Promise((done) => setTimeout(done, pause));
    if (game !== this.game || moment !== this.moment || game.player !== player) return;
    const move = choose(player, game.answer.moves);
    await this.#play(move.move);
    if (focused && game === this.game && game.player === "human") this.#focusHand();
  }

  /** The computer waits; it moves now. */
  goOn() {
    this.waiting = false;
    this.stepping = true;
    this.moment += 1;
    this.render();
    this.#computer();
  }

  /** @param {number} ply */
  goTo(ply) {
    this.moment += 1;
    this.hints = 0;
    this.game.goTo(ply);
    this.waiting = this.game.player !== "human";
    this.render();
  }

  undo() {
    const ply = this.game.back;
    if (ply !== null) this.goTo(ply);
  }

  redo() {
    const ply = this.game.forward;
    if (ply !== null) this.goTo(ply);
  }

  async newGame() {
    const { game } = this;
    try {
      const begins = game.renamed ? game.plies[0].answer.to_move : undefined;
      this.open(await Game.open(game.oracle, { start: game.start, begins, seats: game.seats }));
    } catch (error) {
      this.around.failed(error);
    }
  }

  /** The players change places; the game goes on, or a new one begins. */
  swap() {
    this.game.swapSides();
    if (this.game.over) {
      this.newGame();
      return;
    }
    this.moment += 1;
    this.hints = 0;
    this.waiting = false;
    this.seats.render();
    this.render();
    this.#computer();
  }

  /** Gives a seat to somebody else. @param {Side} side @param {string} player */
  seat(side, player) {
    this.game.seats[side] = player;
    this.moment += 1;
    this.hints = 0;
    this.waiting = this.game.player !== "human" && this.game.at > 0;
    this.seats.render();
    this.render();
    this.#computer();
  }
}
