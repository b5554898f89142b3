// Patches as lists of [row, column]: turned, laid, and compared. Nothing here knows of the page.

export const SIDE = 9;

export const squareOf = ([row, column]) => SIDE * row + column;

/** A name for some squares that does not depend on their order. */
export const keyOf = (cells) => cells.map(squareOf).sort((a, b) => a - b).join();

/** A patch turned over (left and right change places) or not, then so many quarter turns clockwise; its box begins at 0, 0. */
export function turned(cells, { over, quarters }) {
  let now = over ? cells.map(([row, column]) => [row, -column]) : cells;
  for (let turn = 0; turn < quarters; turn++) now = now.map(([row, column]) => [column, -row]);
  const top = Math.min(...now.map(([row]) => row));
  const left = Math.min(...now.map(([, column]) => column));
  return now.map(([row, column]) => [row - top, column - left]);
}

export const TURNS = [false, true].flatMap((over) => [0, 1, 2, 3].map((quarters) => ({ over, quarters })));

/** A quarter turn more, clockwise. */
export const rotated = ({ over, quarters }) => ({ over, quarters: (quarters + 1) % 4 });

/** Left and right changed as one sees them now: a turn to the right becomes one to the left. */
export const flipped = ({ over, quarters }) => ({ over: !over, quarters: (4 - quarters) % 4 });

export function boxOf(cells) {
  return { rows: Math.max(...cells.map(([row]) => row)) + 1, columns: Math.max(...cells.map(([, column]) => column)) + 1 };
}

/** The square of a patch by which it is held: the one nearest to the middle of its box. */
export function held(image) {
  const { rows, columns } = boxOf(image);
  const far = ([row, column]) => Math.abs(row - (rows - 1) / 2) + Math.abs(column - (columns - 1) / 2);
  return image.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** The squares of an image that is held over a cell; at the edge it is pushed back onto the quilt. */
export function laidAt(image, cell) {
  const { rows, columns } = boxOf(image);
  const [row, column] = held(image);
  const top = Math.min(Math.max(cell[0] - row, 0), SIDE - rows);
  const left = Math.min(Math.max(cell[1] - column, 0), SIDE - columns);
  return image.map(([r, c]) => [top + r, left + c]);
}

export const fits = (cells, covered) => cells.every((cell) => !covered.has(squareOf(cell)));

/** How to hold a patch so that it lies on some squares: {over, quarters, cell}. */
export function gripFor(shape, cells) {
  const wanted = keyOf(cells);
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, column]) => column));
  for (const turn of TURNS) {
    const image = turned(shape, turn);
    const [row, column] = held(image);
    if (keyOf(image.map(([r, c]) => [top + r, left + c])) === wanted) return { ...turn, cell: [top + row, left + column] };
  }
  return null;
}

/** The first way to lay a patch, beginning with a turn; null if it fits nowhere. */
export function firstGrip(shape, covered, wanted) {
  for (const turn of [wanted, ...TURNS]) {
    const image = turned(shape, turn);
    const { rows, columns } = boxOf(image);
    const [row, column] = held(image);
    for (let top = 0; top <= SIDE - rows; top++) {
      for (let left = 0; left <= SIDE - columns; left++) {
        const cell = [top + row, left + column];
        if (fits(laidAt(image, cell), covered)) return { ...turn, cell };
      }
    }
  }
  return null;
}
