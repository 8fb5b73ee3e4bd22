// @ts-check
/** Carrying an element with the pointer to another one. */

/** How far the pointer goes before a press becomes a carrying. */
const THRESHOLD = 10;

/**
 * Begins when the pointer was pressed on an element; ends when it is let go.
 * @param {PointerEvent} event  the press, on the element to be carried
 * @param {string} selector  what it can be dropped on
 * @param {HTMLElement} within  and where
 * @param {{lifted: () => void, dropped: (on: HTMLElement | null) => void}} told
 */
export function carry(event, selector, within, told) {
  const carried = /** @type {HTMLElement} */ (event.currentTarget);
  const from = { x: event.clientX, y: event.clientY };
  const ended = new AbortController();
  let lifted = false;
  /** @type {HTMLElement | null} */
  let over = null;

  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    for (const element of document.elementsFromPoint(clientX, clientY)) {
      const found = /** @type {HTMLElement | null} */ (element.closest(selector));
      if (found && found !== carried && within.contains(found)) return found;
    }
    return null;
  };
  const mark = (/** @type {HTMLElement | null} */ element) => {
    over?.classList.remove("over");
    over = element;
    over?.classList.add("over");
  };

  const move = (/** @type {PointerEvent} */ now) => {
    const [dx, dy] = [now.clientX - from.x, now.clientY - from.y];
    if (!lifted) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      lifted = true;
      carried.setPointerCapture(event.pointerId);
      carried.classList.add("carried");
      told.lifted();
    }
    carried.style.translate = `${dx}px ${dy}px`;
    mark(under(now));
  };
  const end = (/** @type {PointerEvent} */ now) => {
    ended.abort();
    if (!lifted) return;
    const on = now.type === "pointerup" ? under(now) : null;
    mark(null);
    carried.style.translate = "";
    carried.classList.remove("carried");
    told.dropped(on);
  };
  carried.addEventListener("pointermove", move, { signal: ended.signal });
  carried.addEventListener("pointerup", end, { signal: ended.signal });
  carried.addEventListener("pointercancel", end, { signal: ended.signal });
}
