// The play panel of any game: the position, the legal moves, and a person or an agent for each player.

import { isAbort, messageOf, statusOf } from "./api.js";
import { h } from "./elements.js";
import { announce, download, retryButton, showElapsed } from "./announcements-and-progress.js";
import { actionButton, cancellableButton, labelled, seedInput, selectBox } from "./form-fields.js";
import { GameSession } from "./game-session.js";
import { moveList } from "./legal-move-list.js";
import { HUMAN, playerField, savedEntrant } from "./player-settings.js";
import { picture } from "./sanitised-svg.js";

/** @import { BoardView, Game, LocalStore, PositionView } from "./types.js" */

const MOST_MOVES = 5000;
/** The pauses that the user can choose for games in which only agents play: the milliseconds between two moves, and the label. @type {[number, string][]} */
const PAUSES = [[0, "No pause"], [500, "Half a second"], [1000, "One second"], [3000, "Three seconds"]];

/**
 * Return {element, session}. `deal()` returns the text of an instance to play, for games whose deals are instances. `createBoard(play)`
 * returns the game's own board, which replaces the picture; the list of moves is then collapsed.
 * @param {{ game: Game, store: LocalStore, deal?: () => string | null, createBoard?: ((play: (move: unknown) => void) => BoardView) | null }} options
 */
export function playPanel({ game, store, deal = () => null, createBoard = null }) {
  const figure = h("div", { class: "picture stage" });
  const scores = h("p", { class: "facts", role: "status" });
  const note = h("p", { class: "hint", role: "status" });
  const error = h("p", { class: "trouble", role: "status" });
  const seed = seedInput(store.get("play-seed", 1));
  /** @type {ReturnType<typeof playerField>[]} */
  const players = [];
  const playerRow = h("div", { class: "row players" });
  const movesSoFar = h("ol", { class: "moves-so-far" });
  const play = (/** @type {unknown} */ move) => reportErrors(() => changeGame(() => session.play(move)));
  const board = createBoard?.(play);
  const list = moveList(play);
  /** @type {AbortController | null} */
  let thinking = null;
  let nextMoveTimer = 0;
  let stopThinkingTimer = () => {};
  /** The number of changes to the game that the user has requested and that the server has not answered yet. */
  let pendingChanges = 0;
  /** Whether the agents are paused, or have not been started yet. */
  let paused = Boolean(store.get("held", false));
  /** Whether the agents are paused because an agent has failed, not because the user has paused them. */
  let pausedByFailure = false;

  const session = new GameSession({ game, store, onChange: show, mostMoves: MOST_MOVES, parts: board ? ["moves", "json"] : null });

  const agentOf = (/** @type {number} */ player) => players[player]?.agent() ?? null;
  const onlyAgents = () => players.length > 0 && players.every((each) => each.agent() !== null);
  /** @param {number} player */
  function nameOf(player) {
    const agent = agentOf(player);
    if (session.view.players === 1) return agent ?? "You";
    return agent ? `Player ${player + 1} (${agent})` : `Player ${player + 1}`;
  }

  /** @param {boolean} pause */
  function setPaused(pause) {
    paused = pause;
    pausedByFailure = false;
    store.set("held", paused);
    clearTimeout(nextMoveTimer);
    if (paused) stopThinking();
  }

  function addPlayers() {
    for (let player = players.length; player < session.view.players; player++) {
      const alone = session.view.players === 1;
      const field = playerField({
        game,
        label: alone ? "Player" : `Player ${player + 1}`,
        timeLabel: alone ? "Thinking time" : `Thinking time of player ${player + 1}`,
        value: savedEntrant(store, player, player === 1 ? (game.analyst ?? game.agents[0].name) : HUMAN),
        onChange() {
          store.set(`seat-${player}`, field.value());
          stopThinking();
          setPaused(onlyAgents());
          show();
        },
      });
      players.push(field);
      playerRow.append(players[player].element);
    }
  }

  /** @param {PositionView} view */
  function resultText({ players: count, winner, scores: points }) {
    if (count === 1) return "The game is over.";
    const result = points.join(" to ");
    return winner === null ? `The game is over: a draw, ${result}.` : `The game is over: ${nameOf(winner)} wins, ${result}.`;
  }

  function show() {
    const { view } = session;
    addPlayers();
    hint.cancel();
    if (board) board.show(view);
    else if (view.svg) figure.replaceChildren(picture(view.svg));
    else figure.replaceChildren(h("pre", { tabindex: 0, text: view.text ?? view.state }));
    const points = view.scores.map((score, player) => h("span", { text: `${nameOf(player)}: ${score}` }));
    const mover = view.players === 1 && !agentOf(0) ? "Your move." : `${nameOf(view.to_move)} to move.`;
    scores.replaceChildren(h("strong", { class: view.over ? "badge good" : "badge", text: view.over ? resultText(view) : mover }), ...points);
    note.textContent = error.textContent = "";
    list.show(view);
    movesSoFar.replaceChildren(...session.history.map((turn) => h("li", { text: turn.move.text })));
    movesSoFar.scrollTop = movesSoFar.scrollHeight;
    // Only some games can be played from an instance.
    if (session.deal) playInstance.hidden = !("instance" in session.deal);
    showButtons();
    continueIfAgent();
  }

  function showButtons() {
    const { view } = session;
    const agentMoves = !view.over && agentOf(view.to_move) !== null;
    undo.disabled = !session.undoable;
    redo.disabled = !session.undone.length;
    hint.disabled = view.over;
    startOrPause.textContent = paused ? "Start" : "Pause";
    startOrPause.disabled = !agentMoves;
    oneMove.disabled = !agentMoves || thinking !== null;
    agentControls.hidden = !onlyAgents();
  }

  /** Show an error; if the server did not respond, offer to repeat the request. @param {unknown} failure @param {() => unknown} [repeat] */
  function showError(failure, repeat) {
    error.replaceChildren(messageOf(failure), ...(repeat && statusOf(failure) === 0 ? [" ", retryButton(failure, repeat)] : []));
  }

  /** @param {() => unknown} act */
  async function reportErrors(act) {
    try {
      await act();
    } catch (failure) {
      if (!isAbort(failure)) showError(failure);
    }
  }

  // --- Agents -------------------------------------------------------------------------------------------

  /** If an agent is to move, ask it for its move, unless agents are paused or the position is about to change. */
  function continueIfAgent() {
    if (paused || thinking || pendingChanges || !session.view || session.view.over) return;
    if (agentOf(session.view.to_move)) think();
  }

  /** Stop the agent that is thinking. */
  function stopThinking() {
    clearTimeout(nextMoveTimer);
    if (!thinking) return;
    thinking.abort();
    thinking = null;
    stopThinkingTimer();
    note.textContent = "";
  }

  /** Change the game at the user's request; agents wait until the server has answered. @param {() => Promise<unknown>} change */
  async function changeGame(change) {
    stopThinking();
    pendingChanges += 1;
    try {
      await change();
    } finally {
      pendingChanges -= 1;
      continueIfAgent();
    }
  }

  async function think() {
    const { view: before } = session;
    const { signal } = (thinking = new AbortController());
    const wasPaused = paused;
    error.textContent = "";
    stopThinkingTimer = showElapsed(note, `${agentOf(before.to_move)} is thinking.`);
    showButtons();
    let failure = null;
    try {
      const agents = players.map((each) => each.agent());
      await session.turn({ agents, mostReplies: 1, signal, onReply: ({ move }) => announce(`${nameOf(before.to_move)} plays ${move.text}`) });
    } catch (thrown) {
      failure = thrown;
    }
    // The function that aborted the turn has already updated the page.
    if (signal.aborted) return;
    thinking = null;
    stopThinkingTimer();
    note.textContent = "";
    if (failure) {
      if (statusOf(failure) !== 0) {
        setPaused(true);
        pausedByFailure = !wasPaused;
      }
      showError(failure, () => session.view === before && paused === wasPaused && !thinking && think());
    }
    showButtons();
    clearTimeout(nextMoveTimer);
    if (failure) return;
    nextMoveTimer = setTimeout(continueIfAgent, onlyAgents() ? Number(pauseLength.value) : 0);
  }

  // --- Controls -----------------------------------------------------------------------------------------

  const button = (/** @type {string} */ text, /** @type {() => unknown} */ act) => actionButton(text, () => reportErrors(act));
  /** Undo or redo. If all players are agents, pause them first; otherwise, agents that were paused because one of them failed continue after the change. @param {() => Promise<unknown>} change */
  function changeAndPause(change) {
    if (onlyAgents()) setPaused(true);
    else if (pausedByFailure) setPaused(false);
    return changeGame(change);
  }
  const undo = button("Undo", () => changeAndPause(() => session.undo((mover) => onlyAgents() || agentOf(mover) === null)));
  const redo = button("Redo", () => changeAndPause(() => session.redo()));
  // There is no hint before the first position is loaded.
  const hint = cancellableButton("Hint", (signal) => reportErrors(() => showHint(signal)), { disabled: true });
  /** @param {AbortSignal} signal */
  async function showHint(signal) {
    const before = session.view;
    const stopTimer = showElapsed(note, "Looking for the best move.");
    error.textContent = "";
    const answer = await session.askAgent(null, { values: true, signal }).finally(stopTimer).catch((failure) => {
      if (signal.aborted) return null;
      if (session.view === before) {
        note.textContent = "";
        showError(failure, () => session.view === before && !thinking && hint.click());
      }
      return undefined;
    });
    if (session.view !== before || answer === undefined || thinking) return;
    note.textContent = answer ? "" : "The search was cancelled.";
    if (!answer) return;
    const { agent, move, values } = answer;
    board?.hint(move.json);
    const value = values ? ` (value ${values[0].value.toPrecision(3)})` : "";
    note.textContent = `${agent} would play ${move.text}${value}.`;
  }
  const startOrPause = button("Pause", () => {
    setPaused(!paused);
    showButtons();
    continueIfAgent();
  });
  const oneMove = button("One move", () => {
    setPaused(true);
    return think();
  });
  const save = button("Save record", async () => {
    const { line } = await session.record(players.map((each) => each.value()));
    download(`${game.name}.jsonl`, `${line}\n`);
  });
  function begin(/** @type {{ deal?: unknown }} */ options) {
    store.set("play-seed", Number(seed.value));
    setPaused(onlyAgents());
    return changeGame(() => session.start({ seed: Number(seed.value), ...options }));
  }
  const newGame = button("New game", () => begin({}));
  const playInstance = button("Play this instance", () => begin({ deal: deal() }));
  playInstance.hidden = true;
  const pauseLength = selectBox(PAUSES, String(store.get("pace", 500)));
  pauseLength.addEventListener("change", () => store.set("pace", Number(pauseLength.value)));
  const agentControls = h("div", { class: "row", hidden: true }, oneMove, labelled("Pause between moves", pauseLength));

  const side = h(
    "div",
    { class: "side" },
    h("div", { class: "row" }, undo, redo, hint, startOrPause),
    agentControls,
    note,
    error,
    board ? [board.side, h("details", {}, h("summary", { text: "Legal moves" }), list.element)] : list.element,
    h("details", {}, h("summary", { text: "Moves so far" }), movesSoFar, save),
  );
  const element = h(
    "section",
    { class: "panel play" },
    h("h2", { text: "Play" }),
    h("div", { class: "row play-settings" }, playerRow, h("div", { class: "row" }, labelled("Seed of the deal", seed), newGame, playInstance)),
    scores,
    h("div", { class: "play-area" }, board?.element ?? figure, side),
  );
  const stopTimer = showElapsed(note, "Starting the game.");
  reportErrors(async () => (await session.resume()) ?? session.start({ seed: Number(seed.value) })).then(() => {
    stopTimer();
    // If an agent has begun to think, the note already says so.
    if (!thinking) note.textContent = "";
  });
  return { element, session };
}
