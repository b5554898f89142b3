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
  const thought = thoughtPanel(context, patches, () => sitting.ply);
  const small = (text, act, key = null) => button(dom, text, act, { key, class: "small" });
  let thinking = null;
  let running = context.store.get("watching", false);
  let advice = null;
  let seeking = false;

  const watching = () => seats.people() === 0;

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
    note.tell("busy", `${seats.words(view.to_move)} is thinking.`, watching() ? small("Pause", halt, "P") : small("Stop", () => stop(agent)));
    controls();
    let found = null;
    try {
      found = await sitting.agent(agent, { values: true, signal });
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
    note.tell("busy", "Looking for the best move.");
    seeking = true;
    controls();
    await table.tried(async () => {
      const found = await sitting.agent(ANALYST, { values: true });
      if (sitting.view.state !== state) return;
      advice = { state, move: found.move };
      thought.show(found, "The hint");
      const value = found.values ? ` Chances to win: ${percent(found.values[0].value)}.` : "";
      pointAt(found.move);
      note.tell("hint", `${found.agent} would ${inWords(found.move, patches)}.${value}`, small("Do it", hint, "H"));
    });
    seeking = false;
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
    dropAdvice: () => (advice = null),
    forget: thought.forget,
  };
}
