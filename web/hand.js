// @ts-check
/**
 * The drawing of a hand, with fingers that extend and fold.
 *
 * One drawing serves all hands: turned over for the player at the top, and mirrored so that the thumbs point inwards.
 * The style sheet moves the fingers when the class `up` comes and goes.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Fingers in the order in which people put them out: place across the palm, and how far up the tip comes. */
const FINGERS = [
  { name: "index", x: 75, tip: 24, tilt: 5 },
  { name: "middle", x: 59, tip: 13, tilt: 1 },
  { name: "ring", x: 43, tip: 19, tilt: -3 },
  { name: "little", x: 28, tip: 37, tilt: -8 },
];
const KNUCKLES = 84;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {"bottom" | "top"} where
 * @param {boolean} mirrored
 * @returns {SVGSVGElement}
 */
export function drawHand(where, mirrored) {
  const extended = FINGERS.map(({ name, x, tip, tilt }) =>
    svg(
      "g",
      { class: `finger ${name}`, transform: `rotate(${tilt} ${x} ${KNUCKLES})` },
      svg(
        "g",
        { class: "slide" },
        svg("rect", { class: "skin", x: x - 7.5, y: tip, width: 15, height: 96 - tip, rx: 7.5 }),
        svg("path", { class: "crease", d: `M${x - 3} ${tip + 24}q3 1.6 6 0M${x - 3} ${tip + 44}q3 1.6 6 0` }),
      ),
    ),
  );
  const joints = FINGERS.map(({ name, x, tilt }) =>
    svg("rect", {
      class: `joint ${name}`,
      x: x - 6.4,
      y: 76,
      width: 12.8,
      height: 20,
      transform: `rotate(${tilt} ${x} ${KNUCKLES})`,
    }),
  );
  const folded = FINGERS.map(({ name, x }) =>
    svg(
      "g",
      { class: `folded ${name}` },
      svg("rect", { class: "skin", x: x - 8, y: 73, width: 16, height: 31, rx: 7.6 }),
      svg("path", { class: "crease", d: `M${x - 4} 80q4 -2.4 8 0` }),
    ),
  );
  const palm = svg("path", {
    class: "skin palm",
    d: "M20.5 90q0 -9 9 -9h44q9.500 0 10 9q1.500 16 -2 27q-3 11 -9 16v14h-38v-14q-7 -6 -10 -16q-3.500 -11 -4 -27z",
  });
  const lines = svg("path", { class: "crease palm-lines", d: "M30 107q14 -7 34 -3M74 104q-11 8 -12 24" });
  const thumb = svg(
    "g",
    { class: "thumb" },
    svg("rect", { class: "skin", x: 62, y: 104, width: 48, height: 17, rx: 8.5 }),
    svg("path", { class: "crease", d: "M92 109q1.600 3.500 0 7" }),
  );
  const sleeve = svg(
    "g",
    { class: "sleeve" },
    svg("path", { class: "cloth", d: "M24 146h58l5 34h-68z" }),
    svg("path", { class: "cuff", d: "M22 141q31 5 62 0q3 0 3 3v6q0 3 -3 3q-31 5 -62 0q-3 0 -3 -3v-6q0 -3 3 -3z" }),
  );
  const turned = [
    where === "top" ? "translate(0 180) scale(1 -1)" : "",
    mirrored ? "translate(106 0) scale(-1 1)" : "",
  ];
  const drawing = svg(
    "g",
    { transform: turned.join(" ").trim() || "translate(0 0)" },
    svg("g", {}, ...extended),
    palm,
    lines,
    ...joints,
    ...folded,
    thumb,
    sleeve,
  );
  const number = svg("text", { class: "number", x: 53, y: where === "top" ? 23 : 171 });
  const more = svg("text", { class: "more", x: mirrored ? 92 : 14, y: where === "top" ? 150 : 40 });
  return /** @type {SVGSVGElement} */ (
    svg("svg", { class: "drawing", viewBox: "-4 0 114 180", "aria-hidden": "true" }, drawing, number, more)
  );
}

/**
 * Puts out as many fingers as the hand shows, the thumb last. A hand has five: what goes beyond is written.
 * @param {Element} drawing
 * @param {number} shows
 */
export function showFingers(drawing, shows) {
  FINGERS.forEach(({ name }, place) => {
    drawing.querySelectorAll(`.${name}`).forEach((part) => part.classList.toggle("up", shows > place));
  });
  drawing.querySelector(".thumb")?.classList.toggle("up", shows > FINGERS.length);
  drawing.classList.toggle("out", shows === 0);
  const [number, more] = [drawing.querySelector(".number"), drawing.querySelector(".more")];
  if (number) number.textContent = String(shows);
  if (more) more.textContent = shows > 5 ? `+${shows - 5}` : "";
}
