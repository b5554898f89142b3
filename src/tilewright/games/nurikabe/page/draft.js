// Drafting: place numbers by hand, and see after every change whether the board has one solution, and where it has not.

import { differing, inWords, settled } from "./judge.js";
import { button, drawnBoard, noteLine } from "./parts.js";
import { Picture } from "./picture.js";
import { EMPTY, LARGEST_SIDE, Puzzle, sign, UNKNOWN_SIZE } from "./puzzle.js";

const MOST_STEPS = 300;
const MOST_CELLS = 100_000;
const START = "Choose a cell and type a number, or ? for an island of unknown size.";

/** Gives {element, load(puzzle), puzzle()}; `onChange()` is called after every change, `onPlay(puzzle)` when somebody wants to play the draft. */
export function draftPart(context, judge, { onChange, onPlay }) {
  const { dom, store } = context;
  const { h, announce, debounced, labelled } = dom;
  const note = noteLine(dom);
  const place = h("div", { class: "place-of-board" });
  const compared = h("div", { class: "compared", hidden: true });
  let puzzle = null;
  let past = [];
  let future = [];
  let board = null;
  let picture = null;
  let active = false;

  // --- Changing -------------------------------------------------------------------------------------

  function keep() {
    // The steps of large boards would fill the browser's room.
    const most = Math.ceil(MOST_CELLS / puzzle.size);
    const steps = (each) => each.slice(-most).map(({ rows: found }) => found);
    if (!store.set("draft", { rows: puzzle.rows, past: steps(past), future: steps(future) })) store.set("draft", { rows: puzzle.rows });
  }

  function change(next) {
    if (next.line === puzzle.line) return;
    past.push(puzzle);
    past.splice(0, past.length - MOST_STEPS);
    future = [];
    show(next);
  }

  function undo() {
    if (!active || past.length === 0) return;
    future.push(puzzle);
    show(past.pop());
  }

  function redo() {
    if (!active || future.length === 0) return;
    past.push(puzzle);
    show(future.pop());
  }

  /** Another sign for the chosen cell: a digit is added to the number that stands there. */
  function type(typed) {
    const at = puzzle.at(board.focused);
    const clue = puzzle.clues[at];
    let next = clue;
    if (typed === "?") next = UNKNOWN_SIZE;
    else if (typed === "Delete") next = EMPTY;
    else if (typed === "Backspace") next = clue > 9 ? Math.floor(clue / 10) : EMPTY;
    else {
      const longer = clue > 0 ? clue * 10 + Number(typed) : Number(typed);
      next = longer > puzzle.size ? Number(typed) : longer;
    }
    if (next > puzzle.size) return announce(`${next} is more than the board has cells`);
    change(puzzle.withClue(at, next));
    announce(label(board.focused));
  }

  function key(event) {
    const typed = event.key === "." ? "?" : event.key;
    if (event.ctrlKey || !/^([0-9?]|Backspace|Delete)$/.test(typed)) return false;
    type(typed);
    return true;
  }

  function label(cell) {
    const at = puzzle.at(cell);
    return `${puzzle.place(at)}: ${puzzle.clues[at] === EMPTY ? "empty" : sign(puzzle.clues[at])}`;
  }

  function resize() {
    const [height, width] = [rows.field, columns.field].map(({ value }) => Math.min(LARGEST_SIDE, Math.max(1, Math.floor(Number(value)) || 1)));
    change(puzzle.resized(height, width));
    if (puzzle.height !== height || puzzle.width !== width) showSize();
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  function show(next) {
    const same = puzzle && board && next.height === puzzle.height && next.width === puzzle.width;
    puzzle = next;
    if (same) {
      picture = new Picture(dom.s, puzzle);
      board.drawing.replaceChildren(picture.element);
      board.over.replaceChildren(picture.marks);
    } else {
      ({ board, picture } = drawnBoard(context, puzzle, { name: "Draft", label, act: choose, key, hover: null }));
      place.replaceChildren(board.element);
    }
    choose(board.focused);
    showSize();
    buttons.undo.disabled = past.length === 0;
    buttons.redo.disabled = future.length === 0;
    keep();
    onChange();
    compare(null);
    if (puzzle.clues.every((clue) => clue === EMPTY)) note.tell("quiet", START);
    else {
      note.tell("busy", "Looking for solutions.");
      look();
    }
  }

  function choose(cell) {
    board.clear("chosen");
    board.mark([cell], "chosen");
  }

  function showSize() {
    rows.field.value = String(puzzle.height);
    columns.field.value = String(puzzle.width);
  }

  /** Two solutions side by side, with the cells in which they differ. */
  function compare(found) {
    compared.hidden = found === null;
    const cells = found ? differing(found.solution, found.second) : [];
    picture.mark("differs", cells);
    const drawn = (solution, name) => {
      const each = new Picture(dom.s, puzzle, { labelled: false });
      each.paint([...solution.join("")]);
      each.mark("differs", cells);
      return h("figure", {}, h("div", { class: "picture" }, each.alone({ "aria-label": name })), h("figcaption", { text: name }));
    };
    compared.replaceChildren(...(found ? [drawn(found.solution, "One solution"), drawn(found.second, "Another")] : []));
    return cells.length;
  }

  async function tell(known) {
    if (known.unique === false) {
      const count = compare(known);
      note.tell("broken", `Several solutions. Two of them differ in the ${count === 1 ? "cell that is" : `${count} cells that are`} marked.`);
    } else if (known.unique) {
      note.tell("good", "Exactly one solution.");
      const mine = puzzle;
      const { grade, hardest } = await judge.grade(puzzle);
      if (mine === puzzle) note.tell("good", `Exactly one solution. It is ${grade}${hardest ? `; the hardest technique is ${hardest}` : ""}.`);
    } else if (settled(known)) note.tell("broken", "No solution.");
    else note.tell("quiet", `So far: ${inWords(known)}.`, button(dom, "Search for a minute", search, { class: "small" }));
  }

  async function judged(question) {
    const mine = puzzle;
    try {
      const known = await question(puzzle);
      if (mine === puzzle) await tell(known);
    } catch (error) {
      if (mine === puzzle) note.tell("broken", error.message);
    }
  }

  const look = debounced(() => active && judged(judge.quick), 300);

  function search() {
    const stop = new AbortController();
    note.tell("busy", "Looking for solutions.", button(dom, "Cancel", () => stop.abort(), { class: "small" }));
    judged((board) => judge.settle(board, { signal: stop.signal }));
  }

  // --- The part -------------------------------------------------------------------------------------

  const side = () => h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, on: { change: resize } });
  const rows = labelled("Rows", side());
  const columns = labelled("Columns", side());
  const pad = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "?"].map((digit) =>
    h("button", { type: "button", "aria-label": digit === "?" ? "Unknown size" : digit, on: { click: () => type(digit) } }, digit),
  );
  pad.push(h("button", { type: "button", "aria-label": "Take the number away", on: { click: () => type("Delete") } }, "⌫"));
  const buttons = {
    undo: button(dom, "Undo", undo, { key: "Ctrl+Z" }),
    redo: button(dom, "Redo", redo, { key: "Ctrl+Y" }),
    empty: button(dom, "Empty board", () => change(Puzzle.empty(puzzle.height, puzzle.width))),
    play: button(dom, "Play this", () => onPlay(new Puzzle(puzzle.rows, "A draft")), { class: "main" }),
  };
  const element = h(
    "div",
    { class: "draft-part" },
    h("div", { class: "head row" }, rows, columns),
    place,
    note.element,
    h("div", { class: "pad", role: "group", "aria-label": "Numbers" }, pad),
    h("div", { class: "controls" }, Object.values(buttons)),
    compared,
  );

  function load(next) {
    past = [];
    future = [];
    show(next);
  }

  /** Take up the draft that is kept; false if there is none. */
  function resume() {
    const kept = store.get("draft");
    if (!kept) return false;
    const puzzles = (each) => (each ?? []).map((found) => new Puzzle(found));
    past = puzzles(kept.past);
    future = puzzles(kept.future);
    show(new Puzzle(kept.rows));
    return true;
  }

  function running(yes) {
    active = yes;
    if (yes && puzzle) show(puzzle);
  }

  return { element, load, resume, undo, redo, puzzle: () => puzzle, running };
}
