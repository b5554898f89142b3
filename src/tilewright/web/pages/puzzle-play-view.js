// The play view, in which the user fills in a puzzle. The server checks the rules after every change, and gives hints.

import { isAbort, messageOf, statusOf } from "./api.js";
import { h } from "./elements.js";
import { announce, retryButton, statusLine } from "./announcements-and-progress.js";
import { actionButton, capitalised, radioButtons } from "./form-fields.js";
import { listenForKeys } from "./keyboard.js";
import { onChangeInOtherTab } from "./local-storage.js";
import { isSettled, solutionCountText } from "./puzzle-analysis.js";
import { cancelButton, createBoard, numberPad } from "./puzzle-board-and-number-pad.js";
import { puzzleInput } from "./puzzle-board-input.js";
import { BORDER, CROSS, JOIN, LINE, SHADED, UNDECIDED, UNSHADED } from "./puzzle-places-and-clues.js";
import { PuzzleProgress } from "./puzzle-progress.js";
import { clockText, plural } from "./text-format.js";

/** @import { Activation, Board } from "./interactive-board.js" */
/** @import { PuzzleAnalysis, SolutionCount } from "./puzzle-analysis.js" */
/** @import { PuzzleDrawing } from "./puzzle-drawing.js" */
/** @import { PuzzleInput, Tool } from "./puzzle-board-input.js" */
/** @import { Kind, Puzzle } from "./puzzle-places-and-clues.js" */
/** @import { Cell, Child, PageContext } from "./types.js" */

/** The response to `POST /hint`. @typedef {{ cells: Cell[], value: string | number | null, technique: string, reason: string, edges?: [Cell, Cell][] | null, because?: Cell[] | null }} Hint */

/** A broken rule: `message` says what is wrong, and `sentence` states the rule. @typedef {{ rule: string, cells: Cell[], message: string, sentence: string }} BrokenRule */

/** The answer to the question "check". `complete` lists the cells whose clues are satisfied. @typedef {{ solved: boolean, broken: BrokenRule[], complete: Cell[] }} RuleCheck */

/** The game's names for the values of cells, such as "sea" and "island". @typedef {Record<string, string>} ValueNames */

/** The text of the status line before the first step. @type {Record<Kind, string>} */
const INSTRUCTIONS = {
  shade: "Click a cell to paint it, or drag to paint several cells.",
  numbers: "Select a cell and type a number, or click the cell again to increase its number. Drag to copy a number.",
  regions: "Drag across cells to join them into a region, or click an edge between two cells to change it.",
  lines: "Drag through cells to draw a line, or click an edge between two cells to change it.",
};

/** How the keyboard is used, for screen readers. @type {Record<Kind, string>} */
const KEYBOARD = {
  shade: "Arrow keys move the cursor. Enter or Space paints the cell; with Shift, it paints the other value.",
  numbers: "Arrow keys move the cursor. Digits enter a number; Delete removes it.",
  regions: "Arrow keys move the cursor; with Shift, they also join the cell to the next one. W, A, S and D draw a border above, to the left of, below and to the right of the cell, respectively.",
  lines: "Arrow keys move the cursor; with Shift, they also draw a line. W, A, S and D draw a cross above, to the left of, below and to the right of the cell, respectively.",
};

/** The names of values of edges in the descriptions for screen readers. @type {Record<string, string>} */
const EDGE_NAMES = { [BORDER]: "border", [JOIN]: "joined", [LINE]: "line", [CROSS]: "cross" };

/** @param {Puzzle} puzzle @param {ValueNames} names @returns {Record<string, Child>} */
function toolsOf({ kind, shape }, names) {
  const swatch = (/** @type {string} */ name, /** @type {string} */ text) => [h("i", { class: `swatch ${name}` }), text];
  const others = { clear: swatch("", "Clear"), colour: swatch("coloured", "Colour") };
  if (kind === "shade") return { first: swatch("shaded", capitalised(names[SHADED])), second: swatch("unshaded", capitalised(names[UNSHADED])), ...others };
  if (kind === "numbers") return { first: "Numbers", ...others };
  if (kind === "lines") return { first: "Line", second: "Cross", ...others };
  if (shape === "stone") return { first: "Stone", ...others };
  return shape === "rectangle" ? { first: "Rectangle", second: "Any shape", ...others } : { first: "Any shape", second: "Rectangle", ...others };
}

export class PuzzlePlayView {
  #context;
  #analysis;
  #names;
  #callbacks;
  /** @type {Tool} */
  #tool = "first";
  /** @type {PuzzleProgress} */
  #progress = /** @type {any} */ (null);
  /** @type {Board} */
  #board = /** @type {any} */ (null);
  /** @type {PuzzleDrawing} */
  #drawing = /** @type {any} */ (null);
  /** @type {PuzzleInput} */
  #input = /** @type {any} */ (null);
  #dragging = false;
  /** The hint that is shown. @type {{ places: number[], value: string | null } | null} */
  #hint = null;
  /** Aborts the newest request that the user has made: a hint, a check or a solve. @type {AbortController | null} */
  #userRequest = null;
  /** Aborts the running request for a hint; null if there is none. @type {AbortController | null} */
  #hintRequest = null;
  /** Whether the server is checking the rules. */
  #isChecking = false;
  #active = true;

  #status = statusLine();
  #clock = h("span", { class: "clock", role: "timer", "aria-label": "Time" });
  #pauseButton = actionButton("\u275a\u275a", () => this.#setPaused(!this.#paused), { class: "small", "aria-label": "Pause", title: "Pause (P)" });
  /** Whether the player has paused the clock; the board is then hidden. */
  #paused = false;
  /** The difficulty of the puzzle; empty while it is unknown. */
  #grade = "";
  #facts = h("p", { class: "facts about" });
  #frame = h("div", { class: "board-frame" });
  #tools = h("div", { class: "tools" });
  #pad = numberPad("Numbers", (key) => this.#onKey(new KeyboardEvent("keydown", { key }), this.#board.focused));
  #markRules;
  /** The keys that work anywhere on the page. @type {Record<string, () => void>} */
  #commands = {
    h: () => this.#paused || this.#giveHint(),
    c: () => this.#paused || this.#check(),
    u: () => this.#paused || this.undo(),
    r: () => this.#paused || this.redo(),
    t: () => this.#paused || this.#startOrKeepTrial(),
    p: () => this.#setPaused(!this.#paused),
  };
  #buttons = {
    undo: actionButton("Undo", () => this.undo(), { key: "Ctrl+Z" }),
    redo: actionButton("Redo", () => this.redo(), { key: "Ctrl+Y" }),
    hint: actionButton("Hint", () => this.#giveHint(), { key: "H" }),
    check: actionButton("Check", () => this.#check(), { key: "C" }),
    trial: actionButton("Start a trial", () => this.#startOrKeepTrial(), { key: "T" }),
    discard: actionButton("Discard the trial", () => this.#discardTrial(), { hidden: true }),
    solve: actionButton("Solve", () => this.#solve()),
    restart: actionButton("Start over", () => this.#restart()),
  };

  /**
   * `onProgress()` is called when the puzzle's status ("solved", "started" or "") may have changed, `onShowSolutions()` when the user wants to see
   * two different solutions, and `onNext()` when the user wants another puzzle. `names` maps the value of a cell to the game's name for it.
   * @param {PageContext} context
   * @param {PuzzleAnalysis} analysis
   * @param {ValueNames} names
   * @param {{ onProgress: () => void, onShowSolutions: () => void, onNext: () => void }} callbacks
   */
  constructor(context, analysis, names, callbacks) {
    const { store } = context;
    this.#context = context;
    this.#analysis = analysis;
    this.#names = names;
    this.#callbacks = callbacks;
    this.#markRules = h("input", { type: "checkbox", id: "live", checked: store.get("live", true) });
    this.#markRules.addEventListener("change", () => {
      store.set("live", this.#markRules.checked);
      this.#changed();
    });
    this.element = h(
      "div",
      { class: "play-part" },
      h("div", { class: "head" }, this.#facts, this.#clock, this.#pauseButton),
      this.#frame,
      h("div", { class: "dock" }, this.#status.element, this.#pad, h("div", { class: "controls" }, this.#tools, Object.values(this.#buttons))),
      h("label", { class: "live", for: "live" }, this.#markRules, "Mark broken rules immediately"),
    );
    // If the board has the focus, its own key handler handles these keys.
    listenForKeys(() => this.#active && document.activeElement !== this.#board?.svg && this.element.checkVisibility(), this.#commands);
    setInterval(() => this.#active && !document.hidden && this.#tick(1), 1000);
    // Progress is saved when the page is hidden, not when it is closed later: by then, another tab may have saved newer progress.
    document.addEventListener("visibilitychange", () => document.hidden && this.#progress?.save());
    onChangeInOtherTab(context.game.name, (key) => key === this.#progress?.key && this.#loadFromOtherTab());
  }

  /** The player's entries as one string. */
  get filled() {
    return this.#progress.packed;
  }

  get puzzle() {
    return this.#progress?.puzzle ?? null;
  }

  /** Continue a puzzle; `values`, if given, are filled in as one step. @param {Puzzle} puzzle @param {string[] | null} [values] */
  load(puzzle, values = null) {
    const { game, showMessage, store } = this.#context;
    this.#progress?.save();
    this.#progress = new PuzzleProgress(store, puzzle);
    this.#grade = "";
    if (this.#paused) this.#setPaused(false);
    if (values) this.#progress.paintBoard(values);
    if (!this.#progress.save()) showMessage("The browser's storage is full or blocked, so your progress cannot be saved.", true);
    ({ board: this.#board, drawing: this.#drawing } = createBoard(this.#context, puzzle, {
      name: `${game.title}, ${puzzle.height} rows, ${puzzle.width} columns`,
      everyMove: puzzle.onEdges,
      label: (cell) => this.#label(cell),
      act: (cell, activation) => this.#act(cell, activation),
      end: () => this.#end(),
      cancel: () => this.#cancelDrag(),
      key: (event, cell) => this.#onKey(event, cell),
    }));
    this.#board.svg.setAttribute("aria-description", KEYBOARD[puzzle.kind]);
    this.#board.element.classList.toggle("chooses", puzzle.kind === "numbers");
    this.#pad.hidden = puzzle.kind !== "numbers";
    this.#createInput();
    this.#showTools();
    this.#frame.replaceChildren(this.#board.element);
    this.#tick(0);
    this.#changed();
    this.#showFacts();
  }

  /** Load the progress that another tab has saved for the same puzzle. */
  #loadFromOtherTab() {
    if (this.#dragging) return;
    const shown = this.#progress.packed;
    this.#progress = new PuzzleProgress(this.#context.store, this.puzzle);
    this.#createInput();
    this.#tick(0);
    if (this.#progress.packed !== shown) this.#changed();
  }

  #createInput() {
    this.#input = puzzleInput({ progress: this.#progress, tool: () => this.#tool, focus: (cell) => this.#board.focus(cell, false) });
  }

  #showTools() {
    const { store } = this.#context;
    const tools = toolsOf(this.puzzle, this.#names);
    const saved = store.get("tool", "first");
    this.#tool = Object.hasOwn(tools, saved) ? /** @type {Tool} */ (saved) : "first";
    const buttons = radioButtons("What to enter", tools, this.#tool, (chosen) => store.set("tool", (this.#tool = /** @type {Tool} */ (chosen))));
    this.#tools.replaceChildren(buttons.element);
  }

  /** Set whether the view is active; the clock runs only while the view is active. @param {boolean} active */
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

  // --- Input ----------------------------------------------------------------------------------------

  /** @param {Cell} cell @param {Activation} activation */
  #act(cell, activation) {
    if (activation.start) {
      this.#dragging = true;
      this.#progress.begin();
    }
    if (!this.#dragging) return;
    this.#input.act(cell, activation);
    this.#draw();
  }

  #end() {
    if (!this.#dragging) return;
    this.#dragging = false;
    this.#input.end();
    if (this.#progress.end()) this.#changed();
    else this.#draw();
  }

  /** Undo what the first finger has entered, because a second finger begins to zoom. */
  #cancelDrag() {
    if (!this.#dragging) return;
    this.#dragging = false;
    this.#progress.cancel();
    this.#createInput();
    this.#draw();
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  #onKey(event, cell) {
    if (event.ctrlKey) return false;
    const before = this.#progress.packed;
    if (this.#input.key(event, cell)) {
      if (this.#progress.packed !== before) this.#changed();
      announce(this.#label(this.#board.focused));
      return true;
    }
    const name = event.key.toLowerCase();
    if (!Object.hasOwn(this.#commands, name)) return false;
    this.#commands[name]();
    return true;
  }

  /** Describe a cell for screen readers. @param {Cell} cell */
  #label(cell) {
    const { puzzle, values } = this.#progress;
    const index = puzzle.indexOf(cell);
    const clue = puzzle.clues[index];
    const contents = clue === "" ? [] : [clue === "?" ? "an unknown number" : `the number ${clue}`];
    if (puzzle.onEdges) {
      const [row, column] = cell;
      /** @type {[string, Cell][]} */
      const sides = [["above", [row - 1, column]], ["left", [row, column - 1]], ["right", [row, column + 1]], ["below", [row + 1, column]]];
      for (const [side, other] of sides) {
        const value = values[puzzle.edge(cell, other) ?? -1] ?? UNDECIDED;
        if (value !== UNDECIDED) contents.push(`${EDGE_NAMES[value]} ${side}`);
      }
    } else if (!puzzle.isFixed(index)) contents.push(values[index] === UNDECIDED ? "undecided" : (this.#names[values[index]] ?? values[index]));
    return `${puzzle.position(cell)}: ${contents.join(", ") || "empty"}`;
  }

  // --- Display --------------------------------------------------------------------------------------

  #draw() {
    const { colours, values, trialStart } = this.#progress;
    this.#drawing.paintColours(colours);
    this.#drawing.paint(values, trialStart);
  }

  #changed() {
    const progress = this.#progress;
    this.#userRequest?.abort();
    this.#userRequest = this.#hintRequest = null;
    this.#markHint(null);
    this.#drawing.markPlaces("wrong", []);
    this.#draw();
    this.#buttons.undo.disabled = progress.past.length === 0;
    this.#buttons.redo.disabled = progress.future.length === 0;
    this.#showTrial();
    if (progress.past.length <= 1) this.#callbacks.onProgress();
    this.#frame.classList.remove("done");
    if (!this.#status.element.matches(".quiet, .broken")) this.#status.show("quiet", "Checking the rules.");
    this.#checkRules();
  }

  /** Ask the server which rules are broken. Changes that the player makes in the meantime are checked next. */
  async #checkRules() {
    const progress = this.#progress;
    if (!progress.isStarted) {
      this.#showRules({ solved: false, broken: [], complete: [] });
      return;
    }
    if (this.#isChecking) return;
    this.#isChecking = true;
    const checked = progress.packed;
    /** @type {Promise<RuleCheck>} */
    const answer = this.#context.api.ask("check", { board: progress.puzzle.line, state: progress.state });
    await this.#showAnswer(answer, (check) => this.#showRules(check), () => this.#checkRules());
    this.#isChecking = false;
    if (progress !== this.#progress || checked !== this.#progress.packed) this.#checkRules();
  }

  /** @param {RuleCheck} check */
  #showRules({ solved, broken, complete }) {
    const { puzzle, isStarted } = this.#progress;
    const marked = this.#markRules.checked ? broken : [];
    const indices = (/** @type {Cell[]} */ cells) => cells.map((cell) => puzzle.indexOf(cell));
    this.#drawing.mark("broken", ...marked.map((rule) => indices(rule.cells)));
    this.#drawing.showComplete(new Set(indices(complete)));
    if (isStarted && solved) return this.#celebrate();
    // The status line may already show a hint or the result of a check, which is not replaced.
    if (!this.#status.element.matches(".quiet, .broken") || this.#drawing.marks.querySelector(".wrong path[d*='M']")) return undefined;
    const [first, ...others] = marked;
    if (!first) return this.#status.show("quiet", isStarted && this.#markRules.checked ? "No rule is broken so far." : INSTRUCTIONS[puzzle.kind]);
    const more = others.length === 0 ? "" : others.length === 1 ? " One more mistake." : ` ${others.length} more mistakes.`;
    return this.#status.show("broken", `${describeBroken(first)}${more}`);
  }

  #celebrate() {
    const progress = this.#progress;
    const help = progress.hints === 1 ? ", with one hint" : progress.hints ? `, with ${progress.hints} hints` : "";
    let best = "";
    if (!progress.shown && !progress.solved) {
      progress.solved = true;
      best = this.#personalBest();
      progress.save();
      this.#callbacks.onProgress();
    }
    this.#frame.classList.add("done");
    const next = actionButton("Next puzzle", () => this.#callbacks.onNext(), { class: "small" });
    this.#status.show("good", progress.shown ? "This is a solution." : `Solved in ${clockText(progress.seconds)}${help}.${best}`, next);
  }

  /** If no hints were used, record the time if it is the player's best for this size and difficulty, and return a sentence about the best time; otherwise return an empty string. */
  #personalBest() {
    const { puzzle, seconds, hints } = this.#progress;
    if (hints > 0) return "";
    const { store } = this.#context;
    const kind = [`${puzzle.height} x ${puzzle.width}`, this.#grade].filter(Boolean).join(", ");
    /** @type {Record<string, number>} */
    const bests = store.get("bests", {});
    const before = bests[kind];
    if (before === undefined || seconds < before) store.set("bests", { ...bests, [kind]: seconds });
    if (before === undefined) return ` Your first recorded time for ${kind}.`;
    return seconds < before ? ` Your best time for ${kind}; the previous best was ${clockText(before)}.` : ` Your best time for ${kind} is ${clockText(before)}.`;
  }

  // --- Trials ---------------------------------------------------------------------------------------

  #showTrial() {
    const { trial, discard } = this.#buttons;
    const isTrial = this.#progress.trialStart !== null;
    trial.textContent = isTrial ? "Keep the trial" : "Start a trial";
    trial.title = `${trial.textContent} (T)`;
    discard.hidden = !isTrial;
    this.#frame.classList.toggle("in-trial", isTrial);
  }

  #startOrKeepTrial() {
    const progress = this.#progress;
    if (progress.trialStart) progress.keepTrial();
    else progress.startTrial();
    announce(progress.trialStart ? "Trial started: new entries are shown in a lighter colour until you keep or discard the trial." : "The trial was kept.");
    this.#showTrial();
    this.#draw();
  }

  #discardTrial() {
    this.#progress.discardTrial();
    this.#buttons.trial.focus();
    this.#changed();
  }

  // --- Requests to the server -----------------------------------------------------------------------

  /** Abort the user's earlier request, and return the controller that aborts the user's new request. */
  #startUserRequest() {
    this.#userRequest?.abort();
    this.#hintRequest = null;
    return (this.#userRequest = new AbortController());
  }

  /**
   * Show the answer to a request, or its error, unless the board has changed since the request. An answer to a request of the user is also discarded if
   * the user has made another request since. If the server did not respond, `retry` is called when the user presses Retry or when the server responds again.
   * @template Answer
   * @param {Promise<Answer>} answer
   * @param {(answer: Answer) => void} show
   * @param {() => void} retry
   * @param {AbortController | null} [userRequest] the controller that aborts the request, if the user has made the request
   */
  async #showAnswer(answer, show, retry, userRequest = null) {
    const progress = this.#progress;
    const before = progress.packed;
    const isStale = () => progress !== this.#progress || before !== progress.packed || (userRequest !== null && userRequest !== this.#userRequest);
    try {
      const received = await answer;
      if (!isStale()) show(received);
    } catch (error) {
      if (isStale()) return;
      if (isAbort(error)) {
        this.#status.show("quiet", "The search was cancelled.");
        return;
      }
      const buttons = statusOf(error) === 0 ? [retryButton(error, () => isStale() || retry())] : [];
      this.#status.show("broken", messageOf(error), ...buttons);
    }
  }

  /** @param {Hint | null} hint */
  #markHint(hint) {
    const { puzzle } = this;
    const indices = (/** @type {Cell[]} */ cells) => cells.map((cell) => puzzle.indexOf(cell));
    const edges = (hint?.edges ?? []).map(([from, to]) => puzzle.edge(from, to)).filter((place) => place !== null);
    const places = puzzle.onEdges ? edges : indices(hint?.cells ?? []);
    const value = hint && hint.value !== null ? puzzle.valueOfHint(hint.value) : null;
    this.#hint = hint && { places, value };
    this.#drawing.mark("because", ...(hint?.because?.length ? [indices(hint.because)] : []));
    if (places.length > 0 || !hint) this.#drawing.markPlaces("hint", places);
    else this.#drawing.mark("hint", indices(hint.cells));
    if (value !== null) this.#drawing.preview(value, places);
  }

  /** Show the next step and its reason; on the second request, carry out the step. */
  async #giveHint() {
    if (this.#hint?.value) {
      this.#doHint();
      return;
    }
    if (this.#hintRequest) return;
    const request = this.#startUserRequest();
    this.#hintRequest = request;
    this.#status.showWaiting("Looking for the next step.", cancelButton(request));
    await this.#showAnswer(this.#requestHint(request.signal), (hint) => this.#showHint(hint), () => this.#giveHint(), request);
    if (this.#hintRequest === request) this.#hintRequest = null;
  }

  /** Ask the server for a hint. The server has to solve the puzzle first, so there is no hint if the solve takes too long. @param {AbortSignal} signal @returns {Promise<Hint>} */
  async #requestHint(signal) {
    const { api, game } = this.#context;
    const request = { game: game.name, instance: this.puzzle.line, state: this.#progress.state };
    const count = await this.#analysis.countQuickly(this.puzzle, signal);
    if (!isSettled(count)) throw new Error("The puzzle takes too long to solve, so there is no hint.");
    return api.post("/hint", request, { signal });
  }

  /** @param {Hint} hint */
  #showHint(hint) {
    this.#markHint(hint);
    this.#progress.hints += hint.technique === "solved" ? 0 : 1;
    this.#progress.save();
    const actions = this.#hint?.value ? [actionButton("Do it", () => this.#doHint(), { key: "H", class: "small" })] : [];
    this.#status.show("hint", capitalised(hint.reason), ...actions);
  }

  #doHint() {
    const hint = this.#hint;
    // The button that the user has pressed disappears, so the focus moves to the Hint button.
    if (this.#status.element.contains(document.activeElement)) this.#buttons.hint.focus({ preventScroll: true });
    this.#markHint(null);
    const { value } = hint ?? {};
    if (hint && value && this.#progress.paintAll(hint.places.map((place) => [place, value]))) this.#changed();
  }

  /** Compare the board with the solution, if the puzzle has exactly one. */
  #check() {
    const { puzzle } = this;
    const request = this.#startUserRequest();
    this.#status.showWaiting("Comparing with the solution.", cancelButton(request));
    this.#showAnswer(this.#analysis.countQuickly(puzzle, request.signal), (count) => {
      if (!count.unique || !count.solution) return this.#checkOnlyRules(count, request);
      const wrong = puzzle.differingPlaces(this.#progress.values, puzzle.solutionValues(count.solution));
      this.#drawing.markPlaces("wrong", wrong);
      if (wrong.length === 0) return this.#status.show("good", "Everything is correct so far.");
      const noun = puzzle.onEdges ? "edge" : "cell";
      return this.#status.show("broken", wrong.length === 1 ? `One ${noun} is wrong.` : `${plural(wrong.length, noun)} are wrong.`);
    }, () => this.#check(), request);
  }

  /** Check only the rules, because the puzzle is not known to have exactly one solution. @param {SolutionCount} count @param {AbortController} request */
  #checkOnlyRules(count, request) {
    const reason = `The puzzle has ${solutionCountText(count)}, so only the rules can be checked.`;
    /** @type {Promise<RuleCheck>} */
    const answer = this.#context.api.ask("check", { board: this.puzzle.line, state: this.#progress.state });
    this.#showAnswer(answer, ({ broken }) => {
      this.#drawing.mark("broken", ...broken.map((rule) => rule.cells.map((cell) => this.puzzle.indexOf(cell))));
      if (broken.length === 0) this.#status.show("quiet", `No rule is broken so far. ${reason}`);
      else this.#status.show("broken", `${describeBroken(broken[0])} ${reason}`);
    }, () => this.#checkOnlyRules(count, request), request);
  }

  #solve() {
    const request = this.#startUserRequest();
    this.#status.showWaiting("Solving.", cancelButton(request));
    this.#showAnswer(this.#analysis.count(this.puzzle, { signal: request.signal }), ({ status, solution }) => {
      const progress = this.#progress;
      if (status === "cancelled") return this.#status.show("quiet", "The search was cancelled.");
      if (!solution) return this.#status.show("broken", status === "infeasible" ? "The puzzle has no solution." : "No solution was found within the time limit.");
      progress.shown = !progress.solved;
      progress.keepTrial();
      progress.paintBoard(progress.puzzle.solutionValues(solution));
      progress.save();
      return this.#changed();
    }, () => this.#solve(), request);
  }

  /** @param {boolean} paused */
  #setPaused(paused) {
    if (paused && (this.#progress.solved || this.#progress.shown)) return;
    this.#paused = paused;
    this.#pauseButton.textContent = paused ? "\u25b6" : "\u275a\u275a";
    this.#pauseButton.setAttribute("aria-label", paused ? "Continue" : "Pause");
    this.#pauseButton.title = paused ? "Continue (P)" : "Pause (P)";
    this.#frame.classList.toggle("paused", paused);
    this.#frame.inert = paused;
    announce(paused ? "The clock is paused, and the board is hidden." : "The clock is running.");
  }

  #restart() {
    this.#progress.restart();
    this.#tick(0);
    this.#changed();
    this.#callbacks.onProgress();
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
      if (count.unique === false && this.puzzle === puzzle && !this.#progress.isStarted) {
        const where = actionButton("Show where they differ", () => this.#callbacks.onShowSolutions(), { class: "small" });
        this.#status.show("broken", "The puzzle has several solutions.", where);
      }
      if (!count.unique) return;
      const { grade } = await this.#analysis.grade(puzzle);
      if (this.puzzle === puzzle) this.#grade = grade;
      show(grade, solutionCountText(count));
    } catch {
      // The server refuses to solve or grade very large boards. The user can play such a board, but the page does not show all facts about it.
    }
  }

  /** @param {number} seconds */
  #tick(seconds) {
    const progress = this.#progress;
    if (!progress) return;
    const running = !progress.solved && !progress.shown && !this.#paused;
    if (running) progress.seconds += seconds;
    this.#clock.textContent = clockText(progress.seconds);
    if (running && seconds && progress.seconds % 5 === 0 && document.hasFocus()) progress.save();
  }
}

/** Describe a broken rule: say what is wrong, and state the rule. @param {BrokenRule} broken */
const describeBroken = ({ message, sentence }) => `${capitalised(message).replace(/[.]?$/, ".")} ${sentence}`.trim();
