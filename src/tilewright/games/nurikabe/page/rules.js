// The rules, checked in the browser after every change. The server checks a finished board once more.

import { clueText, EMPTY, ISLAND, SEA, UNDECIDED, UNKNOWN_SIZE } from "./puzzle.js";

/** @import { Puzzle } from "./puzzle.js" */

/** @typedef {{ rule: string, cells: number[], what: string }} Violation */

/**
 * Return every rule that is broken whatever the undecided cells become, with its cells and a message. The messages are the same as those
 * of the server. A cell with a clue counts as island.
 * @param {Puzzle} puzzle
 * @param {string[]} cells
 */
export function brokenRules(puzzle, cells) {
  const kinds = cells.map((kind, index) => (puzzle.clues[index] === EMPTY ? kind : ISLAND));
  const violations = [...pools(puzzle, kinds), ...dividedSea(puzzle, kinds)];
  for (const island of regions(puzzle, (index) => kinds[index] === ISLAND)) violations.push(...islandViolations(puzzle, kinds, island));
  return violations.map(({ rule, cells: broken, what }) => ({ rule, cells: broken, message: `${puzzle.position(broken[0])}: ${what}` }));
}

/** Whether the board is solved if all undecided cells become island. @param {Puzzle} puzzle @param {string[]} cells */
export function isSolved(puzzle, cells) {
  return brokenRules(puzzle, cells.map((kind) => (kind === SEA ? SEA : ISLAND))).length === 0;
}

/** Return the clues whose islands have all their cells. @param {Puzzle} puzzle @param {string[]} cells */
export function completeClues(puzzle, cells) {
  const complete = new Set();
  const isLand = (/** @type {number} */ index) => cells[index] === ISLAND || puzzle.clues[index] !== EMPTY;
  for (const island of regions(puzzle, isLand)) {
    const clues = island.filter((index) => puzzle.clues[index] !== EMPTY);
    if (clues.length === 1 && puzzle.clues[clues[0]] === island.length) complete.add(clues[0]);
  }
  return complete;
}

/** Return the connected regions of the cells for which `belongs` holds, each in reading order. @param {Puzzle} puzzle @param {(index: number) => boolean} belongs */
function regions(puzzle, belongs) {
  const seen = new Uint8Array(puzzle.size);
  const found = [];
  for (let first = 0; first < puzzle.size; first++) {
    if (seen[first] || !belongs(first)) continue;
    const region = [first];
    seen[first] = 1;
    for (let next = 0; next < region.length; next++) {
      for (const neighbour of puzzle.neighbours(region[next])) {
        if (seen[neighbour] || !belongs(neighbour)) continue;
        seen[neighbour] = 1;
        region.push(neighbour);
      }
    }
    found.push(region.sort((a, b) => a - b));
  }
  return found;
}

/** @param {number[]} cells */
const countText = (cells) => (cells.length === 1 ? "one cell is" : `${cells.length} cells are`);

/** @param {Puzzle} puzzle @param {string[]} kinds @returns {Violation[]} */
function pools(puzzle, kinds) {
  const { width, height } = puzzle;
  /** @type {Set<number>} */
  const poolCells = new Set();
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const corner = row * width + column;
      const square = [corner, corner + 1, corner + width, corner + width + 1];
      if (square.every((index) => kinds[index] === SEA)) square.forEach((index) => poolCells.add(index));
    }
  }
  return regions(puzzle, (index) => poolCells.has(index)).map((cells) => ({ rule: "sea-pool", cells, what: `${countText(cells)} a pool of the sea` }));
}

/** Return the parts of the sea that can no longer be connected to its largest part. @param {Puzzle} puzzle @param {string[]} kinds @returns {Violation[]} */
function dividedSea(puzzle, kinds) {
  const parts = regions(puzzle, (index) => kinds[index] !== ISLAND)
    .map((region) => region.filter((index) => kinds[index] === SEA))
    .filter((part) => part.length > 0);
  const largest = Math.max(...parts.map((part) => part.length));
  const main = parts.findIndex((part) => part.length === largest);
  return parts
    .filter((_, index) => index !== main)
    .map((cells) => ({ rule: "sea-divided", cells, what: `${countText(cells)} cut off from the rest of the sea` }));
}

/** @param {Puzzle} puzzle @param {string[]} kinds @param {number[]} island @returns {Violation[]} */
function islandViolations(puzzle, kinds, island) {
  const clues = island.map((index) => puzzle.clues[index]).filter((clue) => clue !== EMPTY);
  const canGrow = island.some((index) => puzzle.neighbours(index).some((neighbour) => kinds[neighbour] === UNDECIDED));
  const violation = (/** @type {string} */ rule, /** @type {string} */ what) => [{ rule, cells: island, what: `${countText(island)} ${what}` }];
  if (clues.length === 0) return canGrow ? [] : violation("island-without-number", "an island without a number");
  if (clues.length > 1) return violation("two-numbers", `one island with the numbers ${clues.map(clueText).join(" and ")}`);
  const [size] = clues;
  if (size === UNKNOWN_SIZE) return [];
  if (island.length > size) return violation("island-too-big", `an island of the number ${size}`);
  if (island.length < size && !canGrow) return violation("island-too-small", `an island of the number ${size}`);
  return [];
}
