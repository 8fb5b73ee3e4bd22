// @ts-check
/**
 * Reading the notation of positions and moves, and following a move on hands that have a place.
 *
 * Nothing here decides what may be played or what a tap adds up to: both come with the moves that a source gives.
 * Positions are unordered (`12-03`); a board has a left and a right hand. Which hand changed, and to what, is read
 * from the position before and the position after.
 */

/** @typedef {{kind: "tap", with: number, on: number} | {kind: "own", with: number, on: number} | {kind: "split", from: number[], to: number[]}} Played */
/** The places of the hands that a move was made with. For a split, `to` is what the two hands show after.
 * @typedef {{with: number, on: number, to?: number[]}} Places */

/**
 * The hands of one half of a position: `12`, `1,12` where a hand can show 10 or more, or `1x3,2x1` (three hands
 * that show 1, one that shows 2).
 * @param {string} text
 * @param {number} fingers  at how many a hand is out
 * @returns {number[]}
 */
function readHands(text, fingers) {
  if (fingers <= 10 && /^\d+$/.test(text)) return [...text].map(Number);
  return text.split(",").flatMap((part) => {
    const [shown, count = "1"] = part.split("x");
    return Array(Math.min(Number(count), 1000)).fill(Number(shown));
  });
}

/**
 * A position as two lists of hands, the mover's first.
 * @param {string} text
 * @param {number} fingers
 * @returns {[number[], number[]]}
 */
export function readPosition(text, fingers) {
  const [mine, theirs] = text.split("-");
  return [readHands(mine, fingers), readHands(theirs, fingers)];
}

/**
 * A move as it is written: `1x2`, `1+2`, `04=22`.
 * @param {string} text
 * @param {number} fingers
 * @returns {Played}
 */
export function readMove(text, fingers) {
  const tap = /^(\d+)([x+])(\d+)$/.exec(text);
  if (tap) {
    const [shown, on] = [Number(tap[1]), Number(tap[3])];
    return tap[2] === "x" ? { kind: "tap", with: shown, on } : { kind: "own", with: shown, on };
  }
  const [from, to] = text.split("=");
  return { kind: "split", from: readHands(from, fingers), to: readHands(to, fingers) };
}

/**
 * The move of a list that two of the mover's hands make when they come to show `to`.
 * @template {{move: string}} M
 * @param {M[]} moves
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} fingers
 * @returns {M | undefined}
 */
export function splitOf(moves, from, to, fingers) {
  return moves.find(({ move }) => {
    const played = readMove(move, fingers);
    return played.kind === "split" && same(played.from, from) && same(played.to, to);
  });
}

/**
 * Places for a move that was only written: the first hands that show its numbers.
 * @param {string} move
 * @param {number[]} mine
 * @param {number[]} theirs
 * @param {number} fingers
 * @returns {Places}
 */
export function placesOf(move, mine, theirs, fingers) {
  const played = readMove(move, fingers);
  if (played.kind === "tap") return { with: mine.indexOf(played.with), on: theirs.indexOf(played.on) };
  const [a, b] = played.kind === "own" ? [played.with, played.on] : played.from;
  const first = mine.indexOf(a);
  const second = mine.findIndex((shown, place) => shown === b && place !== first);
  return played.kind === "own" ? { with: first, on: second } : { with: first, on: second, to: played.to };
}

/**
 * Both players' hands after a move, each in its place.
 * @param {string} move
 * @param {Places} places
 * @param {number[]} mine  the mover's hands
 * @param {number[]} theirs
 * @param {string} to  the position after the move, as the next mover sees it
 * @param {number} fingers
 * @returns {{mine: number[], theirs: number[], changed: {mine: number[], theirs: number[]}}}
 */
export function after(move, places, mine, theirs, to, fingers) {
  const [theirsAfter, mineAfter] = readPosition(to, fingers);
  const played = readMove(move, fingers);
  const next = { mine: [...mine], theirs: [...theirs], changed: { mine: [], theirs: [] } };
  if (played.kind === "split") {
    const [a, b] = places.to ?? played.to;
    next.mine[places.with] = a;
    next.mine[places.on] = b;
    return { ...next, changed: { mine: [places.with, places.on], theirs: [] } };
  }
  /** @type {["mine" | "theirs", number, number[]][]} */
  const candidates =
    played.kind === "tap"
      ? [
          ["theirs", places.on, theirsAfter],
          ["mine", places.with, mineAfter],
        ]
      : [
          ["mine", places.on, mineAfter],
          ["mine", places.with, mineAfter],
        ];
  for (const [whose, place, wanted] of candidates) {
    const shown = left(
      wanted,
      next[whose].filter((_, other) => other !== place),
    );
    if (shown !== undefined && !same(next[whose], wanted)) {
      next[whose] = next[whose].map((before, at) => (at === place ? shown : before));
      return { ...next, changed: { mine: [], theirs: [], [whose]: [place] } };
    }
  }
  return next;
}

/**
 * What remains of `all` when `some` are taken out and exactly one is left.
 * @param {number[]} all
 * @param {number[]} some
 * @returns {number | undefined}
 */
function left(all, some) {
  const rest = [...all];
  for (const shown of some) {
    const at = rest.indexOf(shown);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest.length === 1 ? rest[0] : undefined;
}

/**
 * Whether two lists hold the same numbers, in whatever order.
 * @param {number[]} a
 * @param {number[]} b
 */
export function same(a, b) {
  const sorted = (/** @type {number[]} */ list) => [...list].sort((x, y) => x - y).join();
  return sorted(a) === sorted(b);
}
