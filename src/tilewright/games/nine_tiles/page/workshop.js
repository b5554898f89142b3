// A table with a memory: every step is kept, can be undone, and is scored by the server at once.

import { table } from "./table.js";
import { isPattern } from "./tiles.js";

const STEPS = 400;
const KNOWN = 500;
/** Milliseconds after which a silent server is asked again. */
const AGAIN = 3_000;

/**
 * A place to build towns. `key` is where the browser keeps it, `first` the town to begin with, `scored({town, points, complete, problems})` is
 * called with the scores of what lies there, `extra` are more buttons.
 */
export function workshop(context, tiles, { key, first, name, scored, extra = [] }) {
  const { api, dom, store, say } = context;
  const { h } = dom;
  const known = new Map();
  let course = read();
  let asked = 0;

  const board = table({ dom, tiles, name, change: (pattern) => push(pattern) });
  const undo = h("button", { type: "button", title: "Undo (Ctrl+Z)", on: { click: () => step(-1) } }, "↶ Undo");
  const redo = h("button", { type: "button", title: "Redo (Ctrl+Y)", on: { click: () => step(1) } }, "↷ Redo");
  const state = h("p", { class: "town-state", role: "status" });
  let locked = false;

  function read() {
    const kept = store.get(key);
    const sound = Array.isArray(kept?.towns) && kept.towns.length > 0 && kept.towns.every(isPattern) && kept.at in kept.towns;
    return sound ? kept : { towns: [first], at: 0 };
  }

  const town = () => course.towns[course.at];

  function push(pattern) {
    if (pattern === town()) return;
    course.towns = [...course.towns.slice(0, course.at + 1), pattern].slice(-STEPS);
    course.at = course.towns.length - 1;
    update();
  }

  function step(by) {
    if (locked || !(course.at + by in course.towns)) return;
    course.at += by;
    update();
  }

  /** Another town, from which there is no way back unless `undoable`. */
  function set(pattern, undoable = false) {
    if (undoable) return push(pattern);
    course = { towns: [pattern], at: 0 };
    update();
  }

  function update() {
    store.set(key, course);
    board.show(town());
    undo.disabled = locked || course.at === 0;
    redo.disabled = locked || course.at === course.towns.length - 1;
    tell(known.get(town()) ?? null);
    if (!known.has(town())) ask(town());
  }

  async function ask(pattern) {
    const ticket = ++asked;
    try {
      const found = await api.ask("score", { town: pattern });
      if (known.size > KNOWN) known.clear();
      known.set(pattern, found);
      if (ticket === asked && pattern === town()) tell(found);
    } catch (error) {
      if (ticket !== asked) return;
      say(error.message, true);
      // A server that is started again is asked again.
      if (error.status === 0) setTimeout(() => ticket === asked && ask(pattern), AGAIN);
    }
  }

  /** What is known of the town; until the server answers, the roads that do not join are seen here, and the old scores stay. */
  function tell(found) {
    const open = tiles.deadEnds(town()).length;
    const loop = found?.problems.find(({ rule }) => rule === "closed-loop");
    let text = "✔ Complete: all roads join.";
    if (open) text = `✖ Not complete: ${open} ${open === 1 ? "road stops" : "roads stop"} at a border.`;
    else if (loop) text = `✖ Not complete: ${loop.message}.`;
    else if (!found) text = state.textContent || "…";
    if (state.textContent !== text) state.textContent = text;
    state.classList.toggle("good", text.startsWith("✔"));
    if (found) scored(found);
  }

  function lock(yes) {
    locked = yes;
    board.lock(yes);
    update();
  }

  const element = h("div", { class: "workshop" }, board.element, board.tools, h("div", { class: "tools" }, undo, redo, extra), state);
  return {
    element,
    set,
    lock,
    town,
    start: update,
    undo: () => step(-1),
    redo: () => step(1),
    mark: board.mark,
    focus: board.focus,
    scores: () => known.get(town()) ?? null,
  };
}
