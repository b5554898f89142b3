// Draws a puzzle in the browser, so that the effect of a click is visible at once. A cell is a unit square.

import { gridLines, hatch, outline, squares } from "./cell-svg-paths.js";
import { s } from "./elements.js";
import { BORDER, COLOURS, CROSS, JOIN, LINE, SHADED, UNDECIDED, UNSHADED } from "./puzzle-places-and-clues.js";

/** @import { Cell, Properties, ViewBox } from "./types.js" */
/** @import { Puzzle } from "./puzzle-places-and-clues.js" */

/** The width of the margin for the row and column numbers, in cells. */
const MARGIN = 0.62;

/** The maximum number of rows or columns of a board with row and column numbers. */
const LARGEST_NUMBERED = 60;
/** Font sizes of numbers, indexed by the number of digits. */
const FONT_SIZES = [0.62, 0.62, 0.52, 0.4, 0.3, 0.24];

/** The marks that are drawn without hatching. */
const WITHOUT_HATCH = ["hint", "because"];

export class PuzzleDrawing {
  /** @param {Puzzle} puzzle @param {{ numbered?: boolean }} [options] */
  constructor(puzzle, { numbered = true } = {}) {
    this.puzzle = puzzle;
    /** The colours that a player gives to cells; they have no meaning for the puzzle. */
    this.colours = s("g", { class: "colours" });
    /** The player's entries, and above them the entries of a trial, which the player can discard all at once. */
    this.entered = s("g", { class: "entered" });
    this.trial = s("g", { class: "entered trial" });
    /** @type {Map<number, SVGTextElement>} */
    this.clues = new Map();
    this.element = s("g", { class: `puzzle-drawing of-${puzzle.kind}` });
    this.marks = s("g", { class: "puzzle-drawing", "pointer-events": "none" });
    const { width, height } = puzzle;
    // The grid is drawn above shaded cells, so that it separates them, but below lines.
    const grid = this.#path("grid", gridLines(0, 0, height, width));
    const layers = puzzle.kind === "lines" ? [grid, this.entered, this.trial] : [this.entered, this.trial, grid];
    const blocked = (puzzle.view.blocked ?? []).map(([row, column]) => s("rect", { class: "blocked", x: column, y: row, width: 1, height: 1 }));
    this.element.append(s("rect", { class: "land", width, height }), this.colours, ...blocked, ...layers);
    if (puzzle.regions) this.element.append(this.#path("given", this.#givenBorders(puzzle.regions)));
    if (puzzle.borders.length) this.element.append(this.#path("given", this.#borders(puzzle.borders)));
    const filled = new Set((puzzle.view.blocked ?? []).map((cell) => puzzle.indexOf(cell)));
    puzzle.clues.forEach((clue, index) => clue && !filled.has(index) && this.clues.set(index, this.#number("clue", index, clue)));
    this.element.append(...this.clues.values());
    this.element.append(s("rect", { class: "frame", width, height }));
    if (numbered && Math.max(width, height) <= LARGEST_NUMBERED) this.element.append(...this.#rowAndColumnNumbers());
  }

  /** The view box with the margin. @returns {ViewBox} */
  get box() {
    const { width, height } = this.puzzle;
    return { x: -MARGIN, y: -MARGIN, width: width + MARGIN + 0.2, height: height + MARGIN + 0.2 };
  }

  /** Return the drawing as a separate SVG element. @param {Properties} properties */
  toSvg(properties) {
    const { width, height } = this.puzzle;
    const svg = s("svg", { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, role: "img", ...properties });
    svg.append(this.element, this.marks);
    return svg;
  }

  /** Draw the player's entries. Places that differ from `before`, if it is given, are drawn in a lighter colour. @param {string[]} values @param {string[] | null} [before] */
  paint(values, before = null) {
    const isTrial = (/** @type {number} */ place) => before !== null && values[place] !== before[place];
    this.entered.replaceChildren(...this.#shapes(values, (place) => !isTrial(place)));
    this.trial.replaceChildren(...(before ? this.#shapes(values, isTrial) : []));
  }

  /** Draw the colours of cells. @param {string[]} colours */
  paintColours(colours) {
    const cellsOf = (/** @type {string} */ wanted) => colours.flatMap((colour, index) => (colour === wanted ? [index] : []));
    this.colours.replaceChildren(...COLOURS.map((colour) => this.#path(`colour-${colour}`, squares(this.#positions(cellsOf(colour))))));
  }

  /** Show the satisfied clues in a lighter colour. @param {Set<number>} complete the cells of these clues */
  showComplete(complete) {
    for (const [index, text] of this.clues) text.classList.toggle("complete", complete.has(index));
  }

  /** Return SVG elements that show the values of the places for which `belongs` returns true, except fixed places. @param {string[]} values @param {(place: number) => boolean} belongs */
  #shapes(values, belongs) {
    const { puzzle } = this;
    const placesWith = (/** @type {string} */ wanted) =>
      values.flatMap((value, place) => (value === wanted && belongs(place) && !puzzle.isFixed(place) ? [place] : []));
    if (puzzle.kind === "shade") return [this.#path("shaded", squares(this.#positions(placesWith(SHADED)))), this.#path("dots", this.#dots(placesWith(UNSHADED)))];
    if (puzzle.kind === "numbers") {
      return values.flatMap((value, index) => (value !== UNDECIDED && belongs(index) && !puzzle.isFixed(index) ? [this.#number("typed", index, value)] : []));
    }
    if (puzzle.kind === "regions") {
      return [this.#path("joined", this.#joinedCells(placesWith(JOIN))), this.#path("border", this.#borders(placesWith(BORDER)))];
    }
    return [this.#path("line", this.#lines(placesWith(LINE))), this.#path("cross", this.#crosses(placesWith(CROSS)))];
  }

  // --- Marks ----------------------------------------------------------------------------------------

  /** Mark groups of cells, and remove earlier marks with the same name. The names are `broken`, `wrong`, `hint`, `because`, `differs`. @param {string} name @param {...number[]} groups */
  mark(name, ...groups) {
    const cells = this.#positions([...new Set(groups.flat())]);
    const paths = [this.#path("wash", squares(cells))];
    if (!WITHOUT_HATCH.includes(name)) paths.push(this.#path("hatch", hatch(cells)));
    paths.push(this.#path("edge", groups.map((group) => outline(this.#positions(group))).join("")));
    this.#group(name).replaceChildren(...paths);
  }

  /** Mark places: cells, or edges between cells. @param {string} name @param {number[]} places */
  markPlaces(name, places) {
    this.mark(name, ...(this.puzzle.onEdges ? [] : [places]));
    if (!this.puzzle.onEdges) return;
    this.#group(name).append(this.#path("places", this.puzzle.kind === "lines" ? this.#lines(places) : this.#borders(places)));
  }

  /** Show the value that a hint suggests for places. @param {string} value @param {number[]} places */
  preview(value, places) {
    const values = this.puzzle.emptyValues();
    for (const place of places) values[place] = value;
    const ghost = s("g", { class: "entered ghost" });
    ghost.append(...this.#shapes(values, () => true));
    // A shaded cell is drawn smaller, so that the colour of the hint remains visible.
    if (value === SHADED) ghost.replaceChildren(this.#path("shaded", this.#positions(places).map(([r, c]) => `M${c + 0.3} ${r + 0.3}h.4v.4h-.4z`).join("")));
    this.#group("hint").append(ghost);
  }

  /** @param {string} name */
  #group(name) {
    return this.marks.querySelector(`.${name}`) ?? this.marks.appendChild(s("g", { class: name }));
  }

  // --- Paths ----------------------------------------------------------------------------------------

  /** @param {string} name @param {string} d */
  #path(name, d) {
    return s("path", { class: name, d });
  }

  /** @param {number[]} cells */
  #positions(cells) {
    return cells.map((index) => this.puzzle.cell(index));
  }

  /** Return a path with a dot in each cell: a line of length zero with round caps. @param {number[]} cells */
  #dots(cells) {
    return this.#positions(cells).map(([row, column]) => `M${column + 0.5} ${row + 0.5}h0`).join("");
  }

  /** Return a path that, for each edge, follows the side that its two cells share. @param {number[]} places */
  #borders(places) {
    return places.map((place) => {
      const [, [row, column]] = this.puzzle.edgeCells(place);
      return place % 2 === 0 ? `M${column} ${row}v1` : `M${column} ${row}h1`;
    }).join("");
  }

  /** Return a path with a line across each edge, between the centres of its two cells. @param {number[]} places */
  #lines(places) {
    return places.map((place) => {
      const [[row, column]] = this.puzzle.edgeCells(place);
      return `M${column + 0.5} ${row + 0.5}${place % 2 === 0 ? "h1" : "v1"}`;
    }).join("");
  }

  /** Return a path with a small cross on each edge. @param {number[]} places */
  #crosses(places) {
    return places.map((place) => {
      const [[row, column], [otherRow, otherColumn]] = this.puzzle.edgeCells(place);
      const [x, y] = [(column + otherColumn + 1) / 2, (row + otherRow + 1) / 2];
      return `M${x - 0.1} ${y - 0.1}l.2 .2M${x + 0.1} ${y - 0.1}l-.2 .2`;
    }).join("");
  }

  /** Return a path with the shapes that joined cells form; neighbours that are not joined are separated by a gap. @param {number[]} places */
  #joinedCells(places) {
    const { puzzle } = this;
    const joined = new Set(places);
    const cells = new Set(places.flatMap((place) => puzzle.edgeCells(place).map((cell) => puzzle.indexOf(cell))));
    const isJoined = (/** @type {Cell} */ from, /** @type {Cell} */ to) => joined.has(puzzle.edge(from, to) ?? -1);
    return [...cells].map((index) => {
      const [r, c] = puzzle.cell(index);
      const [right, below] = [isJoined([r, c], [r, c + 1]), isJoined([r, c], [r + 1, c])];
      let path = `M${c + 0.1} ${r + 0.1}h.8v.8h-.8z`;
      if (right) path += `M${c + 0.9} ${r + 0.1}h.2v.8h-.2z`;
      if (below) path += `M${c + 0.1} ${r + 0.9}h.8v.2h-.8z`;
      if (right && below && isJoined([r, c + 1], [r + 1, c + 1]) && isJoined([r + 1, c], [r + 1, c + 1])) path += `M${c + 0.9} ${r + 0.9}h.2v.2h-.2z`;
      return path;
    }).join("");
  }

  /** Return the SVG path of the edges between cells of different regions. `regions` contains the region of each cell. @param {number[]} regions */
  #givenBorders(regions) {
    const { puzzle } = this;
    const places = Array.from({ length: 2 * puzzle.size }, (_, place) => place).filter((place) => {
      const [from, to] = puzzle.edgeCells(place);
      return puzzle.contains(to) && regions[puzzle.indexOf(from)] !== regions[puzzle.indexOf(to)];
    });
    return this.#borders(places);
  }

  // --- Texts ----------------------------------------------------------------------------------------

  /** @param {string} name @param {number} index @param {string} text */
  #number(name, index, text) {
    const [row, column] = this.puzzle.cell(index);
    return this.#text(name, column + 0.5, row + 0.5, FONT_SIZES[Math.min(text.length, FONT_SIZES.length - 1)], text);
  }

  #rowAndColumnNumbers() {
    const { width, height } = this.puzzle;
    const across = Array.from({ length: width }, (_, column) => this.#text("place", column + 0.5, -0.3, 0.3, String(column + 1)));
    const down = Array.from({ length: height }, (_, row) => this.#text("place", -0.32, row + 0.5, 0.3, String(row + 1)));
    return [...across, ...down];
  }

  /** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} text */
  #text(name, x, y, size, text) {
    return s("text", { class: name, x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
  }
}
