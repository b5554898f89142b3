// Playing: choose a patch, turn it, lay it; the opponent thinks on the server.

import { Hand } from "./hand.js";
import { button, circleStrip, isNarrow, listenForKeys, noteLine, offerCards, purse, thoughtPanel } from "./parts.js";
import { inWords, markerSign, percent, piecesOf, quiltAlone, quiltPicture, timeBoard } from "./pictures.js";
import { regretMap } from "./regret.js";
import { seatForm } from "./seats.js";
import { SIDE, squareOf } from "./shapes.js";

/** Who gives hints. */
const ANALYST = "mcts:2000it";
const HOW = {
  mouse: "point where it should lie. R turns it, F flips it.",
  finger: "touch the quilt to move it, then touch the patch to lay it.",
};

/** Gives {element, sitting, begin(), setUp(state), active}. `onAnalyse(record)` is called with the record of the game. */
export function playPart(context, known, { onAnalyse }) {
  const { Board, Sitting, dom, game, store } = context;
  const { announce, h, s } = dom;
  const { patches } = known;
  const note = noteLine(dom);
  const places = Object.fromEntries(["mine", "other", "time", "offers", "circle", "story"].map((name) => [name, h("div", { class: `place-${name}` })]));
  const board = new Board({ rows: SIDE, columns: SIDE, name: "Your quilt", label, act, end, hover });
  const hand = new Hand({ s, store, patches, layer: board.over });
  const seats = seatForm(context, { onOpponent: changedOpponent, onStart: (how) => tried(() => fresh(how)) });
  const sitting = new Sitting({ game, store, onChange: () => busy || changed(), parts: ["json"] });
  const thought = thoughtPanel(context, patches, () => sitting.ply);
  const regret = regretMap(context, hand, {
    current: () => (myTurn() ? sitting.view.state : null),
    onGo() {
      drawMarket();
      board.focus(hand.grip.cell);
    },
    onTrouble: (message) => note.tell("broken", message),
  });
  let thinking = null;
  let busy = false;
  let hint = null;
  let touching = false;
  let pressed = null;
  let active = true;
  let seeking = false;

  const view = () => sitting.view?.json;
  const mine = () => seats.me(view().to_move);
  const myTurn = () => Boolean(view()) && !view().over && !busy && seats.agentOf(view().to_move) === null;

  async function tried(act) {
    try {
      await act();
      return true;
    } catch (error) {
      if (error.name !== "AbortError") note.tell("broken", error.message);
      return false;
    }
  }

  // --- The quilt under the hand ---------------------------------------------------------------------

  board.svg.addEventListener("pointerdown", (event) => (touching = event.pointerType === "touch"), true);

  function label(cell) {
    const words = `row ${cell[0] + 1}, column ${cell[1] + 1}`;
    if (!view()) return words;
    if (hand.grip) return `${words}: patch ${hand.patch || "1x1"} ${hand.legal ? "fits" : "does not fit"} here`;
    return `${words}: ${view().sides[mine()].covered.includes(squareOf(cell)) ? "covered" : "open"}`;
  }

  function hover(cell) {
    if (cell && hand.grip && !pressed && myTurn()) moveTo(cell);
  }

  function moveTo(cell) {
    hand.move(cell);
    // Arrow keys go on from where the pointer was.
    if (String(board.focused) !== String(cell)) board.focus(cell, false);
    regret.tell();
  }

  /** A click lays. A finger covers what it points at: its first touch moves the patch, one on the patch lays it. */
  function act(cell, { kind, start, key }) {
    if (!myTurn()) return;
    if (!hand.grip) {
      if (start) note.tell("quiet", "Choose one of the three patches on offer, or advance.");
      return;
    }
    if (kind === "secondary") {
      if (start) turnHand("rotate");
    } else if (key || !touching) {
      if (!start) return;
      moveTo(cell);
      lay();
    } else {
      pressed = start && hand.cells.some((each) => String(each) === String(cell)) ? cell : null;
      if (!pressed) moveTo(cell);
    }
  }

  function end() {
    const lays = touching && pressed;
    pressed = null;
    if (lays) lay();
  }

  function take(patch) {
    if (!myTurn()) return;
    const offer = view().offers.find((each) => each.patch === patch);
    if (!offer || offer.obstacle) return;
    hint = null;
    if (hand.patch === patch) hand.drop();
    else hand.take(patch);
    afterTaking();
  }

  function afterTaking() {
    drawMarket();
    regret.refresh();
    if (hand.grip) board.focus(hand.grip.cell);
    tellTurn();
  }

  function turnHand(how) {
    if (!hand.grip || !myTurn()) return;
    hand[how]();
    drawMarket();
    regret.tell();
    announce(label(hand.grip.cell));
  }

  function lay() {
    if (!hand.grip || !myTurn()) return;
    if (!hand.legal) {
      note.tell("broken", "It does not fit here: a patch lies below it already.");
      return;
    }
    make(hand.asMove);
  }

  /** Make a move: it is seen at once, and the server has the last word. */
  async function make(move) {
    busy = true;
    board.element.classList.add("laying");
    controls();
    await tried(() => sitting.play(move));
    busy = false;
    board.element.classList.remove("laying");
    if (view()) changed();
  }

  function advance() {
    if (myTurn() && view().advance) make("advance");
  }

  function toggleMap() {
    const wanted = regret.toggle();
    if (wanted && !hand.grip && myTurn()) note.tell("quiet", "Choose a patch: the map then shows what each placement takes from all patches to come.");
    controls();
  }

  // --- Hints ----------------------------------------------------------------------------------------

  async function takeHint() {
    if (!myTurn()) return;
    if (hint?.state === sitting.view.state) return make(hint.move.json);
    if (seeking) return;
    const { state } = sitting.view;
    note.tell("busy", "Looking for the best move.");
    seeking = true;
    controls();
    await tried(async () => {
      const found = await sitting.agent(ANALYST, { values: true });
      if (sitting.view.state !== state) return;
      hint = { state, move: found.move };
      thought.show(found, "The hint");
      const value = found.values ? ` Chances to win: ${percent(found.values[0].value)}.` : "";
      pointAt(found.move);
      note.tell("hint", `${found.agent} would ${inWords(found.move, patches)}.${value}`, button(dom, "Do it", takeHint, { key: "H", class: "small" }));
    });
    seeking = false;
    controls();
  }

  /** Show a move as a ghost. */
  function pointAt({ json }) {
    if (!myTurn()) return;
    if (json === "advance") hand.drop();
    else hand.show(json.buy ?? 0, json.cells ?? [json.special]);
    drawMarket();
    regret.refresh();
    if (hand.grip) board.focus(hand.grip.cell);
  }

  // --- The opponent ---------------------------------------------------------------------------------

  async function turn() {
    if (!view() || view().over || thinking || busy) return;
    const agent = seats.agentOf(view().to_move);
    if (agent === null) return;
    thinking = new AbortController();
    const { signal } = thinking;
    note.tell("busy", `${agent} is thinking.`, button(dom, "Stop", () => stop(agent), { class: "small" }));
    controls();
    let found = null;
    try {
      found = await sitting.agent(agent, { values: true, signal });
    } catch (error) {
      if (!signal.aborted) note.tell("broken", error.message, button(dom, "Try again", turn, { class: "small" }));
    }
    // Who interrupted it has said what comes next.
    if (signal.aborted) return;
    thinking = null;
    if (!found) return;
    thought.show(found);
    announce(`${agent}: ${inWords(found.move, patches)}`);
    await make(found.move.json);
  }

  function interrupt() {
    thinking?.abort();
    thinking = null;
  }

  function stop(agent) {
    interrupt();
    note.tell("quiet", `${agent} was stopped.`, button(dom, "Let it move", turn, { class: "small" }));
    controls();
  }

  function changedOpponent() {
    interrupt();
    if (view()) changed();
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  function changed() {
    hint = null;
    const seen = view();
    const pieces = piecesOf(sitting.history);
    const me = mine();
    const last = sitting.history.at(-1)?.mover === 1 - me ? pieces[1 - me].at(-1) : null;
    const laidLast = sitting.history.at(-1)?.move.json === "advance" ? null : last;
    board.drawing.replaceChildren(quiltPicture(s, seen.sides[me], pieces[me], patches));
    board.svg.setAttribute("aria-label", `${seats.words(me)}: quilt, ${seen.sides[me].open} squares open`);
    const them = seen.sides[1 - me];
    places.mine.replaceChildren(purseOf(me));
    places.other.replaceChildren(purseOf(1 - me), quiltAlone(s, `${seats.words(1 - me)}: quilt, ${them.open} squares open`, them, pieces[1 - me], patches, laidLast));
    places.circle.replaceChildren(circleStrip(dom, seen, patches));
    hand.regrets = null;
    hand.at(sitting.view.state, seats.agentOf(seen.to_move) === null ? seen.sides[seen.to_move].covered : seen.sides[me].covered);
    if (!myTurn()) hand.grip = null;
    else if (seen.pending && hand.patch !== 0) hand.take(0);
    hand.draw();
    drawMarket();
    drawStory();
    thought.draw();
    regret.refresh();
    tellTurn();
    if (hand.grip) board.focus(hand.grip.cell, document.activeElement === document.body);
    turn();
  }

  function purseOf(player) {
    const seen = view();
    return purse(dom, seen.sides[player], player, seats.words(player), { toMove: player === seen.to_move && !seen.over, bonus: seen.bonus === player });
  }

  /** The offers, the time board with the space that the plan leads to, and the buttons. */
  function drawMarket() {
    const seen = view();
    const chosen = hand.grip ? hand.patch : null;
    const images = chosen ? { [chosen]: hand.image } : {};
    const focused = document.activeElement?.closest?.(".offer")?.dataset.patch;
    places.offers.replaceChildren(...offerCards(dom, seen, patches, { chosen, images, choose: take, active: myTurn() }));
    if (focused) places.offers.querySelector(`[data-patch="${focused}"]`)?.focus();
    const goal = chosen ? (seen.offers.find(({ patch }) => patch === chosen)?.to ?? null) : null;
    places.time.replaceChildren(timeBoard(s, seen, known, goal, isNarrow()));
    controls();
  }

  function drawStory() {
    const lines = sitting.history.map(({ move, mover }) => h("li", {}, markerSign(s, mover), ` ${seats.words(mover)}: ${inWords(move, patches)}`));
    places.story.replaceChildren(h("ol", { class: "story" }, lines));
    places.story.firstChild.scrollTop = places.story.firstChild.scrollHeight;
  }

  function controls() {
    const seen = view();
    const may = myTurn();
    buttons.advance.disabled = !may || !seen.advance;
    buttons.advance.classList.toggle("hinted", may && hint?.move.json === "advance");
    if (seen) buttons.advance.textContent = seen.advance && may ? `Advance to ${seen.advance.to}: +${seen.advance.buttons}` : "Advance";
    for (const name of ["rotate", "flip", "lay"]) buttons[name].disabled = !may || !hand.grip;
    buttons.hint.disabled = !may || seeking;
    buttons.undo.disabled = busy || !sitting.history.length;
    buttons.redo.disabled = busy || !sitting.undone.length;
    buttons.map.setAttribute("aria-pressed", String(regret.wanted()));
    buttons.save.disabled = !sitting.deal || !sitting.history.length;
    buttons.analyse.disabled = buttons.save.disabled;
  }

  function tellTurn() {
    const seen = view();
    if (seen.over) return tellEnd();
    if (!myTurn()) return undefined;
    const who = seats.people() === 2 ? `${seats.words(seen.to_move)}: ` : "";
    const before = lastMoves();
    if (seen.pending) return note.tell("quiet", `${before}${who}Lay the 1x1 patch on any open square.`);
    if (hand.grip) return note.tell("quiet", `${who}Patch ${hand.patch} is in hand: ${HOW[matchMedia("(pointer: coarse)").matches ? "finger" : "mouse"]}`);
    return note.tell("quiet", `${before}${who}Choose a patch, or advance.`);
  }

  /** What the opponent has done since the person's last move. */
  function lastMoves() {
    const since = sitting.history.slice(sitting.history.findLastIndex(({ mover }) => person(mover)) + 1);
    return since.length ? `${seats.words(since[0].mover)}: ${since.map(({ move }) => inWords(move, patches)).join(", then ")}. ` : "";
  }

  function tellEnd() {
    const seen = view();
    const [mineNow, theirs] = [seen.sides[mine()], seen.sides[1 - mine()]];
    const won = seats.people() === 2 ? `Player ${seen.winner + 1} wins` : seen.winner === mine() ? "You win" : `${seats.words(seen.winner)} wins`;
    const tie = mineNow.score === theirs.score ? ", who was home first" : "";
    note.tell("good", `The game is over. ${won}${tie}, ${mineNow.score} to ${theirs.score}. ${seats.words(mine())}: ${mineNow.reckoning}.`, button(dom, "Analyse it", analyse, { class: "small" }));
  }

  // --- Back and forth -------------------------------------------------------------------------------

  const person = (player) => seats.agentOf(player) === null;

  async function undo() {
    if (busy || !sitting.history.length) return;
    interrupt();
    busy = true;
    await tried(() => sitting.undo(person));
    busy = false;
    changed();
  }

  async function redo() {
    if (busy || !sitting.undone.length) return;
    interrupt();
    busy = true;
    await tried(async () => {
      do await sitting.redo();
      while (sitting.undone.length && !person(view().to_move));
    });
    busy = false;
    changed();
  }

  async function fresh({ seed }) {
    interrupt();
    thought.forget();
    await sitting.start({ seed });
  }

  async function withRecord(use) {
    await tried(async () => {
      const made = await sitting.record(seats.agents());
      if (made) use(made);
      else note.tell("broken", "A position that was set up has no record.");
    });
  }

  const analyse = () => withRecord(({ record }) => onAnalyse(record));

  const buttons = {
    advance: button(dom, "Advance", advance, { key: "A", class: "advance" }),
    rotate: button(dom, "⟳ Rotate", () => turnHand("rotate"), { key: "R" }),
    flip: button(dom, "⇋ Flip", () => turnHand("flip"), { key: "F" }),
    lay: button(dom, "Lay it", lay, { key: "Enter", class: "main" }),
    hint: button(dom, "Hint", takeHint, { key: "H" }),
    undo: button(dom, "Undo", undo, { key: "Ctrl+Z" }),
    redo: button(dom, "Redo", redo, { key: "Ctrl+Y" }),
    map: button(dom, "Regret map", toggleMap, { key: "M", "aria-pressed": "false" }),
    save: button(dom, "Save record", () => withRecord(({ line }) => dom.download("patchwork.jsonl", `${line}\n`)), { class: "small" }),
    analyse: button(dom, "Analyse", analyse, { class: "small" }),
  };

  const offer = (at) => () => view()?.offers[at] && take(view().offers[at].patch);
  listenForKeys(() => active, {
    r: () => turnHand("rotate"),
    f: () => turnHand("flip"),
    a: advance,
    h: takeHint,
    m: toggleMap,
    u: undo,
    "ctrl+z": undo,
    "ctrl+y": redo,
    Escape: () => hand.grip && hand.patch && take(hand.patch),
    1: offer(0),
    2: offer(1),
    3: offer(2),
  });
  matchMedia("(max-width: 40rem)").addEventListener("change", () => view() && drawMarket());

  const element = h(
    "div",
    { class: "patchwork-table" },
    h("div", { class: "area-note" }, note.element),
    h("section", { class: "panel area-market", "aria-label": "Patches" }, places.offers, buttons.advance),
    h(
      "section",
      { class: "panel area-mine", "aria-label": "Your quilt" },
      places.mine,
      board.element,
      h("div", { class: "controls" }, buttons.rotate, buttons.flip, buttons.lay, buttons.undo, buttons.redo, buttons.hint, buttons.map),
      h("div", { class: "regret-line", role: "status" }, regret.element),
    ),
    h("div", { class: "area-circle" }, places.circle),
    h("section", { class: "panel area-time", "aria-label": "Time board" }, places.time, h("p", { class: "quiet legend" }, "● income   ■ 1x1 patch   the dashed marker: where the patch in hand leads")),
    h("section", { class: "panel area-other", "aria-label": "The opponent" }, places.other, thought.element),
    h("div", { class: "area-seats" }, seats.element, h("details", { class: "panel" }, h("summary", { text: "The game so far" }), places.story, h("div", { class: "row" }, buttons.analyse, buttons.save))),
  );

  return {
    element,
    sitting,
    seats,
    /** Go on where the browser was left, or deal. */
    async begin() {
      note.tell("busy", "One moment.");
      await tried(async () => (await sitting.resume().catch((error) => (error.status === 400 ? null : Promise.reject(error)))) ?? sitting.start({ seed: seats.seed() }));
    },
    async setUp(state) {
      interrupt();
      thought.forget();
      await sitting.setUp(state);
      if (seats.people() === 1) seats.sit(view().to_move);
      changed();
    },
    show(yes) {
      active = yes;
    },
  };
}
