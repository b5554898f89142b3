// SVG path data for cells of a grid. Cell [row, column] is the unit square at (column, row).

/** @import { Cell } from "./types.js" */

/** Return a path that contains the square of each cell, moved up and to the left by `shift`. @param {Cell[]} cells @param {number} [shift] */
export const squares = (cells, shift = 0) => cells.map(([row, column]) => `M${column - shift} ${row - shift}h1v1h-1z`).join("");

/** Return a path that follows the edges between the given cells and all other cells, moved up and to the left by `shift`. @param {Cell[]} cells @param {number} [shift] */
export function outline(cells, shift = 0) {
  const inside = new Set(cells.map(String));
  let path = "";
  for (const [row, column] of cells) {
    const [x, y] = [column - shift, row - shift];
    if (!inside.has(`${row - 1},${column}`)) path += `M${x} ${y}h1`;
    if (!inside.has(`${row + 1},${column}`)) path += `M${x} ${y + 1}h1`;
    if (!inside.has(`${row},${column - 1}`)) path += `M${x} ${y}v1`;
    if (!inside.has(`${row},${column + 1}`)) path += `M${x + 1} ${y}v1`;
  }
  return path;
}

/** Return a path with diagonal lines across the cells. @param {Cell[]} cells */
export const hatch = (cells) => cells.map(([row, column]) => `M${column} ${row + 0.5}l.5 -.5M${column} ${row + 1}l1 -1M${column + 0.5} ${row + 1}l.5 -.5`).join("");

/** Return a path with the lines of a grid, including its outer border. @param {number} top @param {number} left @param {number} rows @param {number} columns */
export function gridLines(top, left, rows, columns) {
  let path = "";
  for (let row = 0; row <= rows; row++) path += `M${left} ${top + row}h${columns}`;
  for (let column = 0; column <= columns; column++) path += `M${left + column} ${top}v${rows}`;
  return path;
}
