// Controls that the play view and the puzzle editor share.

import { h } from "/pages/elements.js";
import { actionButton } from "/pages/form-fields.js";
import { BoardDrawing } from "./board-drawing.js";

/** @import { BoardOptions } from "/pages/board.js" */
/** @import { Cell, Child, PageContext } from "/pages/types.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** The largest number of rows or columns of a board without zoom buttons. */
const LARGEST_WITHOUT_ZOOM = 12;

/** Return a button that aborts a controller and then shows "Cancelling". @param {AbortController} controller */
export function cancelButton(controller) {
  const cancel = actionButton("Cancel", () => controller.abort(), { class: "small" });
  controller.signal.addEventListener("abort", () => Object.assign(cancel, { disabled: true, textContent: "Cancelling" }));
  return cancel;
}

/**
 * Return a row of buttons, one of which is always chosen. It has the ARIA role and the keys of a group of radio buttons.
 * @template {string} Value
 * @param {string} name
 * @param {{ value: Value, content: Child, title?: string }[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} onChoice
 */
export function choiceButtons(name, choices, chosen, onChoice) {
  const group = h("div", { class: "choice-row", role: "radiogroup", "aria-label": name });
  const buttons = choices.map(({ value, content, title }) =>
    h("button", { type: "button", role: "radio", title, data: { value }, on: { click: () => choose(value) } }, content),
  );
  /** @param {Value} value */
  function show(value) {
    for (const button of buttons) {
      const same = button.dataset.value === value;
      button.setAttribute("aria-checked", String(same));
      button.tabIndex = same ? 0 : -1;
    }
  }
  /** @param {Value} value */
  function choose(value) {
    show(value);
    onChoice(value);
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const index = (focused + step + buttons.length) % buttons.length;
    buttons[index].focus();
    choose(choices[index].value);
  });
  group.append(...buttons);
  show(chosen);
  return { element: group, show };
}

/** Return a board with the drawing of a puzzle. @param {PageContext} context @param {Puzzle} puzzle @param {Omit<BoardOptions, "rows" | "columns">} options */
export function createBoard({ Board }, puzzle, options) {
  const board = new Board({ rows: puzzle.height, columns: puzzle.width, ...options });
  const drawing = new BoardDrawing(puzzle);
  board.drawing.replaceChildren(drawing.element);
  board.overlay.replaceChildren(drawing.marks);
  board.whole = drawing.box;
  board.element.classList.toggle("large", Math.max(puzzle.height, puzzle.width) > LARGEST_WITHOUT_ZOOM);
  board.element.style.setProperty("--ratio", String(board.whole.width / board.whole.height));
  board.fit();
  return { board, drawing };
}

/** Return the cells on the way from one cell to another, without the first one, because a fast drag may skip cells. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function cellsBetween([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps;
    return [Math.round(row + share * (toRow - row)), Math.round(column + share * (toColumn - column))];
  });
}
