// Functions that turn, place and compare the shapes of patches; a shape is a list of cells.

/** @import { Cell } from "/pages/types.js" */
/** @import { Orientation } from "./types.js" */

export const SIDE = 9;

/** @param {Cell} cell */
export const squareOf = ([row, column]) => SIDE * row + column;

/** @param {number} square @returns {Cell} */
export const cellOf = (square) => [Math.floor(square / SIDE), square % SIDE];

/** Return a key for cells that does not depend on their order. @param {Cell[]} cells */
export const keyOf = (cells) => cells.map(squareOf).sort((a, b) => a - b).join();

/** Return the shape in an orientation; its bounding box begins at row 0, column 0. @param {Cell[]} cells @param {Orientation} orientation @returns {Cell[]} */
export function oriented(cells, { over, quarters }) {
  let turned = over ? cells.map(([row, column]) => [row, -column]) : cells;
  for (let turn = 0; turn < quarters; turn++) turned = turned.map(([row, column]) => [column, -row]);
  const top = Math.min(...turned.map(([row]) => row));
  const left = Math.min(...turned.map(([, column]) => column));
  return turned.map(([row, column]) => [row - top, column - left]);
}

/** @type {Orientation} */
export const UPRIGHT = { over: false, quarters: 0 };

/** @type {Orientation[]} */
const ORIENTATIONS = [false, true].flatMap((over) => [0, 1, 2, 3].map((quarters) => ({ over, quarters })));

/** Return an orientation after a further clockwise quarter turn. @param {Orientation} orientation @returns {Orientation} */
export const rotated = ({ over, quarters }) => ({ over, quarters: (quarters + 1) % 4 });

/** Return an orientation after a flip that swaps left and right as the user sees them. @param {Orientation} orientation @returns {Orientation} */
export const flipped = ({ over, quarters }) => ({ over: !over, quarters: (4 - quarters) % 4 });

/** @param {Cell[]} shape */
export function sizeOf(shape) {
  return { rows: Math.max(...shape.map(([row]) => row)) + 1, columns: Math.max(...shape.map(([, column]) => column)) + 1 };
}

/** Return the central cell of a shape: the cell nearest to the middle of its bounding box. This cell follows the pointer. @param {Cell[]} shape */
export function centralCell(shape) {
  const { rows, columns } = sizeOf(shape);
  const distance = (/** @type {Cell} */ [row, column]) => Math.abs(row - (rows - 1) / 2) + Math.abs(column - (columns - 1) / 2);
  return shape.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
}

/** Return the cells of a shape whose central cell is at `cell`; a shape that would extend beyond the edge is moved back onto the quilt. @param {Cell[]} shape @param {Cell} cell @returns {Cell[]} */
export function placedAt(shape, cell) {
  const { rows, columns } = sizeOf(shape);
  const [row, column] = centralCell(shape);
  const top = Math.min(Math.max(cell[0] - row, 0), SIDE - rows);
  const left = Math.min(Math.max(cell[1] - column, 0), SIDE - columns);
  return shape.map(([r, c]) => [top + r, left + c]);
}

/** @param {Cell[]} cells @param {Set<number>} covered */
export const fits = (cells, covered) => cells.every((cell) => !covered.has(squareOf(cell)));

/** Return the orientation and the central cell with which a shape covers the given cells; null if it cannot cover them. @param {Cell[]} shape @param {Cell[]} cells @returns {(Orientation & { cell: Cell }) | null} */
export function orientationFor(shape, cells) {
  const wanted = keyOf(cells);
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, column]) => column));
  for (const orientation of ORIENTATIONS) {
    const turned = oriented(shape, orientation);
    const [row, column] = centralCell(turned);
    if (keyOf(turned.map(([r, c]) => [top + r, left + c])) === wanted) return { ...orientation, cell: [top + row, left + column] };
  }
  return null;
}

/** Return the first placement that fits, if possible in the given orientation; null if the patch fits nowhere. @param {Cell[]} shape @param {Set<number>} covered @param {Orientation} preferred @returns {(Orientation & { cell: Cell }) | null} */
export function firstPlacement(shape, covered, preferred) {
  for (const orientation of [preferred, ...ORIENTATIONS]) {
    const turned = oriented(shape, orientation);
    const { rows, columns } = sizeOf(turned);
    const [row, column] = centralCell(turned);
    for (let top = 0; top <= SIDE - rows; top++) {
      for (let left = 0; left <= SIDE - columns; left++) {
        /** @type {Cell} */
        const cell = [top + row, left + column];
        if (fits(placedAt(turned, cell), covered)) return { ...orientation, cell };
      }
    }
  }
  return null;
}
