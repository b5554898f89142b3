// The tab "Best": the best towns for three themes, by each of the three rankings.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { retryButton, showElapsed } from "/pages/announcements-and-progress.js";
import { withMinusSign, withSeparators } from "/pages/text-format.js";
import { themePicker } from "./theme-picker.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { CensusStatus } from "./census-status.js" */
/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { BestTowns, ExampleTown, Ranking, Theme } from "./types.js" */

/** @type {{ ranking: Ranking, title: string, text: string }[]} */
const RANKINGS = [
  { ranking: "max", title: "All at maximum", text: "Towns that reach the highest possible score in all three themes." },
  { ranking: "distance", title: "Nearest to maximum", text: "Towns with the most scores at their maximum and, among these, the smallest sum of squared distances from the maximum. The distance of a score is the number of different higher scores in its theme." },
  { ranking: "duel", title: "Best in the duel", text: "Towns whose three scores lose to the fewest other combinations of scores and, among these, beat the most combinations; this choice is repeated among the remaining combinations. One combination beats another if it has the higher score in more themes than the other has." },
];
const FIRST_THEMES = [3, 8, 17];
const MOST_EXAMPLES = 6;
const MOST_SCORES = 4;

/** @param {PageContext} context @param {TileDrawing} drawing @param {Theme[]} themes @param {CensusStatus} census @param {{ onOpen: (town: string) => void }} callbacks */
export function bestTab({ api, game, panels, store }, drawing, themes, census, { onOpen }) {
  /** @type {number[]} */
  let chosen = [];
  const picker = themePicker(themes, onThemes);
  const columns = RANKINGS.map(({ ranking, title, text }) => {
    const body = h("div", { class: "rank-body" });
    const element = h("section", { class: "panel", data: { rank: ranking } }, h("h2", { text: title }), h("p", { class: "quiet", text }), body);
    return { ranking, body, element };
  });
  const hint = h("p", { class: "quiet", role: "status" });

  /** @returns {number[]} */
  function savedThemes() {
    const saved = store.get("themes");
    const valid = Array.isArray(saved) && saved.length <= 3 && saved.every((number) => themes.some((theme) => theme.number === number));
    return valid ? saved : FIRST_THEMES;
  }

  /** @param {number[]} numbers */
  function onThemes(numbers) {
    chosen = numbers;
    store.set("themes", numbers);
    const missing = ["Choose three themes.", "Choose two more themes.", "Choose one more theme."][numbers.length];
    hint.textContent = missing ?? numbers.map((number) => `${number} ${themes[number - 1].title}`).join(" · ");
    if (numbers.length < 3) return;
    load();
    // Once the census is built, the server returns several towns with the best scores; before that, only one.
    if (!census.isReady()) census.whenReady(load);
  }

  function load() {
    if (chosen.length < 3) return;
    for (const { ranking, body } of columns) loadRanking(chosen, ranking, body);
  }

  /** @param {number[]} numbers @param {Ranking} ranking @param {HTMLElement} body */
  async function loadRanking(numbers, ranking, body) {
    const status = h("p", { class: "quiet", role: "status" });
    const stopTimer = showElapsed(status, "Looking for the best towns.");
    // Until the answer arrives, the towns already shown are dimmed, unless they are for the same themes.
    if (body.dataset.themes !== numbers.join()) {
      body.classList.add("asking");
      body.prepend(status);
    }
    let content;
    let shownThemes = "";
    try {
      content = rankingContent(ranking, await api.ask("best", { themes: numbers, rank: ranking, limit: MOST_EXAMPLES }));
      shownThemes = numbers.join();
    } catch (error) {
      content = [h("p", { class: "failed" }, messageOf(error), " ", retryButton(error, () => numbers === chosen && loadRanking(numbers, ranking, body)))];
    }
    stopTimer();
    status.remove();
    if (numbers !== chosen) return;
    body.replaceChildren(...content);
    body.dataset.themes = shownThemes;
    body.classList.remove("asking");
  }

  /** @param {Ranking} ranking @param {BestTowns} best */
  function rankingContent(ranking, best) {
    if (!best.points.length) return [h("p", { text: "No town reaches the maximum in all three themes." })];
    const scores = best.points.slice(0, MOST_SCORES).map((points) => points.map(withMinusSign).join(", "));
    const more = best.points.length > MOST_SCORES ? `, and ${best.points.length - MOST_SCORES} more` : "";
    const facts = {
      max: "",
      distance: `${best.at_maximum} of 3 scores at their maximum, sum of squared distances ${best.distance}. `,
      duel: `Beats ${best.beaten} of ${best.patterns} score combinations and loses to ${best.lost_to}. `,
    };
    return [
      h("p", {}, "Scores ", h("b", { text: scores.join(" or ") + more }), "."),
      h("p", { class: "quiet", text: `${facts[ranking]}${withSeparators(best.towns)} ${best.towns === 1 ? "town has" : "towns have"} these scores.` }),
      h("ul", { class: "towns" }, best.examples.map((example) => h("li", {}, townButton(example)))),
    ];
  }

  /** @param {ExampleTown} example */
  function townButton({ town, points }) {
    const scores = chosen.map((number) => withMinusSign(points[number - 1])).join(", ");
    const properties = { type: "button", class: "town-button", title: "Open in Build", on: { click: () => onOpen(town) } };
    return h("button", properties, drawing.drawTown(town), h("span", { text: scores }));
  }

  const solvers = h("details", { class: "solvers" }, h("summary", { text: "Find a best town for these themes with a solver, and see the progress, the JSON and the command" }));
  solvers.addEventListener("toggle", () => {
    if (!solvers.open || solvers.children.length > 1) return;
    const instance = () => (chosen.length === 3 ? chosen.join(",") : "");
    solvers.append(panels.solverPanel({ game, store, instance }).element);
  });
  const element = h(
    "div",
    { class: "best" },
    h("section", { class: "panel" }, h("h2", { text: "Three themes" }), picker.element, hint),
    h("div", { class: "ranks" }, columns.map((column) => column.element)),
    census.createPanel(),
    solvers,
  );
  return { element, setThemes: picker.set, start: () => picker.set(savedThemes()) };
}
