// Small parts that playing and drafting share.

import { Picture } from "./picture.js";

/** Boards of more cells a side have buttons to zoom in. */
const SMALL = 12;

/** A line that says what is going on; `kind` is quiet, hint, broken, good or busy. Its room is there from the start. */
export function noteLine({ h }) {
  const text = h("span", { class: "words" });
  const actions = h("span", { class: "actions" });
  const element = h("div", { class: "note quiet", role: "status" }, text, actions);
  return {
    element,
    tell(kind, words, ...buttons) {
      element.className = `note ${kind}`;
      if (text.textContent !== words) text.textContent = words;
      actions.replaceChildren(...buttons);
    },
  };
}

/** A button that is known by its words, with a key that does the same. */
export function button({ h }, words, act, { key = null, ...properties } = {}) {
  const title = key ? `${words} (${key})` : words;
  return h("button", { type: "button", title, on: { click: act }, ...properties }, words);
}

/** A button that cancels what `stop`, an AbortController, stands for, and says that it was heard. */
export function cancelButton(dom, stop) {
  const cancel = button(dom, "Cancel", () => stop.abort(), { class: "small" });
  stop.signal.addEventListener("abort", () => Object.assign(cancel, { disabled: true, textContent: "Cancelling" }));
  return cancel;
}

/** Buttons of which one is chosen, as radio buttons are. `choices` has pairs of a value and what stands on the button. */
export function choice({ h }, name, choices, chosen, act) {
  const group = h("div", { class: "choice-row", role: "radiogroup", "aria-label": name });
  const buttons = choices.map(([value, content, title]) =>
    h("button", { type: "button", role: "radio", title, data: { value }, on: { click: () => choose(value) } }, content),
  );
  function show(value) {
    for (const each of buttons) {
      const same = each.dataset.value === value;
      each.setAttribute("aria-checked", String(same));
      each.tabIndex = same ? 0 : -1;
    }
  }
  function choose(value) {
    show(value);
    act(value);
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    buttons[at].focus();
    choose(buttons[at].dataset.value);
  });
  group.append(...buttons);
  show(chosen);
  return { element: group, show };
}

/** A board of the shared kind with our own drawing in it: `{board, picture}`. */
export function drawnBoard({ Board, dom }, puzzle, options) {
  const board = new Board({ rows: puzzle.height, columns: puzzle.width, ...options });
  const picture = new Picture(dom.s, puzzle);
  board.drawing.replaceChildren(picture.element);
  board.over.replaceChildren(picture.marks);
  board.whole = picture.box;
  board.element.classList.toggle("large", Math.max(puzzle.height, puzzle.width) > SMALL);
  board.element.style.setProperty("--ratio", board.whole.width / board.whole.height);
  board.fit();
  return { board, picture };
}

/** The cells on the way from one cell to another, without the first: a fast drag leaves none out. */
export function between([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps }, (_, at) => {
    const share = (at + 1) / steps;
    return [Math.round(row + share * (toRow - row)), Math.round(column + share * (toColumn - column))];
  });
}

/** A key that undoes or redoes, wherever the focus is, unless somebody writes. */
export function listenForUndo(undo, redo) {
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input:not([type=checkbox]), textarea, select");
    if (writing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  });
}
