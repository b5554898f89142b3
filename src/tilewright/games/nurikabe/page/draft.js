// Drafting: place numbers by hand, and see after every change whether the board has one solution, and where it has not.

import { differing, inWords, settled } from "./judge.js";
import { button, cancelButton, drawnBoard, noteLine } from "./parts.js";
import { Picture } from "./picture.js";
import { EMPTY, LARGEST_SIDE, Puzzle, sign, UNKNOWN_SIZE } from "./puzzle.js";

const MOST_STEPS = 300;
const MOST_CELLS = 100_000;
const START = "Choose a cell and type a number, or ? for an island of unknown size.";

/** The part of the page where a board is drafted: its `element`, and what can be done from outside. */
export class DraftPart {
  #context;
  #judge;
  #onChange;
  #onPlay;
  #past = [];
  #future = [];
  #board = null;
  #picture = null;
  #active = false;
  #look;

  /** `onChange()` is called after every change, `onPlay(puzzle)` when somebody wants to play the draft. */
  constructor(context, judge, { onChange, onPlay }) {
    this.#context = context;
    this.#judge = judge;
    this.#onChange = onChange;
    this.#onPlay = onPlay;
    this.puzzle = null;
    this.#look = context.dom.debounced(() => this.#active && this.#tellOf(judge.quick), 300);
    this.#build();
  }

  /** Draft this puzzle; an undo leads back to the draft before. */
  load(puzzle) {
    if (this.puzzle) this.#change(puzzle);
    else this.#show(puzzle);
  }

  /** Take up the draft that is kept, if there is one. */
  resume() {
    const kept = this.#context.store.get("draft");
    const puzzle = Puzzle.kept(kept?.rows);
    if (!puzzle) return;
    const puzzles = (each) => (Array.isArray(each) ? each : []).map((rows) => Puzzle.kept(rows)).filter(Boolean);
    this.#past = puzzles(kept.past);
    this.#future = puzzles(kept.future);
    this.#show(puzzle);
  }

  /** Whether somebody drafts here now; only then the server is asked. */
  running(yes) {
    this.#active = yes;
    if (yes) this.#show(this.puzzle);
  }

  undo() {
    if (this.#past.length === 0) return;
    this.#future.push(this.puzzle);
    this.#show(this.#past.pop());
  }

  redo() {
    if (this.#future.length === 0) return;
    this.#past.push(this.puzzle);
    this.#show(this.#future.pop());
  }

  #build() {
    const { dom } = this.#context;
    const { h, labelled } = dom;
    const side = () => h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, on: { change: () => this.#resize() } });
    const key = (name, face, typed) => h("button", { type: "button", "aria-label": name, on: { click: () => this.#type(typed) } }, face);
    this.note = noteLine(dom);
    this.rows = labelled("Rows", side());
    this.columns = labelled("Columns", side());
    this.place = h("div", { class: "place-of-board" });
    this.compared = h("div", { class: "compared", hidden: true });
    this.buttons = {
      undo: button(dom, "Undo", () => this.undo(), { key: "Ctrl+Z" }),
      redo: button(dom, "Redo", () => this.redo(), { key: "Ctrl+Y" }),
      empty: button(dom, "Empty board", () => this.#change(Puzzle.empty(this.puzzle.height, this.puzzle.width))),
      play: button(dom, "Play this", () => this.#onPlay(new Puzzle(this.puzzle.rows, "A draft")), { class: "main" }),
    };
    this.element = h(
      "div",
      { class: "draft-part" },
      h("div", { class: "head" }, this.rows, this.columns),
      this.place,
      this.note.element,
      h(
        "div",
        { class: "pad", role: "group", "aria-label": "Numbers" },
        [..."1234567890"].map((digit) => key(digit, digit, digit)),
        key("Unknown size", "?", "?"),
        key("Take the number away", "⌫", "Delete"),
      ),
      h("div", { class: "controls" }, Object.values(this.buttons)),
      this.compared,
    );
  }

  // --- Changing -------------------------------------------------------------------------------------

  #change(next) {
    if (next.line === this.puzzle.line) return;
    this.#past.push(this.puzzle);
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    this.#future = [];
    this.#show(next);
  }

  /** Another sign for the chosen cell: a digit is added to the number that stands there, if the board has room for that. */
  #type(typed) {
    const { puzzle } = this;
    const cell = this.#board.focused;
    const clue = puzzle.clues[puzzle.at(cell)];
    const longer = Math.max(clue, 0) * 10 + Number(typed);
    let next = longer > puzzle.size ? Number(typed) : longer;
    if (typed === "?") next = UNKNOWN_SIZE;
    else if (typed === "Delete") next = EMPTY;
    else if (typed === "Backspace") next = clue > 9 ? Math.floor(clue / 10) : EMPTY;
    if (next <= puzzle.size) this.#change(puzzle.withClue(puzzle.at(cell), next));
    this.#context.dom.announce(this.#label(cell));
  }

  #key(event) {
    const typed = event.key === "." ? "?" : event.key;
    if (event.ctrlKey || !/^([0-9?]|Backspace|Delete)$/.test(typed)) return false;
    this.#type(typed);
    return true;
  }

  #label(cell) {
    const at = this.puzzle.at(cell);
    const clue = this.puzzle.clues[at];
    return `${this.puzzle.place(at)}: ${clue === EMPTY ? "empty" : sign(clue)}`;
  }

  #resize() {
    const read = ({ field }) => Math.min(LARGEST_SIDE, Math.max(1, Math.floor(Number(field.value)) || 1));
    this.#change(this.puzzle.resized(read(this.rows), read(this.columns)));
    this.#showSize();
  }

  #keep() {
    const { store } = this.#context;
    const { rows, size } = this.puzzle;
    // The steps of large boards would fill the browser's room.
    const steps = (puzzles) => puzzles.slice(-Math.ceil(MOST_CELLS / size)).map((each) => each.rows);
    if (!store.set("draft", { rows, past: steps(this.#past), future: steps(this.#future) })) store.set("draft", { rows });
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  #show(next) {
    const same = next.height === this.puzzle?.height && next.width === this.puzzle?.width;
    this.puzzle = next;
    if (same) this.#redraw();
    else this.#newBoard();
    this.#choose(this.#board.focused);
    this.#showSize();
    this.buttons.undo.disabled = this.#past.length === 0;
    this.buttons.redo.disabled = this.#future.length === 0;
    this.#compare(null);
    this.#keep();
    this.#onChange();
    if (next.clues.every((clue) => clue === EMPTY)) this.note.tell("quiet", START);
    else {
      this.note.tell("busy", "Looking for solutions.");
      this.#look();
    }
  }

  #newBoard() {
    ({ board: this.#board, picture: this.#picture } = drawnBoard(this.#context, this.puzzle, {
      name: "Draft",
      label: (cell) => this.#label(cell),
      act: (cell) => this.#choose(cell),
      key: (event) => this.#key(event),
      hover: () => this.#choose(this.#board.focused),
    }));
    this.place.replaceChildren(this.#board.element);
  }

  #redraw() {
    this.#picture = new Picture(this.#context.dom.s, this.puzzle);
    this.#board.drawing.replaceChildren(this.#picture.element);
    this.#board.over.replaceChildren(this.#picture.marks);
  }

  #choose(cell) {
    this.#board.clear("chosen");
    this.#board.mark([cell], "chosen");
  }

  #showSize() {
    this.rows.field.value = String(this.puzzle.height);
    this.columns.field.value = String(this.puzzle.width);
  }

  /** Two solutions side by side, with the cells in which they differ; gives how many these are. */
  #compare(known) {
    const { dom } = this.#context;
    const cells = known ? differing(known.solution, known.second) : [];
    const drawn = (solution, name) => {
      const picture = new Picture(dom.s, this.puzzle, { labelled: false });
      picture.paint([...solution.join("")]);
      picture.mark("differs", cells);
      const figure = dom.h("div", { class: "picture" }, picture.alone({ "aria-label": name }));
      return dom.h("figure", {}, figure, dom.h("figcaption", { text: name }));
    };
    this.#picture.mark("differs", cells);
    this.compared.hidden = known === null;
    this.compared.replaceChildren(...(known ? [drawn(known.solution, "One solution"), drawn(known.second, "Another")] : []));
    return cells.length;
  }

  // --- What the server says -------------------------------------------------------------------------

  async #tellOf(question) {
    const { puzzle } = this;
    try {
      const known = await question(puzzle);
      if (puzzle === this.puzzle) await this.#tell(known);
    } catch (error) {
      if (puzzle !== this.puzzle) return;
      this.note.tell("broken", error.message);
      if (error.status === 0) this.#look();
    }
  }

  async #tell(known) {
    if (known.unique) await this.#tellGrade();
    else if (known.unique === false) {
      const count = this.#compare(known);
      const cells = count === 1 ? "cell that is" : `${count} cells that are`;
      this.note.tell("broken", `Several solutions. Two of them differ in the ${cells} marked.`);
    } else if (settled(known)) this.note.tell("broken", "No solution.");
    else this.note.tell("quiet", known.status === "cancelled" ? "The search was cancelled." : `So far: ${inWords(known)}.`, button(this.#context.dom, "Search for a minute", () => this.#search(), { class: "small" }));
  }

  async #tellGrade() {
    const { puzzle } = this;
    this.note.tell("good", "Exactly one solution.");
    const { grade, hardest } = await this.#judge.grade(puzzle);
    const needs = hardest ? `; the hardest technique that it needs is called \u201c${hardest}\u201d` : "";
    if (puzzle === this.puzzle) this.note.tell("good", `Exactly one solution. It is ${grade}${needs}.`);
  }

  #search() {
    const stop = new AbortController();
    this.note.tell("busy", "Looking for solutions.", cancelButton(this.#context.dom, stop));
    this.#tellOf((puzzle) => this.#judge.settle(puzzle, { signal: stop.signal }));
  }
}
