// What somebody has filled in on a puzzle, every step of it, and the clock: kept in the browser from step to step.

import { EMPTY, UNDECIDED } from "./puzzle.js";

const MOST_STEPS = 2000;
const MOST_PUZZLES = 60;

const drawer = (line) => `play ${line}`;

export class Record {
  #store;
  #stroke = null;

  /** What is kept of this puzzle, or a fresh start. */
  constructor(store, puzzle) {
    this.#store = store;
    this.puzzle = puzzle;
    const kept = store.get(drawer(puzzle.line)) ?? {};
    const known = typeof kept.cells === "string" && kept.cells.length === puzzle.size;
    this.cells = known ? [...kept.cells] : Array(puzzle.size).fill(UNDECIDED);
    const strokes = (found) => (known && Array.isArray(found) ? found.filter(Array.isArray) : []);
    this.past = strokes(kept.past);
    this.future = strokes(kept.future);
    this.seconds = kept.seconds ?? 0;
    this.hints = kept.hints ?? 0;
    this.shown = kept.shown ?? false;
    this.solved = kept.solved ?? false;
    this.#remember();
  }

  /** Where it is kept. */
  get key() {
    return drawer(this.puzzle.line);
  }

  get begun() {
    return this.past.length > 0;
  }

  /** The state as the server reads it. */
  get rows() {
    return Array.from({ length: this.puzzle.height }, (_, row) =>
      this.cells.slice(row * this.puzzle.width, (row + 1) * this.puzzle.width).join(""),
    );
  }

  // --- Steps: all cells between `begin` and `end` are one -------------------------------------------

  begin() {
    this.#stroke = [];
  }

  /** Make a cell sea, island or undecided; cells with a number stay as they are. */
  paint(at, kind) {
    if (this.puzzle.clues[at] !== EMPTY || this.cells[at] === kind) return;
    this.#stroke.push([at, this.cells[at], kind]);
    this.cells[at] = kind;
  }

  /** Take the step back that has just begun. */
  cancel() {
    for (const [at, before] of [...(this.#stroke ?? [])].reverse()) this.cells[at] = before;
    this.#stroke = null;
  }

  /** True if the step has changed anything. */
  end() {
    const stroke = this.#stroke ?? [];
    this.#stroke = null;
    if (stroke.length === 0) return false;
    this.past.push(stroke);
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
    this.save();
    return true;
  }

  /** A whole step at once: `kinds` has a kind for each cell that changes. */
  step(kinds) {
    this.begin();
    for (const [at, kind] of kinds) this.paint(at, kind);
    return this.end();
  }

  undo() {
    const stroke = this.past.pop();
    if (!stroke) return false;
    for (const [at, before] of [...stroke].reverse()) this.cells[at] = before;
    this.future.push(stroke);
    this.save();
    return true;
  }

  redo() {
    const stroke = this.future.pop();
    if (!stroke) return false;
    for (const [at, , after] of stroke) this.cells[at] = after;
    this.past.push(stroke);
    this.save();
    return true;
  }

  /** Everything undecided again, which can be undone; the clock starts anew. */
  restart() {
    Object.assign(this, { seconds: 0, hints: 0, shown: false, solved: false });
    this.step(this.cells.map((_, at) => [at, UNDECIDED]));
    this.save();
  }

  // --- Keeping --------------------------------------------------------------------------------------

  /** False if there is no room in the browser, even without the steps. */
  save() {
    const { puzzle, seconds, hints, shown, solved } = this;
    for (;;) {
      const { past, future } = this;
      if (this.#store.set(drawer(puzzle.line), { cells: this.cells.join(""), past, future, seconds, hints, shown, solved })) return true;
      if (past.length + future.length === 0) return false;
      this.past = past.slice(Math.ceil(past.length / 2));
      this.future = [];
    }
  }

  /** The newest puzzles keep their records; the oldest make room. */
  #remember() {
    const recent = this.#store.get("recent");
    const lines = [this.puzzle.line, ...(Array.isArray(recent) ? recent : []).filter((line) => line !== this.puzzle.line)];
    for (const line of lines.splice(MOST_PUZZLES)) this.#store.remove(drawer(line));
    this.#store.set("recent", lines);
  }
}

/** "solved", "begun" or "" for a puzzle, by its line. */
export function progressOf(store, line) {
  const kept = store.get(drawer(line));
  if (kept?.solved) return "solved";
  return kept?.past?.length ? "begun" : "";
}

/** Seconds as 3:07 or 1:02:45. */
export function clockText(seconds) {
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
