// The number of towns with each score, which the server always has, and the state of the census: whether it is built, its progress, and the functions to call when it is ready.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";

/** @import { PageContext, Preparation } from "/pages/types.js" */
/** @import { ScoreDistribution } from "./types.js" */

/** The answer to the question "census": the number of all towns, and the number of towns with each score, by theme. @typedef {{ towns: number, themes: Record<string, [score: number, towns: number][]> }} Totals */

/** @typedef {ReturnType<typeof censusStatus>} CensusStatus */

const BUILD_COMMAND = "If the server does not prepare data, run `tilewright towns build`.";

/** Return {createPanel(), distribution(theme, score), follow(), isReady(), whenReady(act), whenTotals(act)}. @param {PageContext} context */
export function censusStatus({ api, watchPreparation }) {
  /** Dispatches the event "totals" when the totals are loaded, and the event "census" when the census is built. */
  const events = new EventTarget();
  /** @type {{ panel: HTMLElement, note: HTMLElement, bar: HTMLProgressElement, button: HTMLButtonElement }[]} */
  const panels = [];
  /** @type {Totals | null} */
  let totals = null;
  let built = false;
  /** @type {Pick<Preparation, "state" | "done" | "note">} */
  let preparation = { state: "", done: 0, note: "" };
  let following = false;

  async function load() {
    try {
      totals ??= /** @type {Totals} */ (await api.ask("census"));
      events.dispatchEvent(new Event("totals"));
      /** @type {{ census: boolean }} */
      const prepared = await api.ask("prepared");
      built = prepared.census;
    } catch (error) {
      preparation = { ...preparation, note: messageOf(error) };
    }
    draw();
    if (built) events.dispatchEvent(new Event("census"));
  }

  /** Load the totals, then follow the server's preparation of the census and the cover until it ends. */
  async function follow() {
    await load();
    if (built || following) return;
    following = true;
    await watchPreparation((news) => {
      preparation = news;
      draw();
    });
    following = false;
    if (!built) await load();
  }

  function statusText() {
    const { state, done, note } = preparation;
    if (state === "waiting") return `Counting has not started${note ? `: ${note}` : ""}. ${BUILD_COMMAND}`;
    if (state === "running") return `${note || "counting all towns"} (${Math.round(100 * done)}%)`;
    return state === "failed" ? `Counting failed: ${note}` : note;
  }

  function draw() {
    for (const { panel, note, bar, button } of panels) {
      panel.hidden = built;
      if (built) continue;
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
      h("h2", { text: "Not all 526,070,976 towns are counted yet" }),
      h("p", { text: "The server counts them once, in the background. This takes one to four minutes. Until all towns are counted, the page shows only one best town for each ranking, and the Cover tab has no list." }),
      bar,
      note,
      button,
    );
    panels.push({ panel, note, bar, button });
    draw();
    return panel;
  }

  /** Return how many towns score less than, as much as and more than `score` in a theme; null before the totals are loaded. @param {number} theme @param {number} score @returns {ScoreDistribution | null} */
  function distribution(theme, score) {
    if (!totals) return null;
    const sums = { below: 0, equal: 0, above: 0, all: totals.towns };
    for (const [each, towns] of totals.themes[theme]) sums[each < score ? "below" : each > score ? "above" : "equal"] += towns;
    return sums;
  }

  return {
    createPanel,
    distribution,
    follow,
    isReady: () => built,
    /** Call `act` when the census is ready; if it is ready now, call `act` at once. @param {() => void} act */
    whenReady(act) {
      if (built) act();
      else events.addEventListener("census", act, { once: true });
    },
    /** Call `act` when the totals have been loaded; if they are already loaded, call `act` at once. @param {() => void} act */
    whenTotals(act) {
      if (totals) act();
      else events.addEventListener("totals", act, { once: true });
    },
  };
}
