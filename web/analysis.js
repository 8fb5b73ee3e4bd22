// @ts-check
/** What is known of a position, written out: the verdict, every move, and how the game came here. */

import { drawChart, wasMistake } from "./chart.js";
import { button, el, pill } from "./dom.js";
import { SIGN, labelText, moveText, replies, sentence, verdict } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./values.js").Answer} Answer */
/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./words.js").Name} Name */

/**
 * The verdict on a position and every move in it, best first, each a button that makes it where moves can be made.
 * @param {Answer} answer
 * @param {number} fingers
 * @param {Name} mover
 * @param {((move: string) => void) | null} choose  null when moves cannot be made here now
 */
export function movesWithValues(answer, fingers, mover, choose) {
  const rows = answer.moves.map((move) => {
    const note =
      move.ends === "dead"
        ? "ends the game"
        : move.ends === "repetition"
          ? "a position comes back: a draw"
          : move.value === "draw"
            ? replies(move.losing_replies ?? 0)
            : "";
    const row = choose
      ? button("", () => choose(move.move), {
          "data-move": move.move,
          "aria-label": `${moveText(move.move, fingers)}: ${labelText(move)}${note ? `, ${note}` : ""}`,
        })
      : el("div", { class: "row" });
    row.append(el("span", {}, el("code", {}, move.move), ` ${moveText(move.move, fingers)}`), pill(move));
    if (note) row.append(el("span", { class: "fine" }, note));
    return el("li", {}, row);
  });
  return [
    el("p", { class: "verdict" }, answer.outcome ? "The game is over." : verdict(answer, mover)),
    answer.difference && el("p", { class: "fine" }, `${sentence(answer.difference)}.`),
    rows.length > 0 && el("ol", { class: "moves" }, ...rows),
    rows.length > 0 &&
      el("p", { class: "fine" }, "Values are for the player who moves; distances count the moves of both players."),
  ];
}

/**
 * The moves played, each a button that goes there, and the chart.
 * @param {Game} game
 * @param {Record<Side, Name>} names
 * @param {Side} bottom
 * @param {boolean} values
 * @param {number} width  of the chart
 * @param {(ply: number) => void} goTo
 */
export function course(game, names, bottom, values, width, goTo) {
  const items = game.plies.map(({ played, answer }, ply) => {
    const text = played ? `${ply}. ${played.text}` : "Start";
    const wrong = values && wasMistake(game, ply);
    const value = values ? (played ? labelText(played.answer) : labelText(answer)) : "";
    const label = played
      ? `Move ${ply}, ${names[played.by].name}: ${moveText(played.text, game.info.fingers)}${value ? `, ${value}` : ""}${wrong ? ", a mistake" : ""}`
      : `The start${value ? `: ${value}` : ""}`;
    const item = button(text, () => goTo(ply), {
      "aria-label": label,
      "aria-current": ply === game.at ? "step" : null,
      class: ply > game.at ? "later" : "",
    });
    if (wrong) item.append(el("b", { "aria-hidden": "true" }, "?"));
    if (values && played) item.append(pill(played.answer));
    return el("li", {}, item);
  });
  return [values && drawChart(game, bottom, names[bottom], width, goTo), el("ol", { class: "record" }, ...items)];
}

/**
 * A line of moves, in order, with who makes each.
 * @param {string[]} line
 * @param {Side} from  who makes the first
 * @param {Record<Side, Name>} names
 */
export function lineText(line, from, names) {
  const sides = /** @type {Side[]} */ (from === "first" ? ["first", "second"] : ["second", "first"]);
  return el(
    "p",
    {},
    ...line.flatMap((move, at) => [
      at ? ", " : "",
      `${names[sides[at % 2]].name} `,
      el("code", { class: "notation" }, move),
    ]),
    ".",
  );
}

/** @param {import("./values.js").Label} before @param {import("./values.js").Label} after */
export function change(before, after) {
  return `${SIGN[before.value]} ${labelText(before)} → ${SIGN[after.value]} ${labelText(after)}`;
}
