// @ts-check
/** The computer's ways to play, by the moves' values and styles that come with a position. */

import { WORTH } from "./values.js";

/** @typedef {import("./values.js").MoveAnswer} MoveAnswer */

/** Who can sit on a side: name, what it is called, what it does. @type {[string, string, string][]} */
export const PLAYERS = [
  ["human", "A person", "moves by hand, at this device"],
  ["beginner", "Beginner", "sees a win in one turn, and nothing else"],
  ["greedy", "Greedy", "takes what it can get now"],
  ["careful", "Careful", "looks two turns ahead and guards its hands"],
  ["perfect", "Perfect", "never makes a mistake"],
  ["traps", "Perfect, with traps", "never makes a mistake, and lures you into yours"],
  ["random", "Random", "plays any move"],
  ["skill", "By strength", "plays perfectly this often, otherwise any move"],
];

/**
 * Whether a text names a player: one of the list, or `skill=` with a number from 0 to 1.
 * @param {string} text
 */
export function isPlayer(text) {
  if (text.startsWith("skill=")) return /^skill=(0(\.\d+)?|1(\.0+)?)$/.test(text);
  return text !== "skill" && PLAYERS.some(([name]) => name === text);
}

/** @param {string} player */
export function titleOf(player) {
  const [kind, skill] = player.split("=");
  const title = PLAYERS.find(([name]) => name === kind)?.[1] ?? kind;
  return skill === undefined ? title : `Strength ${Math.round(Number(skill) * 100)} %`;
}

/**
 * The move that a computer player makes.
 * @param {string} player
 * @param {MoveAnswer[]} moves  best first
 * @param {() => number} [random]
 * @returns {MoveAnswer}
 */
export function choose(player, moves, random = Math.random) {
  const any = (/** @type {MoveAnswer[]} */ among) => among[Math.floor(random() * among.length)];
  if (player === "perfect") return moves[0];
  if (player === "traps") return trap(moves);
  if (player === "random") return any(moves);
  if (player.startsWith("skill=")) return random() < Number(player.slice(6)) ? moves[0] : any(moves);
  const content = moves.filter((move) => move.styles.includes(player));
  return any(content.length ? content : moves);
}

/**
 * Of the moves that keep the value, the one after which the largest part of the replies are mistakes.
 * @param {MoveAnswer[]} moves
 */
function trap(moves) {
  let chosen = moves[0];
  if (chosen.value === "win") return chosen;
  let most = [0, 1];
  for (const move of moves) {
    if (WORTH[move.value] < WORTH[moves[0].value]) break;
    const part = move.mistakes;
    if (part[0] * most[1] > most[0] * part[1]) [chosen, most] = [move, part];
  }
  return chosen;
}
