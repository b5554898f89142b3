// Draws stones: on buttons, and on the board.

import { h, s } from "/pages/elements.js";

/** @import { Cell } from "/pages/types.js" */

/** A stone, given by its two labels. @typedef {[number, number]} Stone */

/** A stone that is placed on two cells. @typedef {{ stone: Stone, cells: [Cell, Cell] }} PlacedStone */

/** A position of the game. `left` lists the remaining stones as [label, label, count]. @typedef {{ n: number, rule: string, laid: PlacedStone[], left: [number, number, number][] }} Position */

/** Return a picture of a stone for a button. @param {Stone} stone */
export function stoneIcon([a, b]) {
  return h("span", { class: "face", "aria-hidden": "true" }, h("b", { text: String(a) }), h("b", { text: String(b) }));
}

/** @param {Cell} cell @returns {[x: number, y: number]} */
const centre = ([row, column]) => [column + 0.5, row + 0.5];

/** @param {Cell} one @param {Cell} other */
const distance = ([row, column], [row2, column2]) => Math.abs(row - row2) + Math.abs(column - column2);

/** Draw the board and its stones, with an arrow from each stone to the next. The last stone has a thicker outline; under the rule "chain", its second half has a dashed circle. @param {Position} position */
export function drawBoard({ n, rule, laid }) {
  /** @type {SVGElement[]} */
  const parts = [s("rect", { class: "field-of-play", width: n, height: n })];
  for (let line = 1; line < n; line++) parts.push(s("path", { class: "net", d: `M${line} 0V${n}M0 ${line}H${n}` }));
  laid.forEach((stone, index) => parts.push(drawStone(stone, index === laid.length - 1 ? `laid last ${rule}` : "laid")));
  for (let index = 1; index < laid.length; index++) parts.push(drawArrow(...joinedCells(laid[index - 1], laid[index])));
  if (laid.length) {
    const [x, y] = centre(laid[0].cells[0]);
    parts.push(s("circle", { class: "first", cx: x - 0.28, cy: y - 0.26, r: 0.09 }));
  }
  return s("g", {}, parts);
}

/** Draw a stone on two cells. If it is the last stone, a circle marks the second cell, where a chain continues. @param {PlacedStone} placed @param {string} kind */
export function drawStone({ stone, cells }, kind) {
  const [[row, column], [row2, column2]] = cells;
  const [x, y] = [Math.min(column, column2), Math.min(row, row2)];
  const [width, height] = [Math.abs(column - column2) + 0.82, Math.abs(row - row2) + 0.82];
  const [endX, endY] = centre(cells[1]);
  return s(
    "g",
    { class: `stone ${kind}` },
    s("rect", { class: "body", x: x + 0.09, y: y + 0.09, width, height, rx: 0.18 }),
    kind.includes("last") && s("circle", { class: "open-end", cx: endX, cy: endY, r: 0.34 }),
    cells.map((cell, half) => {
      const [textX, textY] = centre(cell);
      return s("text", { class: String(stone[half]).length > 2 ? "long" : null, x: textX, y: textY, text: String(stone[half]) });
    }),
  );
}

/** Return the two neighbouring cells, with equal labels, at which two stones are joined. @param {PlacedStone} before @param {PlacedStone} after @returns {[Cell, Cell]} */
function joinedCells(before, after) {
  for (const [late, early] of [[0, 1], [0, 0], [1, 1], [1, 0]]) {
    const [from, to] = [before.cells[early], after.cells[late]];
    if (before.stone[early] === after.stone[late] && distance(from, to) === 1) return [from, to];
  }
  return [before.cells[1], after.cells[0]];
}

/** @param {Cell} from @param {Cell} to */
function drawArrow(from, to) {
  const [x, y] = centre(from);
  const [x2, y2] = centre(to);
  const [dx, dy] = [x2 - x, y2 - y];
  const point = (/** @type {number} */ along, /** @type {number} */ aside) => `${x + along * dx - aside * dy} ${y + along * dy + aside * dx}`;
  return s("path", { class: "joint", d: `M${point(0.36, 0)}L${point(0.64, 0)}M${point(0.54, 0.09)}L${point(0.65, 0)}L${point(0.54, -0.09)}` });
}
