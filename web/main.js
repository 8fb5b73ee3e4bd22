// @ts-check
/** Puts the page together: source, rules, address and parts. */

import { button, byId, el } from "./dom.js";
import { Game } from "./game.js";
import { readLink, writeLink } from "./link.js";
import { Play } from "./play.js";
import { openSource } from "./source.js";
import { Impossible } from "./values.js";

/** @typedef {import("./link.js").Linked} Linked */
/** @typedef {import("./source.js").Oracle} Oracle */
/** @typedef {"play" | "learn" | "puzzles" | "explore"} View */

/** @type {View[]} */
const VIEWS = ["play", "learn", "puzzles", "explore"];
const DEFAULT_RULES = "self-tap";

const source = openSource();
/** @type {Map<string, Promise<Oracle>>} */
const oracles = new Map();
/** @type {View} */
let view = "play";
/** @type {Play} */
let play;
/** The address that the page itself wrote last. */
let written = "";

/** @type {{learn?: import("./lesson.js").Lesson, puzzles?: import("./puzzles.js").Puzzles, explore?: import("./explorer.js").Explorer}} */
const parts = {};

/** The oracle for some rules; each is fetched once. @param {string} text */
async function oracleOf(text) {
  const known = oracles.get(text);
  if (known) return known;
  const info = await source.rules(text);
  const opening = oracles.get(info.rules) ?? source.oracle(info);
  for (const key of [text, info.rules]) oracles.set(key, opening);
  try {
    return await opening;
  } catch (error) {
    for (const key of [text, info.rules]) oracles.delete(key);
    throw error;
  }
}

/** @param {string} text */
function notice(text) {
  const place = byId("notice");
  place.hidden = !text;
  place.textContent = text;
}

/** @param {unknown} error */
function failed(error) {
  notice(error instanceof Error ? error.message : String(error));
  if (!(error instanceof Impossible)) console.error(error);
}

/**
 * The game that a link or a pasted text says.
 * @param {Linked & {result?: string}} linked
 */
async function gameOf(linked) {
  const oracle = await oracleOf(linked.rules ?? play?.game.info.rules ?? DEFAULT_RULES);
  const game = await Game.open(oracle, { ...linked, seats: linked.seats ?? play?.game.seats });
  const result = game.record.match(/^result: (.*)$/m)?.[1];
  if (linked.result !== undefined && linked.result !== result && linked.result !== "draw: agreed") {
    throw new Impossible(`the record says "${linked.result}", but its moves lead to "${result}"`);
  }
  return game;
}

/** @param {import("./source.js").RulesInfo} info */
function rulesShown(info) {
  byId("rules-name").textContent = `${info.name}:`;
  byId("rules-sentence").textContent = info.sentence;
}

function changed() {
  if (!play) return;
  notice("");
  if (view !== "learn") rulesShown(play.game.info);
  const explored = view === "explore" ? parts.explore?.game : null;
  written = writeLink(explored ?? play.game, view);
  if (location.hash !== written) history.replaceState(null, "", written);
}

const around = {
  changed,
  failed,
  share: () => openShare().catch(failed),
  learn: () => {
    show("learn").catch(failed);
  },
  explore: (/** @type {string[]} */ moves, /** @type {number} */ ply) => {
    exploreGame(play.game.start, moves, ply).catch(failed);
  },
};

async function learn() {
  if (!parts.learn) {
    const { Lesson, LESSON_RULES } = await import("./lesson.js");
    parts.learn = new Lesson(byId("learn"), () => oracleOf(LESSON_RULES), {
      failed,
      play: () => {
        show("play").catch(failed);
      },
    });
    await parts.learn.show();
  }
  const lesson = await parts.learn.oracle();
  if (view === "learn") rulesShown(lesson.info);
}

async function puzzles() {
  if (!parts.puzzles) {
    const { Puzzles } = await import("./puzzles.js");
    parts.puzzles = new Puzzles(byId("puzzles"), () => play.game.oracle, {
      failed,
      explore: (position) => {
        exploreGame(position, []).catch(failed);
      },
    });
  }
  await parts.puzzles.show();
}

async function explorer() {
  if (!parts.explore) {
    const { Explorer } = await import("./explorer.js");
    parts.explore = new Explorer(byId("explore"), source, {
      failed,
      changed,
      play: (game) => {
        playFrom(game).catch(failed);
      },
    });
  }
  return parts.explore;
}

/**
 * Opens the explorer at some point of a line of moves.
 * @param {string} start
 * @param {string[]} moves
 */
async function exploreGame(start, moves, ply = moves.length) {
  const { oracle, renamed, plies, seats } = play.game;
  const begins = renamed && start === play.game.start ? plies[0].answer.to_move : undefined;
  const game = await Game.open(oracle, { start, moves, begins, seats });
  game.goTo(ply);
  await (await explorer()).open(game);
  await show("explore", true);
}

/** Goes on playing from where the explorer is. @param {Game} explored */
async function playFrom(explored) {
  const begins = explored.plies[0].answer.to_move;
  const { oracle, start, moves } = explored;
  const game = await Game.open(oracle, { start, moves, begins, seats: play.game.seats });
  play.open(game);
  await show("play");
}

/** @param {View} wanted @param {boolean} [ready]  whether the part has been filled already */
async function show(wanted, ready = false) {
  view = wanted;
  for (const name of VIEWS) byId(name).hidden = name !== wanted;
  for (const tab of document.querySelectorAll("nav [data-view]")) {
    if (/** @type {HTMLElement} */ (tab).dataset.view === wanted) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  byId("change-rules").hidden = wanted === "learn";
  changed();
  if (wanted === "learn") await learn();
  if (wanted === "puzzles") await puzzles();
  if (wanted === "explore" && !ready) await exploreGame(play.game.start, play.game.moves);
}

async function openRules() {
  const { pickRules } = await import("./rules-picker.js");
  const dialog = /** @type {HTMLDialogElement} */ (byId("rules-dialog"));
  await pickRules(dialog, source, play.game.info, async (info) => {
    play.open(await Game.open(await oracleOf(info.rules), { seats: play.game.seats }));
    if (view !== "play") await show(view);
  });
}

async function openShare() {
  const { share, readPasted } = await import("./share.js");
  const dialog = /** @type {HTMLDialogElement} */ (byId("share-dialog"));
  const link = new URL(writeLink(play.game, "play"), location.href).href;
  share(dialog, play.game, link, async (text) => play.open(await gameOf(readPasted(text, readLink))));
}

const KEYS = [
  ["Tab, arrows", "go from hand to hand"],
  ["Enter, space", "choose a hand, tap a hand, press a button"],
  ["Escape", "forget the hand chosen, leave the split"],
  ["S", "split"],
  ["A", "show or hide the analysis"],
  ["H", "a hint, then the move, then the reason"],
  ["U", "undo, to your last turn"],
  ["R", "redo"],
  ["N", "new game"],
  ["G", "go on, when the computer waits"],
  ["W", "swap sides"],
  ["L", "link, copy and paste"],
  ["?", "these keys"],
];
let lettersOn = true;

function openKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("keys-dialog"));
  dialog.replaceChildren(
    el(
      "div",
      { class: "dialog-body" },
      el("h2", { id: "keys-title" }, "Keys"),
      el(
        "dl",
        { class: "keys" },
        ...KEYS.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)]),
      ),
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          checked: lettersOn,
          change: (/** @type {Event} */ event) => {
            lettersOn = /** @type {HTMLInputElement} */ (event.target).checked;
          },
        }),
        "Letters are keys",
      ),
    ),
    el(
      "div",
      { class: "dialog-foot" },
      button("Close", () => dialog.close(), { class: "primary" }),
    ),
  );
  dialog.showModal();
}

/** The board that is to be seen. */
function boardInView() {
  const boards = {
    play: play?.board,
    learn: parts.learn?.exercise.board,
    puzzles: parts.puzzles?.exercise.board,
    explore: parts.explore?.board,
  };
  return boards[view];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    boardInView()?.cancel();
    return;
  }
  const target = /** @type {HTMLElement} */ (event.target);
  if (!lettersOn || target.closest("input:not([type=checkbox]), select, textarea")) return;
  if (event.key === "?") return openKeys();
  if (event.key.toLowerCase() === "s") return boardInView()?.splitButton.click();
  if (view !== "play") return;
  /** @type {Record<string, () => void>} */
  const keys = {
    a: () => play.showValues(!play.values),
    h: () => {
      play.coach.hint();
    },
    u: () => play.undo(),
    r: () => play.redo(),
    n: () => {
      play.newGame();
    },
    w: () => play.swap(),
    g: () => !play.tools.go.hidden && play.goOn(),
    l: around.share,
  };
  const act = keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Opens what the address says; where that is impossible, says why and opens a game all the same. */
async function openAddress() {
  /** @type {unknown} */
  let refused = null;
  /** @type {Linked} */
  let linked = {};
  /** @type {Game | undefined} */
  let game;
  try {
    linked = readLink(location.hash);
    game = await gameOf(linked);
  } catch (error) {
    refused = error;
    if (!(error instanceof Impossible)) console.error(error);
    game ??= play?.game ?? (await gameOf({ rules: DEFAULT_RULES }));
  }
  if (play) play.open(game);
  else {
    play = new Play(byId("play"), game, around);
    play.open(game);
  }
  await show(/** @type {View} */ (refused ? "play" : (linked.view ?? "play")));
  if (refused) notice(`This link cannot be opened: ${refused instanceof Error ? refused.message : refused}.`);
  document.body.dataset.ready = "true";
}

for (const tab of document.querySelectorAll("nav [data-view]")) {
  tab.addEventListener("click", () =>
    show(/** @type {View} */ (/** @type {HTMLElement} */ (tab).dataset.view)).catch(failed),
  );
}
byId("change-rules").addEventListener("click", () => openRules().catch(failed));
byId("show-keys").addEventListener("click", openKeys);
document.addEventListener("keydown", onKey);
addEventListener("hashchange", () => {
  if (location.hash !== written) openAddress().catch(failed);
});
openAddress().catch(failed);
