// The tab "Play": both quilts, the offers, the time board, and the controls.

import { h } from "/pages/elements.js";
import { actionButton } from "/pages/form-fields.js";
import { listenForKeys, listenForUndo } from "/pages/keyboard.js";
import { agentTurns } from "./agent-turns.js";
import { gameHistory } from "./game-history.js";
import { circleStrip } from "./offer-cards.js";
import { placedPatches, quiltPicture } from "./patch-drawing.js";
import { chosenText, patchPlacing } from "./patch-placing.js";
import { PlayState } from "./play-state.js";
import { playerSummary } from "./position-view.js";
import { timeBoard } from "./time-board.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData, MoveJson, PlayRecord, ReplayedGame, Variant } from "./types.js" */

/** Add a variant to those states of a saved game that name none. They were saved by an earlier version of the page, which had only the set of patches "paper" and the edition "classic". @param {unknown} saved */
function withVariant(saved) {
  const complete = (/** @type {string} */ key, /** @type {unknown} */ value) => (["state", "after"].includes(key) && typeof value === "string" && !value.includes(" patches=") ? `${value} patches=paper edition=classic` : value);
  return JSON.parse(JSON.stringify(saved, complete));
}

/** `onAnalyse(record)` is called when the user wants to analyse the game. @param {PageContext} context @param {GameData} data @param {{ onAnalyse: (record: PlayRecord) => void }} callbacks */
export function playTab(context, data, { onAnalyse }) {
  const { store } = context;
  const play = new PlayState(context, data, { onPosition, onBusy, onMove, onPlayers, onStart });
  const { players, session, status } = play;
  const summarySlot = h("div", { class: "slot-mine" });
  const otherSlot = h("div", { class: "slot-other" });
  const timeSlot = h("div", { class: "slot-time" });
  const circleSlot = h("div", { class: "slot-circle" });
  const placing = patchPlacing(play, { drawMarket, onChoose });
  const agents = agentTurns(play, { showMove: placing.showMove, updateButtons });
  const history = gameHistory(play, { interruptAgents: agents.pauseAgents, onAnalyse });
  const { preview, board } = placing;
  let active = true;

  function onPlayers() {
    agents.interrupt();
    if (play.hasPosition) onPosition();
  }

  /** @param {number} seed @param {Variant} variant @param {unknown} [deal] */
  function onStart(seed, variant, deal) {
    agents.pauseAgents();
    agents.clearValues();
    status.showWaiting("Starting the game.");
    play.exclusively(() => session.start(deal ? { seed, deal } : { seed, keys: variant }));
  }

  /** @param {MoveJson} move @returns {unknown} */
  function onMove(move) {
    const withAgents = players.personCount() < 2;
    return withAgents ? agents.takeTurn({ move }) : play.exclusively(() => session.play(move));
  }

  function onChoose() {
    onBusy();
    showTurn();
  }

  function onBusy() {
    agents.clearSuggestion();
    updateButtons();
  }

  function advance() {
    if (play.isPersonsTurn && play.position.advance) play.play("advance");
  }

  // --- Display --------------------------------------------------------------------------------------

  function onPosition() {
    const { frontPlayer: front, position } = play;
    const other = 1 - front;
    const placed = placedPatches(session.history);
    const lastTurn = session.history.at(-1);
    const last = lastTurn?.mover === other && lastTurn.move.json !== "advance" ? placed[other].at(-1) : null;
    const side = position.sides[other];
    summarySlot.replaceChildren(playerSummary(position, front, players.nameOf(front)));
    otherSlot.replaceChildren(
      playerSummary(position, other, players.nameOf(other)),
      quiltPicture(`${players.nameOf(other)}: quilt (open squares: ${side.open})`, side, placed[other], play.patches, last),
    );
    circleSlot.replaceChildren(circleStrip(position, play.patches));
    placing.draw(placed);
    drawMarket();
    history.draw();
    agents.drawValues();
    showTurn();
    placing.focusChosen(document.activeElement === document.body);
    agents.takeTurn();
  }

  /** Draw the offers, the time board with the space that the chosen patch leads to, and the buttons. */
  function drawMarket() {
    placing.drawOffers();
    const goal = preview.chosen ? (play.position.offers.find(({ patch }) => patch === preview.patch)?.to ?? null) : null;
    timeSlot.replaceChildren(timeBoard(play.position, data, goal));
    updateButtons();
  }

  function updateButtons() {
    const { isPersonsTurn } = play;
    const target = play.hasPosition ? play.position.advance : null;
    advanceButton.disabled = !isPersonsTurn || !target;
    advanceButton.classList.toggle("hinted", play.hasPosition && agents.isSuggested("advance"));
    if (play.hasPosition) advanceButton.textContent = target && isPersonsTurn ? `Advance to ${target.to}: +${target.buttons}` : "Advance";
    hintButton.disabled = !agents.canGiveHint();
    placing.updateButtons();
    history.updateButtons();
  }

  function showTurn() {
    const { position } = play;
    if (position.over) return history.showResult();
    if (!play.isPersonsTurn) return undefined;
    const who = players.personCount() === 2 ? `${players.nameOf(position.to_move)}: ` : "";
    const { moves, text } = history.lastMoves();
    if (position.pending) return play.showWithPictures("quiet", `${text}${who}Place the 1x1 patch on any open square.`, moves);
    if (preview.patch !== null) return status.show("quiet", `${who}${chosenText()}`);
    return play.showWithPictures("quiet", `${text}${who}Choose a patch, or advance.`, moves);
  }

  const advanceButton = actionButton("Advance", advance, { key: "A", class: "advance" });
  const hintButton = actionButton("Hint", agents.giveHint, { key: "H" });
  listenForKeys(() => active, { ...placing.keys, ...agents.keys, ...history.keys, a: advance });
  listenForUndo(() => (active ? history : null));
  matchMedia("(max-width: 40rem)").addEventListener("change", () => play.hasPosition && drawMarket());

  const { rotate, flip, place, map } = placing.buttons;
  const { undo, redo } = history.buttons;
  const element = h(
    "div",
    { class: "patchwork-play" },
    players.bar,
    h("div", { class: "area-note" }, status.element),
    h("section", { class: "panel area-market", "aria-label": "Patches" }, placing.offers, advanceButton),
    h(
      "section",
      { class: "panel area-mine", "aria-label": "Main quilt" },
      summarySlot,
      board.element,
      h("div", { class: "controls" }, rotate, flip, place, undo, redo, hintButton, map),
      h("div", { class: "regret-line", role: "status" }, placing.regretLine),
    ),
    h("div", { class: "area-circle" }, circleSlot),
    h("section", { class: "panel area-time", "aria-label": "Time board" }, timeSlot, h("p", { class: "quiet legend" }, "● income   ■ 1x1 patch   dashed marker: where the chosen patch leads")),
    h("section", { class: "panel area-other", "aria-label": "Other quilt" }, otherSlot, agents.element),
    h("div", { class: "area-players" }, players.element, history.element),
  );

  /** Continue from a position that `load` sets up. @param {() => unknown} load */
  function continueWith(load) {
    agents.pauseAgents();
    agents.clearValues();
    return play.exclusively(async () => {
      await load();
      players.givePersonSide(play.position.to_move);
    });
  }

  return {
    element,
    currentState: () => (play.hasPosition ? session.view.state : null),
    createRecord: history.createRecord,
    /** Resume the saved game, or start a new one. */
    async start() {
      status.showWaiting("Loading.");
      const saved = store.get("sitting");
      if (saved) store.set("sitting", withVariant(saved));
      await play.reportErrors(async () => (await session.resume()) ?? session.start({ seed: players.seed(), keys: players.variant() }));
    },
    setUp: (/** @type {string} */ state) => continueWith(() => session.setUp(state)),
    /** Continue a recorded game after its first `ply` moves. @param {ReplayedGame} recorded @param {number} ply */
    continueFrom: (recorded, ply) => continueWith(() => session.continueFrom(recorded, ply)),
    /** Set whether the tab is active; its keys work only when it is active. @param {boolean} on */
    setActive(on) {
      active = on;
    },
  };
}
