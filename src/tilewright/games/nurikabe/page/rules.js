// The rules, as the page marks them while somebody paints. The last word on a finished board has the server.

import { EMPTY, ISLAND, SEA, sign, UNDECIDED, UNKNOWN_SIZE } from "./puzzle.js";

/**
 * Every rule that the cells break for good, with the cells and a line about it; what a decision about undecided cells could
 * still mend is not broken. A cell with a number counts as island.
 */
export function brokenRules(puzzle, cells) {
  const kinds = cells.map((kind, at) => (puzzle.clues[at] === EMPTY ? kind : ISLAND));
  const broken = [...pools(puzzle, kinds), ...seaParts(puzzle, kinds)];
  for (const island of regions(puzzle, (at) => kinds[at] === ISLAND)) broken.push(...islandRules(puzzle, kinds, island));
  return broken.map(({ rule, cells: found, what }) => ({ rule, cells: found, message: `${puzzle.place(found[0])}: ${what}` }));
}

/** Whether the board is solved if all that is undecided becomes island. */
export function solvedBy(puzzle, cells) {
  return brokenRules(puzzle, cells.map((kind) => (kind === SEA ? SEA : ISLAND))).length === 0;
}

/** The numbers whose islands have all their cells. */
export function completeClues(puzzle, cells) {
  const complete = new Set();
  const land = (at) => cells[at] === ISLAND || puzzle.clues[at] !== EMPTY;
  for (const island of regions(puzzle, land)) {
    const numbers = island.filter((at) => puzzle.clues[at] !== EMPTY);
    if (numbers.length === 1 && puzzle.clues[numbers[0]] === island.length) complete.add(numbers[0]);
  }
  return complete;
}

/** The connected regions of the cells that belong, each in reading order. */
function regions(puzzle, belongs) {
  const seen = new Uint8Array(puzzle.size);
  const found = [];
  for (let first = 0; first < puzzle.size; first++) {
    if (seen[first] || !belongs(first)) continue;
    const region = [first];
    seen[first] = 1;
    for (let next = 0; next < region.length; next++) {
      for (const other of puzzle.beside(region[next])) {
        if (seen[other] || !belongs(other)) continue;
        seen[other] = 1;
        region.push(other);
      }
    }
    found.push(region.sort((a, b) => a - b));
  }
  return found;
}

const number = (cells) => (cells.length === 1 ? "one cell is" : `${cells.length} cells are`);

function pools(puzzle, kinds) {
  const { width, height } = puzzle;
  const deep = new Set();
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const at = row * width + column;
      const square = [at, at + 1, at + width, at + width + 1];
      if (square.every((each) => kinds[each] === SEA)) square.forEach((each) => deep.add(each));
    }
  }
  return regions(puzzle, (at) => deep.has(at)).map((cells) => ({ rule: "sea-pool", cells, what: `${number(cells)} a pool of the sea` }));
}

/** The parts of the sea that can never flow together with its largest part. */
function seaParts(puzzle, kinds) {
  const parts = regions(puzzle, (at) => kinds[at] !== ISLAND)
    .map((region) => region.filter((at) => kinds[at] === SEA))
    .filter((part) => part.length > 0);
  const largest = Math.max(...parts.map((part) => part.length));
  const main = parts.findIndex((part) => part.length === largest);
  return parts
    .filter((_, at) => at !== main)
    .map((cells) => ({ rule: "sea-divided", cells, what: `${number(cells)} cut off from the rest of the sea` }));
}

function islandRules(puzzle, kinds, island) {
  const clues = island.map((at) => puzzle.clues[at]).filter((clue) => clue !== EMPTY);
  const mayGrow = island.some((at) => puzzle.beside(at).some((other) => kinds[other] === UNDECIDED));
  const broken = (rule, what) => [{ rule, cells: island, what: `${number(island)} ${what}` }];
  if (clues.length === 0) return mayGrow ? [] : broken("island-without-number", "an island without a number");
  if (clues.length > 1) return broken("two-numbers", `one island with the numbers ${clues.map(sign).join(" and ")}`);
  const [size] = clues;
  if (size === UNKNOWN_SIZE) return [];
  if (island.length > size) return broken("island-too-big", `an island of the number ${size}`);
  if (island.length < size && !mayGrow) return broken("island-too-small", `an island of the number ${size}`);
  return [];
}
