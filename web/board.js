// @ts-check
/**
 * Two players who face each other, and moves by click, touch, drag or keys.
 *
 * The board is told a position with its moves and whose hands may be moved now; it tells which move was made, and with
 * which hands.
 */

import { carry } from "./carry.js";
import { button, el, fill, pill, still } from "./dom.js";
import { SIDES, canMove, other, tapOf } from "./game.js";
import { drawHand, showFingers } from "./hand.js";
import { placesOf, readMove } from "./notation.js";
import { splitControls } from "./split.js";
import { fingersText, labelText, sentence } from "./words.js";

/** @typedef {import("./values.js").Answer} Answer */
/** @typedef {import("./values.js").MoveAnswer} MoveAnswer */
/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./game.js").Hands} Hands */
/** @typedef {import("./game.js").PlayedMove} PlayedMove */
/** @typedef {import("./notation.js").Places} Places */
/** @typedef {import("./words.js").Name} Name */
/**
 * @typedef {object} Scene
 * @property {Answer} answer
 * @property {Hands} hands
 * @property {number} fingers
 * @property {Side} bottom  who sits at the bottom
 * @property {Record<Side, Name>} names
 * @property {boolean} open  whether the player to move may move here now
 * @property {boolean} splits  whether the rules know splits at all
 * @property {boolean} marks  whether moves carry their values
 * @property {string | null} [hint]  a move to point at
 * @property {PlayedMove | null} [last]
 * @property {string} status
 */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {(move: string, places: Places) => void} onMove
   */
  constructor(root, onMove) {
    this.onMove = onMove;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {number | null} the place of the mover's chosen hand */
    this.chosen = null;
    /** @type {{places: number[], to: number[]} | null} the split that is being made */
    this.split = null;
    /** When a hand that was carried was last let go. */
    this.dropped = -Infinity;
    this.root = root;
    root.classList.add("board");
    this.status = el("p", { class: "status", role: "status" });
    /** Begins and leaves a split; whoever has the board puts it where it fits. */
    this.splitButton = button("Split", () => (this.split ? this.cancel() : this.beginSplit()), { hidden: true });
    this.panel = el("div", { class: "split-panel", hidden: true, role: "group", "aria-label": "Split" });
    this.middle = el("div", { class: "middle" }, this.status, this.panel);
    this.top = this.#makeSide("top");
    this.bottom = this.#makeSide("bottom");
    root.replaceChildren(this.top, this.middle, this.bottom);
    root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Whether a move is being shown, and input is locked. */
  get busy() {
    return this.root.hasAttribute("data-busy");
  }

  /** @param {"top" | "bottom"} where */
  #makeSide(where) {
    const name = el("h3", { class: "player" });
    return el("section", { class: `side ${where}` }, name, el("div", { class: "hands" }));
  }

  /** @param {Side} side */
  #sideOf(side) {
    return this.scene?.bottom === side ? this.bottom : this.top;
  }

  /** @param {Side} side @returns {HTMLButtonElement[]} */
  handsOf(side) {
    return [...this.#sideOf(side).querySelectorAll(/** @type {"button"} */ ("button.hand"))];
  }

  /** Shows a position. A choice of hands that had begun is forgotten. @param {Scene} scene */
  show(scene) {
    const kept = this.scene?.bottom === scene.bottom && this.#sameCounts(scene);
    this.scene = scene;
    this.chosen = null;
    this.split = null;
    this.root.dataset.fingers = String(scene.fingers);
    for (const side of SIDES) {
      const element = this.#sideOf(side);
      if (!kept) this.#layHands(element, side);
    }
    this.#update();
    this.status.textContent = scene.status;
  }

  /** @param {Scene} scene */
  #sameCounts(scene) {
    return (
      this.handsOf("first").length === scene.hands.first.length &&
      this.handsOf("second").length === scene.hands.second.length
    );
  }

  /** @param {HTMLElement} element @param {Side} side */
  #layHands(element, side) {
    const { hands, bottom } = /** @type {Scene} */ (this.scene);
    const where = side === bottom ? "bottom" : "top";
    const total = hands[side].length;
    const row = /** @type {HTMLElement} */ (element.querySelector(".hands"));
    row.dataset.count = String(total);
    row.classList.toggle("many", total > 2);
    row.replaceChildren(
      ...hands[side].map((_, place) => {
        const drawing = drawHand(where, place >= total / 2);
        const hand = el("button", { type: "button", class: "hand" }, drawing);
        hand.addEventListener("click", (event) => {
          // The click that ends a drag is none.
          if (event.timeStamp - this.dropped > 100) this.#onHand(side, place);
        });
        hand.addEventListener("pointerdown", (event) => this.#onPointer(event, side, place));
        return el("div", { class: "place" }, hand, el("div", { class: "tag" }));
      }),
    );
  }

  /** Brings names, fingers, marks and labels up to date with what is chosen. */
  #update() {
    const { answer, hands, names, fingers, open, hint, last } = /** @type {Scene} */ (this.scene);
    const mover = answer.to_move;
    this.panel.hidden = !this.split;
    this.splitButton.hidden = !this.scene?.splits;
    this.splitButton.disabled = !this.canSplit;
    this.splitButton.setAttribute("aria-pressed", String(!!this.split));
    this.root.classList.toggle("splitting", !!this.split);
    const pointed = hint ? placesOf(hint, hands[mover], hands[other(mover)], fingers) : null;
    const across = hint ? readMove(hint, fingers).kind === "tap" : false;
    for (const side of SIDES) {
      const element = this.#sideOf(side);
      const moves = side === mover && !answer.outcome;
      const name = /** @type {HTMLElement} */ (element.querySelector(".player"));
      const turn = moves ? el("span", { class: "turn" }, "to move") : null;
      name.replaceChildren(names[side].title ?? sentence(names[side].name), turn ? " " : "", turn ?? "");
      element.classList.toggle("mover", moves);
      element.classList.toggle("won", answer.outcome?.winner === side);
      this.handsOf(side).forEach((hand, place) => {
        const shows = this.#shown(side, place);
        showFingers(hand, shows);
        const chosen = side === mover && (this.chosen === place || !!this.split?.places.includes(place));
        const { usable, tag, told } = this.#offer(side, place);
        hand.classList.toggle("usable", usable);
        hand.classList.toggle("chosen", chosen);
        hand.classList.toggle("movable", usable && side === mover && open && !this.split);
        const step = !pointed
          ? 0
          : side === mover && pointed.with === place
            ? 1
            : (side !== mover) === across && pointed.on === place
              ? 2
              : 0;
        hand.classList.toggle("pointed", step === 1);
        hand.classList.toggle("pointed-at", step === 2);
        hand.classList.toggle("changed", !!last?.changed[side].includes(place));
        hand.classList.toggle(
          "tapped-with",
          !!last && last.by === side && !last.places.to && last.places.with === place,
        );
        hand.setAttribute("aria-disabled", String(!usable));
        if (side === mover && open) hand.setAttribute("aria-pressed", String(chosen));
        else hand.removeAttribute("aria-pressed");
        hand.setAttribute("aria-label", this.#label(side, place, shows, told));
        const slot = /** @type {HTMLElement} */ (hand.nextElementSibling);
        const nth = step && !tag ? el("span", { class: "nth" }, step === 1 ? "this hand" : "on this one") : null;
        fill(slot, tag ?? nth);
      });
    }
  }

  /** @param {Side} side @param {number} place */
  #shown(side, place) {
    const { hands, answer } = /** @type {Scene} */ (this.scene);
    const at = side === answer.to_move && this.split ? this.split.places.indexOf(place) : -1;
    return at >= 0 && this.split?.to.length ? this.split.to[at] : hands[side][place];
  }

  /**
   * What a hand can be used for now, what is written under it, and what is said of it.
   * @param {Side} side
   * @param {number} place
   * @returns {{usable: boolean, tag?: HTMLElement, told?: string}}
   */
  #offer(side, place) {
    const { answer, hands, fingers, open, marks } = /** @type {Scene} */ (this.scene);
    const mover = answer.to_move;
    const shows = hands[side][place];
    if (answer.outcome || (!open && !marks)) return { usable: false };
    if (this.split) return { usable: side === mover };
    const marked = (/** @type {MoveAnswer | undefined} */ move) =>
      marks && move ? { tag: pill(move), told: labelText(move) } : {};
    if (this.chosen === null) {
      if (side !== mover) return { usable: false };
      const best = answer.moves.find(({ move }) => {
        const played = readMove(move, fingers);
        return played.kind !== "split" && played.with === shows;
      });
      const { tag, told } = marked(best);
      return { usable: open && canMove(answer, shows, fingers), tag, told: told && `at best ${told}` };
    }
    const mine = hands[mover][this.chosen];
    if (side !== mover) {
      const tap = tapOf(answer, "x", mine, shows);
      const { tag, told } = marked(tap);
      return { usable: !!tap, tag, told: tap ? `tap it${told ? `: ${told}` : ""}` : undefined };
    }
    const own = place === this.chosen ? undefined : tapOf(answer, "+", mine, shows);
    const usable = canMove(answer, shows, fingers);
    if (!own) return { usable };
    const chosen = this.chosen;
    const tag = button("Tap this", () => this.#make(own.move, { with: chosen, on: place }), {
      class: `own-tap ${marks ? own.value : ""}`,
      "aria-label": `Tap ${this.#handName(side, place)} with your ${mine}${marks ? `: ${labelText(own)}` : ""}`,
    });
    if (marks) tag.append(" ", pill(own));
    return { usable, tag };
  }

  /** @param {Side} side @param {number} place */
  #handName(side, place) {
    const { hands, names } = /** @type {Scene} */ (this.scene);
    const total = hands[side].length;
    const which =
      total === 1 ? "hand" : total === 2 ? `${place === 0 ? "left" : "right"} hand` : `hand ${place + 1} of ${total}`;
    return `${names[side].whose} ${which}`;
  }

  /** @param {Side} side @param {number} place @param {number} shows @param {string} [told] */
  #label(side, place, shows, told) {
    return sentence(`${this.#handName(side, place)}, ${fingersText(shows)}${told ? `; ${told}` : ""}`);
  }

  /** Says something in the middle of the board. @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** @param {Side} side @param {number} place */
  #onHand(side, place) {
    const scene = this.scene;
    if (!scene || this.busy || !scene.open || scene.answer.outcome) return;
    const { answer, hands, names, fingers } = scene;
    const mover = answer.to_move;
    if (this.split) {
      if (side === mover) this.#pick(place);
      return;
    }
    if (side === mover) {
      if (place === this.chosen) this.chosen = null;
      else if (canMove(answer, hands[side][place], fingers)) this.chosen = place;
      else {
        this.say(`${sentence(this.#handName(side, place))} can tap nothing. Choose another.`);
        return;
      }
      this.#update();
      this.say(this.chosen === null ? scene.status : this.#next(this.chosen));
      return;
    }
    if (this.chosen === null) {
      this.say(`First choose one of ${names[mover].whose} own hands, then the hand to tap.`);
      return;
    }
    const tap = tapOf(answer, "x", hands[mover][this.chosen], hands[side][place]);
    if (tap) this.#make(tap.move, { with: this.chosen, on: place });
    else this.say("These rules do not let you tap that hand. Choose another.");
  }

  /** What to do with a hand that was chosen. @param {number} place */
  #next(place) {
    const { answer, hands, names } = /** @type {Scene} */ (this.scene);
    const mover = answer.to_move;
    const shows = hands[mover][place];
    const own = hands[mover].some((shown, other) => other !== place && tapOf(answer, "+", shows, shown));
    const theirs = `one of ${names[other(mover)].whose} hands`;
    return `Now tap ${theirs}${own ? `, or ${names[mover].own} own other hand by “Tap this”` : ` with ${names[mover].whose} ${shows}`}.`;
  }

  /** @param {string} move @param {Places} places */
  #make(move, places) {
    this.chosen = null;
    this.split = null;
    this.onMove(move, places);
  }

  /** Forgets the hand that was chosen, or the split that had begun. Whether there was anything to forget. */
  cancel() {
    if (this.chosen === null && !this.split) return false;
    this.chosen = null;
    this.split = null;
    this.#update();
    if (this.scene) this.say(this.scene.status);
    return true;
  }

  /** Whether the player to move could split here. */
  get canSplit() {
    const scene = this.scene;
    return !!scene && scene.open && !this.busy && scene.answer.moves.some(({ move }) => move.includes("="));
  }

  /** Begins a split: a mode of its own, in which hands are chosen and fingers move from one to the other. */
  beginSplit() {
    if (!this.canSplit || !this.scene) return;
    const { answer, hands } = this.scene;
    this.chosen = null;
    const mine = hands[answer.to_move];
    this.split = { places: [], to: [] };
    if (mine.length === 2) this.split = { places: [0, 1], to: [...mine] };
    this.#update();
    this.#drawSplit();
    const first = /** @type {HTMLElement | null} */ (this.panel.querySelector("button:not([disabled])"));
    first?.focus({ preventScroll: true });
  }

  /** @param {number} place */
  #pick(place) {
    const { answer, hands } = /** @type {Scene} */ (this.scene);
    const split = /** @type {{places: number[], to: number[]}} */ (this.split);
    const mine = hands[answer.to_move];
    const places = split.places.includes(place)
      ? split.places.filter((other) => other !== place)
      : [...split.places.slice(-1), place].sort((a, b) => a - b);
    this.split = { places, to: places.length === 2 ? places.map((at) => mine[at]) : [] };
    this.#update();
    this.#drawSplit();
  }

  #drawSplit() {
    const { answer, hands, fingers, marks } = /** @type {Scene} */ (this.scene);
    const split = /** @type {{places: number[], to: number[]}} */ (this.split);
    const mine = hands[answer.to_move];
    const cancel = button("Cancel", () => this.cancel(), { class: "quiet" });
    if (split.places.length < 2) {
      const text = split.places.length
        ? "Choose a second hand of yours."
        : "Choose two of your hands to split fingers between.";
      this.say(text);
      this.panel.replaceChildren(el("div", { class: "buttons" }, cancel));
      return;
    }
    const { text, controls } = splitControls({
      answer,
      fingers,
      marks,
      cancel,
      from: split.places.map((place) => mine[place]),
      to: split.to,
      set: (to, focus) => {
        this.split = { ...split, to };
        this.#update();
        this.#drawSplit();
        /** @type {HTMLElement | null} */ (this.panel.querySelector(focus))?.focus({ preventScroll: true });
      },
      confirm: (move) => this.#make(move, { with: split.places[0], on: split.places[1], to: split.to }),
    });
    this.say(text);
    this.panel.replaceChildren(...controls);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const hand = /** @type {HTMLElement} */ (event.target).closest("button.hand");
    if (!hand || !this.scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const [top, bottom] = [this.top, this.bottom].map((side) => [...side.querySelectorAll("button.hand")]);
    const row = top.includes(hand) ? top : bottom;
    const at = row.indexOf(hand);
    const across = row === top ? bottom : top;
    /** @type {Record<string, Element | undefined>} */
    const keys = {
      ArrowLeft: row[at - 1],
      ArrowRight: row[at + 1],
      ArrowUp: row === bottom ? across[Math.min(at, across.length - 1)] : undefined,
      ArrowDown: row === top ? across[Math.min(at, across.length - 1)] : undefined,
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    /** @type {HTMLElement | undefined} */ (keys[event.key])?.focus();
  }

  /**
   * Lets a hand be carried to the hand to tap.
   * @param {PointerEvent} event
   * @param {Side} side
   * @param {number} place
   */
  #onPointer(event, side, place) {
    const scene = this.scene;
    if (!scene || event.button !== 0 || this.busy || this.split || !scene.open || side !== scene.answer.to_move) return;
    const { answer, hands, fingers } = scene;
    if (answer.outcome || !canMove(answer, hands[side][place], fingers)) return;
    carry(event, "button.hand", this.root, {
      lifted: () => {
        this.chosen = place;
        this.#update();
      },
      dropped: (on) => {
        this.dropped = performance.now();
        this.chosen = null;
        this.#update();
        if (!on) return this.say(scene.status);
        const own = this.handsOf(side).indexOf(/** @type {HTMLButtonElement} */ (on));
        const theirs = this.handsOf(other(side)).indexOf(/** @type {HTMLButtonElement} */ (on));
        const mine = hands[side][place];
        const tap =
          own >= 0 ? tapOf(answer, "+", mine, hands[side][own]) : tapOf(answer, "x", mine, hands[other(side)][theirs]);
        if (tap) this.#make(tap.move, { with: place, on: own >= 0 ? own : theirs });
        else this.say("These rules do not let you tap that hand.");
      },
    });
  }

  /**
   * Shows a move being made, and then the position after it. Input is locked meanwhile.
   * @param {PlayedMove} played
   * @param {Scene} after
   */
  async animate(played, after) {
    const scene = this.scene;
    if (!scene || still()) return this.show(after);
    this.root.toggleAttribute("data-busy", true);
    try {
      const hand = this.handsOf(played.by)[played.places.with];
      const targets = played.text.includes("x") ? this.handsOf(other(played.by)) : this.handsOf(played.by);
      const target = targets[played.places.on];
      hand.classList.add("carried");
      const [a, b] = [hand.getBoundingClientRect(), target.getBoundingClientRect()];
      const split = played.text.includes("=");
      const [dx, dy] = [(b.left - a.left) * (split ? 0.4 : 0.8), (b.top - a.top) * (split ? 0 : 0.42)];
      const lift = dy === 0 && !split ? -18 * (this.#sideOf(played.by) === this.bottom ? 1 : -1) : dy;
      const there = hand.animate([{ translate: "0 0" }, { translate: `${dx}px ${lift}px` }], {
        duration: 260,
        easing: "ease-in",
        fill: "forwards",
      });
      await there.finished;
      this.scene = { ...after, open: false, status: after.status };
      this.chosen = null;
      this.#update();
      this.status.textContent = after.status;
      const back = hand.animate([{ translate: `${dx}px ${lift}px` }, { translate: "0 0" }], {
        duration: 300,
        easing: "ease-out",
      });
      there.cancel();
      await back.finished;
      hand.classList.remove("carried");
    } finally {
      this.root.toggleAttribute("data-busy", false);
    }
    this.show(after);
  }
}
