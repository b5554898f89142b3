// The tab "Race": three cards, a clock, and at the end the rank of the town among all towns.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { announce, retryButton, showElapsed } from "/pages/announcements-and-progress.js";
import { actionButton, labelled, selectBox } from "/pages/form-fields.js";
import { localStore } from "/pages/local-storage.js";
import { opponentChoice } from "/pages/player-settings.js";
import { clockText, plural, withMinusSign, withSeparators } from "/pages/text-format.js";
import { FIRST_TO_FINISH, problemText, shareText } from "./theme-scores.js";
import { townEditor } from "./scored-town-with-undo.js";
import { isPattern, patternOf, randomBelow, randomTown } from "./town-notation.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { BestTowns, Problem, Standing, Theme, TownScore } from "./types.js" */

/**
 * A race that has started. `began` is a Unix time and `took` a duration, both in milliseconds; `limit` is in seconds, and 0 means no limit.
 * @typedef {object} StartedRace
 * @property {"running" | "done"} state
 * @property {number[]} themes
 * @property {number} limit
 * @property {number} began
 * @property {number} [took]
 * @property {string} [town]
 * @property {Standing} [standing]
 * @property {{ agent: string, name: string }} [opponent]
 * @property {{ town: string, points: number[] }} [opponentTown]
 */

/** A race that is over. @typedef {StartedRace & { state: "done", took: number, town: string }} FinishedRace */

/** @typedef {{ cards: number[], took: number, rank: number }} PastRace */

/** @type {[number, string][]} */
const LIMITS = [[90, "90 seconds"], [180, "3 minutes"], [300, "5 minutes"], [0, "No limit"]];
const MOST_PAST_RACES = 8;
const RANDOM_SEEDS = 2 ** 31;
/** The remaining time, in milliseconds, below which the clock is highlighted. */
const LATE = 15_000;
const INTRODUCTION =
  "Three theme cards are drawn, and the tiles are placed at random. Build a complete town that scores well on all " +
  "three cards before the time runs out. Then the page shows how many of all possible towns are better.";
const START = "Draw three cards and start";

/** @param {number} milliseconds */
const timeText = (milliseconds) => clockText(Math.max(0, Math.ceil(milliseconds / 1000)));

/** Draw three different cards; the theme that cannot be scored from a town alone is excluded. @param {Theme[]} themes */
function drawCards(themes) {
  const left = themes.map(({ number }) => number).filter((number) => number !== FIRST_TO_FINISH);
  return Array.from({ length: 3 }, () => left.splice(randomBelow(left.length), 1)[0]).sort((a, b) => a - b);
}

/** @param {PageContext} context @param {TileDrawing} drawing @param {Theme[]} themes @param {{ onOpen: (town: string) => void, onShowBest: (themes: number[]) => void }} callbacks */
export function raceTab(context, drawing, themes, { onOpen, onShowBest }) {
  const { api, showMessage, store } = context;
  /** @type {StartedRace | null} */
  let race = savedRace();

  /** @returns {StartedRace | null} */
  function savedRace() {
    const saved = store.get("race");
    const isTheme = (/** @type {unknown} */ number) => themes.some((theme) => theme.number === number);
    const validCards = Array.isArray(saved?.themes) && saved.themes.length === 3 && saved.themes.every(isTheme);
    const valid = validCards && Number.isFinite(saved.began) && (saved.state === "running" || (saved.state === "done" && isPattern(saved.town)));
    return valid ? saved : null;
  }

  const clock = h("b", { class: "clock", role: "timer", "aria-label": "Time" });
  const limit = selectBox(LIMITS, String(store.get("race-limit", 180)));
  const cards = h("ul", { class: "cards-drawn", "aria-label": "Your three cards" });
  const result = h("div", { class: "race-result" });
  const editor = townEditor(context, drawing, { key: "race-town", first: randomTown(), name: "Your town in the race", onScore });
  const startButton = h("button", { class: "main", type: "button", text: START, on: { click: start } });
  const finishButton = h("button", { class: "main", type: "button", text: "Finish", on: { click: () => finishIfComplete(Date.now()) } });
  const giveUpButton = h("button", { type: "button", text: "Give up", on: { click: confirmGiveUp } });
  const warning = h("div", { class: "race-warning", role: "alert" });
  const opponent = opponentChoice({ game: context.game, store, onChange: () => {} });
  const pastRaces = h("ol", { class: "past" });

  /** @param {StartedRace} started */
  const deadline = (started) => (started.limit ? started.began + 1000 * started.limit : Infinity);

  function save() {
    store.set("race", race ?? { state: "none" });
  }

  function start() {
    store.set("race-limit", Number(limit.value));
    startWith(drawCards(themes));
  }

  /** Start a race with these cards. @param {number[]} drawn */
  function startWith(drawn) {
    const agent = opponent.agent();
    race = { state: "running", themes: drawn, limit: Number(limit.value), began: Date.now(), ...(agent ? { opponent: { agent, name: opponent.name() } } : {}) };
    save();
    editor.set(randomTown());
    show();
    announce(`Your cards: ${race.themes.map((number) => themes[number - 1].title).join("; ")}`);
    editor.focus();
    // On a small screen, scroll so that the clock, the cards and the tiles are in view.
    const cut = element.getBoundingClientRect().top < 0 || editor.element.getBoundingClientRect().bottom > innerHeight;
    if (cut) element.scrollIntoView({ block: "start" });
  }

  /** Show a message below the clock, with buttons. @param {string} text @param {...Node} buttons */
  function warn(text, ...buttons) {
    warning.replaceChildren(h("span", { text }), ...buttons);
  }

  /** If the town is complete, finish the race; if not, show a reason why it is not complete. @param {number} now */
  async function finishIfComplete(now) {
    const running = race;
    const town = editor.town();
    try {
      /** @type {{ problems: Problem[] }} */
      const { problems } = editor.score() ?? (await api.ask("score", { town }));
      if (race !== running || editor.town() !== town) return;
      if (problems.length) warn(`Your town is not complete, so the race goes on. ${problemText(problems)}`);
      else finish(now);
    } catch (error) {
      showMessage(messageOf(error), true);
    }
  }

  function confirmGiveUp() {
    warn("Give up this race?", actionButton("Yes, give up", giveUp, { class: "small" }), actionButton("Go on", () => warning.replaceChildren(), { class: "small" }));
  }

  function giveUp() {
    race = null;
    save();
    show();
  }

  /** @param {number} now */
  function finish(now) {
    if (!race) return;
    race = { ...race, state: "done", took: Math.min(now, deadline(race)) - race.began, town: editor.town() };
    save();
    show();
  }

  function tick() {
    if (race?.state !== "running") return;
    const now = Date.now();
    const left = deadline(race) - now;
    clock.textContent = timeText(race.limit ? left : now - race.began);
    clock.classList.toggle("late", race.limit > 0 && left < LATE);
    if (left <= 0) finish(now);
  }
  setInterval(tick, 250);

  /** @param {TownScore} score */
  function onScore(score) {
    if (score.complete) warning.replaceChildren();
    showCards(score);
  }

  /** @param {TownScore | null} score */
  function showCards(score) {
    if (!race) return cards.replaceChildren();
    return cards.replaceChildren(
      ...race.themes.map((number) => {
        const { title, maximum, counts } = themes[number - 1];
        const points = score ? withMinusSign(score.points[number - 1]) : "–";
        return h(
          "li",
          { class: "drawn" },
          h("span", { class: "number", text: number }),
          h("span", {}, h("b", { text: title }), h("small", { text: betterTownsText(number) || counts })),
          h("span", { class: score?.complete ? "of" : "of unfinished" }, h("b", { text: score && !score.complete ? `(${points})` : points }), h("small", { text: ` / ${withMinusSign(maximum)}` })),
        );
      }),
    );
  }

  /** Return a sentence with the share of all towns that score more on a card than the user's town, or an empty string if the share is not known yet. @param {number} number */
  function betterTownsText(number) {
    const card = race?.standing?.themes.find(({ theme }) => theme === number);
    if (!card) return "";
    return card.above ? `${shareText(card.above, card.below + card.equal + card.above)} of all towns score more.` : "No town scores more.";
  }

  function show() {
    const state = race?.state ?? "none";
    element.dataset.race = state;
    editor.lock(state !== "running");
    for (const each of [finishButton, giveUpButton, clock]) each.hidden = state !== "running";
    limitField.hidden = startButton.hidden = state === "running";
    startButton.textContent = state === "done" ? "Race again" : START;
    introduction.hidden = state !== "none";
    opponent.element.hidden = state === "running";
    warning.replaceChildren();
    showCards(editor.score());
    result.replaceChildren();
    if (race?.state === "done") showResult(/** @type {FinishedRace} */ (race));
    showPastRaces();
    tick();
  }

  /** Show that the result is being computed, with the elapsed time and buttons; return a function that stops the timer. @param {string} text @param {...Node} buttons */
  function showWaiting(text, ...buttons) {
    const words = h("span", {});
    result.replaceChildren(h("p", { class: "hint", role: "status" }, words, " ", ...buttons));
    return showElapsed(words, text);
  }

  /** @param {FinishedRace} finished */
  async function showResult(finished) {
    let stopTimer = showWaiting("Comparing your town with all towns.");
    try {
      /** @type {TownScore} */
      const { problems } = await api.ask("score", { town: finished.town });
      if (race !== finished) return;
      if (problems.length) return showIncomplete(finished, problems);
      /** @type {Standing} */
      const standing = finished.standing ?? (await api.ask("standing", { town: finished.town, themes: finished.themes }));
      /** @type {BestTowns} */
      const best = await api.ask("best", { themes: finished.themes, rank: "duel", limit: 1 });
      if (race !== finished) return;
      stopTimer();
      const request = new AbortController();
      const cancelButton = actionButton("Cancel", () => request.abort(), { class: "small" });
      if (finished.opponent && !finished.opponentTown) stopTimer = showWaiting(`${finished.opponent.name} is building its town.`, cancelButton);
      const opponentTown = finished.opponentTown ?? (await townOfOpponent(finished, request.signal));
      if (race !== finished) return;
      if (!finished.standing) {
        // Without an opponent, or if its town was cancelled, only the user's town is shown, also after a reload.
        race = { ...finished, standing, ...(opponentTown ? { opponentTown } : { opponent: undefined }) };
        save();
        addPastRace(finished, standing);
      }
      showRank(finished, standing, best, opponentTown);
    } catch (error) {
      if (race !== finished) return;
      const retry = retryButton(error, () => race === finished && showResult(finished));
      result.replaceChildren(h("p", { class: "failed", role: "status" }, messageOf(error), " ", retry));
    } finally {
      stopTimer();
    }
  }

  /** Let the opponent build a town for the same cards; return null if there is no opponent or the user cancels. @param {FinishedRace} finished @param {AbortSignal} signal */
  async function townOfOpponent({ opponent: chosen, themes: drawn, began }, signal) {
    if (!chosen) return null;
    /** @type {import("/pages/game-session.js").GameSession<unknown, import("./town-notation.js").PlacedTile>} */
    const session = new context.GameSession({ game: context.game, store: localStore(`${context.game.name}/opponent`), parts: [] });
    await session.start({ deal: { themes: drawn, rank: "duel" }, seed: began % RANDOM_SEEDS });
    try {
      await session.turn({ agents: [chosen.agent], signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
    const town = patternOf(session.history.map(({ move }) => move.json));
    /** @type {TownScore} */
    const { points } = await api.ask("score", { town });
    return { town, points };
  }

  /** Return a sentence with the result of the duel between the user's town and the opponent's town on the three cards. @param {FinishedRace} finished @param {number[]} own @param {number[]} other */
  function duelText({ themes: drawn, opponent: chosen }, own, other) {
    const better = drawn.filter((number) => own[number - 1] > other[number - 1]).length;
    const worse = drawn.filter((number) => own[number - 1] < other[number - 1]).length;
    const result = better > worse ? `You beat ${chosen?.name}` : better < worse ? `${chosen?.name} beats you` : `You and ${chosen?.name} tie`;
    return `${result}: your town is better on ${plural(better, "card")} and worse on ${worse}.`;
  }

  /** @param {FinishedRace} finished @param {Problem[]} problems */
  function showIncomplete(finished, problems) {
    const lost = finished.opponent ? ` ${finished.opponent.name} wins.` : "";
    result.replaceChildren(
      h("h3", { text: "Your town is not complete" }),
      h("p", { text: `After ${timeText(finished.took)}: ${problemText(problems)} Only complete towns count.${lost}` }),
      h("div", { class: "row" }, rematchButton(finished)),
    );
  }

  /** @param {FinishedRace} finished */
  const rematchButton = (finished) => actionButton("Rematch", () => startWith(finished.themes), { title: "Race again with the same cards" });

  /** @param {FinishedRace} finished @param {Standing} standing @param {BestTowns} best @param {{ town: string, points: number[] } | null} opponentTown */
  function showRank(finished, { duel, towns, points }, best, opponentTown) {
    showCards(editor.score());
    const [example] = best.examples;
    result.replaceChildren(
      h("h3", { text: `Rank ${withSeparators(duel.lost_to + 1)} of ${withSeparators(towns)} towns` }),
      h("p", { class: "duel-result" }, opponentTown && h("strong", { text: duelText(finished, points, opponentTown.points) })),
      h(
        "p",
        {},
        "In the duel on your three cards, your town beats ",
        h("b", { text: shareText(duel.beaten, towns) }),
        ` of all towns, ties with ${shareText(duel.tied, towns)} and loses to ${shareText(duel.lost_to, towns)}. `,
        `Your time: ${timeText(finished.took)}.`,
      ),
      h(
        "div",
        { class: "side-by-side" },
        townFigure(finished, "Your town", finished.town, points),
        opponentTown && townFigure(finished, finished.opponent?.name ?? "", opponentTown.town, opponentTown.points),
        townFigure(finished, "One of the best towns by duel", example.town, example.points),
      ),
      h(
        "div",
        { class: "row" },
        rematchButton(finished),
        h("button", { type: "button", text: "Continue with your town", on: { click: () => onOpen(finished.town) } }),
        h("button", { type: "button", text: "Best towns for these cards", on: { click: () => onShowBest(finished.themes) } }),
      ),
    );
  }

  /** @param {FinishedRace} finished @param {string} text @param {string} town @param {number[]} points */
  function townFigure(finished, text, town, points) {
    const scores = finished.themes.map((number) => withMinusSign(points[number - 1])).join(", ");
    return h("figure", {}, drawing.drawTown(town, `${text}: ${town}`), h("figcaption", { text: `${text}: ${scores}` }));
  }

  /** @param {FinishedRace} finished @param {Standing} standing */
  function addPastRace({ themes: drawn, took }, { duel }) {
    const entry = { cards: drawn, took, rank: duel.lost_to + 1 };
    store.set("races", [entry, ...savedPastRaces()].slice(0, MOST_PAST_RACES));
    showPastRaces();
  }

  /** @returns {PastRace[]} */
  function savedPastRaces() {
    const saved = store.get("races");
    return Array.isArray(saved) ? saved.filter((each) => Array.isArray(each?.cards) && Number.isFinite(each.rank)) : [];
  }

  function showPastRaces() {
    const races = savedPastRaces();
    pastPanel.hidden = races.length === 0;
    pastRaces.replaceChildren(...races.map(({ cards: drawn, took, rank }) => h("li", { text: `Cards ${drawn.join(", ")}: rank ${withSeparators(rank)} in ${timeText(took)}` })));
  }

  const limitField = labelled("Time limit", limit);
  const bar = h("div", { class: "row race-bar" }, clock, limitField, opponent.element, startButton, finishButton, giveUpButton);
  const pastPanel = h("details", {}, h("summary", { text: "Your last races" }), pastRaces);
  const introduction = h("p", { text: INTRODUCTION });
  const element = h(
    "div",
    { class: "layout" },
    h("section", { class: "panel bench-side", "aria-label": "Town" }, editor.element),
    h("section", { class: "panel", "aria-label": "Race" }, introduction, bar, warning, cards, result, pastPanel),
  );
  return {
    element,
    editor,
    start() {
      editor.start();
      show();
    },
  };
}
