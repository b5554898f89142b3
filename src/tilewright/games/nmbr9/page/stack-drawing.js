// Draws parts, one level of a stack, and the whole stack with its heights.

import { outline, squares } from "/pages/cell-svg-paths.js";
import { s } from "/pages/elements.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { Part, PlacedPart } from "./types.js" */

/** The distance, in cells, by which each level is shifted up and to the left, relative to the level below it, in the picture of the whole stack. */
const LEVEL_SHIFT = 0.28;
const NEIGHBOURS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

/** Return the bounding box of cells, extended by a margin and to at least `least` rows and columns. @param {Cell[]} cells @param {number} [margin] @param {number} [least] */
export function boxAround(cells, margin = 0, least = 1) {
  const shown = cells.length ? cells : [[0, 0]];
  const range = (/** @type {number[]} */ numbers) => {
    const low = Math.min(...numbers) - margin;
    const length = Math.max(...numbers) + margin - low + 1;
    const missing = Math.max(0, least - length);
    return [low - Math.floor(missing / 2), length + missing];
  };
  const [top, rows] = range(shown.map(([row]) => row));
  const [left, columns] = range(shown.map(([, column]) => column));
  return { top, left, rows, columns };
}

/** Return the central cell of a part: a cell near the middle with many neighbours in the part. It shows the part's number, and the pointer holds the part at this cell. @param {Cell[]} cells */
export function centralCell(cells) {
  const inside = new Set(cells.map(String));
  const neighbourCount = (/** @type {Cell} */ [row, column]) => NEIGHBOURS.filter(([down, right]) => inside.has(`${row + down},${column + right}`)).length;
  const [y, x] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const badness = (/** @type {Cell} */ [row, column]) => Math.hypot(row - y, column - x) - neighbourCount([row, column]);
  return cells.reduce((best, cell) => (badness(cell) < badness(best) - 1e-9 ? cell : best));
}

export class StackDrawing {
  /** @param {Part[]} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** Draw a part with its number. @param {number} value @param {Cell[]} cells @param {string} [name] */
  drawPart(value, cells, name = "part") {
    const [row, column] = centralCell(cells);
    return s("g", { class: name }, this.#drawSurface(value, cells), s("text", { class: "digit", x: column + 0.5, y: row + 0.5 }, String(value)));
  }

  /** @param {number} value @param {Cell[]} cells @param {number} [shift] */
  #drawSurface(value, cells, shift = 0) {
    const { colour } = this.parts[value];
    return [s("path", { class: "face", d: squares(cells, shift), fill: colour, stroke: colour }), s("path", { class: "edge", d: outline(cells, shift) })];
  }

  /** Draw one level of a stack, and the level below it. @param {PlacedPart[]} placed @param {number} level */
  drawLevel(placed, level) {
    const below = placed.filter((each) => each.level === level - 1);
    const cellsBelow = below.flatMap(({ cells }) => cells);
    return s(
      "g",
      {},
      cellsBelow.length > 0 && s("path", { class: "below", d: squares(cellsBelow) }),
      below.map(({ cells }) => s("path", { class: "seam", d: outline(cells) })),
      placed.filter((each) => each.level === level).map(({ value, cells }) => this.drawPart(value, cells)),
    );
  }

  /** Return a small picture of a part. @param {number} value @param {number} turn @param {number} [size] */
  cardPicture(value, turn, size = 4) {
    const cells = this.parts[value].turns[turn];
    const { rows, columns } = boxAround(cells);
    const box = `${columns / 2 - size / 2 - 0.1} ${rows / 2 - size / 2 - 0.1} ${size + 0.2} ${size + 0.2}`;
    return s("svg", { class: "nmbr9-drawing", viewBox: box, "aria-hidden": "true" }, this.drawPart(value, cells));
  }

  /** Return a picture of a level; the view box is large enough for all parts in `room`. @param {PlacedPart[]} placed @param {number} level @param {PlacedPart[]} [room] */
  levelPicture(placed, level, room = placed) {
    const { top, left, rows, columns } = boxAround(room.flatMap(({ cells }) => cells));
    const values = placed.filter((each) => each.level === level).map(({ value }) => value);
    const name = `Level ${level}, ${values.length ? `parts: ${values.join(", ")}` : "empty"}`;
    const box = `${left - 0.2} ${top - 0.2} ${columns + 0.4} ${rows + 0.4}`;
    return s("svg", { class: "nmbr9-drawing", viewBox: box, role: "img", "aria-label": name }, this.drawLevel(placed, level));
  }

  /** Return an oblique picture of the levels up to `upTo`, seen from above; each visible cell shows its height. The view box is large enough for all parts in `room`. @param {PlacedPart[]} placed @param {number} [upTo] @param {string} [name] @param {PlacedPart[]} [room] */
  stackPicture(placed, upTo = Infinity, name = "The stack with its heights", room = placed) {
    const { top, left, rows, columns } = boxAround(room.flatMap(({ cells }) => cells), 0, 5);
    const highest = Math.max(0, ...room.map(({ level }) => level));
    const shift = LEVEL_SHIFT * highest + 0.2;
    const box = `${left - shift} ${top - shift} ${columns + shift + 0.2} ${rows + shift + 0.2}`;
    const shown = placed.filter(({ level }) => level <= upTo);
    const layers = [];
    for (let level = 1; level <= Math.min(highest, upTo); level++) layers.push(this.#drawLayer(shown, level));
    return s("svg", { class: "nmbr9-drawing stack", viewBox: box, role: "img", "aria-label": name }, layers);
  }

  /** @param {PlacedPart[]} placed @param {number} level */
  #drawLayer(placed, level) {
    const shift = LEVEL_SHIFT * level;
    const onLevel = placed.filter((each) => each.level === level);
    const cells = onLevel.flatMap((each) => each.cells);
    const walls = cells.map(([row, column]) => {
      const [x, y] = [column - shift, row - shift];
      return `M${x} ${y + 1}l${LEVEL_SHIFT} ${LEVEL_SHIFT}h1v-1l${-LEVEL_SHIFT} ${-LEVEL_SHIFT}z`;
    });
    const tops = onLevel.map(({ value, cells: own }) => s("g", {}, this.#drawSurface(value, own, shift)));
    const higher = placed.filter((each) => each.level > level);
    const visible = cells.filter((cell) => !higher.some((each) => hides(each, cell, shift)));
    const heights = visible.map(([row, column]) => s("text", { class: "height", x: column + 0.5 - shift, y: row + 0.5 - shift }, String(level)));
    return s("g", {}, s("path", { class: "wall", d: walls.join("") }), tops, heights);
  }
}

/** Return whether a higher part, or one of its walls, hides some of the text in the middle of a cell. @param {PlacedPart} part @param {Cell} cell @param {number} shift */
function hides({ level, cells }, [row, column], shift) {
  const [x, y] = [column + 0.5 - shift, row + 0.5 - shift];
  return [0, 0.5, 1].some((step) => {
    const partShift = LEVEL_SHIFT * (level - step);
    return cells.some(([r, c]) => Math.abs(x - (c + 0.5 - partShift)) < 0.7 && Math.abs(y - (r + 0.5 - partShift)) < 0.7);
  });
}
