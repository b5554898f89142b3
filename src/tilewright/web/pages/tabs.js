// Tabs, one of which is selected at a time; only its panel is visible. The name of the selected tab is saved in the browser, and the page's URL can contain it.

import { h } from "./elements.js";
import { showNotice } from "./messages.js";
import { changeFragment, onFragmentChange, readFragment } from "./url-fragment.js";

/** @import { LocalStore } from "./types.js" */

/**
 * Return {element, open(name), isShown(name)} for tabs. `panels` maps the name of each tab to its content.
 * @param {LocalStore} store
 * @param {Record<string, HTMLElement>} panels
 * @param {Record<string, () => unknown>} [onFirstShown] for some tabs, a function that is called when the tab is shown for the first time
 * @param {(name: string) => void} [onOpen] called when the user or the page opens another tab
 */
export function tabs(store, panels, onFirstShown = {}, onOpen = () => {}) {
  const names = Object.keys(panels);
  const pending = { ...onFirstShown };
  const id = (/** @type {string} */ kind, /** @type {string} */ name) => `${kind}-${name.replaceAll(" ", "-")}`;
  const buttons = names.map((name) =>
    h("button", { type: "button", role: "tab", id: id("tab", name), "aria-controls": id("part", name), on: { click: () => open(name) } }, name),
  );
  const tabPanels = names.map((name) => h("div", { role: "tabpanel", id: id("part", name), "aria-labelledby": id("tab", name) }, panels[name]));

  const isShown = (/** @type {string} */ name) => !tabPanels[names.indexOf(name)].hidden;

  /** @param {string} chosen */
  function open(chosen) {
    if (isShown(chosen)) return;
    changeFragment({ tab: chosen }, true);
    show(chosen);
    onOpen(chosen);
  }

  /** @param {string} chosen */
  function show(chosen) {
    names.forEach((name, index) => {
      buttons[index].setAttribute("aria-selected", String(name === chosen));
      buttons[index].tabIndex = name === chosen ? 0 : -1;
      tabPanels[index].hidden = name !== chosen;
    });
    const first = pending[chosen];
    delete pending[chosen];
    first?.();
    store.set("tab", chosen);
  }

  const tabList = h("div", { role: "tablist", class: "tabs" }, buttons);
  tabList.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const index = (focused + step + names.length) % names.length;
    buttons[index].focus();
    open(names[index]);
  });
  const { tab: linked } = readFragment();
  if (linked !== undefined && !names.includes(linked)) {
    changeFragment({ tab: null });
    showNotice(`The link names the tab "${linked}", which this page does not have. The tabs of this page are ${names.join(", ")}.`);
  }
  const first = [linked, store.get("tab"), names[0]].find((name) => names.includes(name)) ?? names[0];
  show(first);
  onFragmentChange(({ tab }) => {
    const chosen = names.includes(tab) ? tab : first;
    if (isShown(chosen)) return;
    show(chosen);
    onOpen(chosen);
  });
  return {
    element: h("div", {}, tabList, tabPanels),
    open,
    isShown,
  };
}
