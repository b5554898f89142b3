// The turns of agents, the controls of games between two agents (start, pause, step), and hints.

import { isAbort, messageOf, statusOf } from "/pages/api.js";
import { announce, retryButton } from "/pages/announcements-and-progress.js";
import { actionButton } from "/pages/form-fields.js";
import { moveText, percentText } from "./move-text.js";
import { moveValuePanel } from "./move-values.js";

/** @import { PlayState } from "./play-state.js" */
/** @import { MoveJson } from "./types.js" */

/** The agent that gives hints. */
const HINT_AGENT = "mcts:2000it";
/** The minimum time between two moves of agents, in milliseconds. */
const LEAST_PAUSE = 700;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `showMove(move)` shows a move as a preview; `updateButtons()` updates the buttons of the tab. @param {PlayState} play @param {{ showMove: (move: MoveJson) => void, updateButtons: () => void }} callbacks */
export function agentTurns(play, { showMove, updateButtons }) {
  const { context: { store }, status, players, session } = play;
  const values = moveValuePanel(store, play, (move) => suggest(move.json, move.value));
  const smallButton = (/** @type {string} */ text, /** @type {() => unknown} */ act, /** @type {string | null} */ key = null) => actionButton(text, act, { key, class: "small" });
  /** @type {AbortController | null} */
  let thinking = null;
  /** Whether a game between two agents runs by itself, without waiting for the user. */
  let running = Boolean(store.get("watching", false));
  /** @type {{ state: string, move: MoveJson } | null} */
  let suggestion = null;
  /** @type {AbortController | null} */
  let hintRequest = null;

  const onlyAgents = () => players.personCount() === 0;

  // --- Turns ----------------------------------------------------------------------------------------

  /**
   * Play the person's move, if any, and let the agents reply, all in one request. A game between two agents waits until the user starts it
   * or asks for a single move.
   * @param {{ move?: MoveJson | null, singleMove?: boolean }} [options]
   */
  async function takeTurn({ move = null, singleMove = false } = {}) {
    if (!play.hasPosition || play.position.over || thinking || play.busy) return;
    const agents = players.agents();
    const agentMoves = agents[play.position.to_move] !== null;
    if (agentMoves === (move !== null)) return;
    if (onlyAgents() && !running && !singleMove) {
      showPaused();
      return;
    }
    const began = Date.now();
    const { signal } = (thinking = new AbortController());
    play.busy = move !== null;
    play.onBusy();
    const draw = () => {
      play.busy = false;
      play.onPosition();
      showTurn();
    };
    const showTurn = () => {
      const { over, to_move: player } = play.position;
      if (over || agents[player] === null || play.busy) return;
      const stop = onlyAgents() ? smallButton("Pause", pauseAgents, "P") : smallButton("Stop", () => stopAgent(player));
      status.showWaiting(`${players.nameOf(player)} is thinking.`, stop);
    };
    showTurn();
    let failure = null;
    try {
      await session.turn({
        move,
        agents,
        mostReplies: onlyAgents() ? 1 : undefined,
        values: true,
        signal,
        onPlayed: draw,
        onReply(reply) {
          values.show(reply);
          announce(`${players.nameOf(reply.player)}: ${moveText(reply.move.json, play.patches)}`);
          draw();
        },
      });
      if (onlyAgents() && !singleMove) await pause(LEAST_PAUSE - (Date.now() - began));
    } catch (error) {
      failure = error;
    }
    // If the turn was aborted, the function that aborted it has already updated the status line.
    if (signal.aborted) return;
    thinking = null;
    play.busy = false;
    play.onPosition();
    if (failure) showError(failure, { move, singleMove });
  }

  /** @param {unknown} error @param {{ move: MoveJson | null, singleMove: boolean }} turn */
  function showError(error, { move, singleMove }) {
    if (isAbort(error)) return;
    const { view } = session;
    const agentMoves = !play.position.over && !players.isPerson(play.position.to_move);
    // A person's move that the server has refused would be refused again.
    const retries = agentMoves || statusOf(error) === 0;
    const retry = () => session.view === view && !suggestion && !hintRequest && takeTurn({ move: agentMoves ? null : move, singleMove });
    status.show("broken", messageOf(error), ...(retries ? [retryButton(error, retry)] : []));
  }

  function interrupt() {
    clearSuggestion();
    if (!thinking) return;
    thinking.abort();
    thinking = null;
    play.busy = false;
  }

  /** @param {number} player */
  function stopAgent(player) {
    interrupt();
    status.show("quiet", `${players.nameOf(player)} was stopped.`, smallButton("Let it move", () => takeTurn()));
    updateButtons();
  }

  // --- Games between two agents ---------------------------------------------------------------------

  /** @param {boolean} on */
  function setRunning(on) {
    running = on;
    store.set("watching", on);
  }

  function showPaused() {
    const last = session.history.at(-1);
    const text = last ? `Move ${session.ply}, ${players.nameOf(last.mover)}: ${moveText(last.move.json, play.patches)}.` : `${players.nameOf(0)} against ${players.nameOf(1)}.`;
    play.showWithPictures("quiet", text, last ? [last.move.json] : [], smallButton(last ? "Continue" : "Start", startAgents, "P"), smallButton("Step", singleStep, "N"));
    updateButtons();
  }

  function startAgents() {
    setRunning(true);
    takeTurn();
  }

  function pauseAgents() {
    setRunning(false);
    interrupt();
    if (onlyAgents() && play.hasPosition && !play.position.over && !play.busy) showPaused();
  }

  function singleStep() {
    if (!onlyAgents()) return;
    pauseAgents();
    takeTurn({ singleMove: true });
  }

  // --- Hints ----------------------------------------------------------------------------------------

  /** Show the best move; on the second request, play it. */
  async function giveHint() {
    if (!play.isPersonsTurn) return;
    if (suggestion?.state === session.view.state) {
      play.play(suggestion.move);
      return;
    }
    if (hintRequest) return;
    const { signal } = (hintRequest = new AbortController());
    updateButtons();
    try {
      status.showWaiting("Looking for the best move.", smallButton("Cancel", cancelHint));
      const answer = await session.askAgent(HINT_AGENT, { values: true, signal });
      if (signal.aborted) return;
      values.show(answer, true);
      suggest(answer.move.json, answer.values?.[0]?.value, "Best move");
    } catch (error) {
      if (signal.aborted) return;
      const { view } = session;
      status.show("broken", messageOf(error), retryButton(error, () => session.view === view && giveHint()));
    }
    hintRequest = null;
    updateButtons();
  }

  /** Show a move that the hint agent considered; the hint key plays it. @param {MoveJson} move @param {number | undefined} value @param {string} [title] */
  function suggest(move, value, title = "Possible move") {
    if (!play.isPersonsTurn) return;
    suggestion = { state: session.view.state, move };
    const chance = value === undefined ? "" : ` Win chance: ${percentText(value)}.`;
    showMove(move);
    play.showWithPictures("hint", `${title}: ${moveText(move, play.patches, true)}.${chance}`, [move], smallButton("Do it", giveHint, "H"));
    status.element.title = HINT_AGENT;
    updateButtons();
  }

  /** Cancel a running hint request and forget the last suggestion. */
  function clearSuggestion() {
    hintRequest?.abort();
    hintRequest = suggestion = null;
  }

  function cancelHint() {
    clearSuggestion();
    status.show("quiet", "The search was cancelled.");
    updateButtons();
  }

  return {
    element: values.element,
    takeTurn,
    interrupt,
    giveHint,
    pauseAgents,
    keys: { h: giveHint, p: () => onlyAgents() && (running ? pauseAgents() : startAgents()), n: singleStep },
    canGiveHint: () => play.isPersonsTurn && !hintRequest,
    isSuggested: (/** @type {MoveJson} */ move) => play.isPersonsTurn && suggestion?.state === session.view.state && suggestion.move === move,
    drawValues: values.draw,
    clearSuggestion,
    clearValues: values.clear,
  };
}
