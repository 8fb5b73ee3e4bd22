// @ts-check
/** A game under way: who plays, what has been played, and where in it one looks. It draws nothing. */

import { after, placesOf, readMove, readPosition, same } from "./notation.js";
import { Impossible, WORTH } from "./values.js";

/** @typedef {import("./values.js").Answer} Answer */
/** @typedef {import("./values.js").MoveAnswer} MoveAnswer */
/** @typedef {import("./values.js").Side} Side */
/** @typedef {import("./notation.js").Places} Places */
/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {Record<Side, number[]>} Hands */
/** @typedef {{by: Side, text: string, places: Places, changed: Hands, answer: MoveAnswer}} PlayedMove */
/** One point of the game, and the move that led to it.
 * @typedef {{answer: Answer, hands: Hands, played: PlayedMove | null}} Ply */
/** A move that kept less than there was.
 * @typedef {{ply: number, before: Answer, played: PlayedMove, best: MoveAnswer}} Mistake */

/** How many hands a player may have on this page. */
export const MOST_HANDS = 12;

/** @type {Side[]} */
export const SIDES = ["first", "second"];

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "first" ? "second" : "first");

export class Game {
  /**
   * A game as it stands after some moves.
   * @param {Oracle} oracle
   * @param {{start?: string, moves?: string[], begins?: Side, seats?: Record<Side, string>}} [options]
   */
  static async open(oracle, { start, moves = [], begins, seats } = {}) {
    const { info } = oracle;
    if (Math.max(...info.hands) > MOST_HANDS) {
      throw new Impossible(`rules "${info.name}": this page draws at most ${MOST_HANDS} hands for each player`);
    }
    const from = normalised(start ?? info.start, info);
    const game = new Game(oracle, from, await oracle.answer(from, []), begins);
    if (seats) game.seats = { ...seats };
    for (const move of moves) await game.play(move);
    return game;
  }

  /**
   * @param {Oracle} oracle
   * @param {string} start
   * @param {Answer} answer
   * @param {Side} [begins]
   */
  constructor(oracle, start, answer, begins = answer.to_move) {
    this.oracle = oracle;
    this.info = oracle.info;
    this.start = start;
    // The values know a first player, who is to move at the start; a record may call him the second.
    this.renamed = begins !== answer.to_move;
    /** @type {Record<Side, string>} */
    this.seats = { first: "human", second: "careful" };
    /** @type {Ply[]} */
    this.plies = [];
    this.at = 0;
    const [mine, theirs] = readPosition(answer.position, this.info.fingers);
    const named = this.#named(answer);
    const hands = named.to_move === "first" ? { first: mine, second: theirs } : { first: theirs, second: mine };
    this.plies.push({ answer: named, hands, played: null });
  }

  get ply() {
    return this.plies[this.at];
  }

  get answer() {
    return this.ply.answer;
  }

  get toMove() {
    return this.answer.to_move;
  }

  get over() {
    return this.answer.outcome !== null;
  }

  /** Whether the rules know splits. */
  get splits() {
    return this.info.axes.divide !== "off" || this.info.axes.transfer !== "off";
  }

  /** Who is to play: a person, a computer's style, or nobody when the game is over. */
  get player() {
    return this.over ? null : this.seats[this.toMove];
  }

  get moves() {
    return this.movesTo(this.at);
  }

  /** @param {number} ply */
  movesTo(ply) {
    return this.plies.slice(1, ply + 1).map(({ played }) => /** @type {PlayedMove} */ (played).text);
  }

  /** Whether a person plays against a computer. */
  get person() {
    const sides = SIDES.filter((side) => this.seats[side] === "human");
    return sides.length === 1 ? sides[0] : null;
  }

  /**
   * Makes a move; what had been taken back is forgotten, unless it is the same move.
   * @param {string} text
   * @param {Places} [places]  which hands; the first that show the numbers if not given
   */
  async play(text, places) {
    const { answer, hands } = this.ply;
    const by = answer.to_move;
    const [mine, theirs] = [hands[by], hands[other(by)]];
    const played = answer.moves.find(({ move }) => move === text);
    if (!played) throw new Impossible(refusal(text, this.at + 1, answer));
    const { fingers } = this.info;
    const where = places ?? placesOf(text, mine, theirs, fingers);
    const next = after(text, where, mine, theirs, played.to, fingers);
    const moves = [...this.moves, text];
    const at = this.at;
    const reached = this.#named(await this.oracle.answer(this.start, moves));
    if (at !== this.at) return;
    const both = (/** @type {{mine: number[], theirs: number[]}} */ { mine, theirs }) =>
      /** @type {Hands} */ ({ [by]: mine, [other(by)]: theirs });
    this.plies.length = at + 1;
    this.plies.push({
      answer: reached,
      hands: both(next),
      played: { by, text, places: where, changed: both(next.changed), answer: played },
    });
    this.at += 1;
  }

  /** @param {number} ply */
  goTo(ply) {
    this.at = Math.max(0, Math.min(ply, this.plies.length - 1));
  }

  /** Where undo leads: to the last turn of a person, or one move back where no person or only people play. */
  get back() {
    return this.#turn(-1);
  }

  /** Where redo leads. */
  get forward() {
    return this.#turn(1) ?? (this.at < this.plies.length - 1 ? this.plies.length - 1 : null);
  }

  /** @param {-1 | 1} step @returns {number | null} */
  #turn(step) {
    const person = this.person;
    for (let ply = this.at + step; ply >= 0 && ply < this.plies.length; ply += step) {
      if (!person || this.plies[ply].answer.to_move === person) return ply;
    }
    return null;
  }

  swapSides() {
    this.seats = { first: this.seats.second, second: this.seats.first };
  }

  /** The moves so far after which the player who made them had less than before. @returns {Mistake[]} */
  get mistakes() {
    return this.plies.slice(0, this.at).flatMap(({ answer }, ply) => {
      const played = /** @type {PlayedMove} */ (this.plies[ply + 1].played);
      const lost = WORTH[played.answer.value] < WORTH[answer.value];
      return lost ? [{ ply, before: answer, played, best: answer.moves[0] }] : [];
    });
  }

  /**
   * Best play from some point on, until the game ends, a position comes back, or it gets long.
   * @param {number} ply
   * @param {string[]} [moves]  to be played first
   */
  line(ply, moves = [], longest = 40) {
    const before = this.movesTo(ply);
    const key = [...before, "then", ...moves].join(" ");
    let found = this.#lines.get(key);
    if (!found) {
      found = this.#findLine(before, moves, longest);
      this.#lines.set(key, found);
      found.catch(() => this.#lines.delete(key));
    }
    return found;
  }

  /** The lines that have been asked for. @type {Map<string, Promise<{line: string[], answer: Answer}>>} */
  #lines = new Map();

  /** @param {string[]} before @param {string[]} moves @param {number} longest */
  async #findLine(before, moves, longest) {
    const line = [...moves];
    const seen = new Set();
    let answer = await this.oracle.answer(this.start, [...before, ...line]);
    while (answer.moves.length && line.length < longest && !seen.has(answer.position + answer.to_move)) {
      seen.add(answer.position + answer.to_move);
      line.push(answer.moves[0].move);
      answer = await this.oracle.answer(this.start, [...before, ...line]);
    }
    return { line, answer: this.#named(answer) };
  }

  /** The game as text, in the form that `waribashi` reads and writes. */
  get record() {
    const { outcome } = this.answer;
    const result = !outcome
      ? "open"
      : outcome.winner
        ? `${outcome.winner} wins: ${outcome.reason}`
        : `draw: ${outcome.reason}`;
    return [
      `rules: ${this.info.rules}`,
      `start: ${this.start}`,
      `to move: ${this.plies[0].answer.to_move}`,
      `moves: ${this.moves.join(" ")}`,
      `result: ${result}`,
      "",
    ].join("\n");
  }

  /** @param {Answer} answer @returns {Answer} */
  #named(answer) {
    if (!this.renamed) return answer;
    const outcome = answer.outcome && {
      ...answer.outcome,
      winner: answer.outcome.winner && other(answer.outcome.winner),
    };
    return { ...answer, to_move: other(answer.to_move), outcome };
  }
}

/**
 * A position as the values write it: each player's hands in ascending order, `1211` as `12-11`.
 * @param {string} text
 * @param {import("./source.js").RulesInfo} info
 */
function normalised(text, { fingers, hands, start }) {
  const short = hands[0] === 2 && hands[1] === 2 && fingers <= 10 && /^\d{4}$/.test(text);
  const halves = (short ? `${text.slice(0, 2)}-${text.slice(2)}` : text).split("-");
  if (halves.length !== 2) {
    throw new Impossible(
      `position "${text}": expected the hands of the player to move, "-", and the other player's (for example: ${start})`,
    );
  }
  const ascending = (/** @type {string} */ half) => {
    if (fingers <= 10 && /^\d+$/.test(half)) return [...half].sort().join("");
    return /^\d+(,\d+)*$/.test(half)
      ? half
          .split(",")
          .sort((a, b) => Number(a) - Number(b))
          .join()
      : half;
  };
  return halves.map(ascending).join("-");
}

/**
 * @param {string} text
 * @param {number} ply
 * @param {Answer} answer
 */
function refusal(text, ply, answer) {
  const where = `move ${ply}, "${text}"`;
  if (answer.outcome) return `${where}: the game is over before it`;
  const legal = answer.moves.map(({ move }) => move).join(", ");
  return `${where}: no move of these rules in ${answer.position} (the moves there: ${legal})`;
}

/**
 * Whether a hand of the player to move takes part in any move.
 * @param {Answer} answer
 * @param {number} shows
 * @param {number} fingers
 */
export function canMove(answer, shows, fingers) {
  return answer.moves.some(({ move }) => {
    const played = readMove(move, fingers);
    return played.kind !== "split" && played.with === shows;
  });
}

/**
 * The move that a hand makes on another, if it is one.
 * @param {Answer} answer
 * @param {"x" | "+"} sign
 * @param {number} one
 * @param {number} two
 */
export function tapOf(answer, sign, one, two) {
  return answer.moves.find(({ move }) => move === `${one}${sign}${two}`);
}

/**
 * The splits of two hands, best first.
 * @param {Answer} answer
 * @param {number[]} from
 * @param {number} fingers
 */
export function splitsOf(answer, from, fingers) {
  return answer.moves.filter(({ move }) => {
    const played = readMove(move, fingers);
    return played.kind === "split" && same(played.from, from);
  });
}
