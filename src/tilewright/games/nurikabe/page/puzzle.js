// A board with its numbers. Cells are counted in reading order, so that cell `at` is in row floor(at / width).

export const SEA = "#";
export const ISLAND = ".";
export const UNDECIDED = "-";

export const EMPTY = 0;
export const UNKNOWN_SIZE = -1;

/** The most rows and columns that a board may have. */
export const LARGEST_SIDE = 250;

export class Puzzle {
  /** `rows` has lists of numbers: 0 an empty cell, -1 a number of unknown size. */
  constructor(rows, name = "") {
    this.height = rows.length;
    this.width = rows[0].length;
    this.clues = rows.flat();
    this.name = name;
    this.line = toLine(this);
  }

  /** A puzzle that was kept as rows; null if these are none. */
  static kept(rows, name = "") {
    const row = (each) => Array.isArray(each) && each.length > 0 && each.length === rows[0].length && each.every(Number.isInteger);
    return Array.isArray(rows) && rows.length > 0 && rows.every(row) ? new Puzzle(rows, String(name ?? "")) : null;
  }

  static empty(height, width) {
    return new Puzzle(Array.from({ length: height }, () => Array(width).fill(EMPTY)));
  }

  get rows() {
    return inRows(this.clues, this.width);
  }

  get size() {
    return this.clues.length;
  }

  at([row, column]) {
    return row * this.width + column;
  }

  cell(at) {
    return [Math.floor(at / this.width), at % this.width];
  }

  place(at) {
    const [row, column] = this.cell(at);
    return `row ${row}, column ${column}`;
  }

  /** The cells that share an edge with this one. */
  beside(at) {
    const [row, column] = this.cell(at);
    const found = [];
    if (row > 0) found.push(at - this.width);
    if (column > 0) found.push(at - 1);
    if (column < this.width - 1) found.push(at + 1);
    if (row < this.height - 1) found.push(at + this.width);
    return found;
  }

  /** Another board with this number in a cell. */
  withClue(at, clue) {
    const clues = [...this.clues];
    clues[at] = clue;
    return new Puzzle(inRows(clues, this.width), this.name);
  }

  /** Another board of this size, with the numbers that still have a place. */
  resized(height, width) {
    const rows = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) =>
        row < this.height && column < this.width ? Math.min(this.clues[row * this.width + column], height * width) : EMPTY,
      ),
    );
    return new Puzzle(rows, this.name);
  }
}

export function inRows(values, width) {
  const rows = [];
  for (let at = 0; at < values.length; at += width) rows.push(values.slice(at, at + width));
  return rows;
}

export const sign = (clue) => (clue === UNKNOWN_SIZE ? "?" : String(clue));

/** The board in one line, such as 5x5:a5e2i1e3a: letters are empty cells, _ keeps two numbers apart. */
function toLine({ height, width, clues }) {
  let body = "";
  let empty = 0;
  const skip = () => {
    body += "z".repeat(Math.floor(empty / 26));
    if (empty % 26) body += String.fromCharCode(96 + (empty % 26));
    empty = 0;
  };
  for (const clue of clues) {
    if (clue === EMPTY) {
      empty += 1;
      continue;
    }
    skip();
    if (clue !== UNKNOWN_SIZE && /[0-9]$/.test(body)) body += "_";
    body += sign(clue);
  }
  skip();
  return `${height}x${width}:${body}`;
}
