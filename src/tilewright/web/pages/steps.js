// What a text was before: undo and redo over an instance, kept in the browser.

import { h } from "./dom.js";

const MOST_STEPS = 200;
const MOST_CHARACTERS = 200_000;

/**
 * The steps of a text that `text()` gives and `set(text)` changes. Gives {element, took(text), press(event)}: buttons, what is to be
 * called for every text that is worth a step, and what hears Ctrl+Z and Ctrl+Y.
 */
export function textSteps(store, { text, set }) {
  let { past = [], now = null, future = [] } = store.get("steps", {});
  const button = (name, keys, act) => h("button", { type: "button", class: "small", title: keys, on: { click: act } }, name);
  const back = button("Undo", "Ctrl+Z", undo);
  const forth = button("Redo", "Ctrl+Y", redo);

  function show() {
    // A button that nothing is left for gives the keyboard to the other one.
    const [unused, other] = past.length ? [forth, back] : [back, forth];
    if (document.activeElement === unused && !(unused === forth && future.length)) other.focus();
    back.disabled = !past.length;
    forth.disabled = !future.length;
  }

  function keep() {
    past = newest(past);
    future = newest(future);
    store.set("steps", { past, now, future });
    show();
  }

  function took(next) {
    if (next === now) return;
    if (now !== null) past.push(now);
    [now, future] = [next, []];
    keep();
  }

  function undo() {
    // What was typed since and could not be read is the first to go.
    if (text() === now) {
      if (!past.length) return;
      future.push(now);
      now = past.pop();
    }
    keep();
    set(now);
  }

  function redo() {
    if (!future.length) return;
    past.push(now);
    now = future.pop();
    keep();
    set(now);
  }

  function press(event) {
    const act = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
    if (!act || !(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input, textarea")) return;
    event.preventDefault();
    act();
  }

  show();
  return { element: h("div", { class: "row steps" }, back, forth), took, press };
}

/** As many of the last texts as are worth their room. */
function newest(texts) {
  let room = MOST_CHARACTERS;
  let first = texts.length;
  while (first > Math.max(0, texts.length - MOST_STEPS) && (room -= texts[first - 1].length) >= 0) first--;
  return texts.slice(first);
}
