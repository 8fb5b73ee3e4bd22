// @ts-check
/** Walking from position to position, on the board, by the list of moves, or in the drawn graph. */

import { movesWithValues } from "./analysis.js";
import { Board } from "./board.js";
import { button, el, fill, still } from "./dom.js";
import { Game, other } from "./game.js";
import { playedText, sentence } from "./words.js";

/** @typedef {import("./source.js").GraphKind} GraphKind */
/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./words.js").Name} Name */

/** @type {[GraphKind, string][]} */
const KINDS = [
  ["optimal", "Best play of both players"],
  ["mistakes", "How a mistake is punished"],
  ["first", "The first player plays best, the second anything"],
  ["second", "The second player plays best, the first anything"],
];

/** @type {Record<Side, Name>} */
const NAMES = {
  first: { title: "First player", name: "the first player", whose: "the first player's", own: "their", you: false },
  second: { title: "Second player", name: "the second player", whose: "the second player's", own: "their", you: false },
};

export class Explorer {
  /**
   * @param {HTMLElement} root
   * @param {import("./source.js").Source} source
   * @param {{failed: (error: unknown) => void, changed: () => void, play: (game: Game) => void}} around
   */
  constructor(root, source, around) {
    this.source = source;
    this.around = around;
    /** @type {Game | null} */
    this.game = null;
    /** @type {GraphKind} */
    this.kind = "optimal";
    /** What the graph on the page was drawn for. */
    this.drawn = "";
    this.from = "";
    /** Who is to move where the graph begins, and whether the picture calls him by the other name. */
    this.fromSide = /** @type {Side} */ ("first");
    this.turned = false;
    const boardRoot = el("div");
    this.board = new Board(boardRoot, (move, places) => this.#walk(move, places));
    this.path = el("ol", { class: "path", "aria-label": "The way here" });
    this.moves = el("div", { class: "card" });
    this.graph = el("div", { class: "graph", tabindex: 0, role: "group", "aria-label": "The graph" });
    this.graph.addEventListener("click", (event) => this.#onNode(event));
    this.graph.addEventListener("keydown", (event) => this.#onKey(event));
    this.redraw = el("div", { class: "buttons" });
    this.remark = el("p", { class: "fine", role: "status" });
    const kinds = el(
      "select",
      {
        id: "graph-kind",
        change: (/** @type {Event} */ event) => {
          this.kind = /** @type {GraphKind} */ (/** @type {HTMLSelectElement} */ (event.target).value);
          this.#draw();
        },
      },
      ...KINDS.map(([value, text]) => el("option", { value }, text)),
    );
    fill(
      root,
      el(
        "div",
        { class: "two explorer" },
        el(
          "div",
          { class: "stack" },
          boardRoot,
          el("div", { class: "toolbar" }, this.board.splitButton),
          this.moves,
          el("div", { class: "card" }, el("h2", {}, "The way here"), this.path),
        ),
        el(
          "div",
          { class: "card" },
          el("h2", {}, "The graph"),
          el(
            "p",
            { class: "fine" },
            "Every box is a position, the hands of the player to move first; every arrow a move. Click a box to go there, or choose one by the arrow keys and press Enter.",
          ),
          el("div", { class: "field" }, el("label", { for: "graph-kind" }, "What it shows"), kinds),
          source.anyRules && this.redraw,
          this.remark,
          this.graph,
        ),
      ),
    );
  }

  /** Starts from a game of its own. @param {Game} game */
  async open(game) {
    if (this.game?.info !== game.info) {
      this.from = game.info.start;
      this.fromSide = "first";
    }
    this.game = game;
    this.#render();
    await this.#draw();
  }

  /** @param {string} move @param {import("./notation.js").Places} [places] */
  async #walk(move, places) {
    const { game } = this;
    if (!game || this.board.busy) return;
    try {
      await game.play(move, places);
      const played = game.ply.played;
      if (played && !still()) await this.board.animate(played, this.#scene());
      this.#render();
    } catch (error) {
      this.around.failed(error);
    }
  }

  /** @returns {import("./board.js").Scene} */
  #scene() {
    const game = /** @type {Game} */ (this.game);
    const { played } = game.ply;
    const now = played
      ? [
          ...played.changed.first.map((at) => game.ply.hands.first[at]),
          ...played.changed.second.map((at) => game.ply.hands.second[at]),
        ]
      : [];
    const said = played
      ? playedText(
          played.text,
          game.info.fingers,
          NAMES[played.by],
          NAMES[played.by === "first" ? "second" : "first"],
          now,
        )
      : "";
    const { outcome } = game.answer;
    const state = outcome
      ? outcome.winner
        ? `${sentence(NAMES[outcome.winner].name)} has won.`
        : "Drawn."
      : `${sentence(NAMES[game.toMove].name)} to move.`;
    return {
      answer: game.answer,
      hands: game.ply.hands,
      fingers: game.info.fingers,
      bottom: "first",
      names: NAMES,
      open: !game.over,
      splits: game.splits,
      marks: true,
      last: played,
      status: `${said} ${state}`.trim(),
    };
  }

  #render() {
    const { game } = this;
    if (!game) return;
    this.board.show(this.#scene());
    const go = (/** @type {number} */ ply) => () => {
      game.goTo(ply);
      this.#render();
    };
    fill(
      this.path,
      ...game.plies.map(({ played, answer }, ply) =>
        el(
          "li",
          {},
          button(played ? `${played.text} → ${answer.position}` : answer.position, go(ply), {
            "aria-current": ply === game.at ? "step" : null,
            class: ply > game.at ? "notation later" : "notation",
            "aria-label": played ? `After ${played.text}: ${answer.position}` : `The start, ${answer.position}`,
          }),
        ),
      ),
    );
    fill(
      this.moves,
      el(
        "div",
        { class: "card-head" },
        el("h2", {}, game.answer.position),
        el(
          "div",
          { class: "buttons" },
          button("Back", go(game.at - 1), { disabled: game.at === 0, class: "quiet" }),
          button("Forward", go(game.at + 1), { disabled: game.at === game.plies.length - 1, class: "quiet" }),
          button("Play from here", () => this.around.play(game), { disabled: game.over }),
        ),
      ),
      ...movesWithValues(game.answer, game.info.fingers, NAMES[game.toMove], (move) => this.#walk(move)),
    );
    const [here, start] = [game.answer.position, game.info.start];
    const from = (/** @type {string} */ text, /** @type {string} */ position, /** @type {Side} */ side) =>
      button(
        text,
        () => {
          this.from = position;
          this.fromSide = side;
          this.#draw();
          this.#render();
        },
        { class: "quiet", disabled: this.from === position },
      );
    fill(this.redraw, from("Draw it from the start", start, "first"), from(`Draw it from ${here}`, here, game.toMove));
    this.#mark();
    this.around.changed();
  }

  /** Draws the graph, if another is wanted than stands there. */
  async #draw() {
    const { game, kind } = this;
    if (!game) return;
    const wanted = [game.info.rules, kind, this.from, this.fromSide].join(" ");
    if (wanted === this.drawn) return this.#mark();
    this.drawn = wanted;
    this.remark.textContent = "Drawing…";
    try {
      const text = await this.source.graph(game.info, kind, this.from);
      if (wanted !== this.drawn) return;
      // The page's own style sheet marks the position: styles and scripts in the picture are not let in.
      const bare = text.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, "");
      const picture = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
      // Not one image any more, but a group in which there is something to press.
      picture.setAttribute("role", "group");
      picture.querySelectorAll(".position").forEach((box) => box.setAttribute("role", "button"));
      fill(this.graph, document.importNode(picture, true));
      this.graph.hidden = false;
      const { hands } = game.info;
      this.turned = this.fromSide === "second" && hands[0] === hands[1];
      this.remark.textContent = "";
      this.#mark();
    } catch (error) {
      if (wanted !== this.drawn) return;
      fill(this.graph);
      this.graph.hidden = true;
      this.remark.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Marks the position on the board in the graph, and brings it into view. */
  #mark() {
    const { game, graph } = this;
    const picture = graph.querySelector("svg");
    if (!game || !picture) return;
    picture.querySelectorAll(".here").forEach((node) => {
      node.classList.remove("here");
      node.removeAttribute("aria-current");
    });
    const node = picture.querySelector(`#${CSS.escape(`${this.#inPicture(game.toMove)}-${game.answer.position}`)}`);
    this.#stopAt(node ?? picture.querySelector(".position"));
    this.remark.textContent = node ? "" : "The position on the board is not in this picture.";
    if (!node) return;
    node.classList.add("here");
    node.setAttribute("aria-current", "true");
    const [box, frame] = [node.getBoundingClientRect(), graph.getBoundingClientRect()];
    graph.scrollTo({
      left: graph.scrollLeft + box.left - frame.left - frame.width / 2 + box.width / 2,
      top: graph.scrollTop + box.top - frame.top - frame.height / 2 + box.height / 2,
      behavior: still() ? "auto" : "smooth",
    });
  }

  /** What the picture calls a player: a graph from a position may call whoever moves there the first. @param {Side} side */
  #inPicture(side) {
    return this.turned ? other(side) : side;
  }

  /** @param {MouseEvent} event */
  async #onNode(event) {
    const clicked = /** @type {Element} */ (event.target);
    // Inside the picture, a link leads from a position that is only named to its box.
    const link = clicked.closest("a");
    if (link) event.preventDefault();
    await this.#goTo(
      link ? decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "") : clicked.closest(".position")?.id,
    );
  }

  /** The arrow keys go from box to box, and Enter or the space bar to the position. @param {KeyboardEvent} event */
  async #onKey(event) {
    const boxes = [...this.graph.querySelectorAll(".position")];
    const at = boxes.findIndex((box) => box === document.activeElement);
    if (at < 0) return;
    const { key } = event;
    const pressed = key === "Enter" || key === " ";
    const next = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: boxes.length - 1,
    }[key];
    if (!pressed && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed) return this.#goTo(boxes[at].id);
    const box = boxes[Math.min(Math.max(next ?? at, 0), boxes.length - 1)];
    this.#stopAt(box);
    /** @type {SVGElement} */ (box).focus();
  }

  /** Makes one box the one that the Tab key stops at. @param {Element | null} box */
  #stopAt(box) {
    this.graph
      .querySelectorAll(".position")
      .forEach((other) => other.setAttribute("tabindex", other === box ? "0" : "-1"));
  }

  /** Goes to a position by the name of its box. @param {string | undefined} id */
  async #goTo(id) {
    const { game } = this;
    const named = id && /^(first|second)-(.+)$/.exec(id);
    if (!named || !game) return;
    const [side, position] = [this.#inPicture(/** @type {Side} */ (named[1])), named[2]];
    const step = game.answer.moves.find(({ to }) => to === position);
    if (step && side !== game.toMove) return this.#walk(step.move);
    const before = game.plies.findIndex(({ answer }) => answer.position === position && answer.to_move === side);
    try {
      if (before >= 0) game.goTo(before);
      else this.game = await Game.open(game.oracle, { start: position, begins: side, seats: game.seats });
      this.#render();
    } catch (error) {
      this.around.failed(error);
    }
  }
}
