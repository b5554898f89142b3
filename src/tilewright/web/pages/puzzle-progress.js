// The user's progress on a puzzle: the entries, the undo history, a trial and the clock, saved in the browser after every step.

import { UNDECIDED } from "./puzzle-places-and-clues.js";

/** @import { LocalStore } from "./types.js" */
/** @import { Puzzle } from "./puzzle-places-and-clues.js" */

/** A changed place: a cell or an edge. If the colour of cell `index` has changed, the place is `-1 - index`. @typedef {[place: number, before: string, after: string]} Change */

/** The clock, the hints and the status before a restart, so that an undo can restore them; `steps` is the number of steps in the history up to and including the restart. @typedef {{ steps: number, seconds: number, hints: number, shown: boolean, solved: boolean }} Reset */

const MOST_STEPS = 2000;
const MOST_PUZZLES = 60;

/** @param {string} line */
const storageKey = (line) => `play ${line}`;

export class PuzzleProgress {
  #store;
  /** The changes of the current step. @type {Change[] | null} */
  #step = null;

  /** Load the saved progress of a puzzle; without saved progress, start with an empty board. @param {LocalStore} store @param {Puzzle} puzzle */
  constructor(store, puzzle) {
    this.#store = store;
    this.puzzle = puzzle;
    const saved = store.get(storageKey(puzzle.line)) ?? {};
    const values = puzzle.unpack(saved.cells);
    const valid = values !== null;
    this.values = values ?? puzzle.emptyValues();
    /** The board at the start of the trial; null if there is no trial. */
    this.trialStart = valid ? puzzle.unpack(saved.trial) : null;
    /** The colour of each cell; colours have no meaning for the puzzle. @type {string[]} */
    this.colours = valid && typeof saved.colours === "string" && saved.colours.length === puzzle.size ? [...saved.colours] : Array(puzzle.size).fill(UNDECIDED);
    /** @type {Reset | null} */
    this.reset = saved.reset ?? null;
    /** @type {(steps: unknown) => Change[][]} */
    const validSteps = (steps) => (valid && Array.isArray(steps) ? steps.filter(Array.isArray) : []);
    this.past = validSteps(saved.past);
    this.future = validSteps(saved.future);
    /** @type {number} */
    this.seconds = saved.seconds ?? 0;
    /** The number of hints that the player has used. @type {number} */
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

  /** The entries, in the format of the server. */
  get state() {
    return this.puzzle.stateToJson(this.values);
  }

  /** The entries as one string. */
  get packed() {
    return this.puzzle.pack(this.values);
  }

  // --- Steps: all places that are changed between `begin` and `end` are undone together ---------------

  begin() {
    this.#step = [];
  }

  /** Set the value of a place; fixed places do not change. @param {number} place @param {string} value */
  paint(place, value) {
    if (this.puzzle.isFixed(place) || this.values[place] === value) return;
    this.#step?.push([place, this.values[place], value]);
    this.values[place] = value;
  }

  /** Set the colour of a cell. @param {number} index @param {string} colour */
  colour(index, colour) {
    if (this.colours[index] === colour) return;
    this.#step?.push([-1 - index, this.colours[index], colour]);
    this.colours[index] = colour;
  }

  /** @param {number} place @param {string} value */
  #restore(place, value) {
    if (place < 0) this.colours[-1 - place] = value;
    else this.values[place] = value;
  }

  /** Undo all changes of the current step. */
  cancel() {
    for (const [place, before] of [...(this.#step ?? [])].reverse()) this.#restore(place, before);
    this.#step = null;
  }

  /** End the current step; return whether the step has changed anything. */
  end() {
    const step = this.#step ?? [];
    this.#step = null;
    if (step.length === 0) return false;
    this.past.push(step);
    this.#forget(this.past.length - MOST_STEPS);
    this.future = [];
    this.save();
    return true;
  }

  /** Remove the given number of steps, the oldest first, from the undo history. @param {number} count */
  #forget(count) {
    if (count <= 0) return;
    this.past = this.past.slice(count);
    if (this.reset) this.reset = this.reset.steps > count ? { ...this.reset, steps: this.reset.steps - count } : null;
  }

  /** Set the values of several places as one step; return whether anything has changed. @param {[place: number, value: string][]} places */
  paintAll(places) {
    this.begin();
    for (const [place, value] of places) this.paint(place, value);
    return this.end();
  }

  /** Set the values of all places as one step; return whether anything has changed. @param {string[]} values */
  paintBoard(values) {
    return this.paintAll(values.map((value, place) => [place, value]));
  }

  undo() {
    const step = this.past.pop();
    if (!step) return false;
    for (const [place, before] of [...step].reverse()) this.#restore(place, before);
    this.future.push(step);
    if (this.reset?.steps === this.past.length + 1) {
      const { seconds, hints, shown, solved } = this.reset;
      Object.assign(this, { seconds: this.seconds + seconds, hints: this.hints + hints, shown, solved, reset: null });
    }
    this.save();
    return true;
  }

  redo() {
    const step = this.future.pop();
    if (!step) return false;
    for (const [place, , after] of step) this.#restore(place, after);
    this.past.push(step);
    this.save();
    return true;
  }

  /** Clear the board and reset the clock; an undo restores both. */
  restart() {
    const { seconds, hints, shown, solved } = this;
    Object.assign(this, { seconds: 0, hints: 0, shown: false, solved: false, trialStart: null, reset: null });
    this.begin();
    this.values.forEach((_, place) => this.paint(place, UNDECIDED));
    this.colours.forEach((_, index) => this.colour(index, UNDECIDED));
    if (this.end()) this.reset = { steps: this.past.length, seconds, hints, shown, solved };
    this.save();
  }

  // --- A trial: the user can return to the board at its start -----------------------------------------

  startTrial() {
    this.trialStart = [...this.values];
    this.save();
  }

  keepTrial() {
    this.trialStart = null;
    this.save();
  }

  /** Return to the board at the start of the trial; this can be undone. */
  discardTrial() {
    if (this.trialStart) this.paintBoard(this.trialStart);
    this.keepTrial();
  }

  // --- Storage --------------------------------------------------------------------------------------

  /** Save the progress, with a shorter undo history if the storage is full; return false if the progress cannot be saved at all. */
  save() {
    const { puzzle, seconds, hints, shown, solved } = this;
    const colours = this.colours.join("");
    for (;;) {
      const { past, future, reset } = this;
      const trial = this.trialStart && puzzle.pack(this.trialStart);
      if (this.#store.set(storageKey(puzzle.line), { cells: this.packed, colours, trial, past, future, seconds, hints, shown, solved, reset })) return true;
      if (past.length + future.length === 0) return false;
      this.#forget(Math.ceil(past.length / 2));
      this.future = [];
    }
  }

  /** Put this puzzle first in the list of recent puzzles. If the list is longer than `MOST_PUZZLES`, remove the oldest puzzles and delete their progress. */
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
