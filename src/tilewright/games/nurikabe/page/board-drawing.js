// Draws a board in the browser, so that the effect of a click is visible at once. A cell is a unit square.

import { s } from "/pages/elements.js";
import { clueText, EMPTY, ISLAND, SEA } from "./puzzle.js";

/** @import { Cell, Properties, ViewBox } from "/pages/types.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** The margin that holds the row and column numbers, in cells. */
const MARGIN = 0.62;

/** The largest number of rows or columns of a board with row and column numbers. */
const LARGEST_NUMBERED = 60;
/** Font sizes of clues, indexed by the number of digits. */
const FONT_SIZES = [0.62, 0.62, 0.52, 0.4, 0.3, 0.24];

export class BoardDrawing {
  /** @param {Puzzle} puzzle @param {{ numbered?: boolean }} [options] */
  constructor(puzzle, { numbered = true } = {}) {
    this.puzzle = puzzle;
    this.sea = s("path", { class: "sea" });
    this.dots = s("path", { class: "dots" });
    /** @type {Map<number, SVGTextElement>} */
    this.clues = new Map();
    this.element = s("g", { class: "nurikabe" });
    this.marks = s("g", { class: "nurikabe", "pointer-events": "none" });
    const { width, height } = puzzle;
    this.element.append(s("rect", { class: "land", width, height }), this.sea, this.#grid(), this.dots);
    puzzle.clues.forEach((clue, index) => clue !== EMPTY && this.#addClue(index, clue));
    this.element.append(s("rect", { class: "frame", width, height }));
    if (numbered && Math.max(width, height) <= LARGEST_NUMBERED) this.element.append(...this.#rowAndColumnNumbers());
  }

  /** The view box with the margin. @returns {ViewBox} */
  get box() {
    const { width, height } = this.puzzle;
    return { x: -MARGIN, y: -MARGIN, width: width + MARGIN + 0.2, height: height + MARGIN + 0.2 };
  }

  /** Return the drawing as an SVG element of its own. @param {Properties} properties */
  toSvg(properties) {
    const { width, height } = this.puzzle;
    const svg = s("svg", { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, role: "img", ...properties });
    svg.append(this.element, this.marks);
    return svg;
  }

  /** @param {string[]} cells @param {Set<number>} [complete] clues whose islands are complete */
  paint(cells, complete = new Set()) {
    const cellsOf = (/** @type {string} */ kind) => cells.flatMap((each, index) => (each === kind && this.puzzle.clues[index] === EMPTY ? [index] : []));
    this.sea.setAttribute("d", this.#squares(cellsOf(SEA)));
    // A line of length zero with round caps is a dot.
    this.dots.setAttribute("d", this.#positions(cellsOf(ISLAND)).map(([row, column]) => `M${column + 0.5} ${row + 0.5}h0`).join(""));
    for (const [index, text] of this.clues) text.classList.toggle("complete", complete.has(index));
  }

  /** Mark groups of cells, and remove the earlier marks of the same name. The names are `broken`, `wrong`, `hint`, `differs`. @param {string} name @param {...number[]} groups */
  mark(name, ...groups) {
    const cells = [...new Set(groups.flat())];
    const paths = [this.#path("wash", this.#squares(cells))];
    if (name !== "hint") paths.push(this.#path("hatch", this.#hatch(cells)));
    paths.push(this.#path("edge", groups.map((group) => this.#outline(group)).join("")));
    let group = this.marks.querySelector(`.${name}`);
    if (!group) this.marks.append((group = s("g", { class: name })));
    group.replaceChildren(...paths);
  }

  /** Show the cells that a hint would paint. @param {string} kind @param {number[]} cells */
  preview(kind, cells) {
    const symbol = (/** @type {Cell} */ [row, column]) => (kind === SEA ? `M${column + 0.3} ${row + 0.3}h.4v.4h-.4z` : `M${column + 0.5} ${row + 0.5}h0`);
    const name = kind === SEA ? "ghost sea" : "ghost dots";
    this.marks.querySelector(".hint")?.append(this.#path(name, this.#positions(cells).map(symbol).join("")));
  }

  /** @param {string} name @param {string} d */
  #path(name, d) {
    return s("path", { class: name, d });
  }

  /** @param {number[]} cells */
  #positions(cells) {
    return cells.map((index) => this.puzzle.cell(index));
  }

  /** @param {number[]} cells */
  #squares(cells) {
    return this.#positions(cells).map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("");
  }

  /** @param {number[]} cells */
  #hatch(cells) {
    return this.#positions(cells)
      .map(([r, c]) => `M${c} ${r + 0.5}l.5 -.5M${c} ${r + 1}l1 -1M${c + 0.5} ${r + 1}l.5 -.5`)
      .join("");
  }

  /** Return the edges between the given cells and all other cells. @param {number[]} cells */
  #outline(cells) {
    const { width } = this.puzzle;
    const inside = new Set(cells);
    const edges = [];
    for (const index of cells) {
      const [row, column] = this.puzzle.cell(index);
      if (!inside.has(index - width)) edges.push(`M${column} ${row}h1`);
      if (!inside.has(index + width)) edges.push(`M${column} ${row + 1}h1`);
      if (column === 0 || !inside.has(index - 1)) edges.push(`M${column} ${row}v1`);
      if (column === width - 1 || !inside.has(index + 1)) edges.push(`M${column + 1} ${row}v1`);
    }
    return edges.join("");
  }

  #grid() {
    const { width, height } = this.puzzle;
    const lines = [];
    for (let row = 1; row < height; row++) lines.push(`M0 ${row}h${width}`);
    for (let column = 1; column < width; column++) lines.push(`M${column} 0v${height}`);
    return this.#path("grid", lines.join(""));
  }

  /** @param {number} index @param {number} clue */
  #addClue(index, clue) {
    const [row, column] = this.puzzle.cell(index);
    const text = clueText(clue);
    const size = FONT_SIZES[Math.min(text.length, FONT_SIZES.length - 1)];
    const label = this.#text("clue", column + 0.5, row + 0.5, size, text);
    this.clues.set(index, label);
    this.element.append(label);
  }

  #rowAndColumnNumbers() {
    const { width, height } = this.puzzle;
    const across = Array.from({ length: width }, (_, column) => this.#text("place", column + 0.5, -0.3, 0.3, String(column)));
    const down = Array.from({ length: height }, (_, row) => this.#text("place", -0.32, row + 0.5, 0.3, String(row)));
    return [...across, ...down];
  }

  /** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} text */
  #text(name, x, y, size, text) {
    return s("text", { class: name, x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
  }
}
