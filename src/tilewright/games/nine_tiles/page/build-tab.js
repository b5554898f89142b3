// The tab "Build": a town and its scores in all 26 themes.

import { h } from "/pages/elements.js";
import { copyButton } from "/pages/announcements-and-progress.js";
import { labelled, submitForm } from "/pages/form-fields.js";
import { changeFragment, shareLink } from "/pages/url-fragment.js";
import { scoreList, scoreReasons } from "./theme-scores.js";
import { townEditor } from "./scored-town-with-undo.js";
import { isPattern, randomTown } from "./town-notation.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { CensusStatus } from "./census-status.js" */
/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { Theme, TownScore } from "./types.js" */

const EXAMPLE = "036582714004421544";

/** @param {PageContext} context @param {TileDrawing} drawing @param {Theme[]} themes @param {CensusStatus} census */
export function buildTab(context, drawing, themes, census) {
  const { showMessage, store } = context;
  /** @type {TownScore | null} */
  let lastScore = null;
  let started = false;

  const list = scoreList(themes, (number) => {
    store.set("theme", number);
    explain();
    // On a narrow screen the reasons are above the list and may be out of view.
    if (number !== null && started && reasons.element.getBoundingClientRect().bottom < 0) reasons.element.scrollIntoView({ block: "end" });
  });
  const townButton = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => string} */ town) =>
    h("button", { type: "button", title, text, on: { click: () => editor.set(town(), true) } });
  const extraButtons = [townButton("Shuffle", "Lay all tiles at random", randomTown), townButton("Example", "A complete town to begin with", () => EXAMPLE)];
  const editor = townEditor(context, drawing, { key: "town", first: EXAMPLE, name: "Your town", onScore, onTown: (town) => changeFragment({ town }), extraButtons });
  const reasons = scoreReasons(context, themes, census, editor.mark);

  /** @param {TownScore} score */
  function onScore(score) {
    lastScore = score;
    list.show(score);
    digits.value = score.town;
    explain();
  }

  function explain() {
    const theme = list.current();
    if (theme === null || lastScore === null) reasons.clear();
    else reasons.show(theme, lastScore);
  }

  /** Open a town; the user can undo this. @param {string} pattern */
  function open(pattern) {
    if (!isPattern(pattern)) return showMessage("A town has 18 digits: the tiles 0 to 8, each once, then nine directions from 0 to 7.", true);
    editor.set(pattern, true);
  }

  const digits = h("input", { type: "text", inputmode: "numeric", maxlength: 18, spellcheck: "false", autocomplete: "off", class: "digits" });
  const form = submitForm(
    { class: "row" },
    () => open(digits.value.trim()),
    labelled("The town as 18 digits", digits),
    h("button", { text: "Open" }),
    copyButton(() => shareLink({ town: editor.town() }), "Copy link"),
  );
  const element = h(
    "div",
    { class: "layout" },
    h("section", { class: "panel bench-side", "aria-label": "Town" }, editor.element, reasons.element, form),
    h("section", { class: "panel", "aria-labelledby": "scores-head" }, h("h2", { id: "scores-head", text: "Scores" }), list.element),
  );

  census.whenTotals(explain);
  return {
    element,
    open,
    editor,
    start() {
      editor.start();
      const saved = store.get("theme");
      if (themes.some(({ number }) => number === saved)) list.choose(saved);
      started = true;
    },
  };
}
