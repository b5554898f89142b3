// A puzzle in the editor: numbers in cells, and regions. A draft is immutable; every change returns a new draft.

import { Puzzle, splitRows } from "./puzzle-places-and-clues.js";

/** @import { BoardView } from "./puzzle-places-and-clues.js" */
/** @import { Cell } from "./types.js" */

/** A clue whose number is unknown. */
export const UNKNOWN = -1;

/**
 * `numbers` contains the number of each cell (null: none), and `regions` the region of each cell, if the puzzle has regions. `template` is the
 * description of a puzzle of the same game, from which everything else is taken.
 * @typedef {{ height: number, width: number, numbers: (number | null)[], regions: number[] | null, template: BoardView }} Draft
 */

/** Return the draft with the clues and regions of a puzzle. @param {Puzzle} puzzle @returns {Draft} */
export function draftOf({ view, height, width, clues, regions }) {
  const numbers = clues.map((text) => (text === "" ? null : text === "?" ? UNKNOWN : Number(text)));
  return { height, width, numbers, regions, template: { ...view, clues: [], blocked: [], regions: null, state: null } };
}

/** Return the draft that was saved in the browser; null if the saved value is not a draft. @param {any} saved @returns {Draft | null} */
export function draftFromSaved(saved) {
  const { height, width, numbers, regions, template } = saved ?? {};
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) && list.length === height * width;
  const valid = height > 0 && isList(numbers) && (regions === null || isList(regions)) && Puzzle.fromSaved({ view: { ...template, clues: [] } });
  return valid ? { height, width, numbers, regions, template } : null;
}

/** Return whether numbers in cells can be edited, and whether regions can be edited. @param {Draft} draft */
export const editableParts = ({ regions, template }) => ({ numbers: "rows" in template.instance || "clues" in template.instance, regions: regions !== null });

/** Return the puzzle of a draft. @param {Draft} draft @param {string} [name] */
export function puzzleOf(draft, name = "") {
  const { height, width, numbers, regions, template } = draft;
  const instance = instanceOf(draft);
  /** @type {[number, number, string][]} */
  const clues = numbers.flatMap((number, index) => (number === null ? [] : [[Math.floor(index / width), index % width, number === UNKNOWN ? "?" : String(number)]]));
  return new Puzzle({ ...template, height, width, clues, regions: regions && splitRows(regions, width), instance, line: JSON.stringify(instance) }, name);
}

/** @param {Draft} draft */
function instanceOf({ width, numbers, regions, template }) {
  const instance = { ...template.instance };
  if ("rows" in instance) instance.rows = splitRows(numbers.map((number) => number ?? 0), width);
  if (regions) instance.regions = splitRows(regions, width);
  if (regions && "clues" in instance) {
    /** @type {Map<number, number>} */
    const clues = new Map();
    numbers.forEach((number, index) => number !== null && !clues.has(regions[index]) && clues.set(regions[index], number));
    instance.clues = [...clues].sort(([a], [b]) => a - b);
  }
  return instance;
}

/**
 * Return an empty draft of the same size: no numbers (in a puzzle with domino stones, 0 in every cell), no borders and, if the puzzle has regions, a single region.
 * @param {Draft} draft @returns {Draft}
 */
export function emptied(draft) {
  const numbers = draft.numbers.map(() => (draft.template.shape === "stone" ? 0 : null));
  return { ...draft, numbers, regions: draft.regions && draft.regions.map(() => 1), template: withBorders(draft.template, () => false) };
}

/** @param {Draft} draft @param {number} index @param {number | null} number @returns {Draft} */
export function withNumber(draft, index, number) {
  const numbers = [...draft.numbers];
  // If clues belong to regions, the new number replaces the region's other clue. In a puzzle with domino stones, every cell has a number, so 0 replaces a removed number.
  const region = draft.regions && "clues" in draft.template.instance ? draft.regions[index] : null;
  if (region !== null) draft.regions?.forEach((each, cell) => each === region && (numbers[cell] = null));
  numbers[index] = number === null && draft.template.shape === "stone" ? 0 : number;
  return { ...draft, numbers };
}

/** Return a draft in which the given cells form a separate region. @param {Draft} draft @param {Cell[]} cells @returns {Draft} */
export function withRegion(draft, cells) {
  if (!draft.regions) return draft;
  const regions = [...draft.regions];
  const unused = Math.max(...regions) + 1;
  for (const [row, column] of cells) regions[row * draft.width + column] = unused;
  return { ...draft, regions: numberedRegions(regions, draft.height, draft.width) };
}

/** Return a draft in which the regions of two cells are one region. @param {Draft} draft @param {Cell} from @param {Cell} to @returns {Draft} */
export function withMergedRegions(draft, from, to) {
  if (!draft.regions) return draft;
  const regionAt = (/** @type {Cell} */ [row, column]) => draft.regions?.[row * draft.width + column];
  const [kept, removed] = [regionAt(from), regionAt(to)];
  const regions = draft.regions.map((region) => (region === removed && kept !== undefined ? kept : region));
  return { ...draft, regions: numberedRegions(regions, draft.height, draft.width) };
}

/** Return a draft of another size, with the same content in the cells that both sizes have; numbers larger than the new number of cells are reduced to it. @param {Draft} draft @param {number} height @param {number} width @returns {Draft} */
export function resized(draft, height, width) {
  const cells = Array.from({ length: height * width }, (_, index) => [Math.floor(index / width), index % width]);
  const numberAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const number = row < draft.height && column < draft.width ? draft.numbers[row * draft.width + column] : null;
    return number === null ? null : Math.min(number, height * width);
  };
  const numbers = cells.map(([row, column]) => numberAt(row, column) ?? (draft.template.shape === "stone" ? 0 : null));
  const { regions } = draft;
  // A new cell belongs to the region of the nearest old cell.
  const grown = regions && cells.map(([row, column]) => regions[Math.min(row, draft.height - 1) * draft.width + Math.min(column, draft.width - 1)]);
  const template = withBorders(draft.template, ([, [row, column]]) => row < height && column < width);
  return { ...draft, height, width, numbers, regions: grown && numberedRegions(grown, height, width), template };
}

/** Return the description of a puzzle, keeping only the borders for which `isKept` returns true. @param {BoardView} template @param {(border: [Cell, Cell]) => boolean} isKept @returns {BoardView} */
function withBorders(template, isKept) {
  const { borders, ...instance } = /** @type {{ borders?: [Cell, Cell][] }} */ (template.instance);
  const kept = (borders ?? []).filter(isKept);
  return { ...template, instance: kept.length ? { ...instance, borders: kept } : instance };
}

/** Return a new region number for each cell. Each connected part of a region becomes a separate region; the regions are numbered from 1, in the reading order of their first cells. @param {number[]} regions @param {number} height @param {number} width */
function numberedRegions(regions, height, width) {
  const numbers = Array(regions.length).fill(0);
  let count = 0;
  for (let first = 0; first < regions.length; first++) {
    if (numbers[first]) continue;
    numbers[first] = ++count;
    const reached = [first];
    for (let next = reached.pop(); next !== undefined; next = reached.pop()) {
      const [row, column] = [Math.floor(next / width), next % width];
      const neighbours = [row > 0 && next - width, column > 0 && next - 1, column < width - 1 && next + 1, row < height - 1 && next + width];
      for (const neighbour of neighbours) {
        if (neighbour === false || numbers[neighbour] || regions[neighbour] !== regions[first]) continue;
        numbers[neighbour] = count;
        reached.push(neighbour);
      }
    }
  }
  return numbers;
}
