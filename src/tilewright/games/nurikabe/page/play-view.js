// The play view: paint the sea and the islands. Broken rules are marked at once, and the server gives hints.

import { isAbort, messageOf, statusOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { announce, statusLine } from "/pages/feedback.js";
import { actionButton, capitalised, radioButtons } from "/pages/form-fields.js";
import { ARROW_STEPS } from "/pages/keyboard.js";
import { onChangeInOtherTab } from "/pages/local-storage.js";
import { clockText } from "/pages/text-format.js";
import { cancelButton, cellsBetween, createBoard } from "./board-controls.js";
import { EMPTY, ISLAND, SEA, UNDECIDED } from "./puzzle.js";
import { differingCells, isSettled, solutionCountText } from "./puzzle-analysis.js";
import { PuzzleProgress } from "./puzzle-progress.js";
import { brokenRules, completeClues, describeViolation, isSolved } from "./rules.js";

/** @import { Activation, Board } from "/pages/board.js" */
/** @import { Cell, PageContext } from "/pages/types.js" */
/** @import { BoardDrawing } from "./board-drawing.js" */
/** @import { Puzzle } from "./puzzle.js" */
/** @import { PuzzleAnalysis } from "./puzzle-analysis.js" */
/** @import { Violation } from "./rules.js" */

/** The response to `POST /hint`. @typedef {{ cells: Cell[], value: string | null, technique: string, reason: string }} Hint */

/** @typedef {"sea" | "island" | "clear"} Tool */

/** @type {Record<string, string>} */
const KIND_NAMES = { [SEA]: "sea", [ISLAND]: "island", [UNDECIDED]: "undecided" };
/** The values that a primary and a secondary click paint with each tool. @type {Record<Tool, [string, string]>} */
const TOOLS = { sea: [SEA, ISLAND], island: [ISLAND, SEA], clear: [UNDECIDED, UNDECIDED] };
/** The tooltips of the tools. */
const TOOL_TITLES = ["Sea (right button: island)", "Island (right button: sea)", "Clear"];
/** @type {Record<string, string>} */
const PAINT_KEYS = { x: SEA, s: SEA, i: ISLAND, ".": ISLAND, delete: UNDECIDED, backspace: UNDECIDED };
/** The delay, in milliseconds, before a request to which the server did not respond is repeated. */
const RETRY_DELAY = 3_000;
const INSTRUCTIONS = "Paint the sea around the islands. Each number must end up in an island of exactly that many cells.";

export class PlayView {
  #context;
  #analysis;
  #onProgress;
  #onShowSolutions;
  /** @type {Tool} */
  #tool;
  /** @type {PuzzleProgress} */
  #progress = /** @type {any} */ (null);
  /** @type {Board} */
  #board = /** @type {any} */ (null);
  /** @type {BoardDrawing} */
  #drawing = /** @type {any} */ (null);
  /** @type {{ kind: string, last: Cell } | null} */
  #drag = null;
  /** @type {{ indices: number[], value: string | null } | null} */
  #hint = null;
  /** Aborts the running request for a hint. @type {AbortController | null} */
  #hintRequest = null;
  #active = true;

  #status = statusLine();
  #clock = h("span", { class: "clock", role: "timer", "aria-label": "Time" });
  #facts = h("p", { class: "facts about" });
  #frame = h("div", { class: "board-frame" });
  #markRules;
  #buttons = {
    undo: actionButton("Undo", () => this.undo(), { key: "Ctrl+Z" }),
    redo: actionButton("Redo", () => this.redo(), { key: "Ctrl+Y" }),
    hint: actionButton("Hint", () => this.#giveHint(), { key: "H" }),
    check: actionButton("Check", () => this.#check(), { key: "C" }),
    solve: actionButton("Solve", () => this.#solve()),
    restart: actionButton("Start over", () => this.#restart()),
  };

  /**
   * `onProgress()` is called when a puzzle is started or solved, `onShowSolutions()` when the user wants to see two different solutions.
   * @param {PageContext} context
   * @param {PuzzleAnalysis} analysis
   * @param {{ onProgress: () => void, onShowSolutions: () => void }} callbacks
   */
  constructor(context, analysis, { onProgress, onShowSolutions }) {
    const { store } = context;
    this.#context = context;
    this.#analysis = analysis;
    this.#onProgress = onProgress;
    this.#onShowSolutions = onShowSolutions;
    const savedTool = store.get("tool", "sea");
    this.#tool = Object.hasOwn(TOOLS, savedTool) ? /** @type {Tool} */ (savedTool) : "sea";
    this.#markRules = h("input", { type: "checkbox", id: "live", checked: store.get("live", true) });
    this.#markRules.addEventListener("change", () => {
      store.set("live", this.#markRules.checked);
      this.#changed();
    });
    const tools = { sea: [h("i", { class: "swatch sea" }), "Sea"], island: [h("i", { class: "swatch island" }), "Island"], clear: [h("i", { class: "swatch" }), "Clear"] };
    const toolButtons = radioButtons("What to paint", tools, this.#tool, (chosen) => store.set("tool", (this.#tool = /** @type {Tool} */ (chosen))));
    toolButtons.element.querySelectorAll("label").forEach((label, index) => (label.title = TOOL_TITLES[index]));
    this.element = h(
      "div",
      { class: "play-part" },
      h("div", { class: "head" }, this.#facts, this.#clock),
      this.#frame,
      this.#status.element,
      h("div", { class: "controls" }, toolButtons.element, Object.values(this.#buttons)),
      h("label", { class: "live", for: "live" }, this.#markRules, "Mark broken rules at once"),
    );
    setInterval(() => this.#active && !document.hidden && this.#tick(1), 1000);
    // Progress is not saved when the page is closed: another tab may have newer progress by then.
    document.addEventListener("visibilitychange", () => document.hidden && this.#progress?.save());
    onChangeInOtherTab(context.game.name, (key) => key === this.#progress?.key && this.#loadFromOtherTab());
  }

  get puzzle() {
    return this.#progress?.puzzle ?? null;
  }

  /** Continue a puzzle; the rows of `state`, if given, are painted as one step. @param {Puzzle} puzzle @param {string[] | null} [state] */
  load(puzzle, state = null) {
    const { showMessage, store } = this.#context;
    this.#progress?.save();
    this.#progress = new PuzzleProgress(store, puzzle);
    if (state) this.#progress.paintAll(indexed(state));
    if (!this.#progress.save()) showMessage("The browser's storage is full: this puzzle cannot be saved.", true);
    ({ board: this.#board, drawing: this.#drawing } = createBoard(this.#context, puzzle, {
      name: `Nurikabe, ${puzzle.height} rows, ${puzzle.width} columns`,
      label: (cell) => this.#label(cell),
      act: (cell, activation) => this.#act(cell, activation),
      end: () => this.#end(),
      key: (event, cell) => this.#onKey(event, cell),
    }));
    this.#board.svg.addEventListener("pointerdown", (event) => this.#onSecondFinger(event), { capture: true });
    this.#frame.replaceChildren(this.#board.element);
    this.#tick(0);
    this.#changed();
    this.#showFacts();
  }

  /** Load the progress that another tab has saved for the same puzzle. */
  #loadFromOtherTab() {
    if (this.#drag) return;
    const shown = this.#progress.cells.join("");
    this.#progress = new PuzzleProgress(this.#context.store, this.puzzle);
    this.#tick(0);
    if (this.#progress.cells.join("") !== shown) this.#changed();
  }

  /** Set whether the view is active; the clock runs only while it is. @param {boolean} active */
  setActive(active) {
    this.#active = active;
  }

  focus() {
    this.#board.focus(this.#board.focused);
  }

  undo() {
    if (this.#progress?.undo()) this.#changed();
  }

  redo() {
    if (this.#progress?.redo()) this.#changed();
  }

  // --- Painting -------------------------------------------------------------------------------------

  /** @param {Cell} cell @param {Activation} activation */
  #act(cell, { kind, start }) {
    const { cells, puzzle } = this.#progress;
    if (start) {
      const wanted = TOOLS[this.#tool][kind === "secondary" ? 1 : 0];
      this.#drag = { kind: cells[puzzle.indexOf(cell)] === wanted ? UNDECIDED : wanted, last: cell };
      this.#progress.begin();
    }
    if (!this.#drag) return;
    const path = start ? [cell] : cellsBetween(this.#drag.last, cell);
    for (const each of path) this.#progress.paint(puzzle.indexOf(each), this.#drag.kind);
    this.#drag.last = cell;
    this.#draw();
  }

  #end() {
    this.#drag = null;
    if (this.#progress.end()) this.#changed();
  }

  /** A second finger starts to zoom, so what the first finger has painted is undone. @param {PointerEvent} event */
  #onSecondFinger(event) {
    if (event.isPrimary || !this.#drag) return;
    this.#drag = null;
    this.#progress.cancel();
    this.#draw();
  }

  /** @param {Cell} cell @param {string} kind */
  #paintCell(cell, kind) {
    if (this.#progress.paintAll([[this.puzzle.indexOf(cell), kind]])) this.#changed();
    announce(this.#label(cell));
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  #onKey(event, cell) {
    if (event.ctrlKey) return false;
    if (event.shiftKey && ARROW_STEPS[event.key]) return this.#paintAlong(cell, ARROW_STEPS[event.key]);
    const name = event.key.toLowerCase();
    /** @type {Record<string, () => void>} */
    const commands = { h: () => this.#giveHint(), c: () => this.#check(), u: () => this.undo(), r: () => this.redo() };
    if (Object.hasOwn(PAINT_KEYS, name)) this.#paintCell(cell, PAINT_KEYS[name]);
    else if (Object.hasOwn(commands, name)) commands[name]();
    else return false;
    return true;
  }

  /** Paint the next cell like the current one, as a drag with the mouse does. @param {Cell} cell @param {[number, number]} step */
  #paintAlong([row, column], [down, right]) {
    const { cells, puzzle } = this.#progress;
    const index = puzzle.indexOf([row, column]);
    const kind = puzzle.clues[index] === EMPTY ? cells[index] : TOOLS[this.#tool][0];
    this.#board.focus([row + down, column + right], false);
    this.#paintCell(this.#board.focused, kind);
    return true;
  }

  /** @param {Cell} cell */
  #label(cell) {
    const { puzzle, cells } = this.#progress;
    const index = puzzle.indexOf(cell);
    const clue = puzzle.clues[index];
    const content = clue === EMPTY ? KIND_NAMES[cells[index]] : clue > 0 ? `the number ${clue}` : "a number of unknown size";
    return `${puzzle.position(index)}: ${content}`;
  }

  // --- Display --------------------------------------------------------------------------------------

  /** Draw the board and mark the broken rules; return the broken rules. */
  #draw() {
    const { puzzle, cells } = this.#progress;
    const broken = this.#markRules.checked ? brokenRules(puzzle, cells) : [];
    this.#drawing.paint(cells, completeClues(puzzle, cells));
    this.#drawing.mark("broken", ...broken.map((rule) => rule.cells));
    return broken;
  }

  #changed() {
    const progress = this.#progress;
    this.#hintRequest?.abort();
    this.#hintRequest = null;
    this.#markHint(null);
    this.#drawing.mark("wrong");
    const broken = this.#draw();
    this.#buttons.undo.disabled = progress.past.length === 0;
    this.#buttons.redo.disabled = progress.future.length === 0;
    if (progress.past.length <= 1) this.#onProgress();
    this.#showRules(broken);
    if (progress.isStarted && isSolved(progress.puzzle, progress.cells)) this.#confirmSolution();
  }

  /** @param {Violation[]} broken */
  #showRules([first, ...others]) {
    this.#frame.classList.remove("done");
    if (!first) return this.#status.show("quiet", this.#progress.isStarted ? "No rule is broken so far." : INSTRUCTIONS);
    const more = others.length === 0 ? "" : others.length === 1 ? " One more mistake." : ` ${others.length} more mistakes.`;
    return this.#status.show("broken", `${describeViolation(this.puzzle, first)}${more}`);
  }

  /** Let the server check a board on which the browser has found no broken rule. */
  #confirmSolution() {
    const rows = this.#progress.rows.map((row) => row.replaceAll(UNDECIDED, ISLAND));
    const request = { game: this.#context.game.name, instance: this.puzzle.line, solution: { rows } };
    /** @type {Promise<{ ok: boolean, broken: { message: string }[] }>} */
    const verdict = this.#context.api.post("/check", request);
    const show = (/** @type {Awaited<typeof verdict>} */ { ok, broken }) => {
      if (ok) this.#celebrate();
      else this.#status.show("broken", `${capitalised(broken[0].message)}.`);
    };
    this.#showAnswer(verdict, show, () => this.#confirmSolution());
  }

  #celebrate() {
    const progress = this.#progress;
    const help = progress.hints === 1 ? ", with one hint" : progress.hints ? `, with ${progress.hints} hints` : "";
    if (!progress.shown && !progress.solved) {
      progress.solved = true;
      progress.save();
      this.#onProgress();
    }
    this.#frame.classList.add("done");
    this.#status.show("good", progress.shown ? "This is a solution." : `Solved in ${clockText(progress.seconds)}${help}.`);
  }

  // --- Requests to the server -----------------------------------------------------------------------

  /**
   * Show the answer to a request, or its error, unless the board has changed since the request. `retry` repeats a request to a server that did not respond.
   * @template Answer
   * @param {Promise<Answer>} answer
   * @param {(answer: Answer) => void} show
   * @param {(() => void) | null} [retry]
   */
  async #showAnswer(answer, show, retry = null) {
    const progress = this.#progress;
    const before = progress.cells.join("");
    const isStale = () => progress !== this.#progress || before !== progress.cells.join("");
    try {
      const received = await answer;
      if (!isStale()) show(received);
    } catch (error) {
      if (isStale()) return;
      if (isAbort(error)) {
        this.#status.show("quiet", "The search was cancelled.");
        return;
      }
      this.#status.show("broken", messageOf(error));
      if (statusOf(error) === 0 && retry) setTimeout(() => isStale() || retry(), RETRY_DELAY);
    }
  }

  /** @param {{ indices: number[], value: string | null } | null} hint */
  #markHint(hint) {
    this.#hint = hint;
    this.#drawing.mark("hint", ...(hint ? [hint.indices] : []));
    if (hint?.value) this.#drawing.preview(hint.value, hint.indices);
  }

  /** Show the next step and its reason; on the second request, carry out the step. */
  async #giveHint() {
    if (this.#hint?.value) {
      this.#doHint();
      return;
    }
    if (this.#hintRequest) return;
    const request = new AbortController();
    this.#hintRequest = request;
    this.#status.showWaiting("Looking for the next step.", cancelButton(request));
    await this.#showAnswer(this.#requestHint(request.signal), (hint) => this.#showHint(hint));
    if (this.#hintRequest === request) this.#hintRequest = null;
  }

  /** Ask the server for a hint. The server has to solve the puzzle first, so there is no hint if the solve takes too long. @param {AbortSignal} signal @returns {Promise<Hint>} */
  async #requestHint(signal) {
    const { api, game } = this.#context;
    const request = { game: game.name, instance: this.puzzle.line, state: this.#progress.rows.join("\n") };
    const count = await this.#analysis.countQuickly(this.puzzle, signal);
    if (!isSettled(count)) throw new Error("The puzzle takes too long to solve, so there is no hint.");
    return api.post("/hint", request, { signal });
  }

  /** @param {Hint} hint */
  #showHint(hint) {
    this.#markHint({ value: hint.value, indices: hint.cells.map((cell) => this.puzzle.indexOf(cell)) });
    this.#progress.hints += hint.technique === "solved" ? 0 : 1;
    this.#progress.save();
    const actions = hint.value ? [actionButton("Do it", () => this.#doHint(), { key: "H", class: "small" })] : [];
    this.#status.show("hint", hint.reason, ...actions);
  }

  #doHint() {
    const hint = this.#hint;
    this.#markHint(null);
    const { value } = hint ?? {};
    if (hint && value && this.#progress.paintAll(hint.indices.map((index) => [index, value]))) this.#changed();
  }

  /** Compare the board with the solution, if the puzzle has exactly one. */
  #check() {
    const controller = new AbortController();
    this.#status.showWaiting("Comparing with the solution.", cancelButton(controller));
    this.#showAnswer(this.#analysis.countQuickly(this.puzzle, controller.signal), (count) => {
      const { cells, rows } = this.#progress;
      if (!count.unique || !count.solution) return this.#status.show("broken", `The puzzle has ${solutionCountText(count)}, so only the rules can be checked.`);
      const wrong = differingCells(rows, count.solution).filter((index) => cells[index] !== UNDECIDED);
      this.#drawing.mark("wrong", wrong);
      if (wrong.length === 0) return this.#status.show("good", "Everything is right so far.");
      return this.#status.show("broken", wrong.length === 1 ? "One cell is wrong." : `${wrong.length} cells are wrong.`);
    });
  }

  #solve() {
    const controller = new AbortController();
    this.#status.showWaiting("Solving.", cancelButton(controller));
    this.#showAnswer(this.#analysis.count(this.puzzle, { signal: controller.signal }), ({ status, solution }) => {
      const progress = this.#progress;
      if (status === "cancelled") return this.#status.show("quiet", "The search was cancelled.");
      if (!solution) return this.#status.show("broken", status === "infeasible" ? "The puzzle has no solution." : "No solution was found within the time limit.");
      progress.shown = !progress.solved;
      progress.paintAll(indexed(solution));
      progress.save();
      return this.#changed();
    });
  }

  #restart() {
    this.#progress.restart();
    this.#tick(0);
    this.#changed();
    this.#onProgress();
  }

  // --- Facts and clock ------------------------------------------------------------------------------

  /** Show the size at once, and the number of solutions and the difficulty when the server has answered. */
  async #showFacts() {
    const { puzzle } = this.#progress;
    const show = (/** @type {string[]} */ ...facts) => {
      if (this.puzzle !== puzzle) return;
      const text = [`${puzzle.height} x ${puzzle.width}`, ...facts].join(" \u00b7 ");
      this.#facts.replaceChildren(h("b", { text: puzzle.name }), h("span", { text }));
    };
    show();
    try {
      const count = await this.#analysis.countQuickly(puzzle);
      if (isSettled(count)) show(solutionCountText(count));
      if (count.unique === false && this.puzzle === puzzle && !this.#progress.isStarted) this.#warnOfSeveralSolutions();
      if (count.unique) show((await this.#analysis.grade(puzzle)).grade, solutionCountText(count));
    } catch {
      // The server refuses to analyse very large boards; such boards are played without these facts.
    }
  }

  #warnOfSeveralSolutions() {
    const where = actionButton("Show where", () => this.#onShowSolutions(), { class: "small" });
    this.#status.show("broken", "The puzzle has several solutions.", where);
  }

  /** @param {number} seconds */
  #tick(seconds) {
    const progress = this.#progress;
    if (!progress) return;
    const running = !progress.solved && !progress.shown;
    if (running) progress.seconds += seconds;
    this.#clock.textContent = clockText(progress.seconds);
    if (running && seconds && progress.seconds % 5 === 0 && document.hasFocus()) progress.save();
  }
}

/** Return the cells of rows as pairs of index and value. @param {string[]} rows @returns {[number, string][]} */
const indexed = (rows) => [...rows.join("")].map((kind, index) => [index, kind]);
