// The turns of agents, games between two agents with start, pause and step, and hints.

import { messageOf, statusOf } from "/pages/api.js";
import { announce } from "/pages/feedback.js";
import { actionButton } from "/pages/form-fields.js";
import { moveText, percentText } from "./move-text.js";
import { moveValuePanel } from "./move-values.js";

/** @import { PlayState } from "./play-state.js" */
/** @import { MoveJson } from "./types.js" */

/** The agent that gives hints. */
const HINT_AGENT = "mcts:2000it";
/** The minimum time between two moves of agents, in milliseconds. */
const LEAST_PAUSE = 700;
/** The delay, in milliseconds, before a request to which the server did not respond is repeated. */
const RETRY_DELAY = 3_000;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `showMove(move)` shows a move as a preview, `updateButtons()` updates the buttons of the tab. @param {PlayState} play @param {{ showMove: (move: MoveJson) => void, updateButtons: () => void }} callbacks */
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
  /** Agents that have answered once, so that their code is compiled. @type {Set<string>} */
  const compiledAgents = new Set();

  const onlyAgents = () => players.personCount() === 0;

  /** Ask an agent for its move and show the elapsed seconds. @param {string} agent @param {string} text @param {AbortSignal} signal @param {...Node} buttons */
  async function askAgent(agent, text, signal, ...buttons) {
    const [kind] = agent.split(":");
    if (compiledAgents.has(kind)) status.showWaitingAgain(text, ...buttons);
    else status.showWaiting(text, ...buttons);
    const answer = await session.askAgent(agent, { values: true, signal });
    compiledAgents.add(kind);
    return answer;
  }

  // --- Turns of agents ------------------------------------------------------------------------------

  /** If it is an agent's turn, let the agent move. A game between two agents waits until the user starts it or asks for a single move. @param {boolean} [singleMove] */
  async function takeTurn(singleMove = false) {
    if (!play.hasPosition || play.position.over || thinking || play.busy) return;
    const { to_move: player } = play.position;
    const agent = players.agentOf(player);
    if (agent === null) return;
    if (onlyAgents() && !running && !singleMove) {
      showPaused();
      return;
    }
    const began = Date.now();
    const { signal } = (thinking = new AbortController());
    updateButtons();
    let answer = null;
    try {
      const stop = onlyAgents() ? smallButton("Pause", pauseAgents, "P") : smallButton("Stop", () => stopAgent(agent));
      answer = await askAgent(agent, `${players.nameOf(player)} is thinking.`, signal, stop);
      if (onlyAgents() && !singleMove) await pause(LEAST_PAUSE - (Date.now() - began));
    } catch (error) {
      if (!signal.aborted) showError(error, signal);
    }
    // The function that aborted the request has already shown what comes next.
    if (signal.aborted) return;
    thinking = null;
    if (!answer) return;
    values.show(answer);
    announce(`${agent}: ${moveText(answer.move.json, play.patches)}`);
    await play.play(answer.move.json);
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  function showError(error, signal) {
    status.show("broken", messageOf(error), smallButton("Try again", () => takeTurn()));
    if (statusOf(error) === 0) setTimeout(() => signal.aborted || takeTurn(), RETRY_DELAY);
  }

  function interrupt() {
    clearSuggestion();
    thinking?.abort();
    thinking = null;
  }

  /** @param {string} agent */
  function stopAgent(agent) {
    interrupt();
    status.show("quiet", `${agent} was stopped.`, smallButton("Let it move", () => takeTurn()));
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
    status.show("quiet", text, smallButton(last ? "Continue" : "Start", startAgents, "P"), smallButton("Step", singleStep, "N"));
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
    takeTurn(true);
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
      const answer = await askAgent(HINT_AGENT, "Looking for the best move.", signal, smallButton("Cancel", cancelHint));
      if (signal.aborted) return;
      values.show(answer, true);
      suggest(answer.move.json, answer.values?.[0]?.value, "Best move");
    } catch (error) {
      if (signal.aborted) return;
      status.show("broken", messageOf(error));
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
    status.show("hint", `${title}: ${moveText(move, play.patches, true)}.${chance}`, smallButton("Do it", giveHint, "H"));
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
