// The user's progress on a puzzle: the painted cells, the undo history and the clock, saved in the browser after every step.

import { EMPTY, UNDECIDED } from "./puzzle.js";

/** @import { LocalStore } from "/pages/types.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** A changed cell. @typedef {[index: number, before: string, after: string]} CellChange */

const MOST_STEPS = 2000;
const MOST_PUZZLES = 60;

/** @param {string} line */
const storageKey = (line) => `play ${line}`;

export class PuzzleProgress {
  #store;
  /** The changes of the current step. @type {CellChange[] | null} */
  #step = null;

  /** Load the saved progress of a puzzle; without saved progress, start with an empty board. @param {LocalStore} store @param {Puzzle} puzzle */
  constructor(store, puzzle) {
    this.#store = store;
    this.puzzle = puzzle;
    const saved = store.get(storageKey(puzzle.line)) ?? {};
    const valid = typeof saved.cells === "string" && saved.cells.length === puzzle.size;
    /** @type {string[]} */
    this.cells = valid ? [...saved.cells] : Array(puzzle.size).fill(UNDECIDED);
    /** @type {(steps: unknown) => CellChange[][]} */
    const validSteps = (steps) => (valid && Array.isArray(steps) ? steps.filter(Array.isArray) : []);
    this.past = validSteps(saved.past);
    this.future = validSteps(saved.future);
    /** @type {number} */
    this.seconds = saved.seconds ?? 0;
    /** The number of hints taken. @type {number} */
    this.hints = saved.hints ?? 0;
    /** Whether the solution was shown. @type {boolean} */
    this.shown = saved.shown ?? false;
    /** @type {boolean} */
    this.solved = saved.solved ?? false;
    this.#addToRecent();
  }

  /** The key of the progress in the store. */
  get key() {
    return storageKey(this.puzzle.line);
  }

  get isStarted() {
    return this.past.length > 0;
  }

  /** The state of the board as rows of characters, the notation that the server parses. */
  get rows() {
    return Array.from({ length: this.puzzle.height }, (_, row) =>
      this.cells.slice(row * this.puzzle.width, (row + 1) * this.puzzle.width).join(""),
    );
  }

  // --- Steps: all cells painted between `begin` and `end` are undone together -------------------------

  begin() {
    this.#step = [];
  }

  /** Set a cell to sea, island or undecided; cells with a clue do not change. @param {number} index @param {string} kind */
  paint(index, kind) {
    if (this.puzzle.clues[index] !== EMPTY || this.cells[index] === kind) return;
    this.#step?.push([index, this.cells[index], kind]);
    this.cells[index] = kind;
  }

  /** Undo all changes of the current step. */
  cancel() {
    for (const [index, before] of [...(this.#step ?? [])].reverse()) this.cells[index] = before;
    this.#step = null;
  }

  /** End the current step; return whether the step has changed anything. */
  end() {
    const step = this.#step ?? [];
    this.#step = null;
    if (step.length === 0) return false;
    this.past.push(step);
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
    this.save();
    return true;
  }

  /** Paint several cells as one step; return whether anything has changed. @param {[index: number, kind: string][]} cells */
  paintAll(cells) {
    this.begin();
    for (const [index, kind] of cells) this.paint(index, kind);
    return this.end();
  }

  undo() {
    const step = this.past.pop();
    if (!step) return false;
    for (const [index, before] of [...step].reverse()) this.cells[index] = before;
    this.future.push(step);
    this.save();
    return true;
  }

  redo() {
    const step = this.future.pop();
    if (!step) return false;
    for (const [index, , after] of step) this.cells[index] = after;
    this.past.push(step);
    this.save();
    return true;
  }

  /** Clear the board, which can be undone, and reset the clock. */
  restart() {
    Object.assign(this, { seconds: 0, hints: 0, shown: false, solved: false });
    this.paintAll(this.cells.map((_, index) => [index, UNDECIDED]));
    this.save();
  }

  // --- Storage --------------------------------------------------------------------------------------

  /** Save the progress, with a shorter undo history if the storage is full; return false if the progress cannot be saved at all. */
  save() {
    const { puzzle, seconds, hints, shown, solved } = this;
    for (;;) {
      const { past, future } = this;
      if (this.#store.set(storageKey(puzzle.line), { cells: this.cells.join(""), past, future, seconds, hints, shown, solved })) return true;
      if (past.length + future.length === 0) return false;
      this.past = past.slice(Math.ceil(past.length / 2));
      this.future = [];
    }
  }

  /** Add this puzzle to the list of recent puzzles, and delete the progress of the oldest ones. */
  #addToRecent() {
    const recent = this.#store.get("recent");
    const lines = [this.puzzle.line, ...(Array.isArray(recent) ? recent : []).filter((line) => line !== this.puzzle.line)];
    for (const line of lines.splice(MOST_PUZZLES)) this.#store.remove(storageKey(line));
    this.#store.set("recent", lines);
  }
}

/** Return the status of a puzzle: "solved", "started" or "". @param {LocalStore} store @param {string} line */
export function progressStatus(store, line) {
  const saved = store.get(storageKey(line));
  if (saved?.solved) return "solved";
  return saved?.past?.length ? "started" : "";
}
