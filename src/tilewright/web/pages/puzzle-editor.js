// The puzzle editor: place numbers and draw regions by hand. After every change, the server determines whether the puzzle has exactly one solution.

import { isAbort, messageOf, statusOf } from "./api.js";
import { nearestNeighbour, stepsBetween } from "./cells-between-drag-points.js";
import { debounced, h } from "./elements.js";
import { announce, statusLine } from "./announcements-and-progress.js";
import { actionButton, labelled } from "./form-fields.js";
import { whenServerIsBack } from "./outage.js";
import { CANCELLED, isSettled, solutionCountText } from "./puzzle-analysis.js";
import { cancelButton, createBoard, drawPuzzle, numberPad } from "./puzzle-board-and-number-pad.js";
import { draftFromSaved, draftOf, editableParts, emptied, puzzleOf, resized, UNKNOWN, withMergedRegions, withNumber, withRegion } from "./puzzle-draft.js";
import { PuzzleDrawing } from "./puzzle-drawing.js";
import { LARGEST_SIDE } from "./puzzle-places-and-clues.js";
import { plural } from "./text-format.js";

/** @import { Activation, Board } from "./interactive-board.js" */
/** @import { PuzzleAnalysis, SolutionCount } from "./puzzle-analysis.js" */
/** @import { Draft } from "./puzzle-draft.js" */
/** @import { Puzzle, StateJson } from "./puzzle-places-and-clues.js" */
/** @import { Cell, PageContext } from "./types.js" */

const MOST_STEPS = 300;
/** The approximate maximum of the total number of cells in the saved undo history; the same limit applies to the saved redo history. */
const MOST_SAVED_CELLS = 100_000;
/** A click that is at most this fraction of a cell away from a border removes the border. */
const BORDER_REACH = 0.28;
const NUMBER_INSTRUCTIONS = "Select a cell and type a number, or ? for an unknown number.";
const REGION_INSTRUCTIONS = "Drag across cells to make them a region; click a border to remove the border.";

export class PuzzleEditor {
  /** @type {Puzzle} */
  puzzle = /** @type {any} */ (null);
  #context;
  #analysis;
  #callbacks;
  /** @type {Draft} */
  #draft = /** @type {any} */ (null);
  /** @type {Draft[]} */
  #past = [];
  /** @type {Draft[]} */
  #future = [];
  /** @type {Board} */
  #board = /** @type {any} */ (null);
  /** @type {PuzzleDrawing} */
  #drawing = /** @type {any} */ (null);
  /** The cells of a drag, and the point at which it started. @type {{ path: Cell[], point: { x: number, y: number } | null } | null} */
  #drag = null;
  #active = false;
  // The board may have been cleared before the delayed analysis begins; the status line then shows instructions instead.
  #analyseLater = debounced(() => this.#active && !this.#isEmpty() && this.#showCount(this.#analysis.countQuickly), 300);

  #status = statusLine();
  #rows = labelled("Rows", this.#sideInput());
  #columns = labelled("Columns", this.#sideInput());
  #frame = h("div", { class: "board-frame" });
  #comparison = h("div", { class: "compared", hidden: true });
  #pad = numberPad("Clues", (key) => this.#type(key), ["An unknown number", "?", "?"]);
  #buttons = {
    undo: actionButton("Undo", () => this.undo(), { key: "Ctrl+Z" }),
    redo: actionButton("Redo", () => this.redo(), { key: "Ctrl+Y" }),
    separate: actionButton("Make the cell a region", () => this.#change(withRegion(this.#draft, [this.#board.focused])), { key: "Enter" }),
    clear: actionButton("Clear board", () => this.#change(emptied(this.#draft))),
    play: actionButton("Play this puzzle", () => this.#callbacks.onPlay(this.puzzle.line), { class: "main" }),
  };
  element = h(
    "div",
    { class: "editor-part" },
    h("div", { class: "head" }, this.#rows, this.#columns),
    this.#frame,
    this.#status.element,
    this.#pad,
    h("div", { class: "controls" }, Object.values(this.#buttons)),
    this.#comparison,
  );

  /** `onChange()` is called after every change, `onPlay(text)` when the user wants to play the puzzle. @param {PageContext} context @param {PuzzleAnalysis} analysis @param {{ onChange: () => void, onPlay: (text: string) => void }} callbacks */
  constructor(context, analysis, callbacks) {
    this.#context = context;
    this.#analysis = analysis;
    this.#callbacks = callbacks;
  }

  #sideInput() {
    return h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, on: { change: () => this.#resize() } });
  }

  /** Open a puzzle in the editor; undo returns to the previous puzzle. @param {Puzzle} puzzle */
  load(puzzle) {
    if (this.puzzle) this.#change(draftOf(puzzle));
    else this.#show(draftOf(puzzle));
  }

  /** Load the saved puzzle, if there is one. */
  resume() {
    const saved = this.#context.store.get("draft");
    const draft = draftFromSaved(saved?.draft);
    if (!draft) return;
    const drafts = (/** @type {unknown} */ list) => (Array.isArray(list) ? list : []).map(draftFromSaved).filter((each) => each !== null);
    this.#past = drafts(saved.past);
    this.#future = drafts(saved.future);
    this.#show(draft);
  }

  /** Set whether the editor is active. A new analysis starts by itself only while the editor is active; an analysis that has started continues. @param {boolean} active */
  setActive(active) {
    this.#active = active;
    if (active) this.#show(this.#draft);
  }

  undo() {
    const previous = this.#past.pop();
    if (!previous) return;
    this.#future.push(this.#draft);
    this.#show(previous);
  }

  redo() {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(this.#draft);
    this.#show(next);
  }

  // --- Changes --------------------------------------------------------------------------------------

  /** @param {Draft} next */
  #change(next) {
    if (puzzleOf(next).line === this.puzzle.line) return;
    this.#past.push(this.#draft);
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    this.#future = [];
    this.#show(next);
  }

  /** Change the number of the selected cell. A digit is appended to the number; if the result would be larger than the number of cells, the digit replaces the number. @param {string} typed */
  #type(typed) {
    const { puzzle } = this;
    const cell = this.#board.focused;
    const number = this.#draft.numbers[puzzle.indexOf(cell)];
    const longer = Math.max(number ?? 0, 0) * 10 + Number(typed);
    /** @type {number | null} */
    let next = longer > puzzle.size ? Number(typed) : longer;
    if (typed === "?") next = UNKNOWN;
    else if (typed === "Delete") next = null;
    else if (typed === "Backspace") next = number !== null && number > 9 ? Math.floor(number / 10) : null;
    // In `rows`, a zero is an empty cell (except in puzzles with domino stones), so typing a zero removes the clue.
    if (next === 0 && "rows" in puzzle.view.instance && puzzle.shape !== "stone") next = null;
    if (next === null || next <= puzzle.size) this.#change(withNumber(this.#draft, puzzle.indexOf(cell), next));
    announce(this.#label(cell));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const typed = event.key === "." ? "?" : event.key;
    if (event.ctrlKey || !editableParts(this.#draft).numbers || !/^([0-9?]|Backspace|Delete)$/.test(typed)) return false;
    this.#type(typed);
    return true;
  }

  /** @param {Cell} cell @param {Activation} activation */
  #act(cell, { start, key, point }) {
    this.#markChosen(cell);
    if (!this.#draft.regions) return;
    if (start && key !== null) this.#change(withRegion(this.#draft, [cell]));
    else if (start) this.#drag = { path: [cell], point };
    else if (this.#drag) this.#drag.path.push(...stepsBetween(this.#drag.path[this.#drag.path.length - 1], cell));
    if (this.#drag && !start) this.#drawing.mark("hint", this.#drag.path.map((each) => this.puzzle.indexOf(each)));
  }

  #end() {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || !drag.point) return;
    const [first] = drag.path;
    const neighbour = nearestNeighbour(first, drag.point);
    const distance = 0.5 - Math.max(Math.abs(drag.point.x - first[1] - 0.5), Math.abs(drag.point.y - first[0] - 0.5));
    if (drag.path.length > 1) this.#change(withRegion(this.#draft, drag.path));
    else if (distance <= BORDER_REACH && this.puzzle.contains(neighbour)) this.#change(withMergedRegions(this.#draft, first, neighbour));
    this.#drawing.mark("hint");
  }

  /** @param {Cell} cell */
  #label(cell) {
    const { puzzle } = this;
    const index = puzzle.indexOf(cell);
    const region = puzzle.regions ? `, region ${puzzle.regions[index]}` : "";
    return `${puzzle.position(cell)}: ${puzzle.clues[index] || "empty"}${region}`;
  }

  #resize() {
    const read = (/** @type {{ control: HTMLInputElement }} */ { control }) => Math.min(LARGEST_SIDE, Math.max(1, Math.floor(Number(control.value)) || 1));
    this.#change(resized(this.#draft, read(this.#rows), read(this.#columns)));
    this.#showSize();
  }

  #save() {
    const { store } = this.#context;
    const draft = this.#draft;
    const limited = (/** @type {Draft[]} */ drafts) => drafts.slice(-Math.ceil(MOST_SAVED_CELLS / this.puzzle.size));
    if (!store.set("draft", { draft, past: limited(this.#past), future: limited(this.#future) })) store.set("draft", { draft });
  }

  // --- Display --------------------------------------------------------------------------------------

  /** @param {Draft} draft */
  #show(draft) {
    const next = puzzleOf(draft, "Your puzzle");
    const sameSize = next.height === this.puzzle?.height && next.width === this.puzzle?.width;
    this.#draft = draft;
    this.puzzle = next;
    if (sameSize) this.#drawing = drawPuzzle(this.#board, next);
    else this.#createBoard();
    this.#markChosen(this.#board.focused);
    this.#showSize();
    this.#buttons.undo.disabled = this.#past.length === 0;
    this.#buttons.redo.disabled = this.#future.length === 0;
    const parts = editableParts(draft);
    this.#pad.hidden = !parts.numbers;
    this.#buttons.separate.hidden = !parts.regions;
    this.#drawing.markPlaces("differs", []);
    this.#comparison.hidden = true;
    this.#comparison.replaceChildren();
    this.#save();
    this.#callbacks.onChange();
    if (this.#isEmpty()) this.#status.show("quiet", [parts.numbers && NUMBER_INSTRUCTIONS, parts.regions && REGION_INSTRUCTIONS].filter(Boolean).join(" "));
    else {
      this.#status.show("busy", "Looking for solutions.");
      this.#analyseLater();
    }
  }

  #isEmpty() {
    return puzzleOf(emptied(this.#draft)).line === this.puzzle.line;
  }

  #createBoard() {
    ({ board: this.#board, drawing: this.#drawing } = createBoard(this.#context, this.puzzle, {
      name: "Puzzle editor",
      label: (cell) => this.#label(cell),
      act: (cell, activation) => this.#act(cell, activation),
      end: () => this.#end(),
      key: (event) => this.#onKey(event),
      hover: () => this.#markChosen(this.#board.focused),
    }));
    this.#frame.replaceChildren(this.#board.element);
  }

  /** @param {Cell} cell */
  #markChosen(cell) {
    this.#board.clear("chosen");
    this.#board.mark([cell], "chosen");
  }

  #showSize() {
    this.#rows.control.value = String(this.puzzle.height);
    this.#columns.control.value = String(this.puzzle.width);
  }

  /** Show two solutions side by side, with the places at which they differ; return the number of these places. @param {StateJson} first @param {StateJson} second */
  #compare(first, second) {
    const { puzzle } = this;
    const places = puzzle.differingPlaces(puzzle.solutionValues(first), puzzle.solutionValues(second));
    const figure = (/** @type {StateJson} */ solution, /** @type {string} */ name) => {
      const drawing = new PuzzleDrawing(puzzle, { numbered: false });
      drawing.paint(puzzle.solutionValues(solution));
      drawing.markPlaces("differs", places);
      return h("figure", {}, h("div", { class: "picture" }, drawing.toSvg({ "aria-label": name })), h("figcaption", { text: name }));
    };
    this.#drawing.markPlaces("differs", places);
    this.#comparison.hidden = false;
    this.#comparison.replaceChildren(figure(first, "One solution"), figure(second, "Another solution"));
    return places.length;
  }

  // --- Analysis by the server -----------------------------------------------------------------------

  /** Show how many solutions the puzzle has. @param {(puzzle: Puzzle, signal: AbortSignal) => Promise<SolutionCount>} count */
  async #showCount(count) {
    const { puzzle } = this;
    const controller = new AbortController();
    this.#status.showWaiting("Looking for solutions.", cancelButton(controller));
    try {
      const result = await count(puzzle, controller.signal);
      if (puzzle === this.puzzle) await this.#showResult(result);
    } catch (error) {
      if (puzzle !== this.puzzle) return;
      if (isAbort(error)) {
        this.#showResult(CANCELLED);
        return;
      }
      this.#status.show("broken", messageOf(error));
      if (statusOf(error) === 0) whenServerIsBack(this.#analyseLater);
    }
  }

  /** @param {SolutionCount} result */
  async #showResult(result) {
    const { solution, second } = result;
    if (result.unique) await this.#showGrade();
    else if (result.unique === false && solution && second) {
      const count = this.#compare(solution, second);
      const noun = this.puzzle.onEdges ? "edge" : "cell";
      this.#status.show("broken", `Several solutions. Two of them differ in the ${count === 1 ? `marked ${noun}` : plural(count, `marked ${noun}`)}.`);
    } else if (result.unique === false) this.#status.show("broken", "Several solutions.");
    else if (isSettled(result)) this.#status.show("broken", "No solution.");
    else {
      const search = () => this.#showCount((puzzle, signal) => this.#analysis.count(puzzle, { signal }));
      const text = result.status === "cancelled" ? "The search was cancelled." : `So far: ${solutionCountText(result)}.`;
      this.#status.show("quiet", text, actionButton("Search for a minute", search, { class: "small" }));
    }
  }

  async #showGrade() {
    const { puzzle } = this;
    this.#status.show("good", "Exactly one solution.");
    const { grade, hardest } = await this.#analysis.grade(puzzle);
    const technique = hardest ? ` Hardest technique: ${hardest.replaceAll("-", " ")}.` : "";
    if (puzzle === this.puzzle) this.#status.show("good", `Exactly one solution. Difficulty: ${grade}.${technique}`);
  }
}
