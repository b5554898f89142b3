// The tab "Replay": a recorded game step by step, with the win chances during the game and the mistakes.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { statusLine } from "/pages/feedback.js";
import { actionButton, cancellableButton, capitalised, labelled, selectBox } from "/pages/form-fields.js";
import { openLinkedReplay, parseRecords, RECORD_FORMAT } from "/pages/game-records.js";
import { HUMAN } from "/pages/player-settings.js";
import { MISTAKES, replayStepper } from "/pages/replay-controls.js";
import { changeFragment, onFragmentChange, readFragment } from "/pages/url-fragment.js";
import { moveIcons, moveText, percentText } from "./move-text.js";
import { cellsOfMove, drawPreview, placedPatches } from "./patch-drawing.js";
import { positionView } from "./position-view.js";
import { markerIcon } from "./time-board.js";
import { winChancePlot } from "./win-chance-plot.js";

/** @import { GameAnalysis, Job, PageContext, Progress, ReplayAnswer, Turn } from "/pages/types.js" */
/** @import { GameData, MoveJson, PlayRecord, Position } from "./types.js" */

/**
 * A game that is being replayed. `positions` and `states` have one more entry than `turns`.
 * @typedef {object} ReplayedGame
 * @property {PlayRecord} record
 * @property {string[]} agents
 * @property {string[]} states
 * @property {Position[]} positions
 * @property {Pick<Turn<MoveJson>, "move" | "mover">[]} turns
 * @property {GameAnalysis<MoveJson> | null} analysis
 */

/** @typedef {ReplayedGame & { ply: number }} PositionInGame */

/** @type {[string, string][]} */
const STRENGTHS = [["one-ply", "Fast: one-ply"], ["mcts:200it", "Medium: mcts, 200 iterations"], ["mcts:1000it", "Careful: mcts, 1000 iterations"]];
/** Name a player of a record. @param {string} agent */
const playerName = (agent) => (agent === HUMAN ? "You" : capitalised(agent));
const NO_ANALYSIS = "The analysis shows the win chances here.";

/** `currentGame()` returns the record of the current game; `onContinue(position)` is called to continue the game after a move. @param {PageContext} context @param {GameData} data @param {{ currentGame: () => Promise<PlayRecord>, onContinue: (position: PositionInGame) => void }} callbacks */
export function replayTab({ api, game, store }, data, { currentGame, onContinue }) {
  const status = statusLine();
  const text = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "patchwork", ...}' });
  const line = h("input", { type: "number", min: 1, step: 1, value: "1" });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt" });
  const strength = selectBox(STRENGTHS);
  const stepper = replayStepper("move", () => ply, goTo);
  const stage = h("div", { class: "replay-stage" });
  const plot = h("div", { class: "plot picture" }, h("p", { class: "quiet", text: NO_ANALYSIS }));
  const description = h("p", { class: "judgement", role: "status" });
  const totals = h("div", {});
  const moveButtons = h("ol", { class: "replay-moves", "aria-label": "Moves" });
  /** @type {ReplayedGame | null} */
  let shown = null;
  let ply = 0;
  /** The number of records that the user has opened. */
  let newestRequest = 0;

  /** @param {() => unknown} act */
  async function reportErrors(act) {
    try {
      await act();
    } catch (error) {
      status.show("broken", messageOf(error));
    }
  }

  /** @param {PlayRecord} record @param {{ analysis?: GameAnalysis<MoveJson> | null, startPly?: number, keepText?: boolean }} [options] */
  async function open(record, { analysis = null, startPly = 0, keepText = false } = {}) {
    analyseButton.cancel();
    const request = ++newestRequest;
    /** @type {ReplayAnswer<MoveJson>} */
    const { states, moves, movers, agents } = await api.post("/play/replay", { game: game.name, record });
    /** @type {{ views: Position[] }} */
    const { views: positions } = await api.ask("views", { states });
    if (request !== newestRequest) return;
    shown = { record, agents, states, positions, turns: moves.map((move, index) => ({ move, mover: movers[index] })), analysis };
    if (!keepText) text.value = JSON.stringify(record);
    status.show("quiet", `${moves.length} moves, ${agents.map(playerName).join(" against ")}.`);
    drawTotals(shown);
    listMoves(shown);
    goTo(startPly);
  }

  /** Open the game that the URL names. */
  const openLinked = () => reportErrors(() => openLinkedReplay(store.get("replay"), shown, ply, open, goTo));
  onFragmentChange(({ tab, record }) => tab === "Replay" && record && openLinked());

  /** Return the record in the text; if the text has several records, return the one on the chosen line. */
  function chosenRecord() {
    const records = parseRecords(text.value);
    const number = Math.min(Math.max(1, Math.trunc(Number(line.value)) || 1), records.length);
    line.value = String(number);
    return records[number - 1];
  }

  /** Open the first game of a file. */
  async function openFile() {
    const first = file.files?.[0];
    if (!first) return;
    text.value = await first.text();
    line.value = "1";
    file.value = "";
    await open(chosenRecord(), { keepText: true });
  }

  /** @param {number} target */
  function goTo(target) {
    if (!shown) return;
    const { agents, analysis, positions, record, turns } = shown;
    ply = Math.min(Math.max(target, 0), turns.length);
    stepper.show(ply, turns.length);
    changeFragment({ record: JSON.stringify(record), ply });
    const position = positions[ply];
    const placed = placedPatches(turns.slice(0, ply));
    const names = agents.map((agent, player) => `${player + 1}: ${playerName(agent)}`);
    const turn = turns[ply - 1];
    const last = turn && turn.move.json !== "advance" ? placed[turn.mover].at(-1) : null;
    stage.replaceChildren(...positionView(position, placed, data, names, { last, preview: betterMovePreview(shown, position) }));
    continueButton.disabled = position.over;
    analyseButton.disabled = turns.length === 0;
    describeMove(shown);
    drawPlot(shown);
    markCurrentMove();
    store.set("replay", { record, analysis, ply });
  }

  /** List the moves as buttons that lead to the position after the move. @param {ReplayedGame} current */
  function listMoves({ analysis, positions, turns }) {
    const patches = data.sets[positions[0].patches];
    const items = turns.map(({ move: { json }, mover }, index) => {
      const analysed = analysis?.moves[index];
      const symbol = analysed?.mark ? h("b", { class: "mistake-symbol", title: MISTAKES[analysed.mark].text, text: MISTAKES[analysed.mark].symbol }) : null;
      const content = [h("span", { class: "number", text: `${index + 1}` }), markerIcon(mover), moveIcons([json], patches), h("span", { text: capitalised(moveText(json, patches)) }), symbol];
      return h("li", {}, h("button", { type: "button", class: "small", on: { click: () => goTo(index + 1) } }, content));
    });
    moveButtons.replaceChildren(...items);
  }

  /** Mark the move that has led to the shown position, and scroll the list to it. */
  function markCurrentMove() {
    [...moveButtons.children].forEach((item, index) => {
      const button = /** @type {HTMLElement} */ (item.firstChild);
      if (index + 1 === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (index + 1 === ply) moveButtons.scrollTop = /** @type {HTMLElement} */ (item).offsetTop - moveButtons.clientHeight / 2;
    });
  }

  /** If the next move is a mistake, return a preview of the best move. @param {ReplayedGame} current @param {Position} position */
  function betterMovePreview({ analysis }, position) {
    const next = analysis?.moves[ply];
    const cells = next?.mark ? cellsOfMove(next.best_move) : null;
    return cells && drawPreview(cells, new Set(position.sides[position.to_move].covered), "hinted");
  }

  /** @param {ReplayedGame} current */
  function describeMove({ positions, turns, analysis }) {
    const patches = data.sets[positions[0].patches];
    const turn = turns[ply - 1];
    const sentences = [turn ? `Move ${ply}: player ${turn.mover + 1}, ${moveText(turn.move.json, patches)}.` : "The game begins."];
    const analysed = analysis?.moves[ply - 1];
    if (analysed?.mark) sentences.push(`This was ${MISTAKES[analysed.mark].text}: win chance ${percentText(analysed.value)}, but ${percentText(analysed.best_value)} with: ${moveText(analysed.best_move, patches)}.`);
    else if (analysed) sentences.push(`Win chance: ${percentText(analysed.value)}.`);
    const next = analysis?.moves[ply];
    if (next?.mark) sentences.push(`The next move is ${MISTAKES[next.mark].text}. Better${next.best_move === "advance" ? "" : " (dashed)"}: ${moveText(next.best_move, patches)}.`);
    description.textContent = sentences.join(" ");
  }

  /** @param {ReplayedGame} current */
  function drawPlot({ analysis }) {
    plot.replaceChildren(analysis?.course.length ? winChancePlot(analysis, ply, goTo) : h("p", { class: "quiet", text: NO_ANALYSIS }));
  }

  /** @param {ReplayedGame} current */
  function drawTotals({ analysis }) {
    totals.replaceChildren();
    if (!analysis) return;
    const headers = [["Player"], ["Mean loss"], ["?!", "Inaccuracies"], ["?", "Mistakes"], ["??", "Blunders"]].map(([symbol, name]) => h("th", { scope: "col", text: symbol, title: name, "aria-label": name }));
    const rows = analysis.players.map((each) =>
      h("tr", {}, [`${each.player + 1}: ${playerName(each.agent)}`, each.mean_loss === null ? "" : percentText(each.mean_loss), each.inaccuracies, each.mistakes, each.blunders].map((value) => h("td", { text: String(value) }))),
    );
    const table = h("div", { class: "scroll-table" }, h("table", {}, h("thead", {}, h("tr", {}, headers)), h("tbody", {}, rows)));
    totals.replaceChildren(table, h("p", { class: "quiet", text: "?! inaccuracy, ? mistake, ?? blunder. The loss is in win chance." }));
  }

  /** @param {AbortSignal} signal */
  async function analyse(signal) {
    const current = shown;
    if (!current) return;
    const listeners = status.showJob("Analysing.");
    await reportErrors(async () => {
      const onProgress = (/** @type {Progress} */ { best, bound }) => current === shown && status.show("busy", `Analysed ${best} of ${bound} moves.`);
      /** @type {Job<GameAnalysis<MoveJson>>} */
      const job = await api.run("/play/analyse", { game: game.name, record: current.record, agent: strength.value }, { signal, onProgress, ...listeners });
      if (current !== shown) return;
      if (job.state === "cancelled") {
        status.show("quiet", "The analysis was cancelled.");
        return;
      }
      if (job.state !== "done" || !job.result) throw new Error(job.error ?? job.state);
      current.analysis = job.result;
      const marked = job.result.moves.filter(({ mark }) => mark).length;
      status.show("good", `Analysis by ${job.result.agent}: ${marked} of ${job.result.moves.length} moves are mistakes.`);
      drawTotals(current);
      listMoves(current);
      goTo(ply);
    });
  }

  /** Go to the position before the next mistake. */
  function goToNextMistake() {
    if (!shown) return;
    const next = shown.analysis?.moves.find(({ mark, ply: movePly }) => mark && movePly > ply + 1);
    if (next) goTo(next.ply - 1);
    else status.show("quiet", shown.analysis ? "There is no later mistake." : "Analyse the game to find the mistakes.");
  }

  const mistakeButton = actionButton("Next mistake", goToNextMistake);
  const continueButton = actionButton("Continue from here", () => shown && onContinue({ ...shown, ply }), { disabled: true });
  const analyseButton = cancellableButton("Analyse", analyse, { class: "main", disabled: true });
  const openButton = actionButton("Open the record", () => reportErrors(() => open(chosenRecord(), { keepText: true })));
  const currentButton = actionButton("Current game", () => reportErrors(async () => open(await currentGame())));
  file.addEventListener("change", () => reportErrors(openFile));

  const element = h(
    "div",
    { class: "replay-part" },
    h(
      "div",
      { class: "replay-side" },
      h(
        "section",
        { class: "panel" },
        labelled("Record", text, RECORD_FORMAT),
        h("div", { class: "row" }, labelled("Line", line), openButton, currentButton),
        h("div", { class: "row" }, labelled("From a file", file)),
        h("div", { class: "row" }, labelled("Analysis strength", strength), analyseButton),
        status.element,
      ),
      h("section", { class: "panel" }, plot, totals, moveButtons),
    ),
    h("section", { class: "panel" }, stepper.element, description, h("div", { class: "row" }, mistakeButton, continueButton), stage),
  );
  status.show("quiet", "Open a record, or the current game.");

  return {
    element,
    /** Open a record and analyse it. @param {PlayRecord} record */
    analyse: (record) =>
      reportErrors(async () => {
        await open(record);
        // An analysis of another game may not have ended yet.
        if (!analyseButton.disabled) await analyseButton.restart();
      }),
    /** Restore the saved state. */
    async resume() {
      await openLinked();
      const saved = store.get("replay");
      // The message about a link that cannot be opened stays in view.
      if (saved && !shown && readFragment().record === undefined) await reportErrors(() => open(saved.record, { analysis: saved.analysis, startPly: saved.ply }));
    },
    keys: stepper.keys,
  };
}
