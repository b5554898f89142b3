// The tab "Replay": a recorded game, placement by placement, and the points that each placement lost.

import { outline } from "/pages/cell-svg-paths.js";
import { h, s } from "/pages/elements.js";
import { showJobElapsed } from "/pages/announcements-and-progress.js";
import { actionButton, labelled } from "/pages/form-fields.js";
import { parseRecords, RECORD_FORMAT, recordButtons } from "/pages/game-records.js";
import { gameReplay, MISTAKES } from "/pages/game-replay.js";
import { plural } from "/pages/text-format.js";
import { pointsOf, savedGames } from "./saved-games.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { PlacedPart, PlayRecord } from "./types.js" */

/** @typedef {import("/pages/game-replay.js").ReplayedGame<PlacedPart>} ReplayedGame */

/** @type {[string, string][]} */
const STRENGTHS = [["hindsight:6it", "Fast"], ["hindsight", "Thorough"]];
const INSTRUCTIONS = "Open a record: a game that you finished here, a file, or a line of JSON.";
/** If a file or a pasted text has at most this many characters, all its games are saved in the browser; otherwise only the first one is saved. */
const MOST_SAVED_CHARACTERS = 300_000;

/** @param {PlayRecord} record */
const titleOf = ({ agents, moves, result }) => `${plural(result?.scores?.[0] ?? 0, "point")}, ${plural(moves?.length ?? 0, "card")}, ${agents?.join() ?? "unknown player"}`;

/** Format a number of lost points. @param {number} loss */
const lossText = (loss) => String(Number(loss.toFixed(1)));

/** Return {element, open(record), refresh(), resume(), keys}. `currentGame()` returns the record of the game in the tab "Play"; `onContinue(game, ply)` is called when the user wants to continue a game after its first `ply` placements. @param {PageContext} context @param {StackDrawing} drawing @param {{ currentGame: () => Promise<PlayRecord>, onContinue: (game: ReplayedGame, ply: number) => void }} callbacks */
export function replayTab(context, drawing, { currentGame, onContinue }) {
  const { game, store } = context;
  const facts = h("p", { class: "facts", role: "status", text: INSTRUCTIONS });
  const error = h("p", { class: "trouble", role: "status" });
  const description = h("p", { class: "replay-move", role: "status" });
  const gameChoice = h("select", {});
  const pasted = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "nmbr9", ...}' });
  const stackPicture = h("div", { class: "picture" });
  const levelPicture = h("div", { class: "picture" });
  const rows = h("tbody", {});
  /** @type {PlayRecord[]} */
  let fileGames = [];
  let stopTimer = () => {};

  const status = {
    show(/** @type {string} */ kind, /** @type {string} */ text) {
      stopTimer();
      (kind === "broken" ? error : description).textContent = text;
      if (kind !== "broken") error.textContent = "";
    },
    showJob(/** @type {string} */ text) {
      const { stop, ...listeners } = showJobElapsed(description, text);
      stopTimer = stop;
      return listeners;
    },
  };
  const replay = gameReplay(context, {
    nouns: ["card", "placements"],
    strengths: STRENGTHS,
    firstPly: Infinity,
    status,
    loadDetails: async () => ({}),
    onOpen: () => status.show("quiet", ""),
    drawMoves: listMoves,
    draw,
    currentGame,
    onContinue,
    onFile: openText,
  });
  replay.file.setAttribute("aria-label", "A file of records");

  // --- Opening records ------------------------------------------------------------------------------

  function listGames() {
    const group = (/** @type {string} */ label, /** @type {PlayRecord[]} */ records, /** @type {string} */ source) =>
      records.length ? [h("optgroup", { label }, records.map((record, index) => h("option", { value: `${source}${index}`, text: `${index + 1}: ${titleOf(record)}` })))] : [];
    const groups = [...group("Finished here", savedGames(store), "kept "), ...group("From a file or pasted text", fileGames, "file ")];
    gameChoice.replaceChildren(h("option", { value: "", text: groups.length ? "Choose a game" : "No finished game yet" }), ...groups);
    gameChoice.disabled = !groups.length;
  }

  function openChosen() {
    const [source, index] = gameChoice.value.split(" ");
    const record = (source === "kept" ? savedGames(store) : fileGames)[Number(index)];
    if (gameChoice.value && record) replay.reportErrors(() => replay.open(record));
  }

  /** @param {string} text */
  async function openText(text) {
    const records = parseRecords(text);
    await replay.open(records[0]);
    fileGames = records;
    store.set("replay-others", text.length <= MOST_SAVED_CHARACTERS ? records : records.slice(0, 1));
    listGames();
    gameChoice.value = "file 0";
  }

  // --- Display --------------------------------------------------------------------------------------

  /** @param {ReplayedGame} current @param {number} ply */
  function draw({ turns, record, analysis }, ply) {
    const all = turns.map(({ move }) => move.json);
    const placed = all.slice(0, ply);
    const next = analysis?.moves[ply];
    // A better placement of the next card, if the next move is marked as an inaccuracy, a mistake or a blunder.
    const better = next?.mark ? next.best_move : null;
    const level = better?.level ?? (all[ply - 1] ?? all[0])?.level ?? 1;
    stackPicture.replaceChildren(drawing.stackPicture(placed, Infinity, `The stack after ${plural(ply, "card")}, with its heights`, all));
    const picture = drawing.levelPicture(placed, level, better ? [...all, better] : all);
    if (better) picture.append(s("path", { class: "outline hinted", d: outline(better.cells) }));
    levelPicture.replaceChildren(picture);
    caption.textContent = better ? `Level ${level}. Dashed: a better placement of the next card.` : level > 1 ? `Level ${level}, and the level below it.` : "Level 1.";
    replay.continueButton.disabled = ply === all.length && all.length === /** @type {{ cards?: number }} */ (record.instance)?.cards;
    replay.mistakeButton.disabled = !analysis;
    describeMove(all, analysis, ply);
    markRow(ply);
  }

  /** @param {PlacedPart[]} placed @param {ReplayedGame["analysis"]} analysis @param {number} ply */
  function describeMove(placed, analysis, ply) {
    const part = placed[ply - 1];
    const sentences = part ? [`Card ${ply} of ${placed.length}: the ${part.value} on level ${part.level}, ${plural(pointsOf([part]), "point")}; ${pointsOf(placed.slice(0, ply))} so far.`] : ["No card has been placed yet."];
    const move = analysis?.moves[ply - 1];
    if (move) sentences.push(move.mark ? `This was ${MISTAKES[move.mark].text}: it lost ${plural(Number(lossText(move.loss)), "point")}.` : "This placement lost nothing.");
    const next = analysis?.moves[ply];
    if (next?.mark) sentences.push(`The next placement is ${MISTAKES[next.mark].text}. Better (dashed): the ${next.best_move.value} on level ${next.best_move.level}.`);
    stopTimer();
    description.textContent = sentences.join(" ");
  }

  /** @param {ReplayedGame} current */
  function listMoves({ agents, analysis, scores, turns }) {
    const [lost] = analysis?.players ?? [];
    facts.replaceChildren(
      h("strong", { class: "badge", text: plural(scores[0], "point") }),
      h("span", { text: `${plural(turns.length, "card")}, played by ${agents.join()}` }),
      h("span", { text: lost ? `lost in hindsight: ${plural(Number(lossText(lost.loss)), "point")}, ${(lost.mean_loss ?? 0).toFixed(1)} per card` : "" }),
    );
    stage.hidden = false;
    headerRow.replaceChildren(...["card", "part", "level", "points", ...(analysis ? ["lost", ""] : [])].map((text) => h("th", { scope: "col", class: text ? "number" : "", text })));
    rows.replaceChildren(
      ...turns.map(({ move: { json: part } }, index) => {
        const move = analysis?.moves[index];
        const mistake = move?.mark ? MISTAKES[move.mark] : { symbol: "", text: "" };
        const jump = actionButton(String(index + 1), () => replay.goTo(index + 1), { class: "small", "aria-label": `After card ${index + 1}` });
        const numbers = [part.value, part.level, pointsOf([part]), ...(move ? [move.loss ? lossText(move.loss) : ""] : [])];
        return h("tr", {}, h("td", { class: "number" }, jump), numbers.map((text) => h("td", { class: "number", text: String(text) })), move && h("td", { text: mistake.symbol, title: mistake.text, "aria-label": mistake.text }));
      }),
    );
  }

  /** Mark the row of the last placement in the shown position, and scroll the list to this row without scrolling the page. @param {number} ply */
  function markRow(ply) {
    [...rows.children].forEach((row, index) => (index + 1 === ply ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const current = rows.children[ply - 1];
    list.scrollTop = current instanceof HTMLElement ? current.offsetTop - list.clientHeight / 2 : 0;
  }

  gameChoice.addEventListener("change", openChosen);

  const headerRow = h("tr", {});
  const caption = h("figcaption", { class: "quiet" });
  const list = h("div", { class: "scroll-table moves-table", tabindex: 0, role: "region", "aria-label": "Placements" }, h("table", {}, h("thead", {}, headerRow), rows));
  const shownRecord = async () => {
    const shown = replay.shown();
    if (!shown) throw new Error("Open a record first.");
    return { record: shown.record, line: JSON.stringify(shown.record) };
  };
  const sources = h(
    "section",
    { class: "panel", "aria-label": "Open a record" },
    h("div", { class: "row" }, labelled("Game", gameChoice), replay.currentButton, h("label", { class: "file" }, "From a file", replay.file), facts),
    h("details", {}, h("summary", { text: "Paste a record" }), labelled("Record", pasted, RECORD_FORMAT), actionButton("Open", () => replay.reportErrors(() => openText(pasted.value)))),
    error,
  );
  const stage = h(
    "div",
    { class: "replay-stage", hidden: true },
    h(
      "section",
      { class: "panel", "aria-label": "Replay" },
      replay.stepper,
      description,
      h("div", { class: "pair" }, h("figure", {}, stackPicture, h("figcaption", { class: "quiet", text: "The stack. Each cell shows its height." })), h("figure", {}, levelPicture, caption)),
      h("div", { class: "row replay-acts" }, replay.continueButton, recordButtons(game.name, shownRecord)),
    ),
    h(
      "section",
      { class: "panel", "aria-label": "Cards" },
      h("div", { class: "row" }, replay.strength, replay.analyseButton, replay.mistakeButton),
      list,
    ),
  );

  return {
    element: h("div", { class: "replay" }, sources, stage),
    open: (/** @type {PlayRecord} */ record) => replay.reportErrors(() => replay.open(record)),
    refresh: listGames,
    /** Restore the games opened from a file or pasted text, and open the game in the URL, or else the saved replay. */
    async resume() {
      const savedFile = store.get("replay-others");
      fileGames = Array.isArray(savedFile) ? savedFile.filter((record) => record?.moves) : [];
      await replay.resume();
      listGames();
    },
    keys: replay.keys,
  };
}
