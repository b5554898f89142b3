// The cells between two points of a drag over a board.

/** @import { Cell } from "./types.js" */

/** Return the cells on a straight line from one cell to another, without the first cell. The pointer events of a fast drag may skip cells in between. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function cellsBetween([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps;
    return [Math.round(row + share * (toRow - row)), Math.round(column + share * (toColumn - column))];
  });
}

/** Return a path from one cell to another, without the first cell, in which each cell shares an edge with the previous cell. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function stepsBetween(from, to) {
  /** @type {Cell[]} */
  const steps = [];
  let [row, column] = from;
  for (const [nextRow, nextColumn] of cellsBetween(from, to)) {
    if (nextRow !== row && nextColumn !== column) steps.push([nextRow, column]);
    [row, column] = [nextRow, nextColumn];
    steps.push([row, column]);
  }
  return steps;
}

/** Return the neighbour of a cell across the edge that is nearest to a point in the cell. The neighbour may be outside the board. @param {Cell} cell @param {{ x: number, y: number }} point @returns {Cell} */
export function nearestNeighbour([row, column], { x, y }) {
  const [right, down] = [x - column - 0.5, y - row - 0.5];
  if (Math.abs(right) > Math.abs(down)) return [row, column + (right > 0 ? 1 : -1)];
  return [row + (down > 0 ? 1 : -1), column];
}
