// Controls that the play view and the puzzle editor share.

import { actionButton } from "/pages/form-fields.js";
import { BoardDrawing } from "./board-drawing.js";

/** @import { BoardOptions } from "/pages/board.js" */
/** @import { Cell, PageContext } from "/pages/types.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** The largest number of rows or columns of a board without zoom buttons. */
const LARGEST_WITHOUT_ZOOM = 12;

/** Return a button that aborts a controller and then shows "Cancelling". @param {AbortController} controller */
export function cancelButton(controller) {
  const cancel = actionButton("Cancel", () => controller.abort(), { class: "small" });
  controller.signal.addEventListener("abort", () => Object.assign(cancel, { disabled: true, textContent: "Cancelling" }));
  return cancel;
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

/** Return the cells on the way from one cell to another, without the first one. A fast drag skips these cells. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function cellsBetween([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps;
    return [Math.round(row + share * (toRow - row)), Math.round(column + share * (toColumn - column))];
  });
}
