// @ts-check
/** The part of the address after `#`: rules, start, moves and who plays, so that a link restores a game exactly. */

import { isPlayer } from "./players.js";
import { Impossible } from "./values.js";

/** @typedef {import("./values.js").Side} Side */
/** @typedef {{view?: string, rules?: string, start?: string, moves?: string[], begins?: Side, seats?: Record<Side, string>}} Linked */

const VIEWS = ["play", "learn", "puzzles", "explore"];
const KEYS = ["view", "rules", "start", "moves", "begins", "first", "second"];
const LONGEST = 20_000;

/**
 * What a link says; whether the game in it is possible is found out by playing it.
 * @param {string} hash
 * @returns {Linked}
 */
export function readLink(hash) {
  if (hash.length > LONGEST)
    throw new Impossible(`the link is ${hash.length} characters long; at most ${LONGEST} are read`);
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  for (const key of query.keys()) {
    if (!KEYS.includes(key)) throw new Impossible(`the link has a part "${short(key)}"; expected ${KEYS.join(", ")}`);
  }
  const text = (/** @type {string} */ key) => query.get(key) ?? undefined;
  const one = (
    /** @type {string} */ key,
    /** @type {(value: string) => boolean} */ known,
    /** @type {string} */ expected,
  ) => {
    const value = text(key);
    if (value !== undefined && !known(value)) {
      throw new Impossible(`${key} "${short(value)}" in the link: expected ${expected}`);
    }
    return value;
  };
  const players = "human, perfect, traps, careful, greedy, beginner, random, or skill=0.8";
  const [first, second] = [one("first", isPlayer, players), one("second", isPlayer, players)];
  return {
    view: one("view", (value) => VIEWS.includes(value), VIEWS.join(", ")),
    rules: text("rules"),
    start: text("start"),
    moves: text("moves")?.split(/\s+/).filter(Boolean),
    begins: /** @type {Side | undefined} */ (
      one("begins", (value) => value === "first" || value === "second", "first or second")
    ),
    seats: first || second ? { first: first ?? "human", second: second ?? "human" } : undefined,
  };
}

/**
 * The link to a game, without what had been taken back.
 * @param {import("./game.js").Game} game
 * @param {string} view
 */
export function writeLink(game, view) {
  const query = new URLSearchParams();
  if (view !== "play") query.set("view", view);
  query.set("rules", game.info.name);
  if (game.start !== game.info.start) query.set("start", game.start);
  if (game.renamed) query.set("begins", game.plies[0].answer.to_move);
  if (game.moves.length) query.set("moves", game.moves.join(" "));
  query.set("first", game.seats.first);
  query.set("second", game.seats.second);
  return `#${query}`;
}

/** @param {string} text */
const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
