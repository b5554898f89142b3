// The regret map: what each placement of the patch in hand takes from all patches that are still to come.

import { button } from "./parts.js";
import { keyOf } from "./shapes.js";

/** Gives {element, refresh(), tell(), toggle()}. `current()` is the state that the hand may lay in, or null; `onGo()` is called when the hand went. */
export function regretMap({ api, dom, store }, hand, { current, onGo, onTrouble }) {
  const { h } = dom;
  const element = h("div", { class: "place-regret" });
  const known = new Map();
  let wanted = store.get("map", false);

  /** Ask for the regrets of what is in hand, if somebody wants to see them, and draw them. */
  async function refresh() {
    hand.regrets = null;
    tell();
    const state = current();
    if (!wanted || !hand.grip || state === null) return hand.draw();
    const { patch } = hand;
    const name = `${patch} ${state}`;
    try {
      if (!known.has(name)) {
        element.textContent = "Asking for the regret of every placement.";
        known.set(name, (await api.ask("regret", { state, patch })).placements);
      }
    } catch (error) {
      element.textContent = "";
      return onTrouble(error.message);
    }
    if (current() !== state || hand.patch !== patch || !wanted) return undefined;
    hand.regrets = new Map(known.get(name).map(({ cells, regret }) => [keyOf(cells), regret]));
    hand.draw();
    return tell();
  }

  /** The regret under the ghost, in words. */
  function tell() {
    const found = hand.regret;
    if (!found) return element.replaceChildren();
    const here = found.here === null ? "It does not fit here." : `Regret here: ${found.here}.`;
    return element.replaceChildren(h("span", { text: `${here} The least of all turns: ${found.least}.` }), button(dom, "Go there", go, { class: "small" }));
  }

  function go() {
    const [best] = known.get(`${hand.patch} ${current()}`) ?? [];
    if (!best) return;
    hand.show(hand.patch, best.cells);
    onGo();
    tell();
  }

  /** Show the map from now on, or hide it; gives what is true now. */
  function toggle() {
    wanted = !wanted;
    store.set("map", wanted);
    refresh();
    return wanted;
  }

  return { element, refresh, tell, toggle, wanted: () => wanted };
}
