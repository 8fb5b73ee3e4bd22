// @ts-check
/** Positions, moves and values in words. */

import { readMove } from "./notation.js";

/** @typedef {import("./values.js").Label} Label */
/** @typedef {import("./values.js").Value} Value */
/** @typedef {import("./values.js").MoveAnswer} MoveAnswer */
/** @typedef {import("./values.js").Answer} Answer */
/** What a player is called: `the computer`, `the computer's`, and, where it is clear who is meant, `its`.
 * @typedef {{name: string, whose: string, own: string, you: boolean, title?: string}} Name */

/** @type {Name} */
export const YOU = { title: "You", name: "you", whose: "your", own: "your", you: true };

/** A sign for each value, so that colour says nothing alone. @type {Record<Value, string>} */
export const SIGN = { win: "+", draw: "=", loss: "−" };

/** @param {number} count @param {string} noun */
export const count = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** How moves are read, for those who see them written for the first time. @param {boolean} splits */
export const legend = (splits) =>
  `1x2: a 1 taps the other player's 2. 1+2: a 1 taps an own 2.${splits ? " 04=22: 0 and 4 become 2 and 2." : ""}`;

/** How many replies lose. @param {number} losing */
export const replies = (losing) =>
  losing === 0 ? "no reply to it loses" : losing === 1 ? "1 reply to it loses" : `${losing} replies to it lose`;

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `win in 7`, `draw`. @param {Label} label */
export function labelText({ value, distance }) {
  return value === "draw" || distance === null ? value : `${value} in ${distance}`;
}

/** @param {number} shows */
export function fingersText(shows) {
  return shows === 0 ? "out" : count(shows, "finger");
}

/**
 * What a value means to the player who has it: `You win in 7 moves, whatever the other player does.`
 * @param {Label} label
 * @param {Name} who
 */
export function verdict({ value, distance }, who) {
  const verb = (/** @type {string} */ one, /** @type {string} */ you) => (who.you ? you : one);
  const moves = distance === null ? "" : ` in ${count(distance, "move")}`;
  if (value === "draw") return "A draw: if both play well, nobody can force a win.";
  if (distance === 0)
    return sentence(`${who.name} ${value === "win" ? verb("has", "have") + " won" : verb("has", "have") + " lost"}.`);
  if (value === "win") return sentence(`${who.name} ${verb("wins", "win")}${moves} with best play.`);
  return sentence(`${who.name} ${verb("loses", "lose")}${moves} if the other player makes no mistake.`);
}

/**
 * A move as something to do: `Tap 2 with 1`.
 * @param {string} move
 * @param {number} fingers
 */
export function moveText(move, fingers) {
  const played = readMove(move, fingers);
  if (played.kind === "tap")
    return played.on === 0 ? `Tap a dead hand with ${played.with}` : `Tap their ${played.on} with ${played.with}`;
  if (played.kind === "own") return `Tap your own ${played.on} with ${played.with}`;
  return `Split ${played.from.join(" and ")} into ${played.to.join(" and ")}`;
}

/**
 * A move that was made: `You tap the computer's 2 with your 1. It is now 3.`
 * @param {string} move
 * @param {number} fingers
 * @param {Name} who
 * @param {Name} whom
 * @param {number[]} now  what the hands that changed show now
 */
export function playedText(move, fingers, who, whom, now) {
  const played = readMove(move, fingers);
  const does = (/** @type {string} */ verb) => sentence(`${who.name} ${verb}${who.you ? "" : "s"}`);
  if (played.kind === "split") return `${does("split")} ${played.from.join(" and ")} into ${played.to.join(" and ")}.`;
  const became = now.length === 0 ? "" : now[0] === 0 ? " That hand is out." : ` It is now ${now[0]}.`;
  if (played.kind === "own")
    return `${does("tap")} ${who.own} own ${played.on} with ${who.own} ${played.with}.${became}`;
  const target = played.on === 0 ? "dead hand" : played.on;
  return `${does("tap")} ${whom.whose} ${target} with ${who.own} ${played.with}.${became}`;
}

/**
 * Why a move is the one to make, from what is known of it and of the others.
 * @param {Answer} answer
 * @param {MoveAnswer} best
 * @param {number} fingers
 * @param {MoveAnswer | undefined} reply  the best reply to the worst tempting move, if known
 * @param {MoveAnswer | undefined} worse
 */
export function reason(answer, best, fingers, reply, worse) {
  const said = [];
  if (best.ends === "dead") said.push("It ends the game.");
  else if (best.ends === "repetition") said.push("It brings a position back, and that is a draw.");
  else if (best.value === "win") {
    const more = (best.distance ?? 1) - 1;
    said.push(`After it the other player has lost: no reply holds out for more than ${count(more, "move")}.`);
  } else if (best.value === "draw") {
    const losing = best.losing_replies ?? 0;
    said.push(losing ? `It keeps the draw and sets a trap: ${replies(losing)}.` : "It keeps the draw.");
  } else said.push("Every move loses against best play; this one holds out longest.");
  const others = answer.moves.filter(({ move }) => move !== best.move);
  if (best.value !== "loss" && others.length && others.every(({ value }) => value !== best.value)) {
    said.push(`It is the only move that ${best.value === "win" ? "wins" : "does not lose"}.`);
  }
  if (worse && reply) {
    said.push(
      `${moveText(worse.move, fingers)} instead would be a ${labelText(worse)}: the answer is to ${lower(moveText(reply.move, fingers))}.`,
    );
  } else if (worse?.ends === "repetition") {
    said.push(`${moveText(worse.move, fingers)} instead would bring a position back: a draw.`);
  }
  return said.join(" ");
}

/**
 * How a game ended: `You have won.`
 * @param {{winner: string | null, reason: string}} outcome
 * @param {Record<string, Name>} names
 */
export function outcomeText({ winner, reason }, names) {
  if (!winner) return reason === "repetition" ? "A draw: this position has been on the board before." : "A draw.";
  const { name, you } = names[winner];
  return `${sentence(name)} ${you ? "have" : "has"} won.`;
}
