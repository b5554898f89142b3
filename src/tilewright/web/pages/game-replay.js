// Replays recorded games move by move, and analyses them. The game and the position shown are in the page's URL, and are saved in the browser.

import { messageOf } from "./api.js";
import { h } from "./elements.js";
import { actionButton, cancellableButton, labelled, selectBox } from "./form-fields.js";
import { parseObject } from "./game-records.js";
import { changeFragment, onFragmentChange, readFragment } from "./url-fragment.js";

/** @import { statusLine } from "./announcements-and-progress.js" */
/** @import { GameAnalysis, GameRecord, Job, MistakeKind, PageContext, Progress, ReplayAnswer, Turn } from "./types.js" */

/**
 * A game that is being replayed. `states` has one more entry than `turns`.
 * @template [MoveJson=unknown]
 * @typedef {{ record: GameRecord<MoveJson>, agents: string[], scores: number[], states: string[], turns: Turn<MoveJson>[], analysis: GameAnalysis<MoveJson> | null }} ReplayedGame
 */

/**
 * How a page shows a replay. `loadDetails(states)` returns what the page needs in addition to the game. `onOpen(game)` is called when a game is opened; `drawMoves(game)`
 * draws the parts of the page that depend only on the game and its analysis. `draw(game, ply)` draws the position after the first `ply` turns. `onFile(text)` receives the text of a file that the user has chosen.
 * @template MoveJson
 * @template Details
 * @typedef {object} ReplayOptions
 * @property {[ply: string, plies: string]} nouns the nouns for one turn and for several turns in this game
 * @property {[agent: string, name: string][]} strengths
 * @property {number} firstPly the number of turns before the position that is shown first
 * @property {Pick<ReturnType<typeof statusLine>, "show" | "showJob">} status
 * @property {(states: string[]) => Promise<Details>} loadDetails
 * @property {(game: ReplayedGame<MoveJson> & Details) => void} onOpen
 * @property {(game: ReplayedGame<MoveJson> & Details) => void} drawMoves
 * @property {(game: ReplayedGame<MoveJson> & Details, ply: number) => void} draw
 * @property {() => Promise<GameRecord<MoveJson>>} currentGame
 * @property {(game: ReplayedGame<MoveJson>, ply: number) => void} onContinue
 * @property {(text: string) => unknown} onFile
 */

/** @type {Record<MistakeKind, { symbol: string, text: string }>} */
export const MISTAKES = {
  inaccuracy: { symbol: "?!", text: "an inaccuracy" },
  mistake: { symbol: "?", text: "a mistake" },
  blunder: { symbol: "??", text: "a blunder" },
};

/**
 * Return the controls of a replay, and functions that open games and go to their positions.
 * @template MoveJson
 * @template Details
 * @param {PageContext} context
 * @param {ReplayOptions<MoveJson, Details>} options
 */
export function gameReplay({ api, game, store }, { nouns, strengths, firstPly, status, loadDetails, onOpen, drawMoves, draw, currentGame, onContinue, onFile }) {
  /** @type {(ReplayedGame<MoveJson> & Details) | null} */
  let shown = null;
  let ply = 0;
  /** The number of the newest request to open a record; answers to older requests are ignored. */
  let newestRequest = 0;
  const strength = selectBox(strengths);
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", on: { change: openFile } });

  /** @param {() => unknown} act */
  async function reportErrors(act) {
    try {
      await act();
    } catch (error) {
      status.show("broken", messageOf(error));
    }
  }

  /** @param {GameRecord<MoveJson>} record @param {{ analysis?: GameAnalysis<MoveJson> | null, startPly?: number }} [from] */
  async function open(record, { analysis = null, startPly = firstPly } = {}) {
    analyseButton.cancel();
    const request = ++newestRequest;
    /** @type {ReplayAnswer<MoveJson>} */
    const { states, moves, movers, agents, result } = await api.post("/play/replay", { game: game.name, record });
    const details = await loadDetails(states);
    if (request !== newestRequest) return;
    const turns = moves.map((move, index) => ({ state: states[index], move, mover: movers[index] }));
    shown = { record, agents, scores: result.scores, states, turns, analysis, ...details };
    onOpen(shown);
    drawMoves(shown);
    goTo(startPly);
  }

  /** Open the game in the page's URL, or go to the ply in the URL if that game is already shown. If the saved replay shows the same game, its analysis is used. */
  async function openLinked() {
    const { record: text, ply: linkedPly } = readFragment();
    if (text === undefined) return;
    const record = parseObject(text);
    if (!record) throw new Error("The link contains no game that can be read. Open another record instead.");
    const startPly = Math.trunc(Number(linkedPly)) || 0;
    const isSame = (/** @type {{ record: unknown } | null} */ other) => JSON.stringify(other?.record) === JSON.stringify(record);
    const saved = store.get("replay");
    if (isSame(shown)) goTo(startPly);
    else await open(record, { analysis: isSame(saved) ? saved.analysis : null, startPly });
  }
  onFragmentChange(({ tab, record }) => tab === "Replay" && record && reportErrors(openLinked));

  /** Open the game in the URL; if the URL contains none, open the saved game. */
  async function resume() {
    await reportErrors(openLinked);
    const saved = store.get("replay");
    // If the game in the URL cannot be opened, the message about it stays in view.
    if (saved && newestRequest === 0 && readFragment().record === undefined) await reportErrors(() => open(saved.record, { analysis: saved.analysis, startPly: saved.ply }));
  }

  function openFile() {
    const first = file.files?.[0];
    if (first) reportErrors(async () => onFile(await first.text()));
    file.value = "";
  }

  /** @param {number} target a ply, which may be before the start or after the end of the game */
  function goTo(target) {
    if (!shown) return;
    const { record, analysis, turns } = shown;
    ply = Math.min(Math.max(target, 0), turns.length);
    slider.max = String(turns.length);
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", `after ${nouns[0]} ${ply} of ${turns.length}`);
    for (const button of backward) button.disabled = ply === 0;
    for (const button of forward) button.disabled = ply === turns.length;
    analyseButton.disabled = turns.length === 0;
    changeFragment({ record: JSON.stringify(record), ply });
    draw(shown, ply);
    store.set("replay", { record, analysis, ply });
  }

  /** @param {AbortSignal} signal */
  async function analyse(signal) {
    const current = shown;
    if (!current) return;
    const listeners = status.showJob("Analysing.");
    const onProgress = (/** @type {Progress} */ { best, bound }) => current === shown && status.show("busy", `Analysed ${best} of ${bound} ${nouns[1]}.`);
    await reportErrors(async () => {
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
      status.show("good", `Analysis by ${job.result.agent}: ${marked} of ${job.result.moves.length} ${nouns[1]} marked as inaccuracies, mistakes or blunders.`);
      drawMoves(current);
    });
    goTo(ply);
  }

  /** Go to the position before the next inaccuracy, mistake or blunder. */
  function goToNextMistake() {
    if (!shown) return;
    const next = shown.analysis?.moves.find(({ mark, ply: movePly }) => mark && movePly > ply + 1);
    if (next) goTo(next.ply - 1);
    else status.show("quiet", shown.analysis ? "There is no later mistake." : "Analyse the game to find the mistakes.");
  }

  const steps = { first: () => goTo(0), back: () => goTo(ply - 1), next: () => goTo(ply + 1), last: () => goTo(Infinity) };
  const backward = [actionButton("|◀", steps.first, { "aria-label": "First" }), actionButton("◀", steps.back, { "aria-label": "Back" })];
  const forward = [actionButton("▶", steps.next, { "aria-label": "Next" }), actionButton("▶|", steps.last, { "aria-label": "Last" })];
  const slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: "0", "aria-label": "Move" });
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  const analyseButton = cancellableButton("Analyse", analyse, { class: "main", disabled: true });
  return {
    stepper: h("div", { class: "stepper" }, backward, slider, forward),
    keys: { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last },
    file,
    strength: labelled("Analysis strength", strength),
    analyseButton,
    mistakeButton: actionButton("Next mistake", goToNextMistake),
    continueButton: actionButton("Continue from here", () => shown && onContinue(shown, ply), { disabled: true }),
    currentButton: actionButton("Current game", () => reportErrors(async () => open(await currentGame()))),
    shown: () => shown,
    reportErrors,
    open,
    goTo,
    resume,
  };
}
