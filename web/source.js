// @ts-check
/**
 * Where rules and solutions come from: the program that serves this page, or files beside it.
 *
 * Both have the same four methods. Whatever they hand out as an oracle has `answer(start, moves)`.
 */

import { Impossible, Solution } from "./values.js";

/** @typedef {import("./values.js").Answer} Answer */
/**
 * @typedef {object} RulesInfo
 * @property {string} rules  the canonical text
 * @property {string} name  a short one
 * @property {string} sentence
 * @property {string[]} sentences
 * @property {number} fingers
 * @property {[number, number]} hands
 * @property {string} start
 * @property {number | null} repetition  the occurrence that draws
 * @property {Record<string, string>} axes
 * @property {number} positions
 * @property {boolean} small
 */
/** @typedef {RulesInfo & {preset: string, source: string, remark: string | null, static: boolean}} Preset */
/** @typedef {{name: string, question: string, description?: string, answers?: {value: string, meaning: string}[], default: string}} Axis */
/** @typedef {{presets: Preset[], axes: Axis[]}} Catalogue */
/**
 * Whatever knows the values of a rule set. One that has the whole solution can also look at all positions at a glance.
 * @typedef {object} Oracle
 * @property {RulesInfo} info
 * @property {(start: string, moves: string[]) => Promise<Answer>} answer
 * @property {{positions: string[], glance: Solution["glance"]}} [whole]
 */
/** @typedef {"optimal" | "first" | "second" | "mistakes"} GraphKind */
/**
 * @typedef {object} Source
 * @property {boolean} anyRules  whether it knows more than the presets
 * @property {() => Promise<Catalogue>} catalogue
 * @property {(text: string) => Promise<RulesInfo>} rules
 * @property {(info: RulesInfo) => Promise<Oracle>} oracle
 * @property {(info: RulesInfo, kind: GraphKind, start: string) => Promise<string>} graph
 */

/** The source that the page was delivered with. @returns {Source} */
export function openSource() {
  const meta = document.querySelector('meta[name="waribashi-source"]');
  return meta?.getAttribute("content") === "static" ? new Files() : new Server();
}

/**
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function get(path) {
  let response;
  try {
    response = await fetch(path);
  } catch {
    throw new Impossible("there is no connection to the program that serves this page; is it still running?");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Impossible(told?.error ?? `${path}: the answer was ${response.status} ${response.statusText}`);
}

/** @param {Solution} solution @returns {Oracle} */
function local(solution) {
  return {
    info: solution.info,
    answer: async (start, moves) => solution.answer(start, moves),
    whole: { positions: solution.data.positions, glance: (position) => solution.glance(position) },
  };
}

/** `waribashi serve`: every rule set; the larger ones are asked position by position. */
class Server {
  anyRules = true;

  /** @returns {Promise<Catalogue>} */
  async catalogue() {
    return (await get("api/v1/rules")).json();
  }

  /** @param {string} text @returns {Promise<RulesInfo>} */
  async rules(text) {
    return (await get(`api/v1/rules?${new URLSearchParams({ rules: text })}`)).json();
  }

  /** @param {RulesInfo} info @returns {Promise<Oracle>} */
  async oracle(info) {
    const rules = info.rules;
    if (info.small) {
      const response = await get(`api/v1/solution?${new URLSearchParams({ rules })}`);
      return local(new Solution(await response.json()));
    }
    return {
      info,
      answer: async (start, moves) => {
        const query = new URLSearchParams({ rules, start, moves: moves.join(" ") });
        return (await get(`api/v1/position?${query}`)).json();
      },
    };
  }

  /** @param {RulesInfo} info @param {GraphKind} kind @param {string} start */
  async graph(info, kind, start) {
    return (await get(`api/v1/graph?${new URLSearchParams({ rules: info.rules, kind, start })}`)).text();
  }
}

/** The files that `waribashi site` wrote: the presets. */
class Files {
  anyRules = false;
  /** @type {Promise<Catalogue> | undefined} */
  #catalogue;

  catalogue() {
    this.#catalogue ??= get("data/rules.json").then((response) => response.json());
    return this.#catalogue;
  }

  /** @param {string} text @returns {Promise<RulesInfo>} */
  async rules(text) {
    const { presets } = await this.catalogue();
    const found = presets.find((info) => [info.preset, info.name, info.rules].includes(text));
    if (found?.static) return found;
    const known = presets.filter((info) => info.static).map((info) => info.preset);
    throw new Impossible(
      `rules "${text}": this copy of the page has only the solutions of ${known.join(", ")}; ` +
        "the program itself, waribashi serve, knows all rules",
    );
  }

  /** @param {RulesInfo} info @returns {Promise<Oracle>} */
  async oracle(info) {
    const response = await get(`data/solutions/${encodeURIComponent(info.name)}.json`);
    return local(new Solution(await response.json()));
  }

  /** @param {RulesInfo} info @param {GraphKind} kind @param {string} start */
  async graph(info, kind, start) {
    if (start !== info.start) {
      throw new Impossible("this copy of the page has pictures from the start of the game only");
    }
    const path = `data/graphs/${encodeURIComponent(info.name)}-${kind}.svg`;
    const response = await fetch(path).catch(() => null);
    if (!response?.ok) throw new Impossible("this picture would be too large, so this copy of the page has none");
    return response.text();
  }
}
