// @ts-check
/** The five things to know, each with positions to try. */

import { button, el, fill } from "./dom.js";
import { Exercise } from "./exercise.js";

/** @typedef {import("./exercise.js").Task} Task */
/** @typedef {import("./source.js").Oracle} Oracle */

/** What the lesson is played by. */
export const LESSON_RULES = "self-tap";

/** @type {{title: string, text: string, tasks: Task[]}[]} */
export const STEPS = [
  {
    title: "A tap adds",
    text: "Two players, two hands each, one finger out on every hand. In your turn you tap a hand with one of yours: your number is added to the hand that you tap. Yours stays as it is.",
    tasks: [
      {
        position: "11-11",
        accept: ["1x1"],
        ask: "Choose one of your hands, then tap one of theirs.",
        good: "Your 1 was added to their 1: that hand now shows 2. Yours still shows 1.",
        bad: "That was your own other hand. These rules allow it, but try one of theirs first.",
      },
    ],
  },
  {
    title: "Five is out, six is one",
    text: "A hand that comes to exactly five is out of the game. Above five, five is taken away: four and three make two. So a big number is dangerous only to the hand that it completes to five.",
    tasks: [
      {
        position: "12-24",
        accept: ["1x4"],
        ask: "One of your taps puts one of their hands out. Find it.",
        good: "1 and 4 make five: that hand is out. It can neither tap nor be tapped any more.",
        bad: "That hand still lives. Which two numbers make exactly five?",
      },
      {
        position: "34-14",
        accept: ["3x4", "4x4"],
        ask: "Now tap their 4 with anything, and see what becomes of it.",
        good: "Above five, five is taken away: the hand is alive, and smaller than before.",
        bad: "Tap the hand that shows 4 this time.",
      },
    ],
  },
  {
    title: "Both hands out, and you have won",
    text: "Whoever has no live hand left has lost. The last blow needs the right number on your hand at the right moment: look ahead, one move of yours, one of theirs, one of yours.",
    tasks: [
      { position: "13-04", ask: "They have one hand left. Win at once.", accept: ["1x4"] },
      {
        position: "12-02",
        ask: "No blow wins at once here. Find the move that wins, and win to the end.",
        toTheEnd: true,
      },
    ],
  },
  {
    title: "Your own tap in the first move loses",
    text: "You may also tap your own other hand. It looks harmless, and it is the one great mistake of this game: made in the first move, it loses by force. First make it; then take the other side and show why.",
    tasks: [
      {
        position: "11-11",
        accept: ["1+1"],
        ask: "Choose one of your hands, then press “Tap this” at your other one.",
        good: "You have just lost in 10 moves, if the other player knows how. The other first move, tapping them, is a draw. Now change places and find out how.",
        bad: "That is the good first move. For once, make the bad one: tap your own hand.",
      },
      {
        position: "11-12",
        toTheEnd: true,
        ask: "The other player began with that own tap and shows 1 and 2. Win by force: every time there is a move that wins.",
        good: "That is how the first own tap loses: knock the new 2 up before it can be used, and never give the win away again.",
      },
    ],
  },
  {
    title: "Without mistakes it is a draw: set traps",
    text: "If nobody makes a mistake, nobody can win. So the better player is the one who leaves the other more ways to go wrong. A hint or the analysis tells after each drawing move how many replies lose.",
    tasks: [
      {
        position: "11-13",
        accept: ["1x1"],
        ask: "Two of the three moves here lose. Find the one that holds the draw.",
        good: "It holds the draw, and three replies to it lose. That is a trap.",
      },
      {
        position: "11-02",
        toTheEnd: true,
        ask: "The other player fell into it and put a hand of their own out. Win by force: every time there is a move that wins.",
        good: "The trap has closed. Set more of them: a draw is won by the one who makes the other think.",
      },
    ],
  },
];

export class Lesson {
  /**
   * @param {HTMLElement} root
   * @param {() => Promise<Oracle>} oracle  of the lesson's rules
   * @param {{failed: (error: unknown) => void, play: () => void}} around
   */
  constructor(root, oracle, around) {
    this.oracle = oracle;
    this.around = around;
    this.at = 0;
    this.task = 0;
    /** @type {Set<string>} */
    this.done = new Set();
    this.exercise = new Exercise(around.failed, (solved) => this.#judged(solved));
    this.told = el("div", { class: "stack" });
    this.foot = el("div", { class: "buttons" });
    this.steps = el("ol", { class: "steps", "aria-label": "The five things to know" });
    fill(root, el("div", { class: "stack" }, this.steps, this.exercise.beside(this.told, this.foot)));
  }

  async show() {
    const { tasks } = STEPS[this.at];
    await this.exercise.begin(await this.oracle(), tasks[this.task]);
    this.#render();
  }

  /** @param {number} step @param {number} [task] */
  async #go(step, task = 0) {
    this.at = step;
    this.task = task;
    await this.show().catch(this.around.failed);
  }

  /** @param {boolean} solved */
  #judged(solved) {
    if (solved) this.done.add(`${this.at}.${this.task}`);
    this.#render();
    if (solved) /** @type {HTMLElement | null} */ (this.foot.querySelector(".primary"))?.focus();
  }

  #render() {
    const step = STEPS[this.at];
    const solved = this.done.has(`${this.at}.${this.task}`) && !this.exercise.open;
    const next =
      this.task + 1 < step.tasks.length
        ? [this.at, this.task + 1]
        : this.at + 1 < STEPS.length
          ? [this.at + 1, 0]
          : null;
    fill(
      this.steps,
      ...STEPS.map(({ title, tasks }, at) => {
        const done = tasks.every((_, task) => this.done.has(`${at}.${task}`));
        const item = button(`${at + 1}`, () => this.#go(at), {
          "aria-current": at === this.at ? "step" : null,
          "aria-label": `${at + 1}. ${title}${done ? ", done" : ""}`,
        });
        item.append(el("span", {}, `. ${title}`), done ? " ✓" : "");
        return el("li", {}, item);
      }),
    );
    const forward = next
      ? button(solved ? "Go on" : "Skip", () => this.#go(next[0], next[1]), { class: solved ? "primary" : "quiet" })
      : button("Play a game", () => this.around.play(), { class: "primary" });
    fill(
      this.told,
      el("h2", {}, `${this.at + 1}. ${step.title}`),
      el("p", { class: "lead" }, step.text),
      el(
        "p",
        {},
        el("strong", {}, step.tasks.length > 1 ? `Try it (${this.task + 1} of ${step.tasks.length}): ` : "Try it: "),
        step.tasks[this.task].ask,
      ),
    );
    fill(
      this.foot,
      forward,
      button("Show me", () => this.exercise.reveal(), { disabled: !this.exercise.open }),
      button("Once more", () => this.#go(this.at, this.task), { class: "quiet" }),
    );
  }
}
