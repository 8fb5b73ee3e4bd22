// @ts-check
/** Copying a game, as a link, a position, moves or a record; and pasting one. */

import { button, el } from "./dom.js";
import { Impossible } from "./values.js";

/** @typedef {import("./link.js").Linked} Linked */

/**
 * Opens the dialog.
 * @param {HTMLDialogElement} dialog
 * @param {import("./game.js").Game} game
 * @param {string} link
 * @param {(text: string) => Promise<void>} open  may fail with a reason, which is then shown here
 */
export function share(dialog, game, link, open) {
  const said = el("p", { role: "status" });
  const row = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ text, rows = 1) => {
    const box = el("textarea", { id, rows, readonly: true, spellcheck: "false", focus: () => box.select() });
    box.value = text;
    const copy = button(
      `Copy ${label.toLowerCase()}`,
      async () => {
        try {
          await navigator.clipboard.writeText(text);
        } catch {
          // Without permission for the clipboard, the browser's own copying of what is marked is left.
          box.select();
          document.execCommand("copy");
        }
        said.textContent = `${label} copied.`;
      },
      { class: "quiet" },
    );
    return el("div", { class: "field" }, el("label", { for: id }, label), box, el("div", { class: "buttons" }, copy));
  };
  const paste = el("textarea", {
    id: "paste",
    rows: 4,
    spellcheck: "false",
    placeholder: "12-13, or 1x1 1+2 1x3, or a record, or a link",
  });
  const openPasted = button(
    "Open it",
    async () => {
      try {
        await open(paste.value);
        dialog.close();
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
      }
    },
    { class: "primary" },
  );
  dialog.replaceChildren(
    el(
      "div",
      { class: "dialog-body" },
      el("h2", { id: "share-title" }, "Link, copy and paste"),
      row("share-link", "Link", link, 2),
      row("share-position", "Position", game.answer.position),
      row("share-moves", "Moves", game.moves.join(" ")),
      row("share-record", "Record", game.record, 5),
      el(
        "div",
        { class: "field" },
        el("label", { for: "paste" }, "Paste a position, moves, a record or a link"),
        paste,
      ),
    ),
    el(
      "div",
      { class: "dialog-foot" },
      said,
      button("Close", () => dialog.close(), { class: "quiet" }),
      openPasted,
    ),
  );
  dialog.showModal();
}

/**
 * What a pasted text says: a link, a record, a position, or moves from the start.
 * @param {string} text
 * @param {(hash: string) => Linked} readLink
 * @returns {Linked & {result?: string}}
 */
export function readPasted(text, readLink) {
  const pasted = text.trim();
  if (!pasted)
    throw new Impossible("nothing was pasted; expected a position (for example: 12-13), moves, a record or a link");
  if (pasted.includes("#") && /rules=|moves=|start=/.test(pasted)) return readLink(pasted.slice(pasted.indexOf("#")));
  if (/^(#.*\n)*\s*rules:/.test(pasted)) return readRecord(pasted);
  if (/^[\d,x]+-[\d,x]+$/.test(pasted) || /^\d{4}$/.test(pasted)) return { start: pasted };
  return { moves: pasted.split(/\s+/) };
}

/**
 * A record as the program writes it.
 * @param {string} text
 * @returns {Linked & {result: string}}
 */
function readRecord(text) {
  const keys = ["rules", "start", "to move", "moves", "result"];
  const lines = text
    .split("\n")
    .map((line, at) => ({ line: line.trimEnd(), at: at + 1 }))
    .filter(({ line }) => line && !line.startsWith("#"));
  const values = keys.map((key, place) => {
    const found = lines[place];
    if (!found?.line.startsWith(`${key}:`)) {
      throw new Impossible(`line ${found?.at ?? text.split("\n").length + 1} of the record: expected "${key}: ..."`);
    }
    return found.line.slice(key.length + 1).trim();
  });
  if (lines.length > keys.length)
    throw new Impossible(`line ${lines[keys.length].at} of the record: expected the end of the record`);
  const [rules, start, begins, moves, result] = values;
  if (begins !== "first" && begins !== "second") {
    throw new Impossible(`line ${lines[2].at} of the record: expected "to move: first" or "to move: second"`);
  }
  return { rules, start, begins, moves: moves.split(/\s+/).filter(Boolean), result };
}
