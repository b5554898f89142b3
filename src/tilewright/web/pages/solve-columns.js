// The instance panel and the solver panel side by side, for the solve tab of a game's own page.

import { h } from "./elements.js";
import { instancePanel } from "./instance-panel.js";
import { solverPanel } from "./solver-panel.js";

/** @import { Game, LocalStore } from "./types.js" */

/** @param {Game} game @param {LocalStore} store */
export function solveColumns(game, store) {
  const instance = instancePanel({ game, store });
  const solver = solverPanel({ game, store, instance: instance.text });
  return { element: h("div", { class: "columns" }, instance.element, solver.element), instance };
}
