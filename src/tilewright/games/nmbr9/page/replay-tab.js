// The tab "Replay": a recorded game, placement by placement, and the points that each placement lost.

import { messageOf } from "/pages/api.js";
import { h, s } from "/pages/elements.js";
import { showJobElapsed } from "/pages/feedback.js";
import { actionButton, cancellableButton, labelled, selectBox } from "/pages/form-fields.js";
import { openLinkedReplay, parseRecords, RECORD_FORMAT, recordButtons } from "/pages/game-records.js";
import { MISTAKES, replayStepper } from "/pages/replay-controls.js";
import { plural } from "/pages/text-format.js";
import { changeFragment, onFragmentChange } from "/pages/url-fragment.js";
import { pointsOf, savedGames } from "./saved-games.js";
import { outline } from "./stack-drawing.js";

/** @import { GameAnalysis, Job, Move, PageContext, Progress, ReplayAnswer } from "/pages/types.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { PlacedPart, PlayRecord } from "./types.js" */

/** A game that is being replayed. @typedef {{ record: PlayRecord, states: string[], moves: Move<PlacedPart>[], placed: PlacedPart[], analysis: GameAnalysis<PlacedPart> | null }} ReplayedGame */

/** @typedef {{ record: PlayRecord, states: string[], moves: Move<PlacedPart>[], ply: number }} PositionInGame */

/** @type {[string, string][]} */
const STRENGTHS = [["hindsight:6it", "Fast"], ["hindsight", "Careful"]];
const INSTRUCTIONS = "Open a record: a game that you finished here, a file, or a line of JSON.";
/** The maximum number of characters of a file that is saved completely in the browser. Of a longer file, only the first game is saved. */
const MOST_SAVED_CHARACTERS = 300_000;

/** @param {PlayRecord} record */
const titleOf = ({ agents, moves, result }) => `${plural(result?.scores?.[0] ?? 0, "point")}, ${plural(moves?.length ?? 0, "card")}, ${agents?.join() ?? "unknown player"}`;

/** Format a number of lost points. @param {number} loss */
const lossText = (loss) => String(Number(loss.toFixed(1)));

/** Return {element, open(record), refresh(), resume(), keys}. `currentGame()` returns the record of the current game; `onContinue(position)` is called to continue a game. @param {PageContext} context @param {StackDrawing} drawing @param {{ currentGame: () => Promise<PlayRecord>, onContinue: (position: PositionInGame) => void }} callbacks */
export function replayTab({ api, game, store }, drawing, { currentGame, onContinue }) {
  const facts = h("p", { class: "facts", role: "status", text: INSTRUCTIONS });
  const error = h("p", { class: "trouble", role: "status" });
  const description = h("p", { class: "replay-move", role: "status" });
  const stepper = replayStepper("card", () => ply, goTo);
  const gameChoice = h("select", {});
  const pasted = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "nmbr9", ...}' });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", "aria-label": "A file of records" });
  const strength = selectBox(STRENGTHS);
  const stackPicture = h("div", { class: "picture" });
  const levelPicture = h("div", { class: "picture" });
  const rows = h("tbody", {});
  /** @type {PlayRecord[]} */
  let fileGames = [];
  /** @type {ReplayedGame | null} */
  let shown = null;
  let ply = 0;
  /** The number of records that the user has opened. */
  let newestRequest = 0;

  /** @param {() => unknown} act */
  async function reportErrors(act) {
    error.textContent = "";
    try {
      await act();
    } catch (failure) {
      error.textContent = messageOf(failure);
    }
  }

  // --- Opening records ------------------------------------------------------------------------------

  function listGames() {
    const group = (/** @type {string} */ label, /** @type {PlayRecord[]} */ records, /** @type {string} */ source) =>
      records.length ? [h("optgroup", { label }, records.map((record, index) => h("option", { value: `${source}${index}`, text: `${index + 1}: ${titleOf(record)}` })))] : [];
    const groups = [...group("Finished here", savedGames(store), "kept "), ...group("From a file", fileGames, "file ")];
    gameChoice.replaceChildren(h("option", { value: "", text: groups.length ? "Choose a game" : "No finished game yet" }), ...groups);
    gameChoice.disabled = !groups.length;
  }

  function openChosen() {
    const [source, index] = gameChoice.value.split(" ");
    const record = (source === "kept" ? savedGames(store) : fileGames)[Number(index)];
    if (gameChoice.value && record) reportErrors(() => open(record));
  }

  /** @param {string} text */
  async function openText(text) {
    const records = parseRecords(text);
    await open(records[0]);
    fileGames = records;
    store.set("replay-others", text.length <= MOST_SAVED_CHARACTERS ? records : records.slice(0, 1));
    listGames();
    gameChoice.value = "file 0";
  }

  /** @param {PlayRecord} record @param {{ analysis?: GameAnalysis<PlacedPart> | null, startPly?: number }} [options] */
  async function open(record, { analysis = null, startPly = Infinity } = {}) {
    analyseButton.cancel();
    const request = ++newestRequest;
    /** @type {ReplayAnswer<PlacedPart>} */
    const { states, moves, result, agents } = await api.post("/play/replay", { game: game.name, record });
    if (request !== newestRequest) return;
    shown = { record, analysis, states, moves, placed: moves.map((move) => move.json) };
    facts.replaceChildren(h("strong", { class: "badge", text: plural(result.scores[0], "point") }), h("span", { text: `${plural(moves.length, "card")}, played by ${agents.join()}` }));
    stage.hidden = false;
    listMoves(shown);
    goTo(startPly);
  }

  /** Open the game that the URL names. */
  const openLinked = () => reportErrors(() => openLinkedReplay(store.get("replay"), shown, ply, open, goTo));
  onFragmentChange(({ tab, record }) => tab === "Replay" && record && openLinked());

  // --- Display --------------------------------------------------------------------------------------

  /** @param {number} target */
  function goTo(target) {
    if (!shown) return;
    const { placed: all, record, analysis } = shown;
    ply = Math.min(Math.max(target, 0), all.length);
    stepper.show(ply, all.length);
    changeFragment({ record: JSON.stringify(record), ply });
    const placed = all.slice(0, ply);
    const better = betterPlacement(shown);
    const level = better?.level ?? (all[ply - 1] ?? all[0])?.level ?? 1;
    stackPicture.replaceChildren(drawing.stackPicture(placed, Infinity, `The stack after ${plural(ply, "card")}, with its heights`, all));
    const picture = drawing.levelPicture(placed, level, better ? [...all, better] : all);
    if (better) picture.append(s("path", { class: "outline hinted", d: outline(better.cells) }));
    levelPicture.replaceChildren(picture);
    caption.textContent = better ? `Level ${level}. Dashed: a better placement of the next card.` : `Level ${level}, and the level below it.`;
    continueButton.disabled = ply === all.length && all.length === /** @type {{ cards?: number }} */ (record.instance)?.cards;
    mistakeButton.disabled = !analysis;
    describeMove(shown);
    markRow();
    store.set("replay", { record, analysis, ply });
  }

  /** Return the best placement of the next card, if the next move is a mistake. @param {ReplayedGame} current */
  function betterPlacement({ analysis }) {
    const next = analysis?.moves[ply];
    return next?.mark ? next.best_move : null;
  }

  /** @param {ReplayedGame} current */
  function describeMove({ placed, analysis }) {
    const part = placed[ply - 1];
    const sentences = part ? [`Card ${ply} of ${placed.length}: the ${part.value} on level ${part.level}, ${plural(pointsOf([part]), "point")}; ${pointsOf(placed.slice(0, ply))} so far.`] : ["No card is placed yet."];
    const move = analysis?.moves[ply - 1];
    if (move) sentences.push(move.mark ? `This was ${MISTAKES[move.mark].text}: it lost ${lossText(move.loss)} points.` : "It lost nothing.");
    const next = analysis?.moves[ply];
    if (next?.mark) sentences.push(`The next placement is ${MISTAKES[next.mark].text}. Better (dashed): the ${next.best_move.value} on level ${next.best_move.level}.`);
    description.textContent = sentences.join(" ");
  }

  /** @param {ReplayedGame} current */
  function listMoves({ analysis, placed }) {
    headerRow.replaceChildren(...["card", "part", "level", "points", ...(analysis ? ["lost", ""] : [])].map((text) => h("th", { scope: "col", class: text ? "number" : "", text })));
    rows.replaceChildren(
      ...placed.map((part, index) => {
        const move = analysis?.moves[index];
        const mistake = move?.mark ? MISTAKES[move.mark] : { symbol: "", text: "" };
        const jump = actionButton(String(index + 1), () => goTo(index + 1), { class: "small", "aria-label": `After card ${index + 1}` });
        const numbers = [part.value, part.level, pointsOf([part]), ...(move ? [move.loss ? lossText(move.loss) : ""] : [])];
        return h("tr", {}, h("td", { class: "number" }, jump), numbers.map((text) => h("td", { class: "number", text: String(text) })), move && h("td", { text: mistake.symbol, title: mistake.text, "aria-label": mistake.text }));
      }),
    );
  }

  /** Mark the row of the last placement, and scroll the list to it without moving the page. */
  function markRow() {
    [...rows.children].forEach((row, index) => (index + 1 === ply ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const current = rows.children[ply - 1];
    list.scrollTop = current instanceof HTMLElement ? current.offsetTop - list.clientHeight / 2 : 0;
  }

  // --- Analysis -------------------------------------------------------------------------------------

  /** @param {AbortSignal} signal */
  async function analyse(signal) {
    const current = shown;
    if (!current) return;
    const { stop: stopTimer, ...listeners } = showJobElapsed(description, "Analysing the placements.");
    await reportErrors(async () => {
      const onProgress = (/** @type {Progress} */ { best, bound }) => {
        stopTimer();
        if (current === shown) description.textContent = `Analysed ${best} of ${bound} placements.`;
      };
      /** @type {Job<GameAnalysis<PlacedPart>>} */
      const job = await api.run("/play/analyse", { game: game.name, record: current.record, agent: strength.value }, { signal, onProgress, ...listeners });
      if (current !== shown || job.state === "cancelled") return;
      if (job.state !== "done" || !job.result) throw new Error(job.error ?? job.state);
      current.analysis = job.result;
      const { loss, mean_loss: mean } = job.result.players[0];
      facts.append(h("span", { text: `lost in hindsight: ${lossText(loss)} points, ${(mean ?? 0).toFixed(1)} per card` }));
    });
    stopTimer();
    if (!shown) return;
    // The timer may have replaced the description of another game, so the description is shown again.
    listMoves(shown);
    goTo(ply);
  }

  /** Go to the position before the next mistake. */
  function goToNextMistake() {
    const next = shown?.analysis?.moves.find(({ mark, ply: movePly }) => mark && movePly > ply + 1);
    if (next) goTo(next.ply - 1);
    else description.textContent = "There is no later mistake.";
  }

  const mistakeButton = actionButton("Next mistake", goToNextMistake);
  const continueButton = actionButton("Continue from here", () => shown && onContinue({ ...shown, ply }));
  const analyseButton = cancellableButton("Analyse", analyse, { class: "main" });
  gameChoice.addEventListener("change", openChosen);
  file.addEventListener("change", () => {
    const first = file.files?.[0];
    if (first) reportErrors(async () => openText(await first.text()));
    file.value = "";
  });

  const headerRow = h("tr", {});
  const caption = h("figcaption", { class: "quiet" });
  const list = h("div", { class: "scroll-table moves-table", tabindex: 0, role: "region", "aria-label": "Placements" }, h("table", {}, h("thead", {}, headerRow), rows));
  const shownRecord = async () => {
    if (!shown) throw new Error("Open a record first.");
    return { record: shown.record, line: JSON.stringify(shown.record) };
  };
  const sources = h(
    "section",
    { class: "panel", "aria-label": "Open a record" },
    h("div", { class: "row" }, labelled("Game", gameChoice), actionButton("Current game", () => reportErrors(async () => open(await currentGame()))), h("label", { class: "file" }, "From a file", file), facts),
    h("details", {}, h("summary", { text: "Paste a record" }), labelled("Record", pasted, RECORD_FORMAT), actionButton("Open", () => reportErrors(() => openText(pasted.value)))),
    error,
  );
  const stage = h(
    "div",
    { class: "replay-stage", hidden: true },
    h(
      "section",
      { class: "panel", "aria-label": "Replay" },
      stepper.element,
      description,
      h("div", { class: "pair" }, h("figure", {}, stackPicture, h("figcaption", { class: "quiet", text: "The stack. Each cell shows its height." })), h("figure", {}, levelPicture, caption)),
      h("div", { class: "row replay-acts" }, continueButton, recordButtons(game.name, shownRecord)),
    ),
    h(
      "section",
      { class: "panel", "aria-label": "Cards" },
      h("div", { class: "row" }, labelled("Analysis strength", strength), analyseButton, mistakeButton),
      list,
    ),
  );

  return {
    element: h("div", { class: "replay" }, sources, stage),
    open: (/** @type {PlayRecord} */ record) => reportErrors(() => open(record)),
    refresh: listGames,
    /** Restore the saved state. */
    async resume() {
      if (!shown) {
        const savedFile = store.get("replay-others");
        fileGames = Array.isArray(savedFile) ? savedFile.filter((record) => record?.moves) : [];
        await openLinked();
        const saved = store.get("replay");
        if (saved && !shown) await reportErrors(() => open(saved.record, { analysis: saved.analysis, startPly: saved.ply }));
      }
      listGames();
    },
    keys: stepper.keys,
  };
}
