// The board and the controls that the play view and the puzzle editor share.

import { h } from "./elements.js";
import { actionButton } from "./form-fields.js";
import { PuzzleDrawing } from "./puzzle-drawing.js";

/** @import { Board, BoardOptions } from "./interactive-board.js" */
/** @import { PageContext } from "./types.js" */
/** @import { Puzzle } from "./puzzle-places-and-clues.js" */

/** Return a button that aborts a controller and then shows "Cancelling". @param {AbortController} controller */
export function cancelButton(controller) {
  const cancel = actionButton("Cancel", () => controller.abort(), { class: "small" });
  controller.signal.addEventListener("abort", () => Object.assign(cancel, { disabled: true, textContent: "Cancelling" }));
  return cancel;
}

/** Return buttons that enter digits, for users without a keyboard; `type` is called with the key of the button; `others` describes further buttons. @param {string} name @param {(key: string) => void} type @param {...[name: string, text: string, key: string]} others */
export function numberPad(name, type, ...others) {
  const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {string} */ key) =>
    h("button", { type: "button", "aria-label": label, on: { click: () => type(key) } }, text);
  const digits = [..."1234567890"].map((digit) => button(digit, digit, digit));
  return h("div", { class: "pad", role: "group", "aria-label": name }, digits, others.map((other) => button(...other)), button("Remove the number", "⌫", "Delete"));
}

/** Return {board, drawing}: a new board, and the drawing of a puzzle on this board. @param {PageContext} context @param {Puzzle} puzzle @param {Omit<BoardOptions, "rows" | "columns">} options */
export function createBoard({ Board: BoardClass }, puzzle, options) {
  const board = new BoardClass({ rows: puzzle.height, columns: puzzle.width, ...options });
  const drawing = drawPuzzle(board, puzzle);
  board.setWhole(drawing.box);
  return { board, drawing };
}

/** Draw a puzzle on a board, and return the drawing. @param {Board} board @param {Puzzle} puzzle */
export function drawPuzzle(board, puzzle) {
  const drawing = new PuzzleDrawing(puzzle);
  board.drawing.replaceChildren(drawing.element);
  board.overlay.replaceChildren(drawing.marks);
  return drawing;
}
