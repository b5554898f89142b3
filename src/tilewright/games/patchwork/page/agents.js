// The agents at the table: one that is to move thinks and plays; two of them are watched, with start, pause and step; and hints.

import { button, thoughtPanel } from "./parts.js";
import { inWords, percent } from "./pictures.js";

/** Who gives hints. */
const ANALYST = "mcts:2000it";
/** Milliseconds that a move of two agents is seen at least, and after which a silent server is asked again. */
const PACE = 700;
const AGAIN = 3_000;

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

/** Gives {element, turn(), interrupt(), hint(), ...}. `pointAt(move)` shows a move as a ghost, `controls()` the buttons anew. */
export function agentsPart(table, { pointAt, controls }) {
  const { context, dom, note, patches, seats, sitting } = table;
  const thought = thoughtPanel(context, patches, sitting, consider);
  const small = (text, act, key = null) => button(dom, text, act, { key, class: "small" });
  let thinking = null;
  let running = context.store.get("watching", false);
  let advice = null;
  let seeking = null;
  /** Who has answered already, so that its programs are compiled. */
  const warm = new Set();

  const watching = () => seats.people() === 0;

  /** Ask an agent, and say how long that takes if it is the first time. */
  async function asked(agent, words, signal, ...buttons) {
    const [kind] = agent.split(":");
    if (warm.has(kind)) note.tell("busy", words, ...buttons);
    else note.wait(words, ...buttons);
    const found = await sitting.agent(agent, { values: true, signal });
    warm.add(kind);
    return found;
  }

  // --- An agent is to move --------------------------------------------------------------------------

  /** If an agent is to move, let it. Two agents wait until somebody starts them, or lets them do one `step`. */
  async function turn(step = false) {
    const { view } = table;
    if (!view || view.over || thinking || table.busy) return;
    const agent = seats.agentOf(view.to_move);
    if (agent === null) return;
    if (watching() && !running && !step) {
      tellPaused();
      return;
    }
    const began = Date.now();
    thinking = new AbortController();
    const { signal } = thinking;
    controls();
    let found = null;
    try {
      const end = watching() ? small("Pause", halt, "P") : small("Stop", () => stop(agent));
      found = await asked(agent, `${seats.words(view.to_move)} is thinking.`, signal, end);
      if (watching() && !step) await pause(PACE - (Date.now() - began));
    } catch (error) {
      if (!signal.aborted) failed(error, signal);
    }
    // Who interrupted it has said what comes next.
    if (signal.aborted) return;
    thinking = null;
    if (!found) return;
    thought.show(found);
    dom.announce(`${agent}: ${inWords(found.move, patches)}`);
    await table.make(found.move.json);
  }

  function failed(error, signal) {
    note.tell("broken", error.message, small("Try again", () => turn()));
    // A server that is started again is asked again.
    if (error.status === 0) setTimeout(() => signal.aborted || turn(), AGAIN);
  }

  function interrupt() {
    dropAdvice();
    thinking?.abort();
    thinking = null;
  }

  function stop(agent) {
    interrupt();
    note.tell("quiet", `${agent} was stopped.`, small("Let it move", () => turn()));
    controls();
  }

  // --- Two agents are watched -----------------------------------------------------------------------

  function run(yes) {
    running = yes;
    context.store.set("watching", yes);
  }

  function tellPaused() {
    const last = sitting.history.at(-1);
    const told = last ? `Move ${sitting.ply}, ${seats.words(last.mover)}: ${inWords(last.move, patches)}.` : `${seats.words(0)} against ${seats.words(1)}.`;
    note.tell("quiet", told, small(last ? "Go on" : "Start", start, "P"), small("Step", oneStep, "N"));
    controls();
  }

  function start() {
    run(true);
    turn();
  }

  /** A move that is being made comes first. */
  function halt() {
    run(false);
    interrupt();
    if (watching() && table.view && !table.view.over && !table.busy) tellPaused();
  }

  function oneStep() {
    if (!watching()) return;
    halt();
    turn(true);
  }

  // --- Hints ----------------------------------------------------------------------------------------

  /** What the analyst would do; asked once more, it is done. */
  async function hint() {
    if (!table.myTurn) return;
    const { state } = sitting.view;
    if (advice?.state === state) {
      table.make(advice.move.json);
      return;
    }
    if (seeking) return;
    const { signal } = (seeking = new AbortController());
    controls();
    try {
      const found = await asked(ANALYST, "Looking for the best move.", signal, small("Cancel", cancel));
      if (signal.aborted) return;
      thought.show(found, true);
      consider({ ...found.move, value: found.values?.[0]?.value }, "The strong player would");
    } catch (error) {
      if (signal.aborted) return;
      note.tell("broken", error.message);
    }
    seeking = null;
    controls();
  }

  /** Show a move that the analyst thought of; a hint that is asked for once more does it. */
  function consider(move, who = "You could") {
    if (!table.myTurn) return;
    advice = { state: sitting.view.state, move };
    const value = move.value === undefined ? "" : ` Chances to win: ${percent(move.value)}.`;
    pointAt(move);
    note.tell("hint", `${who} ${inWords(move, patches, true)}.${value}`, small("Do it", hint, "H"));
    note.element.title = ANALYST;
    controls();
  }

  /** Wait for no hint any more, and forget the one that was given. */
  function dropAdvice() {
    seeking?.abort();
    seeking = advice = null;
  }

  function cancel() {
    dropAdvice();
    note.tell("quiet", "The search was cancelled.");
    controls();
  }

  return {
    element: thought.element,
    turn,
    interrupt,
    hint,
    halt,
    keys: { h: hint, p: () => watching() && (running ? halt() : start()), n: oneStep },
    maySeek: () => table.myTurn && !seeking,
    advises: (move) => table.myTurn && advice?.state === sitting.view.state && advice.move.json === move,
    draw: thought.draw,
    dropAdvice,
    forget: thought.forget,
  };
}
