// Playing: the table with both quilts, the offers and the time board, and who does what at it.

import { agentsPart } from "./agents.js";
import { coursePart } from "./course.js";
import { inHand, layingPart } from "./laying.js";
import { button, circleStrip, isNarrow, listenForKeys, purse } from "./parts.js";
import { piecesOf, quiltAlone, timeBoard } from "./pictures.js";
import { Table } from "./table.js";

/** What stands in a record beside the deal. */
const NO_DEAL = new Set(["game", "agents", "seed", "moves", "result"]);

/** Gives {element, state(), record(), begin(), setUp(state), takeUp(game), show(yes)}. `onAnalyse(record)` is called with the record of the game. */
export function playPart(context, known, { onAnalyse }) {
  const { dom, store } = context;
  const { h, s } = dom;
  const table = new Table(context, known, { changed, waiting });
  const { note, patches, seats, sitting } = table;
  const places = Object.fromEntries(["mine", "other", "time", "circle"].map((name) => [name, h("div", { class: `place-${name}` })]));
  const laying = layingPart(table, { market: drawMarket, onTake });
  const agents = agentsPart(table, { pointAt: laying.pointAt, controls });
  const course = coursePart(table, { interrupt: agents.halt, onAnalyse });
  const { hand, board } = laying;
  let active = true;

  table.onSeats = () => {
    agents.interrupt();
    if (table.view) changed();
  };
  table.onStart = ({ seed }) => table.tried(async () => {
    agents.halt();
    agents.forget();
    await sitting.start({ seed });
  });

  function onTake() {
    waiting();
    tellTurn();
  }

  /** Who goes on alone waits for no hint. */
  function waiting() {
    agents.dropAdvice();
    controls();
  }

  function advance() {
    if (table.myTurn && table.view.advance) table.make("advance");
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  function changed() {
    const { mine, view } = table;
    const pieces = piecesOf(sitting.history);
    const step = sitting.history.at(-1);
    const last = step?.mover === 1 - mine && step.move.json !== "advance" ? pieces[1 - mine].at(-1) : null;
    const them = view.sides[1 - mine];
    places.mine.replaceChildren(purseOf(mine));
    places.other.replaceChildren(purseOf(1 - mine), quiltAlone(s, `${seats.words(1 - mine)}: quilt, ${them.open} squares open`, them, pieces[1 - mine], patches, last));
    places.circle.replaceChildren(circleStrip(dom, view, patches));
    laying.draw(pieces);
    drawMarket();
    course.draw();
    agents.draw();
    tellTurn();
    if (hand.grip) board.focus(hand.grip.cell, document.activeElement === document.body);
    agents.turn();
  }

  function purseOf(player) {
    const { view } = table;
    return purse(dom, view.sides[player], player, seats.words(player), { toMove: player === view.to_move && !view.over, bonus: view.bonus === player });
  }

  /** The offers, the time board with the space that the plan leads to, and the buttons. */
  function drawMarket() {
    const { view } = table;
    laying.drawOffers();
    const goal = hand.grip ? (view.offers.find(({ patch }) => patch === hand.patch)?.to ?? null) : null;
    places.time.replaceChildren(timeBoard(s, view, known, goal, isNarrow()));
    controls();
  }

  function controls() {
    const { myTurn, view } = table;
    buttons.advance.disabled = !myTurn || !view.advance;
    buttons.advance.classList.toggle("hinted", Boolean(view) && agents.advises("advance"));
    if (view) buttons.advance.textContent = view.advance && myTurn ? `Advance to ${view.advance.to}: +${view.advance.buttons}` : "Advance";
    buttons.hint.disabled = !agents.maySeek();
    laying.controls();
    course.controls();
  }

  function tellTurn() {
    const { view } = table;
    if (view.over) return course.tellEnd();
    if (!table.myTurn) return undefined;
    const who = seats.people() === 2 ? `${seats.words(view.to_move)}: ` : "";
    const before = course.lastMoves();
    if (view.pending) return note.tell("quiet", `${before}${who}Lay the 1x1 patch on any open square.`);
    if (hand.grip) return note.tell("quiet", `${who}${inHand(hand.patch)}`);
    return note.tell("quiet", `${before}${who}Choose a patch, or advance.`);
  }

  const buttons = {
    advance: button(dom, "Advance", advance, { key: "A", class: "advance" }),
    hint: button(dom, "Hint", agents.hint, { key: "H" }),
  };
  listenForKeys(() => active, { ...laying.keys, ...agents.keys, ...course.keys, a: advance });
  matchMedia("(max-width: 40rem)").addEventListener("change", () => table.view && drawMarket());

  const { rotate, flip, lay, map } = laying.buttons;
  const { undo, redo } = course.buttons;
  const element = h(
    "div",
    { class: "patchwork-table" },
    h("div", { class: "area-note" }, note.element),
    h("section", { class: "panel area-market", "aria-label": "Patches" }, laying.offers, buttons.advance),
    h(
      "section",
      { class: "panel area-mine", "aria-label": "The quilt in front" },
      places.mine,
      board.element,
      h("div", { class: "controls" }, rotate, flip, lay, undo, redo, buttons.hint, map),
      h("div", { class: "regret-line", role: "status" }, laying.regretLine),
    ),
    h("div", { class: "area-circle" }, places.circle),
    h("section", { class: "panel area-time", "aria-label": "Time board" }, places.time, h("p", { class: "quiet legend" }, "● income   ■ 1x1 patch   the dashed marker: where the patch in hand leads")),
    h("section", { class: "panel area-other", "aria-label": "The other quilt" }, places.other, agents.element),
    h("div", { class: "area-seats" }, seats.element, course.element),
  );

  /** Play on in a position, with the course before it if there is one. */
  function takeUp(load) {
    agents.halt();
    agents.forget();
    return table.alone(async () => {
      await load();
      seats.sit(table.view.to_move);
    });
  }

  return {
    element,
    state: () => sitting.view?.state,
    record: course.record,
    /** Go on where the browser was left, or deal. */
    async begin() {
      note.tell("busy", "One moment.");
      await table.tried(async () => (await sitting.resume().catch((error) => (error.status === 400 ? null : Promise.reject(error)))) ?? sitting.start({ seed: seats.seed() }));
    },
    setUp: (state) => takeUp(() => sitting.setUp(state)),
    /** Play on after a move of a recorded game; what was played after it can be redone. */
    takeUp({ record, states, steps, ply }) {
      const deal = Object.fromEntries(Object.entries(record).filter(([key]) => !NO_DEAL.has(key)));
      const played = steps.map((step, at) => ({ state: states[at], ...step }));
      const undone = played.slice(ply).map((step, at) => ({ ...step, after: states[ply + at + 1] })).reverse();
      store.set("sitting", { state: states[ply], history: played.slice(0, ply), undone, deal, seed: record.seed });
      return takeUp(() => sitting.resume());
    },
    show(yes) {
      active = yes;
    },
  };
}
