// @ts-check
/**
 * Exact values from the solution of a small rule set, the game's history counted.
 *
 * A solution lists every position with its moves and its value; the game itself is never played here, only followed
 * from position to position. Where the rules end a game that repeats itself, the value depends on what has been
 * played: the positions whose next occurrence ends the game are made drawn ends, and the graph is solved again.
 */

/** @typedef {"win" | "loss" | "draw"} Value */
/** @typedef {"first" | "second"} Side */
/** @typedef {{value: Value, distance: number | null}} Label */
/** @typedef {{winner: Side | null, reason: string}} Outcome */
/**
 * @typedef {object} MoveAnswer
 * @property {string} move
 * @property {string} to  the position after it, as the next mover sees it
 * @property {Value} value  for the player who makes it
 * @property {number | null} distance
 * @property {number | null} losing_replies
 * @property {"dead" | "repetition" | null} ends
 * @property {[number, number]} mistakes  how many of the replies are mistakes, and how many replies there are
 * @property {string[]} styles  the styles of play that are content with it
 */
/**
 * @typedef {object} Answer
 * @property {string} position  the mover's hands first
 * @property {Side} to_move
 * @property {string[]} history
 * @property {number} repeated
 * @property {Value} value
 * @property {number | null} distance
 * @property {Label} table
 * @property {string | null} difference
 * @property {Outcome | null} outcome
 * @property {MoveAnswer[]} moves  best first
 */
/**
 * @typedef {object} SolutionData
 * @property {import("./source.js").RulesInfo} rules
 * @property {string[]} positions
 * @property {number} start
 * @property {string} values
 * @property {(number | null)[]} distances
 * @property {string} finished
 * @property {[string, number, number][][]} moves
 * @property {string | null} [movers]  one letter a position, `f` or `s`, where the players differ in their number of hands
 */

/** A position or a move that is none of the rules. */
export class Impossible extends Error {}

const STYLES = ["careful", "greedy", "beginner"];
/** @type {Record<string, Value>} */
const LETTERS = { w: "win", l: "loss", d: "draw" };
/** @type {Record<Value, Value>} */
const TURNED = { win: "loss", loss: "win", draw: "draw" };
/** @type {Record<Value, number>} */
export const WORTH = { loss: 0, draw: 1, win: 2 };
/** @type {Label} */
const DRAW = { value: "draw", distance: null };

/** What is known of every position of one rule set. */
export class Solution {
  /** @param {SolutionData} data */
  constructor(data) {
    this.info = data.rules;
    this.data = data;
    this.ids = new Map(data.positions.map((text, id) => [text, id]));
    /** @type {number[][]} the different positions after each */
    this.successors = data.moves.map((moves) => [...new Set(moves.map(([, to]) => to))]);
    /** @type {number[][]} */
    this.predecessors = data.positions.map(() => []);
    this.successors.forEach((nexts, id) => nexts.forEach((next) => this.predecessors[next].push(id)));
  }

  /**
   * What is known of the position that some moves lead to.
   * @param {string} start  a position as the solution writes it
   * @param {string[]} moves
   * @returns {Answer}
   */
  answer(start, moves) {
    const game = this.follow(start, moves);
    const view = new View(this, game.drawnNext());
    return this.answerIn(game, view);
  }

  /**
   * A position without a history, at a glance: what it and its moves are worth, and nothing that costs a solve.
   * @param {string} position  one of the solution's
   * @returns {{value: Value, moves: {to: string, value: Value}[]}}
   */
  glance(position) {
    const id = /** @type {number} */ (this.ids.get(position));
    const { positions, moves } = this.data;
    return {
      value: this.label(id).value,
      moves: this.isFinished(id)
        ? []
        : moves[id].map(([, to]) => ({ to: positions[to], value: TURNED[this.label(to).value] })),
    };
  }

  /**
   * The game after some moves.
   * @param {string} start
   * @param {string[]} moves
   */
  follow(start, moves) {
    const id = this.ids.get(start);
    if (id === undefined) {
      throw new Impossible(`position "${start}": no position of these rules (for example: ${this.info.start})`);
    }
    const game = new History(this, id);
    moves.forEach((move, at) => game.play(move, at + 1));
    return game;
  }

  /**
   * @param {History} game
   * @param {View} view
   * @returns {Answer}
   */
  answerIn(game, view) {
    const { id, side } = game;
    const table = this.label(id);
    const outcome = game.outcome();
    const about = {
      position: this.data.positions[id],
      to_move: SIDES[side],
      history: [...game.moves],
      repeated: game.times(id, side),
      table,
    };
    if (outcome) {
      const label = outcome.reason === "dead" ? table : DRAW;
      return { ...about, ...label, difference: null, outcome, moves: [] };
    }
    const moves = this.data.moves[id].map((move) => this.moveAnswer(game, view, move));
    moves.sort((a, b) => WORTH[b.value] - WORTH[a.value] || merit(b) - merit(a));
    // Not the label of the position itself: its own next occurrence may be a drawn end.
    const { value, distance } = moves[0] ?? table;
    return { ...about, value, distance, difference: difference(table.value, value), outcome: null, moves };
  }

  /**
   * @param {History} game
   * @param {View} view
   * @param {[string, number, number]} entry
   * @returns {MoveAnswer}
   */
  moveAnswer(game, view, [move, to, bits]) {
    const { side } = game;
    const label = before(view.label(to, 1 - side));
    const ends = this.isFinished(to) ? "dead" : view.isDrawn(to, 1 - side) ? "repetition" : null;
    const lost = (/** @type {number} */ reply) => view.label(reply, side).value === "win";
    /** @type {[number, number] | undefined} */
    let mistakes;
    return {
      move,
      to: this.data.positions[to],
      ...label,
      losing_replies: ends ? null : this.successors[to].filter(lost).length,
      ends,
      // Another solve of the game, so made only when asked for.
      get mistakes() {
        mistakes ??= game.solution.mistakesAfter(game, move);
        return mistakes;
      },
      styles: STYLES.filter((_, bit) => bits & (1 << bit)),
    };
  }

  /**
   * How many of the other player's moves after one are mistakes, and how many he has, at least 1.
   * @param {History} game
   * @param {string} move
   * @returns {[number, number]}
   */
  mistakesAfter(game, move) {
    const next = game.copy();
    next.play(move, next.moves.length + 1);
    if (next.outcome()) return [0, 1];
    const view = new View(this, next.drawnNext());
    const worths = this.data.moves[next.id].map(([, to]) => WORTH[before(view.label(to, 1 - next.side)).value]);
    const best = Math.max(...worths);
    return [worths.filter((worth) => worth < best).length, Math.max(worths.length, 1)];
  }

  /** @param {number} id */
  isFinished(id) {
    return this.data.finished[id] === "1";
  }

  /**
   * Value and distance without a history.
   * @param {number} id
   * @returns {Label}
   */
  label(id) {
    return { value: LETTERS[this.data.values[id]], distance: this.data.distances[id] };
  }
}

/** @type {[Side, Side]} */
const SIDES = ["first", "second"];

/** A game as far as it has been played: which positions came how often. */
class History {
  /**
   * @param {Solution} solution
   * @param {number} id
   */
  constructor(solution, id) {
    this.solution = solution;
    this.id = id;
    this.side = solution.data.movers?.[id] === "s" ? 1 : 0;
    /** @type {string[]} */
    this.moves = [];
    /** @type {Map<number, number>} */
    this.seen = new Map([[this.node(id, this.side), 1]]);
  }

  copy() {
    const other = new History(this.solution, this.id);
    other.side = this.side;
    other.moves = [...this.moves];
    other.seen = new Map(this.seen);
    return other;
  }

  /**
   * @param {number} id
   * @param {number} side
   */
  node(id, side) {
    return id + side * this.solution.data.positions.length;
  }

  /**
   * @param {number} id
   * @param {number} side
   */
  times(id, side) {
    return this.seen.get(this.node(id, side)) ?? 0;
  }

  /**
   * @param {string} move
   * @param {number} ply
   */
  play(move, ply) {
    const { positions, moves } = this.solution.data;
    const where = `move ${ply}, "${move}"`;
    if (this.outcome()) throw new Impossible(`${where}: the game is over before it`);
    const entry = moves[this.id].find(([text]) => text === move);
    if (!entry) {
      const legal = moves[this.id].map(([text]) => text).join(", ");
      throw new Impossible(`${where}: no move of these rules in ${positions[this.id]} (the moves there: ${legal})`);
    }
    this.moves.push(move);
    this.id = entry[1];
    this.side = 1 - this.side;
    this.seen.set(this.node(this.id, this.side), this.times(this.id, this.side) + 1);
  }

  /** @returns {Outcome | null} */
  outcome() {
    if (this.solution.isFinished(this.id)) {
      const won = this.solution.label(this.id).value === "win";
      return { winner: SIDES[won ? this.side : 1 - this.side], reason: "dead" };
    }
    const limit = this.solution.info.repetition;
    const drawn = limit !== null && this.times(this.id, this.side) >= limit;
    return drawn ? { winner: null, reason: "repetition" } : null;
  }

  /** The positions, by whose turn it is, whose next occurrence ends the game. */
  drawnNext() {
    const limit = this.solution.info.repetition;
    const nodes = new Set();
    if (limit !== null) this.seen.forEach((times, node) => times + 1 >= limit && nodes.add(node));
    return nodes;
  }
}

/** The labels of all positions, seen from one point of a game. */
class View {
  /**
   * @param {Solution} solution
   * @param {Set<number>} drawn
   */
  constructor(solution, drawn) {
    this.solution = solution;
    this.drawn = drawn;
    this.labels = drawn.size ? solve(solution, drawn) : null;
  }

  /**
   * @param {number} id
   * @param {number} side
   * @returns {Label}
   */
  label(id, side) {
    if (!this.labels) return this.solution.label(id);
    return this.labels[id + side * this.solution.data.positions.length] ?? DRAW;
  }

  /**
   * @param {number} id
   * @param {number} side
   */
  isDrawn(id, side) {
    return this.drawn.has(id + side * this.solution.data.positions.length);
  }
}

/**
 * Solves the game backwards from its ends, by growing distance, with some positions as drawn ends. What gets no
 * label is a draw.
 * @param {Solution} solution
 * @param {Set<number>} drawn
 * @returns {(Label | undefined)[]}
 */
function solve(solution, drawn) {
  const count = solution.data.positions.length;
  /** @type {(Label | undefined)[]} */
  const labels = Array(2 * count);
  const open = Array.from({ length: 2 * count }, (_, node) => solution.successors[node % count].length);
  const queue = [];
  for (let node = 0; node < 2 * count; node++) {
    if (solution.isFinished(node % count) && !drawn.has(node)) {
      labels[node] = solution.label(node % count);
      queue.push(node);
    }
  }
  for (const node of queue) {
    const label = before(/** @type {Label} */ (labels[node]));
    const across = node < count ? count : 0;
    for (const id of solution.predecessors[node % count]) {
      const previous = id + across;
      if (labels[previous] || drawn.has(previous)) continue;
      if (label.value === "win" || --open[previous] === 0) {
        labels[previous] = label;
        queue.push(previous);
      }
    }
  }
  return labels;
}

/**
 * A label as it looks to the player who moves there.
 * @param {Label} label
 * @returns {Label}
 */
function before({ value, distance }) {
  return { value: TURNED[value], distance: distance === null ? null : distance + 1 };
}

/** @param {MoveAnswer} move */
function merit({ value, distance, losing_replies }) {
  if (value === "draw") return losing_replies ?? 0;
  return value === "win" ? -(distance ?? 0) : (distance ?? 0);
}

/**
 * @param {Value} table
 * @param {Value} exact
 */
function difference(table, exact) {
  if (table === exact) return null;
  if (table === "win") return "won by the table, but every way to win repeats a position, which ends the game";
  if (table === "loss") return "lost by the table, but the other player cannot win without repeating a position";
  return "drawn by the table, but the draw needs a position that cannot come again";
}

/**
 * Whether a move is as good as another, by what a perfect player looks at.
 * @param {MoveAnswer} a
 * @param {MoveAnswer} b
 */
export function asGood(a, b) {
  return WORTH[a.value] > WORTH[b.value] || (a.value === b.value && merit(a) >= merit(b));
}
