// The tab "Cover": the smallest list of towns that contains a best town by duel for every set of three themes.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { themePicker } from "./theme-picker.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { CensusStatus } from "./census-status.js" */
/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { CoverSheet, Theme } from "./types.js" */

const PAGE_SIZE = 24;

/** @param {PageContext} context @param {TileDrawing} drawing @param {Theme[]} themes @param {CensusStatus} census @param {{ onOpen: (town: string) => void }} callbacks */
export function coverTab({ api, watchPreparation, store }, drawing, themes, census, { onOpen }) {
  /** @type {CoverSheet | null} */
  let sheet = null;
  /** The index of the first town on the current page. */
  let first = 0;
  /** @type {number | null} */
  let chosen = null;
  /** Whether the progress of the server is being followed. */
  let watching = false;
  const head = h("p", { class: "cover-head" });
  const list = h("ul", { class: "towns sheet" });
  const range = h("span", { role: "status" });
  const previous = h("button", { type: "button", text: "← Previous", on: { click: () => turnPage(-PAGE_SIZE) } });
  const next = h("button", { type: "button", text: "Next →", on: { click: () => turnPage(PAGE_SIZE) } });
  const result = h("p", { role: "status", class: "cover-found" });
  const about = h("div", { class: "cover-about", "aria-live": "polite" });
  const picker = themePicker(themes, find);

  /** @param {number} difference */
  function turnPage(difference) {
    if (!sheet) return;
    first = Math.min(Math.max(0, first + difference), PAGE_SIZE * Math.floor((sheet.towns.length - 1) / PAGE_SIZE));
    show(sheet);
  }

  /** @param {CoverSheet} current */
  function show(current) {
    const { towns } = current;
    store.set("cover", { first, chosen });
    const last = Math.min(first + PAGE_SIZE, towns.length);
    range.textContent = `Towns ${first + 1} to ${last} of ${towns.length}`;
    previous.disabled = first === 0;
    next.disabled = last === towns.length;
    list.replaceChildren(...towns.slice(first, last).map((_, offset) => h("li", {}, townButton(current, first + offset))));
    showChosen(current);
  }

  /** @param {CoverSheet} current @param {number} index */
  function townButton(current, index) {
    const { town, sets } = current.towns[index];
    const label = `Town ${index + 1}, best for ${sets.length} sets of themes`;
    const properties = { type: "button", class: "town-button", "aria-pressed": String(index === chosen), "aria-label": label };
    const button = h("button", properties, drawing.drawTown(town), h("span", { text: `${index + 1}: best for ${sets.length} sets` }));
    button.addEventListener("click", () => {
      chosen = index;
      for (const each of list.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
      store.set("cover", { first, chosen });
      showChosen(current);
      about.scrollIntoView({ block: "nearest" });
    });
    return button;
  }

  /** @param {CoverSheet} current */
  function showChosen(current) {
    if (chosen === null) return about.replaceChildren(h("p", { class: "quiet", text: "Choose a town, or choose three themes to find the town for them." }));
    const { town, sets } = current.towns[chosen];
    return about.replaceChildren(
      h("h3", { text: `Town ${chosen + 1}` }),
      drawing.drawTown(town),
      h("p", {}, h("button", { type: "button", text: "Open in Build", on: { click: () => onOpen(town) } })),
      h("p", { class: "quiet", text: `Best by duel for these ${sets.length} sets of three themes:` }),
      h("p", { class: "sets", tabindex: "0", text: sets.join("   ") }),
    );
  }

  /** @param {number[]} numbers */
  function find(numbers) {
    result.textContent = "";
    if (!sheet || numbers.length < 3) return;
    const index = sheet.towns.findIndex(({ sets }) => sets.includes(numbers.join(",")));
    if (index < 0) return;
    result.textContent = `For themes ${numbers.join(", ")}, build town ${index + 1}.`;
    chosen = index;
    first = PAGE_SIZE * Math.floor(index / PAGE_SIZE);
    show(sheet);
  }

  function watch() {
    watching = true;
    watchPreparation(({ state, note }) => {
      watching = state !== "ready" && state !== "failed";
      if (state === "ready") load();
      if (state === "failed") head.textContent = `The server could not build the list: ${note}`;
    });
  }

  async function load() {
    if (sheet) return;
    try {
      /** @type {{ cover: boolean }} */
      const prepared = await api.ask("prepared");
      // The server computes the list after the census, so the list may not be ready yet.
      if (!prepared.cover) {
        head.textContent = "The list is not ready yet. The server builds it after the census of all towns.";
        if (!watching) watch();
        return;
      }
      sheet = /** @type {CoverSheet} */ (await api.ask("cover"));
    } catch (error) {
      head.textContent = messageOf(error);
      return;
    }
    checkAgain.hidden = true;
    const proof = sheet.proved ? ", and no shorter list does" : "";
    head.textContent = `${sheet.size} towns are enough: this list has a best town by duel for every set of three of the 26 themes${proof}.`;
    body.hidden = false;
    const saved = store.get("cover") ?? {};
    if (saved.first in sheet.towns) first = PAGE_SIZE * Math.floor(saved.first / PAGE_SIZE);
    if (saved.chosen in sheet.towns) ({ chosen } = saved);
    show(sheet);
  }

  const body = h(
    "div",
    { class: "cover-body", hidden: true },
    h("section", { class: "panel" }, h("div", { class: "row pager" }, previous, range, next), list),
    h("aside", { class: "panel" }, about, h("details", {}, h("summary", { text: "Find the town for three themes" }), picker.element), result),
  );
  const checkAgain = h("button", { type: "button", class: "small", text: "Check again", on: { click: load } });
  const element = h("div", { class: "cover" }, census.createPanel(), h("div", { class: "facts" }, head, checkAgain), body);
  return { element, start: () => census.whenReady(load) };
}
