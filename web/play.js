// @ts-check
/** The game on the page: board, tools, coach, analysis and who plays. */

import { change, course, lineText, movesWithValues } from "./analysis.js";
import { Board } from "./board.js";
import { button, el, fill, still } from "./dom.js";
import { Game, other } from "./game.js";
import { PLAYERS, choose, titleOf } from "./players.js";
import { WORTH } from "./values.js";
import { YOU, count, labelText, moveText, outcomeText, playedText, reason, sentence, verdict } from "./words.js";

/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./words.js").Name} Name */
/** @typedef {import("./notation.js").Places} Places */
/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {{changed: () => void, explore: (moves: string[], ply: number) => void, learn: () => void, share: () => void, failed: (error: unknown) => void}} Around */

/** @type {Side[]} */
const SIDES = ["first", "second"];

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
    this.hints = 0;
    /** The reason for the best move, once asked for. */
    this.why = "";
    /** What the coach says now. */
    this.said = "";
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
      hint: button("Hint", () => this.hint(), { "data-tool": "hint" }),
      back: button("Undo", () => this.undo(), { "data-tool": "undo" }),
      forward: button("Redo", () => this.redo(), { "data-tool": "redo" }),
      go: button("Go on", () => this.goOn(), { "data-tool": "go", class: "primary" }),
      values: button("Analysis", () => this.showValues(!this.values), { "data-tool": "values", "aria-pressed": "false" }),
      anew: button("New game", () => this.newGame(), { "data-tool": "new" }),
      swap: button("Swap sides", () => this.swap(), { "data-tool": "swap" }),
      share: button("Share", () => around.share(), { "data-tool": "share" }),
    };
    const toolbar = el("div", { class: "toolbar", role: "group", "aria-label": "Game" }, ...Object.values(this.tools));
    this.coach = el("section", { class: "card coach", "aria-label": "Coach" });
    this.missed = el("p", { class: "verdict", hidden: true }, "But the answer was a mistake too.");
    // What the coach begins to say is also announced.
    this.announced = el("p", { class: "out-of-sight", role: "status" });
    this.analysis = el("section", { class: "card", "aria-label": "Analysis" });
    this.course = el("section", { class: "card course", "aria-label": "Course of the game" });
    this.lines = el("section", { class: "card lines-card", "aria-label": "What would have happened" });
    this.seats = el("section", { class: "card", "aria-label": "Who plays" });
    fill(root, el("div", { class: "two game" },
      el("div", { class: "stack" }, boardRoot, toolbar, this.course, this.lines),
      el("div", { class: "stack" }, this.announced, this.coach, this.analysis, this.seats),
    ));
    this.#seatsForm();
  }

  /** Puts another game on the board. @param {Game} game */
  open(game) {
    this.moment += 1;
    this.game = game;
    this.hints = 0;
    this.waiting = game.player !== null && game.player !== "human" && game.at > 0;
    this.#seatsForm();
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
      if (person) return { title: `Computer: ${titleOf(seats[side]).toLowerCase()}`, name: "the computer", whose: "the computer's", own: "its", you: false };
      const what = seats[side] === "human" ? "player" : "computer";
      const title = what === "player" ? `${sentence(side)} player` : `${sentence(side)}: ${titleOf(seats[side]).toLowerCase()}`;
      return { title, name: `the ${side} ${what}`, whose: `the ${side} ${what}'s`, own: what === "player" ? "their" : "its", you: false };
    };
    return { first: name("first"), second: name("second") };
  }

  /** @param {string} status @returns {import("./board.js").Scene} */
  #scene(status) {
    const { game, names, bottom } = this;
    return {
      answer: game.answer, hands: game.ply.hands, fingers: game.info.fingers, bottom, names,
      open: game.player === "human", splits: game.splits, marks: this.values, status, last: game.ply.played,
      hint: this.hints >= 2 ? (game.answer.moves[0]?.move ?? null) : null,
    };
  }

  /** What has just happened and whose turn it is. */
  get status() {
    const { game, names } = this;
    const { played, answer } = game.ply;
    const said = [];
    if (played) {
      const now = [...played.changed.first.map((at) => game.ply.hands.first[at]), ...played.changed.second.map((at) => game.ply.hands.second[at])];
      said.push(playedText(played.text, game.info.fingers, names[played.by], names[other(played.by)], now));
    }
    if (answer.outcome) said.push(outcomeText(answer.outcome, names));
    else if (game.player !== "human") said.push(this.waiting ? `${sentence(names[game.toMove].name)} waits: press ${this.#goes}.` : "");
    else if (game.at === 0 || (game.at === 1 && game.person === "second")) said.push(`${this.#turn()} Tap one of ${names[game.toMove].whose} hands, then one of ${names[other(game.toMove)].whose}.`);
    else {
      said.push(this.#turn());
      if (answer.repeated > 1) said.push(`This position is on the board for the ${answer.repeated === 2 ? "second" : `${answer.repeated}th`} time.`);
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
    this.#renderCoach();
    fill(this.analysis, el("div", { class: "card-head" }, el("h2", {}, "Analysis"),
        button(this.values ? "Hide" : "Show", () => this.showValues(!this.values), { class: "quiet", "aria-label": this.values ? "Hide the analysis" : "Show the analysis" })),
      ...(this.values
        ? movesWithValues(answer, game.info.fingers, names[game.toMove], person ? (move) => this.#play(move) : null)
        : [el("p", { class: "fine" }, "What each move is worth, worked out to the end. The key A shows and hides it.")]),
    );
    fill(this.course, el("h2", {}, "Course of the game"), ...course(game, names, this.bottom, this.values, Math.max(260, (this.course.clientWidth || 340) - 32), (ply) => this.goTo(ply)));
    this.#renderLines();
  }

  /** What would have happened: for every mistake the better move, and best play after it. */
  #renderLines() {
    const { game } = this;
    const open = this.values || game.over;
    const mistakes = game.mistakes;
    this.lines.hidden = !open || (mistakes.length === 0 && !this.values);
    if (this.lines.hidden) return;
    const moment = this.moment;
    const list = el("ul", { class: "lines" });
    const best = el("div", {});
    fill(this.lines, el("h2", {}, "What would have happened"), best, list);
    if (!game.over) {
      game.line(game.at).then(({ line, answer }) => {
        if (moment === this.moment && line.length) fill(best, el("p", { class: "fine" }, `With best play from here${this.#ending(answer)}:`), lineText(line, game.toMove, this.names));
      }, this.around.failed);
    }
    for (const { ply, before, played, best } of mistakes.slice(-12)) {
      const item = el("li", {},
        el("p", {}, el("strong", {}, `Move ${ply + 1}, ${this.names[played.by].name}: `), el("code", { class: "notation" }, played.text), ` (${change(before, played.answer)}). Better was `, el("code", { class: "notation" }, best.move), "."),
        el("div", { class: "buttons" },
          button("Go there", () => this.goTo(ply), { class: "quiet" }),
          button("Show the better line", (event) => this.#showLine(item, ply, [best.move], event), { class: "quiet" }),
          button("Show the punishment", (event) => this.#showLine(item, ply, [played.text], event), { class: "quiet" }),
        ));
      list.append(item);
    }
    if (mistakes.length === 0) list.append(el("li", {}, "No mistake so far: every move kept the value."));
  }

  /** @param {import("./values.js").Answer} answer */
  #ending(answer) {
    if (!answer.outcome) return ", the game goes round in circles";
    return answer.outcome.winner ? `, ${this.names[answer.outcome.winner].name} ${this.names[answer.outcome.winner].you ? "win" : "wins"}` : ", the game is drawn";
  }

  /** @param {HTMLElement} item @param {number} ply @param {string[]} moves @param {Event} event */
  async #showLine(item, ply, moves, event) {
    const { game } = this;
    /** @type {HTMLButtonElement} */ (event.currentTarget).disabled = true;
    try {
      const { line, answer } = await game.line(ply, moves);
      item.append(
        el("p", { class: "fine" }, `After ${moves[0]}${this.#ending(answer)}:`),
        lineText(line, game.plies[ply].answer.to_move, this.names),
        el("div", { class: "buttons" }, button("Walk through it", () => this.around.explore([...game.movesTo(ply), ...line], ply + moves.length), { class: "quiet" })),
      );
    } catch (error) {
      this.around.failed(error);
    }
  }

  /** Says something anew only when there is something else to say, so that what was unfolded there stays. */
  #renderCoach() {
    const { game, coach } = this;
    const slip = this.coaching ? this.#slip() : undefined;
    const kind = this.hints > 0 && game.player === "human" ? `hint ${this.hints} ${this.why ?? ""}`
      : game.over ? "over" : slip ? `slip ${slip.ply}`
      : game.at <= 1 && game.player === "human" && game.start === game.info.start ? "new" : "";
    const said = kind && `${kind} ${this.game.moves.slice(0, slip ? slip.ply + 1 : undefined)} ${game.seats.first} ${game.seats.second}`;
    this.missed.hidden = !slip || !game.mistakes.some(({ ply }) => ply === slip.ply + 1);
    if (said === this.said && coach.childNodes.length) return;
    this.said = said;
    coach.hidden = !kind;
    coach.className = kind === "new" ? "card coach" : "card coach sheet";
    if (kind.startsWith("hint")) this.#renderHints();
    else if (kind === "over") this.#renderOver();
    else if (slip) this.#renderSlip(slip);
    else if (kind) this.#renderNew();
    if (slip || kind === "over") coach.querySelector(".buttons")?.append(button("Close", () => { coach.hidden = true; }, { class: "quiet" }));
    const told = coach.querySelectorAll(":scope > h2, :scope > p:not([hidden])");
    this.announced.textContent = slip || this.hints ? [...told].map((part) => part.textContent?.replace(/[.]?$/, ".")).join(" ") : "";
  }

  /** The mistake that a person has just made, until his next move. */
  #slip() {
    const { game } = this;
    return game.mistakes.filter(({ played }) => game.seats[played.by] === "human").findLast(({ ply }) => game.at - ply <= (game.person ? 2 : 1));
  }

  #renderOver() {
    const { game, coach, names } = this;
    const outcome = /** @type {import("./values.js").Outcome} */ (game.answer.outcome);
    const { winner } = outcome;
    if (winner && game.person) coach.classList.add(winner === game.person ? "good" : "bad");
    const whose = game.person ?? (winner ? other(winner) : "first");
    const first = game.mistakes.find(({ played }) => played.by === whose);
    fill(coach,
      el("h2", {}, outcomeText(outcome, names)),
      el("p", {}, first
        ? `Move ${first.ply + 1} was ${names[whose].whose} first mistake: ${moveText(first.played.text, game.info.fingers).toLowerCase()} (${change(first.before, first.played.answer)}). What would have happened is told beside the course of the game.`
        : `${sentence(names[whose].name)} made no mistake.`),
      el("div", { class: "buttons" },
        button("New game", () => this.newGame(), { class: "primary" }),
        first && button("Try again from there", () => this.goTo(first.ply)),
        button("Swap sides", () => this.swap())));
  }

  /** @param {import("./game.js").Mistake} slip */
  #renderSlip({ ply, before, played }) {
    const { game, coach, names } = this;
    const who = names[played.by];
    coach.classList.add("bad");
    const steps = el("div", { class: "stack" });
    const had = before.value === "draw" ? "the game was a draw" : `${who.name} had a ${labelText(before)}`;
    const now = played.answer.value === "draw" ? "it is only a draw"
      : `${who.name} ${who.you ? "lose" : "loses"} in ${count((played.answer.distance ?? 1) - 1, "move")} if the other player makes no mistake`;
    fill(coach,
      el("h2", {}, "That was a mistake"),
      el("p", {}, `${moveText(played.text, game.info.fingers)}: before it, ${had}. After it, ${now}.`),
      this.missed,
      el("div", { class: "buttons" },
        button("Take it back", () => this.goTo(ply), { class: "primary" }),
        button("Show me how", (event) => this.#showLine(steps, ply, [played.text], event))),
      steps);
  }

  #renderNew() {
    const { game, coach } = this;
    const { answer } = game;
    const worse = answer.moves.filter(({ value }) => WORTH[value] < WORTH[answer.value]);
    fill(coach,
      el("h2", {}, "New here?"),
      el("p", {}, "Tap a hand of yours, then one of theirs: your fingers are added to it. The rules above say when a hand is out. A coach warns you when a move goes wrong."),
      worse.length > 0 && el("p", {}, `Careful: of the ${count(answer.moves.length, "different move")} you have, ${worse.length} ${worse.length === 1 ? "throws" : "throw"} the game away.`),
      el("div", { class: "buttons" },
        button("Learn in five steps", () => this.around.learn(), { class: "primary" }),
        worse.length > 0 && button("Which one, and why?", (event) => this.#showWorst(worse.at(-1), event))));
  }

  /** @param {import("./values.js").MoveAnswer | undefined} worst @param {Event} event */
  async #showWorst(worst, event) {
    if (!worst) return;
    const steps = el("div", { class: "stack" },
      el("p", {}, el("strong", {}, moveText(worst.move, this.game.info.fingers)), ": ", verdict(worst, this.names[this.game.toMove])));
    this.coach.append(steps);
    await this.#showLine(steps, this.game.at, [worst.move], event);
  }

  #renderHints() {
    const { game, coach, names } = this;
    const { answer } = game;
    const best = answer.moves[0];
    fill(coach, el("h2", {}, `Hint ${Math.min(this.hints, 3)} of 3`),
      el("p", { class: "verdict" }, verdict(answer, names[game.toMove])),
      this.hints >= 2 && el("p", {}, "The move: ", el("strong", {}, moveText(best.move, game.info.fingers)), " ", el("code", { class: "notation" }, best.move), "."),
      this.hints >= 3 && this.why && el("p", {}, this.why),
      el("div", { class: "buttons" },
        this.hints < 3 && button(this.hints === 1 ? "Which move?" : "Why?", () => this.hint(), { class: "primary" }),
        button("Close", () => { this.hints = 0; this.render(); }, { class: "quiet" })),
    );
  }

  /** One step more: the value, the move, the reason. */
  async hint() {
    const { game, moment } = this;
    if (game.player !== "human" || this.board.busy) return;
    this.hints = Math.min(this.hints + 1, 3);
    if (this.hints === 3) {
      const { answer } = game;
      const worse = answer.moves.find(({ value }) => WORTH[value] < WORTH[answer.value]);
      try {
        const after = worse && !worse.ends ? await game.oracle.answer(game.start, [...game.moves, worse.move]) : null;
        if (moment !== this.moment) return;
        this.why = reason(answer, answer.moves[0], game.info.fingers, after?.moves[0], worse);
      } catch (error) {
        return this.around.failed(error);
      }
    }
    this.render();
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

  /** The players change places; the game goes on. */
  swap() {
    this.game.swapSides();
    this.moment += 1;
    this.hints = 0;
    this.waiting = false;
    this.#seatsForm();
    this.render();
    this.#computer();
  }

  /** Gives a seat to somebody else. @param {Side} side @param {string} player */
  seat(side, player) {
    this.game.seats[side] = player;
    this.moment += 1;
    this.hints = 0;
    this.waiting = this.game.player !== "human" && this.game.at > 0;
    this.#seatsForm();
    this.render();
    this.#computer();
  }

  #seatsForm() {
    const { game } = this;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
    const rows = SIDES.map((side) => {
      const [kind, skill] = game.seats[side].split("=");
      const select = el("select", { id: `seat-${side}`, change: (/** @type {Event} */ event) => {
        const value = /** @type {HTMLSelectElement} */ (event.target).value;
        this.seat(side, value === "skill" ? "skill=0.7" : value);
      } }, ...PLAYERS.map(([name, title, does]) => el("option", { value: name, selected: name === kind, title: does }, title)));
      const does = PLAYERS.find(([name]) => name === kind)?.[2] ?? "";
      const shown = el("output", {}, skill === undefined ? "" : `${Math.round(Number(skill) * 100)} %`);
      const slider = el("input", { type: "range", id: `skill-${side}`, min: 0, max: 1, step: 0.05, value: skill ?? 0.7, "aria-label": `Strength of the ${side} player`,
        input: (/** @type {Event} */ event) => { shown.textContent = `${Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value) * 100)} %`; },
        change: (/** @type {Event} */ event) => this.seat(side, `skill=${Number(/** @type {HTMLInputElement} */ (event.target).value)}`) });
      return el("div", { class: "seat" }, el("label", { for: `seat-${side}` }, sentence(side)), select,
        el("p", { class: "fine does" }, sentence(does)),
        skill !== undefined && el("div", { class: "skill" }, slider, shown));
    });
    const watching = SIDES.every((side) => game.seats[side] !== "human");
    const pace = watching && el("div", { class: "seat" }, el("label", { for: "pace" }, "Pace"),
      el("select", { id: "pace", change: (/** @type {Event} */ event) => {
        this.delay = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        if (this.delay > 0) this.goOn();
        else this.goTo(game.at);
      } }, ...[[0, "step by step"], [2, "a move in two seconds"], [0.6, "fast"]].map(([value, text]) => el("option", { value, selected: value === this.delay }, String(text)))));
    const coaching = el("label", { class: "check" },
      el("input", { type: "checkbox", id: "coaching", checked: this.coaching, change: (/** @type {Event} */ event) => {
        this.coaching = /** @type {HTMLInputElement} */ (event.target).checked;
        this.render();
      } }), "Tell me about my mistakes");
    fill(this.seats, el("h2", {}, "Who plays"), ...rows, pace, coaching);
    if (focused && this.seats.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }
}
