// The census of all towns: whether the server has it, the progress of building it, and actions that wait for it.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";

/** @import { PageContext, Preparation } from "/pages/types.js" */
/** @import { ScoreDistribution } from "./types.js" */

/** The answer to the question "census": the number of towns with each score, by theme. @typedef {{ towns: number, themes: Record<string, [score: number, towns: number][]> }} Census */

/** @typedef {ReturnType<typeof censusStatus>} CensusStatus */

const BUILD_COMMAND = "If the server does not prepare data, run `tilewright towns build`.";

/** Return {createPanel(), distribution(theme, score), follow(), isReady(), whenReady(act)}. @param {PageContext} context */
export function censusStatus({ api, watchPreparation }) {
  /** @type {Set<() => void>} */
  const waitingActions = new Set();
  /** @type {{ panel: HTMLElement, note: HTMLElement, bar: HTMLProgressElement, button: HTMLButtonElement }[]} */
  const panels = [];
  /** @type {Census | null} */
  let census = null;
  /** @type {Pick<Preparation, "state" | "done" | "note">} */
  let preparation = { state: "", done: 0, note: "" };
  let following = false;

  async function load() {
    try {
      /** @type {{ census: boolean }} */
      const prepared = await api.ask("prepared");
      if (prepared.census) census = await api.ask("census");
    } catch (error) {
      preparation = { ...preparation, note: messageOf(error) };
    }
    draw();
    if (!census) return;
    const ready = [...waitingActions];
    waitingActions.clear();
    ready.forEach((act) => act());
  }

  /** Load the census as soon as the server has it. */
  async function follow() {
    await load();
    if (census || following) return;
    following = true;
    await watchPreparation((news) => {
      preparation = news;
      draw();
    });
    following = false;
    if (!census) await load();
  }

  function statusText() {
    const { state, done, note } = preparation;
    if (state === "waiting") return `Counting has not started${note ? `: ${note}` : ""}. ${BUILD_COMMAND}`;
    if (state === "running") return `${note || "counting all towns"} (${Math.round(100 * done)}%)`;
    return state === "failed" ? `Counting failed: ${note}` : note;
  }

  function draw() {
    for (const { panel, note, bar, button } of panels) {
      panel.hidden = census !== null;
      if (census) continue;
      note.textContent = statusText();
      bar.value = preparation.done;
      bar.hidden = preparation.state === "failed";
      button.hidden = preparation.state === "running";
    }
  }

  /** Return a panel that shows the progress until the census is ready. */
  function createPanel() {
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the census" });
    const note = h("p", { class: "note quiet" });
    const button = h("button", { type: "button", class: "small", text: "Check again", on: { click: follow } });
    const panel = h(
      "div",
      { class: "panel census", role: "status" },
      h("h3", { text: "Still counting all 526,070,976 towns" }),
      h("p", { text: "The server counts them once, in the background. This takes one to four minutes. You can build and race meanwhile." }),
      bar,
      note,
      button,
    );
    panel.hidden = census !== null;
    panels.push({ panel, note, bar, button });
    draw();
    return panel;
  }

  /** Return how many towns score less, the same and more in a theme; null before the census is ready. @param {number} theme @param {number} score @returns {ScoreDistribution | null} */
  function distribution(theme, score) {
    if (!census) return null;
    const sums = { below: 0, equal: 0, above: 0, all: census.towns };
    for (const [each, towns] of census.themes[theme]) sums[each < score ? "below" : each > score ? "above" : "equal"] += towns;
    return sums;
  }

  return {
    createPanel,
    distribution,
    follow,
    isReady: () => census !== null,
    /** Call `act` when the census is ready; if it is ready now, call `act` at once. @param {() => void} act */
    whenReady(act) {
      if (census) act();
      else waitingActions.add(act);
    },
  };
}
