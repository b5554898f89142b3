// Playing: paint the sea and the islands, see broken rules at once, ask for hints, and hear when it is solved.

import { differing, inWords, settled } from "./judge.js";
import { between, button, choice, drawnBoard, noteLine } from "./parts.js";
import { EMPTY, ISLAND, SEA, UNDECIDED } from "./puzzle.js";
import { clockText, Record } from "./record.js";
import { brokenRules, completeClues, solvedBy } from "./rules.js";

const NAMES = { [SEA]: "sea", [ISLAND]: "island", [UNDECIDED]: "undecided" };
const TOOLS = { sea: [SEA, ISLAND], island: [ISLAND, SEA], clear: [UNDECIDED, UNDECIDED] };
const KEYS = { x: SEA, s: SEA, i: ISLAND, ".": ISLAND, Delete: UNDECIDED, Backspace: UNDECIDED };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const START = "Paint the sea around the islands. Every number is left with an island of so many cells.";

/**
 * Gives {element, load(puzzle, state), focus(), undo(), redo(), puzzle(), running(yes)}. `onProgress()` is called when a puzzle is begun or solved,
 * `onDoubt()` when somebody wants to see why a puzzle has several solutions.
 */
export function playPart(context, judge, { onProgress, onDoubt }) {
  const { api, dom, game, say, store } = context;
  const { h, announce } = dom;
  const note = noteLine(dom);
  const clock = h("span", { class: "clock", role: "timer", "aria-label": "time" });
  const facts = h("p", { class: "facts about" });
  const place = h("div", { class: "place-of-board" });
  let record = null;
  let board = null;
  let picture = null;
  let tool = store.get("tool", "sea");
  if (!(tool in TOOLS)) tool = "sea";
  let drag = null;
  let hint = null;
  let active = true;

  // --- Painting -------------------------------------------------------------------------------------

  function act(cell, { kind, start }) {
    const { puzzle } = record;
    if (start) {
      const wanted = TOOLS[tool][kind === "secondary" ? 1 : 0];
      drag = { value: record.cells[puzzle.at(cell)] === wanted ? UNDECIDED : wanted, last: cell };
      record.begin();
    }
    if (!drag) return;
    for (const each of start ? [cell] : between(drag.last, cell)) record.paint(puzzle.at(each), drag.value);
    drag.last = cell;
    paint();
  }

  function end() {
    drag = null;
    if (record.end()) changed();
  }

  /** A second finger means to zoom: what the first one has painted was not meant. */
  function secondFinger(event) {
    if (event.isPrimary || !drag) return;
    record.cancel();
    drag = null;
    paint();
  }

  function put(cell, kind) {
    if (record.step([[record.puzzle.at(cell), kind]])) changed();
    announce(label(cell));
  }

  function key(event, cell) {
    if (event.ctrlKey) return false;
    if (event.shiftKey && ARROWS[event.key]) {
      const at = record.puzzle.at(cell);
      const kind = record.puzzle.clues[at] === EMPTY ? record.cells[at] : TOOLS[tool][0];
      board.focus([cell[0] + ARROWS[event.key][0], cell[1] + ARROWS[event.key][1]], false);
      put(board.focused, kind);
      return true;
    }
    const kind = KEYS[event.key];
    const commands = { h: takeHint, c: check, u: undo, r: redo };
    if (kind) put(cell, kind);
    else if (Object.hasOwn(commands, event.key)) commands[event.key]();
    else return false;
    return true;
  }

  function label(cell) {
    const at = record.puzzle.at(cell);
    const clue = record.puzzle.clues[at];
    const what = clue === EMPTY ? NAMES[record.cells[at]] : clue > 0 ? `the number ${clue}` : "a number of unknown size";
    return `${record.puzzle.place(at)}: ${what}`;
  }

  function undo() {
    if (active && record?.undo()) changed();
  }

  function redo() {
    if (active && record?.redo()) changed();
  }

  // --- What is seen after a change ------------------------------------------------------------------

  /** Draw the board and mark what is broken; gives the broken rules. */
  function paint() {
    const broken = live.checked ? brokenRules(record.puzzle, record.cells) : [];
    picture.paint(record.cells, completeClues(record.puzzle, record.cells));
    picture.mark("broken", ...broken.map(({ cells }) => cells));
    return broken;
  }

  function changed() {
    showHint(null);
    picture.mark("wrong");
    const broken = paint();
    buttons.undo.disabled = record.past.length === 0;
    buttons.redo.disabled = record.future.length === 0;
    if (record.past.length <= 1) onProgress();
    if (solvedBy(record.puzzle, record.cells) && record.begun) finish();
    else tellState(broken);
  }

  function tellState(broken) {
    place.classList.remove("done");
    const [first, ...others] = broken;
    if (!first) return note.tell("quiet", record.begun ? "No rule is broken so far." : START);
    const more = others.length ? ` And ${others.length} more.` : "";
    const { message } = first;
    note.tell("broken", `${message[0].toUpperCase()}${message.slice(1)}.${more}`);
  }

  /** The rules are kept here; the server has the last word. */
  async function finish() {
    const mine = record;
    const rows = record.rows.map((row) => row.replaceAll(UNDECIDED, ISLAND));
    try {
      const verdict = await api.post("/check", { game: game.name, instance: mine.puzzle.line, solution: { rows } });
      if (mine !== record || rows.join() !== mine.rows.map((row) => row.replaceAll(UNDECIDED, ISLAND)).join()) return;
      if (!verdict.ok) return note.tell("broken", verdict.broken[0].message);
      celebrate();
    } catch (error) {
      if (mine === record) note.tell("broken", error.message);
    }
  }

  function celebrate() {
    const help = record.hints === 1 ? ", with one hint" : record.hints ? `, with ${record.hints} hints` : "";
    if (!record.shown && !record.solved) {
      record.solved = true;
      record.save();
      onProgress();
    }
    place.classList.add("done");
    note.tell("good", record.shown ? "This is a solution." : `Solved in ${clockText(record.seconds)}${help}.`);
  }

  // --- Help -----------------------------------------------------------------------------------------

  function showHint(found) {
    hint = found;
    picture.mark("hint", ...(found ? [found.at] : []));
    if (found?.value) picture.ghost(found.value, found.at);
  }

  /** The next step and its reason; asked once more, the step is done. */
  async function takeHint() {
    if (hint?.value) return follow();
    if (buttons.hint.ariaBusy === "true") return;
    buttons.hint.ariaBusy = "true";
    const mine = record;
    const asked = record.rows;
    note.tell("busy", "Looking for the next step.");
    try {
      const found = await api.post("/hint", { game: game.name, instance: mine.puzzle.line, state: asked.join("\n") });
      if (mine !== record || asked.join() !== record.rows.join()) return;
      showHint({ ...found, at: found.cells.map((cell) => record.puzzle.at(cell)) });
      record.hints += found.technique === "solved" ? 0 : 1;
      record.save();
      const doIt = found.value && button(dom, "Do it", follow, { key: "H", class: "small" });
      note.tell("hint", found.reason, ...(doIt ? [doIt] : []));
    } catch (error) {
      if (mine === record) note.tell("broken", error.message);
    } finally {
      buttons.hint.ariaBusy = "false";
    }
  }

  function follow() {
    const { at, value } = hint;
    showHint(null);
    if (record.step(at.map((each) => [each, value]))) changed();
  }

  /** Compare with the only solution, if there is one; else the rules decide. */
  async function check() {
    const mine = record;
    const rows = record.rows;
    note.tell("busy", "Comparing with the solution.");
    try {
      const known = await judge.quick(record.puzzle);
      if (mine !== record || rows.join() !== record.rows.join()) return;
      if (!known.unique) return note.tell("broken", `The puzzle has ${inWords(known)}, so only the rules can be checked.`);
      const wrong = differing(rows, known.solution).filter((at) => record.cells[at] !== UNDECIDED);
      picture.mark("wrong", wrong);
      if (wrong.length === 0) note.tell("good", "Everything is right so far.");
      else note.tell("broken", wrong.length === 1 ? "One cell is wrong." : `${wrong.length} cells are wrong.`);
    } catch (error) {
      if (mine === record) note.tell("broken", error.message);
    }
  }

  async function solve() {
    const mine = record;
    const stop = new AbortController();
    note.tell("busy", "Solving.", button(dom, "Cancel", () => stop.abort(), { class: "small" }));
    try {
      const known = await judge.settle(record.puzzle, { signal: stop.signal });
      if (mine !== record) return;
      if (!known.solution) return note.tell("broken", known.status === "infeasible" ? "The puzzle has no solution." : "No solution was found in the time.");
      record.shown = !record.solved;
      record.step([...known.solution.join("")].map((kind, at) => [at, kind]));
      record.save();
      changed();
    } catch (error) {
      if (mine === record) note.tell("broken", error.message);
    }
  }

  function restart() {
    record.restart();
    tick(0);
    changed();
    onProgress();
  }

  // --- Facts and the clock --------------------------------------------------------------------------

  async function tellFacts() {
    const { puzzle } = record;
    const show = (...words) => {
      if (record.puzzle !== puzzle) return;
      const told = [`${puzzle.height} x ${puzzle.width}`, ...words].filter(Boolean).join(" \u00b7 ");
      facts.replaceChildren(h("b", { text: puzzle.name }), h("span", { text: told }));
    };
    show();
    try {
      const known = await judge.quick(puzzle);
      show(settled(known) ? inWords(known) : null);
      if (known.unique === false && record.puzzle === puzzle && !record.begun) tellSeveral();
      if (known.unique) show((await judge.grade(puzzle)).grade, inWords(known));
    } catch {
      // Boards that are too large to be judged at once are played without.
    }
  }

  function tellSeveral() {
    note.tell("broken", "The puzzle has several solutions.", button(dom, "Show where", onDoubt, { class: "small" }));
  }

  function tick(seconds) {
    if (record.solved) seconds = 0;
    record.seconds += seconds;
    clock.textContent = clockText(record.seconds);
    if (seconds && record.seconds % 5 === 0) record.save();
  }

  setInterval(() => record && active && !document.hidden && tick(1), 1000);
  addEventListener("pagehide", () => record?.save());

  // --- The part -------------------------------------------------------------------------------------

  const live = h("input", { type: "checkbox", id: "live", checked: store.get("live", true) });
  live.addEventListener("change", () => {
    store.set("live", live.checked);
    changed();
  });
  const tools = choice(
    dom,
    "What to paint",
    [
      ["sea", [h("i", { class: "swatch sea" }), "Sea"], "Sea; the right button or Shift paints island"],
      ["island", [h("i", { class: "swatch island" }), "Island"], "Island; the right button or Shift paints sea"],
      ["clear", [h("i", { class: "swatch" }), "Clear"], "Clear"],
    ],
    tool,
    (chosen) => store.set("tool", (tool = chosen)),
  );
  const buttons = {
    undo: button(dom, "Undo", undo, { key: "Ctrl+Z" }),
    redo: button(dom, "Redo", redo, { key: "Ctrl+Y" }),
    hint: button(dom, "Hint", takeHint, { key: "H" }),
    check: button(dom, "Check", check, { key: "C" }),
    solve: button(dom, "Solve", solve),
    restart: button(dom, "Start over", restart),
  };
  const element = h(
    "div",
    { class: "play-part" },
    h("div", { class: "head" }, facts, clock),
    place,
    note.element,
    h("div", { class: "controls" }, tools.element, Object.values(buttons)),
    h("label", { class: "live", for: "live" }, live, "Mark broken rules at once"),
  );

  /** Take up a puzzle where it was left; `state` has rows to fill in, as one step. */
  function load(puzzle, state = null) {
    record?.save();
    record = new Record(store, puzzle);
    if (state) record.step([...state.join("")].map((kind, at) => [at, kind]));
    if (!record.save()) say("The browser has no room to keep this puzzle.", true);
    ({ board, picture } = drawnBoard(context, puzzle, { name: `Nurikabe, ${puzzle.height} rows, ${puzzle.width} columns`, label, act, end, key }));
    board.svg.addEventListener("pointerdown", secondFinger, { capture: true });
    place.replaceChildren(board.element);
    tick(0);
    changed();
    tellFacts();
  }

  return { element, load, undo, redo, focus: () => board.focus(board.focused), puzzle: () => record.puzzle, running: (yes) => (active = yes) };
}
