// The scores of a town in all themes, and the reasons for the score in one theme.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { plural, withMinusSign } from "/pages/text-format.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { CensusStatus } from "./census-status.js" */
/** @import { Explanation, Problem, ScoreDistribution, Theme, TownScore } from "./types.js" */

/** The number of the theme "First to finish the town", which cannot be scored from a town alone. */
export const FIRST_TO_FINISH = 4;

/** @param {number} number */
const withSign = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** Format a share as a percentage. Only shares of exactly 0% and 100% are shown as 0.0% and 100.0%. @param {number} part @param {number} whole */
export function shareText(part, whole) {
  const percent = ((100 * part) / whole).toFixed(1);
  if (percent === "0.0" && part > 0) return "under 0.1%";
  return percent === "100.0" && part < whole ? "over 99.9%" : `${percent}%`;
}

/** Return a message that says why a town is not complete. @param {Problem[]} problems */
export function problemText(problems) {
  const [{ rule, cells }] = problems;
  if (rule === "closed-loop") return "A road is a closed loop.";
  const where = cells.map(([row, column]) => `row ${row + 1}, column ${column + 1}`).join(" and ");
  const more = problems.length > 1 ? ` There ${problems.length === 2 ? "is" : "are"} ${plural(problems.length - 1, "more problem")}.` : "";
  return `A road ends between the tiles at ${where}.${more}`;
}

/** @param {ScoreDistribution} distribution */
const distributionText = ({ below, equal, above, all }) =>
  `${shareText(below, all)} of all towns score less, ${shareText(equal, all)} the same, ${shareText(above, all)} more.`;

/** Return {element, show, choose, current}: a list with a button for each theme, which shows the score. `onChoice(number)` is called when a theme is chosen, and `onChoice(null)` when the user chooses the same theme again. @param {Theme[]} themes @param {(number: number | null) => void} onChoice */
export function scoreList(themes, onChoice) {
  /** @type {number | null} */
  let current = null;
  /** @type {number[] | null} */
  let before = null;
  const rows = themes.map(({ number, title, maximum }) => {
    const scored = number !== FIRST_TO_FINISH;
    const points = h("b", { class: "points", text: "–" });
    const change = h("span", { class: "change" });
    const meter = h("meter", { min: 0, max: 1, value: 0, "aria-hidden": "true" });
    const button = h(
      "button",
      { type: "button", class: "theme", "aria-pressed": "false", data: { theme: number } },
      h("span", { class: "number", text: number }),
      h("span", { class: "title-of", text: title }),
      change,
      h("span", { class: "of" }, points, scored && h("small", { text: ` / ${withMinusSign(maximum)}` })),
      scored ? meter : h("small", { class: "unscored", text: "Scored by the player who finishes first." }),
    );
    button.addEventListener("click", () => choose(current === number ? null : number));
    return { button, points, change, meter, number, maximum };
  });

  /** @param {number | null} number */
  function choose(number) {
    current = number;
    for (const row of rows) row.button.setAttribute("aria-pressed", String(row.number === number));
    onChoice(number);
  }

  /** @param {TownScore} score */
  function show({ points, complete }) {
    element.classList.toggle("unfinished", !complete);
    rows.forEach((row, index) => {
      if (row.number === FIRST_TO_FINISH) return;
      const score = points[index];
      // Scores of an incomplete town are in brackets.
      row.points.textContent = complete ? withMinusSign(score) : `(${withMinusSign(score)})`;
      row.button.classList.toggle("full", complete && score === row.maximum);
      const difference = before === null ? 0 : score - before[index];
      row.change.textContent = difference ? `${difference > 0 ? "▲" : "▼"}${withSign(difference)}` : "";
      row.change.classList.toggle("down", difference < 0);
      // The score of "Fewest roads" is minus the number of roads. A complete town has one to six roads.
      row.meter.value = row.maximum < 0 ? (score + 6) / 5 : Math.min(1, score / (row.maximum || 1));
    });
    before = points;
  }

  const element = h("ol", { class: "themes", "aria-label": "Scores in all themes" }, rows.map(({ button }) => h("li", {}, button)));
  return { element, show, choose, current: () => current };
}

/** Return {element, show, clear}: a panel with the reasons for a score, and the shares of all towns that score less, the same and more. `mark` highlights on the board what counts for the score. @param {PageContext} context @param {Theme[]} themes @param {CensusStatus} census @param {(explanation: Explanation | null) => void} mark */
export function scoreReasons({ api }, themes, census, mark) {
  const element = h("section", { class: "reasons", "aria-live": "polite" });
  let newestRequest = 0;

  function clear() {
    newestRequest += 1;
    mark(null);
    element.replaceChildren(h("p", { class: "quiet", text: "Choose a theme to see what counts, and where in the town." }));
  }

  /** @param {number} number @param {TownScore} score */
  async function show(number, { town, complete }) {
    const request = ++newestRequest;
    const { title, counts } = themes[number - 1];
    const head = [h("h3", { text: `${number}  ${title}` }), h("p", { text: counts })];
    if (!complete) {
      mark(null);
      element.replaceChildren(...head, h("p", { class: "quiet", text: "Scores count only if the town is complete." }));
      return;
    }
    /** @type {Explanation} */
    let explanation;
    try {
      explanation = await api.ask("explain", { town, theme: number });
    } catch (error) {
      if (request === newestRequest) element.replaceChildren(...head, h("p", { class: "failed", text: messageOf(error) }));
      return;
    }
    if (request !== newestRequest) return;
    mark(explanation);
    const distribution = census.distribution(number, explanation.points);
    element.replaceChildren(
      ...head,
      h("ul", {}, explanation.reasons.map((text) => h("li", { text }))),
      h("p", { class: "quiet", text: distribution ? distributionText(distribution) : "" }),
    );
  }

  clear();
  return { element, show, clear };
}
