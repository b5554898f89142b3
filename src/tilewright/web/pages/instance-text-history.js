// Undo and redo for the text of an instance, saved in the browser.

import { h } from "./elements.js";
import { actionButton } from "./form-fields.js";

/** @import { LocalStore } from "./types.js" */

const MOST_TEXTS = 200;
const MOST_CHARACTERS = 200_000;

/**
 * Return {element, add(text), undo(), redo()}: a row with an Undo and a Redo button, a function that adds a new text to the history, and the functions of the buttons.
 * @param {LocalStore} store
 * @param {{ text: () => string, set: (text: string) => void }} target
 */
export function textHistory(store, { text, set }) {
  /** @type {{ past?: string[], now?: string | null, future?: string[] }} */
  const saved = store.get("steps", {});
  let { past = [], now = null, future = [] } = saved;
  const undoButton = actionButton("Undo", undo, { class: "small", title: "Ctrl+Z" });
  const redoButton = actionButton("Redo", redo, { class: "small", title: "Ctrl+Y" });

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
    // If the current text is invalid, it is not in the history; undo then returns to the last valid text.
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

  show();
  return { element: h("div", { class: "row steps" }, undoButton, redoButton), add, undo, redo };
}

/** Return the newest texts of a list, as many as the limits of the saved history allow. @param {string[]} texts */
function newestTexts(texts) {
  let room = MOST_CHARACTERS;
  let first = texts.length;
  while (first > Math.max(0, texts.length - MOST_TEXTS) && (room -= texts[first - 1].length) >= 0) first--;
  return texts.slice(first);
}
