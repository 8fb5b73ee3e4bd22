// @ts-check
/** Moving fingers between two hands, with a preview; only what the rules allow can be confirmed. */

import { button, el, pill } from "./dom.js";
import { splitsOf } from "./game.js";
import { readMove, same, splitOf } from "./notation.js";

/**
 * @typedef {object} Splitting
 * @property {import("./values.js").Answer} answer
 * @property {number} fingers
 * @property {boolean} marks  whether the splits carry their values
 * @property {number[]} from  what the two hands show
 * @property {number[]} to  what they would show
 * @property {(to: number[], focus: string) => void} set  shows another preview, and puts the focus there
 * @property {(move: string) => void} confirm
 * @property {HTMLElement} cancel  the button that leaves the split
 */

/**
 * What is to be said of a split, and what it is made with.
 * @param {Splitting} splitting
 * @returns {{text: string, controls: HTMLElement[]}}
 */
export function splitControls({ answer, fingers, marks, from, to, set, confirm, cancel }) {
  const [a, b] = to;
  const move = splitOf(answer.moves, from, to, fingers);
  const step = (/** @type {1 | -1} */ by, /** @type {boolean} */ able) => {
    const name = by === 1 ? "left" : "right";
    return button(by === 1 ? "◀" : "▶", () => set([a + by, b - by], `.${name}`), {
      class: `step ${name}`,
      disabled: !able,
      "aria-label": `Move a finger to the ${by === 1 ? "first" : "second"} of the two hands`,
    });
  };
  const offers = splitsOf(answer, from, fingers).map((option) => {
    const played = readMove(option.move, fingers);
    const parts = played.kind === "split" ? played.to : [];
    // Of the two ways round, the one that moves fewer fingers.
    const nearer = Math.abs(parts[0] - from[0]) <= Math.abs(parts[1] - from[0]) ? parts : [...parts].reverse();
    const offer = button(nearer.join(" and "), () => set(nearer, ".confirm"), { class: "quiet" });
    if (marks) offer.append(" ", pill(option));
    return offer;
  });
  const done = button("Split", () => move && confirm(move.move), { class: "primary confirm", disabled: !move });
  if (marks && move) done.append(" ", pill(move));
  const text = move
    ? `${from.join(" and ")} become ${to.join(" and ")}.`
    : same(from, to)
      ? "Move fingers from one hand to the other."
      : `These rules do not allow ${to.join(" and ")}.`;
  return {
    text,
    controls: [
      el(
        "div",
        { class: "stepper" },
        step(1, b > 0),
        el("output", { "aria-label": "The two hands after the split" }, `${a} | ${b}`),
        step(-1, a > 0),
      ),
      offers.length
        ? el("div", { class: "presets" }, el("span", {}, "Possible:"), ...offers)
        : el("p", { class: "fine" }, "These two hands cannot be split now."),
      el("div", { class: "buttons" }, cancel, done),
    ],
  };
}
