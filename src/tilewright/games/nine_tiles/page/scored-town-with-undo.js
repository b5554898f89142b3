// A town board with undo and redo. Every town is saved in the browser and scored by the server.

import { messageOf, statusOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { whenServerIsBack } from "/pages/outage.js";
import { plural } from "/pages/text-format.js";
import { townBoard } from "./tile-laying-board.js";
import { isPattern } from "./town-notation.js";

/** @import { Child, PageContext } from "/pages/types.js" */
/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { TownScore } from "./types.js" */

const MOST_STEPS = 400;
const MOST_SCORES = 500;

/**
 * Return a town editor. `key` is the editor's key in the local storage, and `first` is the initial town if none is saved. `onScore(score)` receives the scores of the current town, and `onTown(town)` receives every town that is shown.
 * @param {PageContext} context
 * @param {TileDrawing} drawing
 * @param {{ key: string, first: string, name: string, onScore: (score: TownScore) => void, onTown?: (town: string) => void, extraButtons?: Child }} options
 */
export function townEditor({ api, store, showMessage }, drawing, { key, first, name, onScore, onTown = () => {}, extraButtons = [] }) {
  /** The scores that the server has returned, by pattern. @type {Map<string, TownScore>} */
  const scores = new Map();
  let history = readHistory();
  let newestRequest = 0;
  let locked = false;

  const board = townBoard({ drawing, name, onChange: push });
  const undoButton = h("button", { type: "button", title: "Undo (Ctrl+Z)", on: { click: () => step(-1) } }, "↶ Undo");
  const redoButton = h("button", { type: "button", title: "Redo (Ctrl+Y)", on: { click: () => step(1) } }, "↷ Redo");
  const status = h("p", { class: "town-state", role: "status" });

  /** @returns {{ towns: string[], at: number }} */
  function readHistory() {
    const saved = store.get(key);
    const valid = Array.isArray(saved?.towns) && saved.towns.length > 0 && saved.towns.every(isPattern) && saved.at in saved.towns;
    return valid ? saved : { towns: [first], at: 0 };
  }

  const town = () => history.towns[history.at];

  /** @param {string} pattern */
  function push(pattern) {
    if (pattern === town()) return;
    history.towns = [...history.towns.slice(0, history.at + 1), pattern].slice(-MOST_STEPS);
    history.at = history.towns.length - 1;
    update();
  }

  /** @param {number} difference */
  function step(difference) {
    if (locked || !(history.at + difference in history.towns)) return;
    history.at += difference;
    update();
  }

  /** Set the town. Unless `undoable` is true, the history is cleared, so the user cannot undo the change. @param {string} pattern @param {boolean} [undoable] */
  function set(pattern, undoable = false) {
    if (undoable) return push(pattern);
    history = { towns: [pattern], at: 0 };
    return update();
  }

  function update() {
    store.set(key, history);
    onTown(town());
    board.show(town());
    undoButton.disabled = locked || history.at === 0;
    redoButton.disabled = locked || history.at === history.towns.length - 1;
    showScore(scores.get(town()) ?? null);
    if (!scores.has(town())) requestScore(town());
  }

  /** @param {string} pattern */
  async function requestScore(pattern) {
    const request = ++newestRequest;
    try {
      /** @type {TownScore} */
      const score = await api.ask("score", { town: pattern });
      if (scores.size > MOST_SCORES) scores.clear();
      scores.set(pattern, score);
      if (request === newestRequest && pattern === town()) showScore(score);
    } catch (error) {
      if (request !== newestRequest) return;
      showMessage(messageOf(error), true);
      if (statusOf(error) === 0) whenServerIsBack(() => request === newestRequest && requestScore(pattern));
    }
  }

  /** Show whether the town is complete. Until the server has answered, only dead ends are known, and the old scores remain visible. @param {TownScore | null} score */
  function showScore(score) {
    const deadEnds = drawing.deadEnds(town()).length;
    const loop = score?.problems.find(({ rule }) => rule === "closed-loop");
    let text = "✔ Complete: no dead ends and no closed loops.";
    if (deadEnds) text = `✖ Not complete: ${plural(deadEnds, "dead end")}.`;
    else if (loop) text = "✖ Not complete: a road is a closed loop.";
    else if (!score) text = status.textContent || "…";
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle("good", text.startsWith("✔"));
    if (score) onScore(score);
  }

  /** @param {boolean} on */
  function lock(on) {
    locked = on;
    board.lock(on);
    update();
  }

  const element = h("div", { class: "town-editor" }, board.element, board.tools, h("div", { class: "tools" }, undoButton, redoButton, extraButtons), status);
  return {
    element,
    set,
    lock,
    town,
    start: update,
    undo: () => step(-1),
    redo: () => step(1),
    onPageKeyDown: board.onPageKeyDown,
    mark: board.mark,
    focus: board.focus,
    score: () => scores.get(town()) ?? null,
  };
}
