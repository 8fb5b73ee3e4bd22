// @ts-check
/** Making elements. */

import { SIGN, labelText } from "./words.js";

/**
 * @template T
 * @param {T | null | undefined | false | ""} item
 * @returns {item is T}
 */
const kept = (item) => !!item;

/**
 * An element with attributes and children; an attribute that is a function listens to the event of its name, `true`
 * sets an empty attribute, and `false` and `null` leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter(kept));
  return element;
}

/**
 * Puts other children into an element; what is empty is left out.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter(kept));
}

/**
 * A button.
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @param {Record<string, any>} [attributes]
 */
export function button(text, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, text);
}

/** A pill with a value in sign, word and colour. @param {import("./values.js").Label} label */
export function pill(label) {
  return el(
    "span",
    { class: `pill ${label.value}` },
    el("b", { "aria-hidden": "true" }, SIGN[label.value]),
    ` ${labelText(label)}`,
  );
}

/** The element with an id that the page is sure to have. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Whether movement is unwanted. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
