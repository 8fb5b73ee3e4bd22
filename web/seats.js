// @ts-check
/** Who plays: the two seats, the strength of a computer, the pace of two, and whether the coach speaks. */

import { el, fill } from "./dom.js";
import { SIDES } from "./game.js";
import { PLAYERS } from "./players.js";
import { sentence } from "./words.js";

/** @typedef {import("./values.js").Side} Side */

export class Seats {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.root = el("section", { class: "card", "aria-label": "Who plays" });
  }

  render() {
    const { play } = this;
    const { game } = play;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
    const rows = SIDES.map((side) => {
      const [kind, skill] = game.seats[side].split("=");
      const select = el(
        "select",
        {
          id: `seat-${side}`,
          change: (/** @type {Event} */ event) => {
            const value = /** @type {HTMLSelectElement} */ (event.target).value;
            play.seat(side, value === "skill" ? "skill=0.7" : value);
          },
        },
        ...PLAYERS.map(([name, title, does]) =>
          el("option", { value: name, selected: name === kind, title: does }, title),
        ),
      );
      const does = PLAYERS.find(([name]) => name === kind)?.[2] ?? "";
      const shown = el("output", {}, skill === undefined ? "" : `${Math.round(Number(skill) * 100)} %`);
      const slider = el("input", {
        type: "range",
        id: `skill-${side}`,
        min: 0,
        max: 1,
        step: 0.05,
        value: skill ?? 0.7,
        "aria-label": `Strength of the ${side} player`,
        input: (/** @type {Event} */ event) => {
          shown.textContent = `${Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value) * 100)} %`;
        },
        change: (/** @type {Event} */ event) =>
          play.seat(side, `skill=${Number(/** @type {HTMLInputElement} */ (event.target).value)}`),
      });
      return el(
        "div",
        { class: "seat" },
        el("label", { for: `seat-${side}` }, sentence(side)),
        select,
        el("p", { class: "fine does" }, sentence(does)),
        skill !== undefined && el("div", { class: "skill" }, slider, shown),
      );
    });
    const watching = SIDES.every((side) => game.seats[side] !== "human");
    const pace =
      watching &&
      el(
        "div",
        { class: "seat" },
        el("label", { for: "pace" }, "Pace"),
        el(
          "select",
          {
            id: "pace",
            change: (/** @type {Event} */ event) => {
              play.delay = Number(/** @type {HTMLSelectElement} */ (event.target).value);
              if (play.delay > 0) play.goOn();
              else play.goTo(game.at);
            },
          },
          ...[
            [0, "step by step"],
            [2, "a move in two seconds"],
            [0.6, "fast"],
          ].map(([value, text]) => el("option", { value, selected: value === play.delay }, String(text))),
        ),
      );
    const coaching = el(
      "label",
      { class: "check" },
      el("input", {
        type: "checkbox",
        id: "coaching",
        checked: play.coaching,
        change: (/** @type {Event} */ event) => {
          play.coaching = /** @type {HTMLInputElement} */ (event.target).checked;
          play.render();
        },
      }),
      "Tell me about my mistakes",
    );
    fill(this.root, el("h2", {}, "Who plays"), ...rows, pace, coaching);
    if (focused && this.root.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }
}
