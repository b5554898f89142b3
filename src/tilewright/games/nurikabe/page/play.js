// Playing: paint the sea and the islands, see broken rules at once, ask for hints, and hear when it is solved.

import { changedElsewhere } from "/pages/store.js";
import { differing, inWords, settled } from "./judge.js";
import { between, button, cancelButton, choice, drawnBoard, noteLine } from "./parts.js";
import { EMPTY, ISLAND, SEA, UNDECIDED } from "./puzzle.js";
import { clockText, Record } from "./record.js";
import { brokenRules, completeClues, solvedBy } from "./rules.js";

const NAMES = { [SEA]: "sea", [ISLAND]: "island", [UNDECIDED]: "undecided" };
const TOOLS = { sea: [SEA, ISLAND], island: [ISLAND, SEA], clear: [UNDECIDED, UNDECIDED] };
const KEYS = { x: SEA, s: SEA, i: ISLAND, ".": ISLAND, delete: UNDECIDED, backspace: UNDECIDED };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Milliseconds after which a silent server is asked again. */
const AGAIN = 3_000;
const START = "Paint the sea around the islands. Every number is left with an island of so many cells.";

/** The rows of a state with everything undecided as island. */
const decided = (rows) => rows.map((row) => row.replaceAll(UNDECIDED, ISLAND));

/** The part of the page where a puzzle is played: its `element`, and what can be done from outside. */
export class PlayPart {
  #context;
  #judge;
  #onProgress;
  #onDoubt;
  #record = null;
  #board = null;
  #picture = null;
  #drag = null;
  #hint = null;
  #asking = null;
  #active = true;

  /** `onProgress()` is called when a puzzle is begun or solved, `onDoubt()` when somebody asks why there are several solutions. */
  constructor(context, judge, { onProgress, onDoubt }) {
    this.#context = context;
    this.#judge = judge;
    this.#onProgress = onProgress;
    this.#onDoubt = onDoubt;
    const kept = context.store.get("tool", "sea");
    this.tool = kept in TOOLS ? kept : "sea";
    this.#build();
    setInterval(() => this.#active && !document.hidden && this.#tick(1), 1000);
    // Not when the page is left for good: by then another tab may have gone on with this puzzle.
    document.addEventListener("visibilitychange", () => document.hidden && this.#record?.save());
    changedElsewhere(context.game.name, (key) => key === this.#record?.key && this.#follow());
  }

  get puzzle() {
    return this.#record?.puzzle ?? null;
  }

  /** Take up a puzzle where it was left; `state` has rows to fill in, as one step. */
  load(puzzle, state = null) {
    const { say, store } = this.#context;
    this.#record?.save();
    this.#record = new Record(store, puzzle);
    if (state) this.#record.step([...state.join("")].map((kind, at) => [at, kind]));
    if (!this.#record.save()) say("The browser has no room to keep this puzzle.", true);
    ({ board: this.#board, picture: this.#picture } = drawnBoard(this.#context, puzzle, {
      name: `Nurikabe, ${puzzle.height} rows, ${puzzle.width} columns`,
      label: (cell) => this.#label(cell),
      act: (cell, how) => this.#act(cell, how),
      end: () => this.#end(),
      key: (event, cell) => this.#key(event, cell),
    }));
    this.#board.svg.addEventListener("pointerdown", (event) => this.#secondFinger(event), { capture: true });
    this.place.replaceChildren(this.#board.element);
    this.#tick(0);
    this.#changed();
    this.#tellFacts();
  }

  /** Another tab has gone on with the same puzzle: so does this one. */
  #follow() {
    if (this.#drag) return;
    const shown = this.#record.cells.join("");
    this.#record = new Record(this.#context.store, this.puzzle);
    this.#tick(0);
    if (this.#record.cells.join("") !== shown) this.#changed();
  }

  /** Whether somebody plays here now; only then the clock runs. */
  running(yes) {
    this.#active = yes;
  }

  focus() {
    this.#board.focus(this.#board.focused);
  }

  undo() {
    if (this.#record?.undo()) this.#changed();
  }

  redo() {
    if (this.#record?.redo()) this.#changed();
  }

  #build() {
    const { dom, store } = this.#context;
    const { h } = dom;
    this.note = noteLine(dom);
    this.clock = h("span", { class: "clock", role: "timer", "aria-label": "time" });
    this.facts = h("p", { class: "facts about" });
    this.place = h("div", { class: "place-of-board" });
    this.live = h("input", { type: "checkbox", id: "live", checked: store.get("live", true) });
    this.live.addEventListener("change", () => {
      store.set("live", this.live.checked);
      this.#changed();
    });
    const tools = [
      ["sea", [h("i", { class: "swatch sea" }), "Sea"], "Sea; the right button or Shift paints island"],
      ["island", [h("i", { class: "swatch island" }), "Island"], "Island; the right button or Shift paints sea"],
      ["clear", [h("i", { class: "swatch" }), "Clear"], "Clear"],
    ];
    const chooser = choice(dom, "What to paint", tools, this.tool, (chosen) => store.set("tool", (this.tool = chosen)));
    this.buttons = {
      undo: button(dom, "Undo", () => this.undo(), { key: "Ctrl+Z" }),
      redo: button(dom, "Redo", () => this.redo(), { key: "Ctrl+Y" }),
      hint: button(dom, "Hint", () => this.#takeHint(), { key: "H" }),
      check: button(dom, "Check", () => this.#check(), { key: "C" }),
      solve: button(dom, "Solve", () => this.#solve()),
      restart: button(dom, "Start over", () => this.#restart()),
    };
    this.element = h(
      "div",
      { class: "play-part" },
      h("div", { class: "head" }, this.facts, this.clock),
      this.place,
      this.note.element,
      h("div", { class: "controls" }, chooser.element, Object.values(this.buttons)),
      h("label", { class: "live", for: "live" }, this.live, "Mark broken rules at once"),
    );
  }

  // --- Painting -------------------------------------------------------------------------------------

  #act(cell, { kind, start }) {
    const record = this.#record;
    if (start) {
      const wanted = TOOLS[this.tool][kind === "secondary" ? 1 : 0];
      this.#drag = { value: record.cells[record.puzzle.at(cell)] === wanted ? UNDECIDED : wanted, last: cell };
      record.begin();
    }
    if (!this.#drag) return;
    const way = start ? [cell] : between(this.#drag.last, cell);
    for (const each of way) record.paint(record.puzzle.at(each), this.#drag.value);
    this.#drag.last = cell;
    this.#paint();
  }

  #end() {
    this.#drag = null;
    if (this.#record.end()) this.#changed();
  }

  /** A second finger means to zoom: what the first one has painted was not meant. */
  #secondFinger(event) {
    if (event.isPrimary || !this.#drag) return;
    this.#drag = null;
    this.#record.cancel();
    this.#paint();
  }

  #put(cell, kind) {
    if (this.#record.step([[this.#record.puzzle.at(cell), kind]])) this.#changed();
    this.#context.dom.announce(this.#label(cell));
  }

  #key(event, cell) {
    if (event.ctrlKey) return false;
    if (event.shiftKey && ARROWS[event.key]) return this.#paintAlong(cell, ARROWS[event.key]);
    const name = event.key.toLowerCase();
    const commands = { h: () => this.#takeHint(), c: () => this.#check(), u: () => this.undo(), r: () => this.redo() };
    if (Object.hasOwn(KEYS, name)) this.#put(cell, KEYS[name]);
    else if (Object.hasOwn(commands, name)) commands[name]();
    else return false;
    return true;
  }

  /** The drag of the keyboard: the next cell becomes what this one is. */
  #paintAlong([row, column], [down, right]) {
    const at = this.#record.puzzle.at([row, column]);
    const kind = this.#record.puzzle.clues[at] === EMPTY ? this.#record.cells[at] : TOOLS[this.tool][0];
    this.#board.focus([row + down, column + right], false);
    this.#put(this.#board.focused, kind);
    return true;
  }

  #label(cell) {
    const { puzzle, cells } = this.#record;
    const at = puzzle.at(cell);
    const clue = puzzle.clues[at];
    const what = clue === EMPTY ? NAMES[cells[at]] : clue > 0 ? `the number ${clue}` : "a number of unknown size";
    return `${puzzle.place(at)}: ${what}`;
  }

  // --- What is seen after a change ------------------------------------------------------------------

  /** Draw the board and mark what is broken; gives the broken rules. */
  #paint() {
    const { puzzle, cells } = this.#record;
    const broken = this.live.checked ? brokenRules(puzzle, cells) : [];
    this.#picture.paint(cells, completeClues(puzzle, cells));
    this.#picture.mark("broken", ...broken.map((rule) => rule.cells));
    return broken;
  }

  #changed() {
    const record = this.#record;
    this.#asking?.abort();
    this.#asking = null;
    this.#showHint(null);
    this.#picture.mark("wrong");
    const broken = this.#paint();
    this.buttons.undo.disabled = record.past.length === 0;
    this.buttons.redo.disabled = record.future.length === 0;
    if (record.past.length <= 1) this.#onProgress();
    this.#tellState(broken);
    if (record.begun && solvedBy(record.puzzle, record.cells)) this.#finish();
  }

  #tellState([first, ...others]) {
    this.place.classList.remove("done");
    if (!first) return this.note.tell("quiet", this.#record.begun ? "No rule is broken so far." : START);
    const { message } = first;
    const more = others.length ? ` And ${others.length} more.` : "";
    return this.note.tell("broken", `${message[0].toUpperCase()}${message.slice(1)}.${more}`);
  }

  /** The rules are kept as far as the page can tell; the server has the last word. */
  #finish() {
    const rows = decided(this.#record.rows);
    const question = { game: this.#context.game.name, instance: this.puzzle.line, solution: { rows } };
    const tell = (verdict) => {
      if (verdict.ok) this.#celebrate();
      else this.note.tell("broken", verdict.broken[0].message);
    };
    this.#ask(this.#context.api.post("/check", question), tell, () => this.#finish());
  }

  #celebrate() {
    const record = this.#record;
    const help = record.hints === 1 ? ", with one hint" : record.hints ? `, with ${record.hints} hints` : "";
    if (!record.shown && !record.solved) {
      record.solved = true;
      record.save();
      this.#onProgress();
    }
    this.place.classList.add("done");
    this.note.tell("good", record.shown ? "This is a solution." : `Solved in ${clockText(record.seconds)}${help}.`);
  }

  // --- Questions to the server ----------------------------------------------------------------------

  /** Tell the answer, or what went wrong, unless the board has changed since; `again` asks a server anew that was away. */
  async #ask(answer, tell, again = null) {
    const record = this.#record;
    const asked = record.cells.join("");
    const stale = () => record !== this.#record || asked !== record.cells.join("");
    try {
      const found = await answer;
      if (!stale()) tell(found);
    } catch (error) {
      if (stale()) return;
      this.note.tell("broken", error.message);
      if (error.status === 0 && again) setTimeout(() => stale() || again(), AGAIN);
    }
  }

  #showHint(hint) {
    this.#hint = hint;
    this.#picture.mark("hint", ...(hint ? [hint.at] : []));
    if (hint?.value) this.#picture.ghost(hint.value, hint.at);
  }

  /** The next step and its reason; asked once more, the step is done. */
  async #takeHint() {
    if (this.#hint?.value) {
      this.#doHint();
      return;
    }
    if (this.#asking) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.note.tell("busy", "Looking for the next step.");
    await this.#ask(this.#nextStep(asking.signal), (found) => this.#tellHint(found));
    if (this.#asking === asking) this.#asking = null;
  }

  /** The hint of the server, which solves the puzzle for it: a puzzle that takes long has none. */
  async #nextStep(signal) {
    const { api, game } = this.#context;
    const question = { game: game.name, instance: this.puzzle.line, state: this.#record.rows.join("\n") };
    const known = await this.#judge.quick(this.puzzle);
    if (!settled(known)) throw new Error("The puzzle takes too long to solve for a hint.");
    return api.post("/hint", question, { signal });
  }

  #tellHint(found) {
    const { dom } = this.#context;
    this.#showHint({ ...found, at: found.cells.map((cell) => this.puzzle.at(cell)) });
    this.#record.hints += found.technique === "solved" ? 0 : 1;
    this.#record.save();
    const actions = found.value ? [button(dom, "Do it", () => this.#doHint(), { key: "H", class: "small" })] : [];
    this.note.tell("hint", found.reason, ...actions);
  }

  #doHint() {
    const { at, value } = this.#hint;
    this.#showHint(null);
    if (this.#record.step(at.map((each) => [each, value]))) this.#changed();
  }

  /** Compare with the only solution, if there is one; else only the rules can tell. */
  #check() {
    this.note.tell("busy", "Comparing with the solution.");
    this.#ask(this.#judge.quick(this.puzzle), (known) => {
      const { cells, rows } = this.#record;
      if (!known.unique) return this.note.tell("broken", `The puzzle has ${inWords(known)}, so only the rules can be checked.`);
      const wrong = differing(rows, known.solution).filter((at) => cells[at] !== UNDECIDED);
      this.#picture.mark("wrong", wrong);
      if (wrong.length === 0) return this.note.tell("good", "Everything is right so far.");
      return this.note.tell("broken", wrong.length === 1 ? "One cell is wrong." : `${wrong.length} cells are wrong.`);
    });
  }

  #solve() {
    const stop = new AbortController();
    this.note.tell("busy", "Solving.", cancelButton(this.#context.dom, stop));
    this.#ask(this.#judge.settle(this.puzzle, { signal: stop.signal }), ({ status, solution }) => {
      const record = this.#record;
      if (status === "cancelled") return this.note.tell("quiet", "The search was cancelled.");
      if (!solution) return this.note.tell("broken", status === "infeasible" ? "The puzzle has no solution." : "No solution was found in the time.");
      record.shown = !record.solved;
      record.step([...solution.join("")].map((kind, at) => [at, kind]));
      record.save();
      return this.#changed();
    });
  }

  #restart() {
    this.#record.restart();
    this.#tick(0);
    this.#changed();
    this.#onProgress();
  }

  // --- Facts and the clock --------------------------------------------------------------------------

  /** The size at once; how many solutions and how hard, when the server has told. */
  async #tellFacts() {
    const { puzzle } = this.#record;
    const { h } = this.#context.dom;
    const show = (...words) => {
      if (this.puzzle !== puzzle) return;
      const told = [`${puzzle.height} x ${puzzle.width}`, ...words].join(" \u00b7 ");
      this.facts.replaceChildren(h("b", { text: puzzle.name }), h("span", { text: told }));
    };
    show();
    try {
      const known = await this.#judge.quick(puzzle);
      if (settled(known)) show(inWords(known));
      if (known.unique === false && this.puzzle === puzzle && !this.#record.begun) this.#tellSeveral();
      if (known.unique) show((await this.#judge.grade(puzzle)).grade, inWords(known));
    } catch {
      // A board that is too large to be judged at once is played without.
    }
  }

  #tellSeveral() {
    const where = button(this.#context.dom, "Show where", () => this.#onDoubt(), { class: "small" });
    this.note.tell("broken", "The puzzle has several solutions.", where);
  }

  #tick(seconds) {
    const record = this.#record;
    if (!record) return;
    const runs = !record.solved && !record.shown;
    if (runs) record.seconds += seconds;
    this.clock.textContent = clockText(record.seconds);
    if (runs && seconds && record.seconds % 5 === 0 && document.hasFocus()) record.save();
  }
}
