// A board with its clues. Cells are numbered in reading order: cell `index` is in row floor(index / width).

/** @import { Cell } from "/pages/types.js" */

export const SEA = "#";
export const ISLAND = ".";
export const UNDECIDED = "-";

export const EMPTY = 0;
export const UNKNOWN_SIZE = -1;

/** The largest number of rows, and of columns, of a board. */
export const LARGEST_SIDE = 250;

export class Puzzle {
  /** @param {number[][]} rows clues; 0 is an empty cell, -1 a clue of unknown size @param {string} [name] */
  constructor(rows, name = "") {
    this.height = rows.length;
    this.width = rows[0].length;
    this.clues = rows.flat();
    this.name = name;
    /** The one-line notation, which identifies a puzzle. */
    this.line = toLine(this);
  }

  /** Return the puzzle with the given saved rows; null if the rows are not valid. @param {any} rows @param {unknown} [name] */
  static fromSaved(rows, name = "") {
    const isRow = (/** @type {unknown} */ row) => Array.isArray(row) && row.length > 0 && row.length === rows[0].length && row.every(Number.isInteger);
    return Array.isArray(rows) && rows.length > 0 && rows.every(isRow) ? new Puzzle(rows, String(name ?? "")) : null;
  }

  /** @param {number} height @param {number} width */
  static empty(height, width) {
    return new Puzzle(Array.from({ length: height }, () => Array(width).fill(EMPTY)));
  }

  get rows() {
    return splitRows(this.clues, this.width);
  }

  get size() {
    return this.clues.length;
  }

  /** @param {Cell} cell */
  indexOf([row, column]) {
    return row * this.width + column;
  }

  /** @param {number} index @returns {Cell} */
  cell(index) {
    return [Math.floor(index / this.width), index % this.width];
  }

  /** Return the position of a cell in words, as the server's messages write it. @param {number} index */
  position(index) {
    const [row, column] = this.cell(index);
    return `row ${row}, column ${column}`;
  }

  /** Return the cells that share an edge with a cell. @param {number} index */
  neighbours(index) {
    const [row, column] = this.cell(index);
    const cells = [];
    if (row > 0) cells.push(index - this.width);
    if (column > 0) cells.push(index - 1);
    if (column < this.width - 1) cells.push(index + 1);
    if (row < this.height - 1) cells.push(index + this.width);
    return cells;
  }

  /** Return this board with another clue in a cell. @param {number} index @param {number} clue */
  withClue(index, clue) {
    const clues = [...this.clues];
    clues[index] = clue;
    return new Puzzle(splitRows(clues, this.width), this.name);
  }

  /** Return a board of another size that keeps the clues of all cells that both boards have. @param {number} height @param {number} width */
  resized(height, width) {
    const rows = Array.from({ length: height }, (_row, row) =>
      Array.from({ length: width }, (_column, column) =>
        row < this.height && column < this.width ? Math.min(this.clues[row * this.width + column], height * width) : EMPTY,
      ),
    );
    return new Puzzle(rows, this.name);
  }
}

/** @template Value @param {Value[]} values @param {number} width */
function splitRows(values, width) {
  const rows = [];
  for (let start = 0; start < values.length; start += width) rows.push(values.slice(start, start + width));
  return rows;
}

/** @param {number} clue */
export const clueText = (clue) => (clue === UNKNOWN_SIZE ? "?" : String(clue));

/** Return the board in one line, such as 5x5:a5e2i1e3a. Letters are empty cells, and _ separates adjacent clues. @param {Pick<Puzzle, "height" | "width" | "clues">} puzzle */
function toLine({ height, width, clues }) {
  let body = "";
  let empty = 0;
  const writeEmpty = () => {
    body += "z".repeat(Math.floor(empty / 26));
    if (empty % 26) body += String.fromCharCode(96 + (empty % 26));
    empty = 0;
  };
  for (const clue of clues) {
    if (clue === EMPTY) {
      empty += 1;
      continue;
    }
    writeEmpty();
    if (clue !== UNKNOWN_SIZE && /[0-9]$/.test(body)) body += "_";
    body += clueText(clue);
  }
  writeEmpty();
  return `${height}x${width}:${body}`;
}
