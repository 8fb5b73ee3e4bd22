// @ts-check
/** The course of a game: value and distance after every move, as a line that one can click and step along. */

import { svg } from "./hand.js";
import { labelText } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./values.js").Answer} Answer */

const [HEIGHT, EDGE, LABELS] = [132, 14, 124];

/**
 * How well a player stands, from -1 (has lost) to 1 (has won): the nearer the end, the further from the middle.
 * @param {Answer} answer
 * @param {import("./values.js").Side} side
 * @param {number} longest
 */
function standing(answer, side, longest) {
  if (answer.value === "draw") return 0;
  const sign = (answer.value === "win") === (answer.to_move === side) ? 1 : -1;
  return sign * (1 - (0.68 * (answer.distance ?? longest)) / (longest + 1));
}

/**
 * @param {Game} game
 * @param {import("./values.js").Side} side  whose winning is up
 * @param {import("./words.js").Name} name
 * @param {number} width
 * @param {(ply: number) => void} goTo
 * @returns {SVGElement}
 */
export function drawChart(game, side, name, width, goTo) {
  const plies = game.plies;
  const longest = Math.max(1, ...plies.map(({ answer }) => answer.distance ?? 0));
  const x = (/** @type {number} */ ply) => EDGE + (ply * (width - EDGE - LABELS)) / Math.max(plies.length - 1, 8);
  const y = (/** @type {number} */ ply) =>
    HEIGHT / 2 - standing(plies[ply].answer, side, longest) * (HEIGHT / 2 - EDGE);
  const mistakes = new Set(plies.flatMap(({ played }, ply) => (played && wasMistake(game, ply) ? [ply] : [])));
  const course = (/** @type {number} */ from, /** @type {number} */ to) =>
    plies
      .slice(from, to + 1)
      .map((_, step) => `${x(from + step)},${y(from + step)}`)
      .join(" ");
  const dots = plies.map((_, ply) =>
    svg("circle", {
      cx: x(ply),
      cy: y(ply),
      r: 4,
      class: [ply === game.at ? "here" : "", mistakes.has(ply) ? "mistake" : ""].join(" ").trim(),
    }),
  );
  const verb = name.you ? ["win", "lose"] : ["wins", "loses"];
  const chart = svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      tabindex: 0,
      role: "slider",
      "aria-label": "Course of the game",
      "aria-valuemin": 0,
      "aria-valuemax": plies.length - 1,
      "aria-valuenow": game.at,
      "aria-valuetext": `${game.at === 0 ? "start" : `after move ${game.at}, ${plies[game.at].played?.text}`}: ${labelText(game.answer)} for the player to move`,
    },
    svg("rect", { class: "band", x: 0, y: 0, width: width, height: HEIGHT * 0.38 }),
    svg("rect", { class: "band loss", x: 0, y: HEIGHT * 0.62, width: width, height: HEIGHT * 0.38 }),
    ...[
      [`${name.name} ${verb[0]}`, 14],
      ["draw", HEIGHT / 2 + 4],
      [`${name.name} ${verb[1]}`, HEIGHT - 6],
    ].map(([text, at]) => {
      const label = svg("text", { x: width - 8, y: at, "text-anchor": "end" });
      label.textContent = String(text);
      return label;
    }),
    svg("polyline", { class: "course", points: course(0, game.at) }),
    svg("polyline", { class: "course later", points: course(game.at, plies.length - 1) }),
    ...dots,
  );
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    const at = ((clientX - box.left) / box.width) * width;
    const nearest = plies.reduce((best, _, ply) => (Math.abs(x(ply) - at) < Math.abs(x(best) - at) ? ply : best), 0);
    goTo(nearest);
  });
  chart.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: game.at - 1,
      ArrowDown: game.at - 1,
      ArrowRight: game.at + 1,
      ArrowUp: game.at + 1,
      Home: 0,
      End: plies.length - 1,
    };
    const to = steps[/** @type {KeyboardEvent} */ (event).key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < plies.length) goTo(to);
  });
  return chart;
}

/**
 * Whether the move that led to a ply kept less than there was.
 * @param {Game} game
 * @param {number} ply
 */
export function wasMistake(game, ply) {
  const played = game.plies[ply].played;
  const before = game.plies[ply - 1]?.answer;
  return !!played && !!before && played.answer.value !== before.value;
}
