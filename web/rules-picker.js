// @ts-check
/** Choosing the rules: a preset, and then any of the questions that rules answer. */

import { button, el, fill } from "./dom.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./source.js").RulesInfo} RulesInfo */
/** @typedef {import("./source.js").Axis} Axis */

/**
 * Opens the dialog.
 * @param {HTMLDialogElement} dialog
 * @param {Source} source
 * @param {RulesInfo} inForce
 * @param {(info: RulesInfo) => Promise<void>} play  may fail with a reason, which is then shown here
 */
export async function pickRules(dialog, source, inForce, play) {
  const { presets, axes } = await source.catalogue();
  const usable = presets.filter((preset) => source.anyRules || preset.static);
  const bases = usable.filter(({ preset }) => `${inForce.name},`.startsWith(`${preset},`));
  let base = bases.sort((a, b) => b.preset.length - a.preset.length)[0] ?? usable[0];
  /** @type {Map<string, string>} what differs from the preset */
  let changes = new Map(
    Object.entries(inForce.axes).filter(([axis, value]) => base.axes[axis] !== value && derived(axis)),
  );
  /** @type {RulesInfo | null} */
  let resolved = inForce;
  let asked = 0;

  /** A start is written out for the hands that a rule set has, so it is a change only where it was asked for.
   * @param {string} axis */
  function derived(axis) {
    return axis !== "start" || (base.axes.hands === inForce.axes.hands && base.axes.fingers === inForce.axes.fingers);
  }

  const told = el("p", { role: "status" });
  const confirm = button(
    "Play by these rules",
    async () => {
      if (!resolved) return;
      confirm.disabled = true;
      try {
        await play(resolved);
        dialog.close();
      } catch (error) {
        refuse(error);
      }
    },
    { class: "primary" },
  );
  const fields = el("div", { class: "axes" });

  /** @param {unknown} error */
  function refuse(error) {
    resolved = null;
    confirm.disabled = true;
    told.textContent = error instanceof Error ? error.message : String(error);
  }

  async function resolve() {
    const mine = ++asked;
    const text = [base.preset, ...[...changes].map(([axis, value]) => `${axis}=${value}`)].join();
    try {
      const info = await source.rules(text);
      if (mine !== asked) return;
      resolved = info;
      fill(told, el("strong", {}, info.name), " ", info.sentence);
      confirm.disabled = false;
    } catch (error) {
      if (mine === asked) refuse(error);
    }
  }

  /** @param {Axis} axis */
  function field(axis) {
    const id = `axis-${axis.name}`;
    const value = changes.get(axis.name) ?? base.axes[axis.name];
    const set = (/** @type {Event} */ event) => {
      const chosen = /** @type {HTMLInputElement} */ (event.target).value.trim();
      if (chosen === base.axes[axis.name]) changes.delete(axis.name);
      else changes.set(axis.name, chosen);
      resolve();
    };
    const answers = axis.answers ?? [];
    const common = { id, disabled: !source.anyRules };
    const known = answers.some((answer) => answer.value === value);
    const list = answers.length
      ? el(
          "select",
          { ...common, change: set },
          ...answers.map((answer) =>
            el("option", { value: answer.value, selected: answer.value === value }, answer.meaning),
          ),
          !known && el("option", { value, selected: true }, value),
        )
      : el("input", { ...common, type: "text", value, input: set, autocomplete: "off", spellcheck: "false" });
    return el("div", { class: "field" }, el("label", { for: id }, axis.question), list);
  }

  const drawFields = () => fill(fields, ...axes.map(field));
  const list = usable.map((preset) =>
    el(
      "label",
      { class: "preset" },
      el("input", {
        type: "radio",
        name: "preset",
        value: preset.preset,
        checked: preset.preset === base.preset,
        change: () => {
          base = preset;
          changes = new Map();
          drawFields();
          resolve();
        },
      }),
      el("strong", {}, preset.preset),
      el(
        "span",
        { class: "fine" },
        preset.sentence,
        " ",
        ...(preset.remark ?? "").split(/`([^`]*)`/).map((part, at) => (at % 2 ? el("code", {}, part) : part)),
      ),
    ),
  );
  drawFields();
  fill(
    dialog,
    el(
      "div",
      { class: "dialog-body" },
      el("h2", { id: "rules-title" }, "The rules"),
      el("p", { class: "fine" }, "Every school plays by other rules. Agree on them before you begin."),
      el("fieldset", { class: "presets-list" }, el("legend", {}, "Known rule sets"), ...list),
      el(
        "fieldset",
        {},
        el("legend", {}, "Every question, one by one"),
        !source.anyRules &&
          el(
            "p",
            { class: "fine" },
            "This copy of the page has the solutions of the rule sets above; the program itself, waribashi serve, plays by any rules.",
          ),
        fields,
      ),
    ),
    el(
      "div",
      { class: "dialog-foot" },
      told,
      button("Cancel", () => dialog.close(), { class: "quiet" }),
      confirm,
    ),
  );
  fill(told, el("strong", {}, inForce.name), " ", inForce.sentence);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("input[name=preset]:checked"))?.focus();
}
