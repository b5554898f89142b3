// The regret map: the regret of each placement of the chosen patch. The regret is the sum, over all squares that stay open, of the number of patches (the chosen patch and all later ones) that can no longer cover the square.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { actionButton } from "/pages/form-fields.js";
import { keyOf } from "./patch-shapes.js";

/** @import { Cell, PageContext } from "/pages/types.js" */
/** @import { PatchPreview } from "./patch-preview.js" */

/**
 * Return {element, refresh(), showText(), toggle(), isOn()}. `currentState()` returns the state in which the patch may be placed, or null; `onMove()` is called
 * when the patch has been moved to the best placement.
 * @param {PageContext} context
 * @param {PatchPreview} preview
 * @param {{ currentState: () => string | null, onMove: () => void, onError: (message: string) => void }} callbacks
 */
export function regretMap({ api, store }, preview, { currentState, onMove, onError }) {
  const element = h("div", { class: "slot-regret" });
  /** @type {Map<string, { cells: Cell[], regret: number }[]>} */
  const answers = new Map();
  let on = Boolean(store.get("map", false));

  /** Load and draw the regrets of the chosen patch, if the map is on. */
  async function refresh() {
    preview.regrets = null;
    showText();
    const state = currentState();
    const { patch } = preview;
    if (!on || patch === null || state === null) return preview.draw();
    const key = `${patch} ${state}`;
    const isStale = () => currentState() !== state || preview.patch !== patch || !on;
    let placements = answers.get(key);
    try {
      if (!placements) {
        element.textContent = "Computing the regret of every placement.";
        /** @type {{ placements: { cells: Cell[], regret: number }[] }} */
        const answer = await api.ask("regret", { state, patch });
        ({ placements } = answer);
        answers.set(key, placements);
      }
    } catch (error) {
      if (isStale()) return undefined;
      element.textContent = "";
      return onError(messageOf(error));
    }
    if (isStale()) return undefined;
    preview.regrets = new Map(placements.map(({ cells, regret }) => [keyOf(cells), regret]));
    preview.draw();
    return showText();
  }

  /** Show the regret of the current placement in words. */
  function showText() {
    const { regret } = preview;
    if (!regret) return element.replaceChildren();
    const here = regret.here === null ? "The patch does not fit here." : `Regret here: ${regret.here}.`;
    return element.replaceChildren(h("span", { text: `${here} Lowest regret in any orientation: ${regret.least}.` }), actionButton("Go there", moveToBest, { class: "small" }));
  }

  function moveToBest() {
    const [best] = answers.get(`${preview.patch} ${currentState()}`) ?? [];
    if (!best || preview.patch === null) return;
    preview.showAt(preview.patch, best.cells);
    onMove();
    showText();
  }

  /** Turn the map on or off; return whether it is on. */
  function toggle() {
    on = !on;
    store.set("map", on);
    refresh();
    return on;
  }

  return { element, refresh, showText, toggle, isOn: () => on };
}
