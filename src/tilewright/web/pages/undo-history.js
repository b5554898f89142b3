// Undo and redo for the text of an instance, saved in the browser.

import { h } from "./elements.js";
import { isTextEntry, undoOrRedo } from "./keyboard.js";

/** @import { LocalStore } from "./types.js" */

const MOST_TEXTS = 200;
const MOST_CHARACTERS = 200_000;

/**
 * Return {element, add(text), onKeyDown(event)}: the two buttons, a function to call for every new text, and a listener for Ctrl+Z and Ctrl+Y.
 * @param {LocalStore} store
 * @param {{ text: () => string, set: (text: string) => void }} target
 */
export function textHistory(store, { text, set }) {
  /** @type {{ past?: string[], now?: string | null, future?: string[] }} */
  const saved = store.get("steps", {});
  let { past = [], now = null, future = [] } = saved;
  const button = (/** @type {string} */ name, /** @type {string} */ keys, /** @type {() => void} */ act) =>
    h("button", { type: "button", class: "small", title: keys, on: { click: act } }, name);
  const undoButton = button("Undo", "Ctrl+Z", undo);
  const redoButton = button("Redo", "Ctrl+Y", redo);

  function show() {
    // Before a button is disabled, the focus moves to the other button.
    const [unused, other] = past.length ? [redoButton, undoButton] : [undoButton, redoButton];
    if (document.activeElement === unused && !(unused === redoButton && future.length)) other.focus();
    undoButton.disabled = !past.length;
    redoButton.disabled = !future.length;
  }

  function save() {
    past = newestTexts(past);
    future = newestTexts(future);
    store.set("steps", { past, now, future });
    show();
  }

  /** @param {string} next */
  function add(next) {
    if (next === now) return;
    if (now !== null) past.push(now);
    [now, future] = [next, []];
    save();
  }

  function undo() {
    // An invalid text that was typed since the last valid one is undone first.
    if (text() === now) {
      const previous = past.pop();
      if (previous === undefined) return;
      future.push(now);
      now = previous;
    }
    save();
    set(now ?? "");
  }

  function redo() {
    const next = future.pop();
    if (next === undefined) return;
    if (now !== null) past.push(now);
    now = next;
    save();
    set(now);
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    const command = undoOrRedo(event);
    if (!command || isTextEntry(event.target)) return;
    event.preventDefault();
    if (command === "undo") undo();
    else redo();
  }

  show();
  return { element: h("div", { class: "row steps" }, undoButton, redoButton), add, onKeyDown };
}

/** Return the latest texts, as many as the limits allow. @param {string[]} texts */
function newestTexts(texts) {
  let room = MOST_CHARACTERS;
  let first = texts.length;
  while (first > Math.max(0, texts.length - MOST_TEXTS) && (room -= texts[first - 1].length) >= 0) first--;
  return texts.slice(first);
}
