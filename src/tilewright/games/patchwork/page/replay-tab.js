// The tab "Replay": a recorded game step by step, with the win chances during the game and the mistakes.

import { h } from "/pages/elements.js";
import { statusLine } from "/pages/announcements-and-progress.js";
import { actionButton, capitalised, labelled } from "/pages/form-fields.js";
import { parseRecords, RECORD_FORMAT } from "/pages/game-records.js";
import { gameReplay, MISTAKES } from "/pages/game-replay.js";
import { HUMAN } from "/pages/player-settings.js";
import { plural } from "/pages/text-format.js";
import { moveIcons, moveText, percentText } from "./move-text.js";
import { cellsOfMove, drawPreview, placedPatches } from "./patch-drawing.js";
import { positionView } from "./position-view.js";
import { markerIcon } from "./time-board.js";
import { winChancePlot } from "./win-chance-plot.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData, PlayRecord, Position, ReplayedGame } from "./types.js" */

/** A game that is being replayed. `positions` has one more entry than `turns`. @typedef {ReplayedGame & { positions: Position[] }} ShownGame */

/** @type {[string, string][]} */
const STRENGTHS = [["one-ply", "Fast: one-ply"], ["mcts:200it", "Medium: mcts, 200 iterations"], ["mcts:1000it", "Thorough: mcts, 1000 iterations"]];
/** Return the name that the page shows for a player of a record. @param {string} agent */
const playerName = (agent) => (agent === HUMAN ? "You" : capitalised(agent));
const NO_ANALYSIS = "Analyse the game to see the win chances here.";

/** `currentGame()` returns the record of the current game; `onContinue(game, ply)` is called to continue the game after its first `ply` moves. @param {PageContext} context @param {GameData} data @param {{ currentGame: () => Promise<PlayRecord>, onContinue: (game: ReplayedGame, ply: number) => void }} callbacks */
export function replayTab(context, data, { currentGame, onContinue }) {
  const status = statusLine();
  const text = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "patchwork", ...}' });
  const line = h("input", { type: "number", min: 1, step: 1, value: "1" });
  const stage = h("div", { class: "replay-stage" });
  const plot = h("div", { class: "plot picture" }, h("p", { class: "quiet", text: NO_ANALYSIS }));
  const description = h("p", { class: "judgement", role: "status" });
  const totals = h("div", {});
  const moveButtons = h("ol", { class: "replay-moves", "aria-label": "Moves" });
  /** The record that was last read from the text. @type {PlayRecord | null} */
  let recordInText = null;

  const replay = gameReplay(context, {
    nouns: ["move", "moves"],
    strengths: STRENGTHS,
    firstPly: 0,
    status,
    async loadDetails(states) {
      /** @type {{ views: Position[] }} */
      const { views } = await context.api.ask("views", { states });
      return { positions: views };
    },
    onOpen({ record, agents, turns }) {
      if (record !== recordInText) text.value = JSON.stringify(record);
      status.show("quiet", `${plural(turns.length, "move")}, ${agents.map(playerName).join(" against ")}.`);
    },
    drawMoves(current) {
      drawTotals(current);
      listMoves(current);
    },
    draw,
    currentGame,
    onContinue,
    onFile(content) {
      text.value = content;
      line.value = "1";
      return openText();
    },
  });

  /** Open the record in the text; if the text has several records, open the one on the chosen line, not counting empty lines. */
  async function openText() {
    const records = parseRecords(text.value);
    const number = Math.min(Math.max(1, Math.trunc(Number(line.value)) || 1), records.length);
    line.value = String(number);
    recordInText = records[number - 1];
    await replay.open(recordInText);
  }

  /** @param {ShownGame} current @param {number} ply */
  function draw(current, ply) {
    const { agents, positions, turns } = current;
    const position = positions[ply];
    const placed = placedPatches(turns.slice(0, ply));
    const names = agents.map((agent, player) => `${player + 1}: ${playerName(agent)}`);
    const turn = turns[ply - 1];
    const last = turn && turn.move.json !== "advance" ? placed[turn.mover].at(-1) : null;
    stage.replaceChildren(...positionView(position, placed, data, names, { last, preview: betterMovePreview(current, ply) }));
    replay.continueButton.disabled = position.over;
    describeMove(current, ply);
    drawPlot(current, ply);
    markCurrentMove(ply);
  }

  /** List the moves as buttons; each button shows the position after its move. @param {ShownGame} current */
  function listMoves({ analysis, positions, turns }) {
    const patches = data.sets[positions[0].patches];
    const items = turns.map(({ move: { json }, mover }, index) => {
      const analysed = analysis?.moves[index];
      const symbol = analysed?.mark ? h("b", { class: "mistake-symbol", title: MISTAKES[analysed.mark].text, text: MISTAKES[analysed.mark].symbol }) : null;
      const content = [h("span", { class: "number", text: `${index + 1}` }), markerIcon(mover), moveIcons([json], patches), h("span", { text: capitalised(moveText(json, patches)) }), symbol];
      return h("li", {}, h("button", { type: "button", class: "small", on: { click: () => replay.goTo(index + 1) } }, content));
    });
    moveButtons.replaceChildren(...items);
  }

  /** Mark the move that led to the shown position, and scroll the list to it. @param {number} ply */
  function markCurrentMove(ply) {
    [...moveButtons.children].forEach((item, index) => {
      const button = /** @type {HTMLElement} */ (item.firstChild);
      if (index + 1 === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (index + 1 === ply) moveButtons.scrollTop = /** @type {HTMLElement} */ (item).offsetTop - moveButtons.clientHeight / 2;
    });
  }

  /** If the analysis has marked the next move as a mistake of any kind, return a preview of the best move; null if there is nothing to draw. @param {ShownGame} current @param {number} ply */
  function betterMovePreview({ analysis, positions }, ply) {
    const position = positions[ply];
    const next = analysis?.moves[ply];
    const cells = next?.mark ? cellsOfMove(next.best_move) : null;
    return cells && drawPreview(cells, new Set(position.sides[position.to_move].covered), "hinted");
  }

  /** @param {ShownGame} current @param {number} ply */
  function describeMove({ positions, turns, analysis }, ply) {
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

  /** @param {ShownGame} current @param {number} ply */
  function drawPlot({ analysis }, ply) {
    plot.replaceChildren(analysis?.course.length ? winChancePlot(analysis, ply, replay.goTo) : h("p", { class: "quiet", text: NO_ANALYSIS }));
  }

  /** @param {ShownGame} current */
  function drawTotals({ analysis }) {
    totals.replaceChildren();
    if (!analysis) return;
    const headers = [["Player"], ["Mean loss"], ["?!", "Inaccuracies"], ["?", "Mistakes"], ["??", "Blunders"]].map(([symbol, name]) => h("th", { scope: "col", text: symbol, title: name, "aria-label": name }));
    const rows = analysis.players.map((each) =>
      h("tr", {}, [`${each.player + 1}: ${playerName(each.agent)}`, each.mean_loss === null ? "" : percentText(each.mean_loss), each.inaccuracies, each.mistakes, each.blunders].map((value) => h("td", { text: String(value) }))),
    );
    const table = h("div", { class: "scroll-table" }, h("table", {}, h("thead", {}, h("tr", {}, headers)), h("tbody", {}, rows)));
    totals.replaceChildren(table, h("p", { class: "quiet", text: "?! inaccuracy, ? mistake, ?? blunder. The mean loss is the average win chance lost per move." }));
  }

  const openButton = actionButton("Open the record", () => replay.reportErrors(openText));
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
        h("div", { class: "row" }, labelled("Line", line), openButton, replay.currentButton),
        h("div", { class: "row" }, labelled("From a file", replay.file)),
        h("div", { class: "row" }, replay.strength, replay.analyseButton),
        status.element,
      ),
      h("section", { class: "panel" }, plot, totals, moveButtons),
    ),
    h("section", { class: "panel" }, replay.stepper, description, h("div", { class: "row" }, replay.mistakeButton, replay.continueButton), stage),
  );
  status.show("quiet", "Open a record, or the current game.");

  return {
    element,
    /** Open a record and analyse it. @param {PlayRecord} record */
    analyse: (record) =>
      replay.reportErrors(async () => {
        await replay.open(record);
        // The button is disabled if the game has no moves. `restart` is used because an analysis of another game may still be running.
        if (!replay.analyseButton.disabled) await replay.analyseButton.restart();
      }),
    resume: replay.resume,
    keys: replay.keys,
  };
}
