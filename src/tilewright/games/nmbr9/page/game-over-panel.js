// The panel at the end of a game: the best stack that a solver finds for the same deck, next to the user's own stack.

import { messageOf, statusOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { actionButton } from "/pages/form-fields.js";
import { recordButtons } from "/pages/game-records.js";
import { whenServerIsBack } from "/pages/outage.js";
import { plural } from "/pages/text-format.js";
import { saveGame } from "./saved-games.js";

/** @import { Job, PageContext, RecordAnswer, SolveResult } from "/pages/types.js" */
/** @import { OpponentStack } from "./opponent-game.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { PlacedPart, PlayRecord, Session } from "./types.js" */

/** @typedef {{ objective: number, bound: number | null, proved: boolean, placements: PlacedPart[] }} BestStack */

/** A finished game. `deck` is a string that identifies the deck. @typedef {{ score: number, deck: string, instance: { cards: number } }} FinishedGame */

/** Time limits in seconds: for the first search with a small or a large deck, and for a longer search. */
const SECONDS = { small: 8, large: 15, longer: 60 };
const SMALL_DECK = 8;

/**
 * Return {element, show(session), showOpponent(stack)}. `onReplay(record)` is called when the user wants to replay the game, `onSaved()` when the game has been
 * saved, `onRematch()` and `onNewDeck()` when the user wants to play the same deck or a random deck.
 * @param {PageContext} context
 * @param {StackDrawing} drawing
 * @param {{ createRecord: () => Promise<RecordAnswer<PlacedPart>>, onReplay: (record: PlayRecord) => void, onSaved: () => void, onRematch: () => void, onNewDeck: () => void }} callbacks
 */
export function gameOverPanel({ api, game, store }, drawing, { createRecord, onReplay, onSaved, onRematch, onNewDeck }) {
  const title = h("h2", { tabindex: -1 });
  const status = h("p", { class: "facts", role: "status" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the search" });
  const searchButton = h("button", { type: "button", hidden: true }, "Search again");
  const ownStack = h("div", { class: "stacks" });
  const bestStack = h("div", { class: "stacks" });
  const bestName = h("figcaption", {}, "Best stack found");
  const opponentName = h("figcaption", {});
  const opponentStack = h("div", { class: "stacks" });
  const opponentFigure = h("figure", { hidden: true }, opponentName, opponentStack);
  const opponentResult = h("p", { class: "versus-result", role: "status" });
  const element = h(
    "section",
    { class: "panel end", hidden: true, "aria-label": "Result" },
    title,
    opponentResult,
    status,
    bar,
    h("div", { class: "row" }, actionButton("Rematch", onRematch, { title: "Play the same deck again" }), actionButton("New deck", onNewDeck, { title: "Deal a random deck" }), searchButton, recordButtons(game.name, createRecord, onReplay)),
    h("div", { class: "pair" }, h("figure", {}, h("figcaption", {}, "Your stack"), ownStack), opponentFigure, h("figure", {}, bestName, bestStack)),
  );
  /** @type {FinishedGame | null} */
  let finished = null;
  /** The deck for which a search is running. @type {string | null} */
  let searching = null;

  /** Draw a stack and its levels. @param {HTMLElement} figure @param {PlacedPart[]} placed @param {string} name */
  function draw(figure, placed, name) {
    const highest = Math.max(...placed.map(({ level }) => level));
    const levels = Array.from({ length: highest }, (_, index) =>
      h("figure", {}, h("div", { class: "picture" }, drawing.levelPicture(placed, index + 1)), h("figcaption", { class: "quiet", text: `Level ${index + 1}` })),
    );
    figure.replaceChildren(h("div", { class: "picture heights" }, drawing.stackPicture(placed, highest, name)), h("div", { class: "each-level" }, levels));
  }

  /** @param {Session} session */
  function show(session) {
    const { view, deal } = session;
    const wasHidden = element.hidden;
    const over = view.over && deal !== null;
    element.hidden = !over;
    finished = null;
    if (!over) return;
    const instance = /** @type {{ cards: number }} */ (deal.instance);
    finished = { score: view.scores[0], deck: JSON.stringify(instance), instance };
    const points = plural(finished.score, "point");
    title.textContent = `All cards are placed: ${points}`;
    draw(ownStack, view.json.placed, `Your stack: ${points}`);
    if (wasHidden) save();
    const saved = store.get("best");
    if (saved?.deck === finished.deck && saved.result) showBest(finished, saved.result);
    else search(finished, saved?.deck === finished.deck ? saved.id : null);
    if (wasHidden && session.history.length && document.documentElement.dataset.ready) {
      title.focus({ preventScroll: true });
      element.scrollIntoView({ block: "start" });
    }
  }

  /** Show the opponent's stack and who has won. @param {OpponentStack | null} other */
  function showOpponent(other) {
    opponentFigure.hidden = !other || other.score === null;
    opponentResult.textContent = "";
    if (!finished || !other) return;
    const { name, score, placed } = other;
    if (score === null) opponentResult.textContent = `${name} has not placed all cards yet.`;
    else {
      const lead = finished.score - score;
      const result = lead ? `${lead > 0 ? "You win" : `${name} wins`} by ${plural(Math.abs(lead), "point")}` : "A draw";
      opponentResult.textContent = `${result}: ${finished.score} to ${score}.`;
      opponentName.textContent = `${name}: ${plural(score, "point")}`;
      if (placed.length) draw(opponentStack, placed, opponentName.textContent);
    }
  }

  async function save() {
    // If the record cannot be created now, the user can still save it with the button.
    const answer = await createRecord().catch(() => null);
    if (!answer) return;
    saveGame(store, answer.record);
    onSaved();
  }

  /** @param {FinishedGame} current @param {string | null} id @param {number} [limit] */
  async function search(current, id, limit = current.instance.cards > SMALL_DECK ? SECONDS.large : SECONDS.small) {
    const { deck, instance } = current;
    if (searching === deck) return;
    searching = deck;
    const saved = store.get("best");
    const before = saved?.deck === deck ? saved.result : null;
    searchButton.hidden = true;
    bar.classList.remove("idle");
    bar.value = 0;
    bestStack.replaceChildren(h("div", { class: "picture heights" }, h("p", { class: "quiet", text: "Searching." })));
    status.replaceChildren(h("span", { text: "Searching for the best stack for this deck." }));
    const body = { game: game.name, instance, solver: "auto", time_limit: limit, seed: 0, threads: 1, options: {} };
    const isCurrent = () => finished?.deck === deck;
    try {
      /** @type {Job<SolveResult<{ placements: PlacedPart[] }>>} */
      const job = await api.run("/jobs", body, {
        id,
        onStart: (started) => store.set("best", { deck, id: started.id }),
        onProgress: ({ best, bound, elapsed }) => {
          if (!isCurrent()) return;
          bar.value = Math.min(1, elapsed / limit);
          const facts = [`${elapsed.toFixed(0)} of at most ${limit} s`];
          if (best !== null) facts.push(`best ${best}`);
          if (bound !== null) facts.push(`upper bound ${bound}`);
          status.replaceChildren(...facts.map((text) => h("span", { text })));
        },
      });
      if (!job.result?.solution || job.result.objective === null) throw new Error(job.error ?? "No stack was found within the time limit.");
      const { objective, bound, solution } = job.result;
      const result = combine(before, { objective, bound, proved: job.result.status === "optimal", placements: solution.placements });
      store.set("best", { deck, result });
      if (finished && isCurrent()) showBest(finished, result);
    } catch (error) {
      if (isCurrent()) showError(error, deck);
    } finally {
      if (searching === deck) searching = null;
    }
  }

  /** @param {unknown} error @param {string} deck */
  function showError(error, deck) {
    status.replaceChildren(h("span", { class: "failed", text: messageOf(error) }));
    bar.classList.add("idle");
    store.remove("best");
    offerSearch("Search again", undefined);
    if (statusOf(error) === 0) whenServerIsBack(() => finished?.deck === deck && search(finished, null));
  }

  /** @param {string} text @param {number | undefined} seconds */
  function offerSearch(text, seconds) {
    searchButton.textContent = text;
    searchButton.hidden = false;
    searchButton.onclick = () => finished && search(finished, null, seconds);
  }

  /** @param {FinishedGame} current @param {BestStack} best */
  function showBest({ score }, { objective, bound, proved, placements }) {
    bar.classList.add("idle");
    if (proved) searchButton.hidden = true;
    else offerSearch("Search for a minute", SECONDS.longer);
    bestName.textContent = proved ? "Best possible stack (proved)" : "Best stack found";
    draw(bestStack, placements, `${bestName.textContent}: ${plural(objective, "point")}`);
    const facts = [`You: ${score}`, proved ? `best possible: ${objective}` : `best found: ${objective}`];
    if (!proved && bound !== null) facts.push(`upper bound: ${bound}`);
    const verdict = h("strong", { class: score >= objective ? "badge good" : "badge", text: verdictText(score, objective, proved) });
    status.replaceChildren(verdict, ...facts.map((text) => h("span", { text })));
  }

  return { element, show, showOpponent };
}

/** @param {number} score @param {number} best @param {boolean} proved */
function verdictText(score, best, proved) {
  if (score > best) return "You beat the search!";
  if (score === best) return proved ? "Your stack is the best possible!" : "Your stack is as good as the best one found!";
  return `${plural(best - score, "more point")} ${best - score === 1 ? "was" : "were"} possible.`;
}

/** Combine the results of two searches for the same deck: return the better stack and the smaller upper bound. @param {BestStack | null} one @param {BestStack} other @returns {BestStack} */
function combine(one, other) {
  if (!one) return other;
  const best = one.objective > other.objective ? one : other;
  const bounds = [one.bound, other.bound].filter((bound) => bound !== null);
  const bound = bounds.length ? Math.min(...bounds) : null;
  return { ...best, bound, proved: one.proved || other.proved || bound === best.objective };
}
