// The rules, checked in the browser after every change. The server checks a finished board once more.

import { EMPTY, ISLAND, SEA, UNDECIDED, UNKNOWN_SIZE } from "./puzzle.js";

/** @import { Puzzle } from "./puzzle.js" */

/** @typedef {"sea-pool" | "sea-divided" | "island-without-number" | "two-numbers" | "island-too-big" | "island-too-small"} RuleCode */

/** A broken rule and its cells, in reading order. @typedef {{ rule: RuleCode, cells: number[] }} Violation */

/** For each rule, the name of a violation and what the rule requires. @type {Record<RuleCode, [wrong: string, rule: string]>} */
const TEXTS = {
  "sea-pool": ["Pool of sea", "no 2×2 block may be all sea"],
  "sea-divided": ["Divided sea", "all sea cells must connect edge to edge"],
  "island-without-number": ["Island without a number", "each island needs exactly one number"],
  "two-numbers": ["Island with several numbers", "each island needs exactly one number"],
  "island-too-big": ["Island that is too large", "its number is its number of cells"],
  "island-too-small": ["Island that is too small and cannot grow", "its number is its number of cells"],
};

/** Describe a broken rule in a sentence. @param {Puzzle} puzzle @param {Violation} violation */
export function describeViolation(puzzle, { rule, cells }) {
  const [wrong, ruleText] = TEXTS[rule];
  return `${wrong} at ${puzzle.position(cells[0])}: ${ruleText}.`;
}

/**
 * Return every rule that is broken regardless of what the undecided cells become. A cell with a clue counts as island.
 * @param {Puzzle} puzzle
 * @param {string[]} cells
 * @returns {Violation[]}
 */
export function brokenRules(puzzle, cells) {
  const kinds = cells.map((kind, index) => (puzzle.clues[index] === EMPTY ? kind : ISLAND));
  const islands = regions(puzzle, (index) => kinds[index] === ISLAND);
  return [...pools(puzzle, kinds), ...dividedSea(puzzle, kinds), ...islands.flatMap((island) => islandViolations(puzzle, kinds, island))];
}

/** Return whether the board is solved if all undecided cells become island. @param {Puzzle} puzzle @param {string[]} cells */
export function isSolved(puzzle, cells) {
  return brokenRules(puzzle, cells.map((kind) => (kind === SEA ? SEA : ISLAND))).length === 0;
}

/** Return the clues whose islands are complete. @param {Puzzle} puzzle @param {string[]} cells */
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
  const all = [];
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
    all.push(region.sort((a, b) => a - b));
  }
  return all;
}

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
  return regions(puzzle, (index) => poolCells.has(index)).map((cells) => ({ rule: "sea-pool", cells }));
}

/** Return the parts of the sea that can no longer be connected to the largest part. @param {Puzzle} puzzle @param {string[]} kinds @returns {Violation[]} */
function dividedSea(puzzle, kinds) {
  const parts = regions(puzzle, (index) => kinds[index] !== ISLAND)
    .map((region) => region.filter((index) => kinds[index] === SEA))
    .filter((part) => part.length > 0);
  const largest = Math.max(...parts.map((part) => part.length));
  const main = parts.findIndex((part) => part.length === largest);
  return parts
    .filter((_, index) => index !== main)
    .map((cells) => ({ rule: "sea-divided", cells }));
}

/** @param {Puzzle} puzzle @param {string[]} kinds @param {number[]} island @returns {Violation[]} */
function islandViolations(puzzle, kinds, island) {
  const clues = island.map((index) => puzzle.clues[index]).filter((clue) => clue !== EMPTY);
  const canGrow = island.some((index) => puzzle.neighbours(index).some((neighbour) => kinds[neighbour] === UNDECIDED));
  const violation = (/** @type {RuleCode} */ rule) => [{ rule, cells: island }];
  if (clues.length === 0) return canGrow ? [] : violation("island-without-number");
  if (clues.length > 1) return violation("two-numbers");
  const [size] = clues;
  if (size === UNKNOWN_SIZE) return [];
  if (island.length > size) return violation("island-too-big");
  if (island.length < size && !canGrow) return violation("island-too-small");
  return [];
}
