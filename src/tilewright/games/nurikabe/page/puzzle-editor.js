// The puzzle editor: place clues by hand. After every change, the server determines whether the puzzle has exactly one solution.

import { isAbort, messageOf, statusOf } from "/pages/api.js";
import { debounced, h } from "/pages/elements.js";
import { announce, statusLine } from "/pages/feedback.js";
import { actionButton, labelled } from "/pages/form-fields.js";
import { cancelButton, createBoard } from "./board-controls.js";
import { BoardDrawing } from "./board-drawing.js";
import { clueText, EMPTY, LARGEST_SIDE, Puzzle, UNKNOWN_SIZE } from "./puzzle.js";
import { CANCELLED, differingCells, isSettled, solutionCountText } from "./puzzle-analysis.js";

/** @import { Board } from "/pages/board.js" */
/** @import { Cell, PageContext } from "/pages/types.js" */
/** @import { PuzzleAnalysis, SolutionCount } from "./puzzle-analysis.js" */

const MOST_STEPS = 300;
/** The largest total number of cells of the boards in the saved undo history. */
const MOST_SAVED_CELLS = 100_000;
const INSTRUCTIONS = "Choose a cell and type a number, or ? for an island of unknown size.";

export class PuzzleEditor {
  /** @type {Puzzle} */
  puzzle = /** @type {any} */ (null);
  #context;
  #analysis;
  #onChange;
  #onPlay;
  /** @type {Puzzle[]} */
  #past = [];
  /** @type {Puzzle[]} */
  #future = [];
  /** @type {Board} */
  #board = /** @type {any} */ (null);
  /** @type {BoardDrawing} */
  #drawing = /** @type {any} */ (null);
  #active = false;
  #analyseLater = debounced(() => this.#active && this.#analyse(), 300);

  #status = statusLine();
  #rows = labelled("Rows", this.#sideInput());
  #columns = labelled("Columns", this.#sideInput());
  #frame = h("div", { class: "board-frame" });
  #comparison = h("div", { class: "compared", hidden: true });
  #buttons = {
    undo: actionButton("Undo", () => this.undo(), { key: "Ctrl+Z" }),
    redo: actionButton("Redo", () => this.redo(), { key: "Ctrl+Y" }),
    clear: actionButton("Clear board", () => this.#change(Puzzle.empty(this.puzzle.height, this.puzzle.width))),
    play: actionButton("Play this puzzle", () => this.#onPlay(new Puzzle(this.puzzle.rows, "Your puzzle")), { class: "main" }),
  };
  element = h(
    "div",
    { class: "editor-part" },
    h("div", { class: "head" }, this.#rows, this.#columns),
    this.#frame,
    this.#status.element,
    h(
      "div",
      { class: "pad", role: "group", "aria-label": "Clues" },
      [..."1234567890"].map((digit) => this.#clueButton(digit, digit, digit)),
      this.#clueButton("Unknown size", "?", "?"),
      this.#clueButton("Remove the clue", "⌫", "Delete"),
    ),
    h("div", { class: "controls" }, Object.values(this.#buttons)),
    this.#comparison,
  );

  /** `onChange()` is called after every change, `onPlay(puzzle)` when the user wants to play the puzzle. @param {PageContext} context @param {PuzzleAnalysis} analysis @param {{ onChange: () => void, onPlay: (puzzle: Puzzle) => void }} callbacks */
  constructor(context, analysis, { onChange, onPlay }) {
    this.#context = context;
    this.#analysis = analysis;
    this.#onChange = onChange;
    this.#onPlay = onPlay;
  }

  #sideInput() {
    return h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, on: { change: () => this.#resize() } });
  }

  /** @param {string} name @param {string} text @param {string} typed */
  #clueButton(name, text, typed) {
    return h("button", { type: "button", "aria-label": name, on: { click: () => this.#type(typed) } }, text);
  }

  /** Edit a puzzle; undo returns to the previous one. @param {Puzzle} puzzle */
  load(puzzle) {
    if (this.puzzle) this.#change(puzzle);
    else this.#show(puzzle);
  }

  /** Load the saved puzzle, if there is one. */
  resume() {
    const saved = this.#context.store.get("draft");
    const puzzle = Puzzle.fromSaved(saved?.rows);
    if (!puzzle) return;
    const puzzles = (/** @type {unknown} */ list) => (Array.isArray(list) ? list : []).map((rows) => Puzzle.fromSaved(rows)).filter((each) => each !== null);
    this.#past = puzzles(saved.past);
    this.#future = puzzles(saved.future);
    this.#show(puzzle);
  }

  /** Start or stop the analysis: the server analyses the puzzle only while the editor is active. @param {boolean} active */
  setActive(active) {
    this.#active = active;
    if (active) this.#show(this.puzzle);
  }

  undo() {
    const previous = this.#past.pop();
    if (!previous) return;
    this.#future.push(this.puzzle);
    this.#show(previous);
  }

  redo() {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(this.puzzle);
    this.#show(next);
  }

  // --- Changes --------------------------------------------------------------------------------------

  /** @param {Puzzle} next */
  #change(next) {
    if (next.line === this.puzzle.line) return;
    this.#past.push(this.puzzle);
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    this.#future = [];
    this.#show(next);
  }

  /** Change the clue of the chosen cell. A digit is appended to the clue, unless the new clue would be larger than the board. @param {string} typed */
  #type(typed) {
    const { puzzle } = this;
    const cell = this.#board.focused;
    const clue = puzzle.clues[puzzle.indexOf(cell)];
    const longer = Math.max(clue, 0) * 10 + Number(typed);
    let next = longer > puzzle.size ? Number(typed) : longer;
    if (typed === "?") next = UNKNOWN_SIZE;
    else if (typed === "Delete") next = EMPTY;
    else if (typed === "Backspace") next = clue > 9 ? Math.floor(clue / 10) : EMPTY;
    if (next <= puzzle.size) this.#change(puzzle.withClue(puzzle.indexOf(cell), next));
    announce(this.#label(cell));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const typed = event.key === "." ? "?" : event.key;
    if (event.ctrlKey || !/^([0-9?]|Backspace|Delete)$/.test(typed)) return false;
    this.#type(typed);
    return true;
  }

  /** @param {Cell} cell */
  #label(cell) {
    const index = this.puzzle.indexOf(cell);
    const clue = this.puzzle.clues[index];
    return `${this.puzzle.position(index)}: ${clue === EMPTY ? "empty" : clueText(clue)}`;
  }

  #resize() {
    const read = (/** @type {{ control: HTMLInputElement }} */ { control }) => Math.min(LARGEST_SIDE, Math.max(1, Math.floor(Number(control.value)) || 1));
    this.#change(this.puzzle.resized(read(this.#rows), read(this.#columns)));
    this.#showSize();
  }

  #save() {
    const { store } = this.#context;
    const { rows, size } = this.puzzle;
    const limited = (/** @type {Puzzle[]} */ puzzles) => puzzles.slice(-Math.ceil(MOST_SAVED_CELLS / size)).map((each) => each.rows);
    if (!store.set("draft", { rows, past: limited(this.#past), future: limited(this.#future) })) store.set("draft", { rows });
  }

  // --- Display --------------------------------------------------------------------------------------

  /** @param {Puzzle} next */
  #show(next) {
    const sameSize = next.height === this.puzzle?.height && next.width === this.puzzle?.width;
    this.puzzle = next;
    if (sameSize) this.#redraw();
    else this.#createBoard();
    this.#markChosen(this.#board.focused);
    this.#showSize();
    this.#buttons.undo.disabled = this.#past.length === 0;
    this.#buttons.redo.disabled = this.#future.length === 0;
    this.#clearComparison();
    this.#save();
    this.#onChange();
    if (next.clues.every((clue) => clue === EMPTY)) this.#status.show("quiet", INSTRUCTIONS);
    else {
      this.#status.show("busy", "Looking for solutions.");
      this.#analyseLater();
    }
  }

  #createBoard() {
    ({ board: this.#board, drawing: this.#drawing } = createBoard(this.#context, this.puzzle, {
      name: "Puzzle editor",
      label: (cell) => this.#label(cell),
      act: (cell) => this.#markChosen(cell),
      key: (event) => this.#onKey(event),
      hover: () => this.#markChosen(this.#board.focused),
    }));
    this.#frame.replaceChildren(this.#board.element);
  }

  #redraw() {
    this.#drawing = new BoardDrawing(this.puzzle);
    this.#board.drawing.replaceChildren(this.#drawing.element);
    this.#board.overlay.replaceChildren(this.#drawing.marks);
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

  #clearComparison() {
    this.#drawing.mark("differs", []);
    this.#comparison.hidden = true;
    this.#comparison.replaceChildren();
  }

  /** Show two solutions side by side, with the cells in which they differ; return the number of these cells. @param {string[]} first @param {string[]} second */
  #compare(first, second) {
    const cells = differingCells(first, second);
    const figure = (/** @type {string[]} */ solution, /** @type {string} */ name) => {
      const drawing = new BoardDrawing(this.puzzle, { numbered: false });
      drawing.paint([...solution.join("")]);
      drawing.mark("differs", cells);
      return h("figure", {}, h("div", { class: "picture" }, drawing.toSvg({ "aria-label": name })), h("figcaption", { text: name }));
    };
    this.#drawing.mark("differs", cells);
    this.#comparison.hidden = false;
    this.#comparison.replaceChildren(figure(first, "One solution"), figure(second, "Another solution"));
    return cells.length;
  }

  // --- Analysis by the server -----------------------------------------------------------------------

  /** @param {(puzzle: Puzzle) => Promise<SolutionCount>} count */
  async #showCount(count) {
    const { puzzle } = this;
    try {
      const result = await count(puzzle);
      if (puzzle === this.puzzle) await this.#showResult(result);
    } catch (error) {
      if (puzzle !== this.puzzle) return;
      if (isAbort(error)) {
        this.#showResult(CANCELLED);
        return;
      }
      this.#status.show("broken", messageOf(error));
      if (statusOf(error) === 0) this.#analyseLater();
    }
  }

  /** @param {SolutionCount} result */
  async #showResult(result) {
    const { solution, second } = result;
    if (result.unique) await this.#showGrade();
    else if (result.unique === false && solution && second) {
      const count = this.#compare(solution, second);
      this.#status.show("broken", `Several solutions. Two of them differ in the marked ${count === 1 ? "cell" : `${count} cells`}.`);
    } else if (isSettled(result)) this.#status.show("broken", "No solution.");
    else {
      const text = result.status === "cancelled" ? "The search was cancelled." : `So far: ${solutionCountText(result)}.`;
      this.#status.show("quiet", text, actionButton("Search for a minute", () => this.#search(), { class: "small" }));
    }
  }

  async #showGrade() {
    const { puzzle } = this;
    this.#status.show("good", "Exactly one solution.");
    const { grade, hardest } = await this.#analysis.grade(puzzle);
    const technique = hardest ? ` Hardest technique: ${hardest.replaceAll("-", " ")}.` : "";
    if (puzzle === this.puzzle) this.#status.show("good", `Exactly one solution. Difficulty: ${grade}.${technique}`);
  }

  #analyse() {
    const controller = new AbortController();
    this.#status.showWaiting("Looking for solutions.", cancelButton(controller));
    this.#showCount((puzzle) => this.#analysis.countQuickly(puzzle, controller.signal));
  }

  #search() {
    const controller = new AbortController();
    this.#status.showWaiting("Looking for solutions.", cancelButton(controller));
    this.#showCount((puzzle) => this.#analysis.count(puzzle, { signal: controller.signal }));
  }
}
