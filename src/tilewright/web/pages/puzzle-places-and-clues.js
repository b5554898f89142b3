// A pencil puzzle as the page shows it: the board, its clues and regions, and the places that the player fills in. The four kinds of puzzles differ
// in their places (cells, or edges between cells) and in the values that a place can have.

/** @import { Cell } from "./types.js" */

/** @typedef {"shade" | "numbers" | "regions" | "lines"} Kind */

/**
 * The player's entries, in the format of the server. `rows` contains, for the kind "shade", a string of the characters `#`, `.` and `-` for each row, and for
 * the kind "numbers", a list of whole numbers for each row. The other properties list edges, each as its two cells.
 * @typedef {object} StateJson
 * @property {(string | number[])[]} [rows]
 * @property {[Cell, Cell][]} [borders]
 * @property {[Cell, Cell][]} [joins]
 * @property {[Cell, Cell][]} [lines]
 * @property {[Cell, Cell][]} [crosses]
 */

/**
 * The server's description of a puzzle: the answer to the question "open".
 * @typedef {object} BoardView
 * @property {number} height
 * @property {number} width
 * @property {Kind} kind
 * @property {[row: number, column: number, text: string][]} clues
 * @property {[row: number, column: number][]} [blocked] cells of the rectangle that are not part of the puzzle
 * @property {number[][] | null} regions the regions that are given, as rows of region numbers
 * @property {boolean} fixed whether the player cannot enter anything in the cells that have a clue
 * @property {"" | "rectangle" | "stone"} shape the shape that all regions must have; empty if they can have any shape
 * @property {Record<string, unknown>} instance the puzzle as JSON
 * @property {string} line the puzzle as text; it identifies the puzzle
 * @property {StateJson | null} state the entries, if the text of the puzzle contains any
 */

/** The value of an undecided place. */
export const UNDECIDED = "-";
export const SHADED = "#";
export const UNSHADED = ".";
export const BORDER = "|";
export const JOIN = "=";
export const LINE = "l";
export const CROSS = "x";

/** The colours that a player can give to cells; they have no meaning for the puzzle. */
export const COLOURS = ["1", "2", "3"];

/** The maximum number of rows and the maximum number of columns. */
export const LARGEST_SIDE = 250;

/**
 * `values` are the values that a place can have (empty for puzzles whose places contain numbers). `json` maps each value of an edge to the key
 * of the list of edges with this value in the JSON of a state. `names` maps each value to its name in the JSON of a hint.
 * @typedef {{ onEdges: boolean, values: string[], json: Record<string, "borders" | "joins" | "lines" | "crosses">, names: Record<string, string> }} KindDescription
 */

/** @type {Record<Kind, KindDescription>} */
const KINDS = {
  shade: { onEdges: false, values: [SHADED, UNSHADED], json: {}, names: { [SHADED]: "#", [UNSHADED]: "." } },
  numbers: { onEdges: false, values: [], json: {}, names: {} },
  regions: { onEdges: true, values: [BORDER, JOIN], json: { [BORDER]: "borders", [JOIN]: "joins" }, names: { [BORDER]: "border", [JOIN]: "join" } },
  lines: { onEdges: true, values: [LINE, CROSS], json: { [LINE]: "lines", [CROSS]: "crosses" }, names: { [LINE]: "line", [CROSS]: "cross" } },
};

/**
 * Cells are numbered from 0 in reading order: cell `index` is in row floor(index / width). If the places are edges, place `2 * index` is the edge
 * to the right of cell `index`, and place `2 * index + 1` is the edge below this cell.
 */
export class Puzzle {
  /** @param {BoardView} view @param {string} [name] */
  constructor(view, name = "") {
    this.view = view;
    this.name = name;
    this.height = view.height;
    this.width = view.width;
    this.kind = view.kind;
    this.shape = view.shape;
    this.onEdges = KINDS[view.kind].onEdges;
    /** The puzzle as text. The text identifies the puzzle. */
    this.line = view.line;
    /** The text of the clue in each cell; empty if the cell has none. */
    this.clues = /** @type {string[]} */ (Array(this.size).fill(""));
    for (const [row, column, text] of view.clues) this.clues[this.indexOf([row, column])] = text;
    this.regions = view.regions?.flat() ?? null;
    const borders = /** @type {[Cell, Cell][]} */ (view.instance?.borders ?? []);
    /** The edges with a given border. */
    this.borders = borders.map(([from, to]) => 2 * this.indexOf(from) + (from[0] === to[0] ? 0 : 1));
  }

  /** Return the puzzle that was saved in the browser; null if the saved value is not a puzzle. @param {any} saved */
  static fromSaved(saved) {
    const { view, name } = saved ?? {};
    const valid = Object.hasOwn(KINDS, view?.kind ?? "") && view.height > 0 && view.width > 0 && Array.isArray(view.clues) && typeof view.line === "string";
    return valid ? new Puzzle(view, String(name ?? "")) : null;
  }

  /** The number of cells. */
  get size() {
    return this.height * this.width;
  }

  /** The number of places. For edges, this includes the places outside of the board (see `isInside`). */
  get places() {
    return this.onEdges ? 2 * this.size : this.size;
  }

  /** @param {Cell} cell */
  indexOf([row, column]) {
    return row * this.width + column;
  }

  /** @param {number} index @returns {Cell} */
  cell(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  /** @param {Cell} cell */
  contains([row, column]) {
    return row >= 0 && column >= 0 && row < this.height && column < this.width;
  }

  /** Return the position of a cell as text, as in the server's messages: rows and columns are numbered from 1. @param {Cell} cell */
  position([row, column]) {
    return `Row ${row + 1}, column ${column + 1}`;
  }

  /** Return the place of the edge between two neighbouring cells; null if there is no such edge. @param {Cell} from @param {Cell} to */
  edge(from, to) {
    if (!this.contains(from) || !this.contains(to)) return null;
    const [first, second] = [this.indexOf(from), this.indexOf(to)].sort((a, b) => a - b);
    if (from[0] === to[0] && second === first + 1) return 2 * first;
    return from[1] === to[1] && second === first + this.width ? 2 * first + 1 : null;
  }

  /** Return the two cells of an edge. @param {number} place @returns {[Cell, Cell]} */
  edgeCells(place) {
    const [row, column] = this.cell(Math.floor(place / 2));
    return [[row, column], place % 2 === 0 ? [row, column + 1] : [row + 1, column]];
  }

  /** Return whether both cells of an edge are on the board: the last column has no edges to the right, and the last row none below. @param {number} place */
  isInside(place) {
    return this.contains(this.edgeCells(place)[1]);
  }

  /** Return all edges of a cell. @param {Cell} cell @returns {number[]} */
  edgesOf([row, column]) {
    /** @type {Cell[]} */
    const neighbours = [[row - 1, column], [row, column - 1], [row, column + 1], [row + 1, column]];
    return neighbours.map((cell) => this.edge([row, column], cell)).filter((place) => place !== null);
  }

  /** Return whether a place has a value that the player cannot change. @param {number} place */
  isFixed(place) {
    return !this.onEdges && this.view.fixed && this.clues[place] !== "";
  }

  /** Return the values of an empty board. @returns {string[]} */
  emptyValues() {
    return Array(this.places).fill(UNDECIDED);
  }

  // --- States as JSON -------------------------------------------------------------------------------

  /** @param {string[]} values @returns {StateJson} */
  stateToJson(values) {
    const { json } = KINDS[this.kind];
    if (this.kind === "shade") return { rows: splitRows(values, this.width).map((row) => row.join("")) };
    if (this.kind === "numbers") {
      const numberOf = (/** @type {string} */ value, /** @type {number} */ index) => Number(this.isFixed(index) ? this.clues[index] : value === UNDECIDED ? 0 : value);
      return { rows: splitRows(values.map(numberOf), this.width) };
    }
    const edgesWith = (/** @type {string} */ wanted) => values.flatMap((value, place) => (value === wanted ? [this.edgeCells(place)] : []));
    return Object.fromEntries(Object.entries(json).map(([value, key]) => [key, edgesWith(value)]));
  }

  /** @param {StateJson} state */
  valuesFromJson(state) {
    const values = this.emptyValues();
    if (!this.onEdges) {
      const cells = (state.rows ?? []).flatMap((row) => [...row].map(String));
      return values.map((_, index) => (cells[index] === undefined || cells[index] === "0" ? UNDECIDED : cells[index]));
    }
    for (const [value, key] of Object.entries(KINDS[this.kind].json)) {
      for (const [from, to] of state[key] ?? []) {
        const place = this.edge(from, to);
        if (place !== null) values[place] = value;
      }
    }
    return values;
  }

  /** Return the values of a solution, in which every place is decided. @param {StateJson} solution */
  solutionValues(solution) {
    const values = this.valuesFromJson(solution);
    if (!this.onEdges) return values;
    // A solution may list only the edges that have one of the two values; all other edges have the other value.
    const [first, second] = KINDS[this.kind].values;
    if (values.includes(first) && values.includes(second)) return values;
    const rest = values.includes(first) ? second : first;
    return values.map((value, place) => (value === UNDECIDED && this.isInside(place) ? rest : value));
  }

  /** Return the value that a hint names. @param {string | number} name */
  valueOfHint(name) {
    const { names } = KINDS[this.kind];
    return Object.keys(names).find((value) => names[value] === name) ?? String(name);
  }

  /** Return the places that are filled in on the first board and have a different value on the second. @param {string[]} values @param {string[]} others */
  differingPlaces(values, others) {
    return values.flatMap((value, place) => (value === UNDECIDED || value === others[place] || this.isFixed(place) ? [] : [place]));
  }

  /** Return values as one string, for saving. @param {string[]} values */
  pack(values) {
    return values.join(this.#separator);
  }

  /** Return the values in a string from the storage or from a link; null if the string does not fit this puzzle. @param {unknown} packed */
  unpack(packed) {
    const values = typeof packed === "string" ? packed.split(this.#separator) : [];
    const isValue = (/** @type {string} */ value) => value === UNDECIDED || (this.kind === "numbers" ? /^[1-9]\d{0,5}$/.test(value) : KINDS[this.kind].values.includes(value));
    return values.length === this.places && values.every(isValue) ? values : null;
  }

  get #separator() {
    return this.kind === "numbers" ? " " : "";
  }
}

/** @template Value @param {Value[]} values @param {number} width */
export function splitRows(values, width) {
  const rows = [];
  for (let start = 0; start < values.length; start += width) rows.push(values.slice(start, start + width));
  return rows;
}
