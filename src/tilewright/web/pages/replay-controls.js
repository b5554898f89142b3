// Controls that step through a recorded game, and the names of mistakes.

import { h } from "./elements.js";
import { actionButton } from "./form-fields.js";

/** @import { MistakeKind } from "./types.js" */

/** @type {Record<MistakeKind, { symbol: string, text: string }>} */
export const MISTAKES = {
  inaccuracy: { symbol: "?!", text: "an inaccuracy" },
  mistake: { symbol: "?", text: "a mistake" },
  blunder: { symbol: "??", text: "a blunder" },
};

/**
 * Return {element, show(ply, last), keys}: buttons and a slider; `onStep(ply)` is called with the selected ply, which may be before the start or
 * after the end of the game.
 * @param {string} noun what a ply is called: "move" or "card"
 * @param {() => number} currentPly
 * @param {(ply: number) => void} onStep
 */
export function replayStepper(noun, currentPly, onStep) {
  const slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: "0", "aria-label": "Move" });
  const toFirst = () => onStep(0);
  const back = () => onStep(currentPly() - 1);
  const next = () => onStep(currentPly() + 1);
  const toLast = () => onStep(Infinity);
  const backward = [actionButton("|◀", toFirst, { "aria-label": "First" }), actionButton("◀", back, { "aria-label": "Back" })];
  const forward = [actionButton("▶", next, { "aria-label": "Next" }), actionButton("▶|", toLast, { "aria-label": "Last" })];
  slider.addEventListener("input", () => onStep(Number(slider.value)));
  return {
    element: h("div", { class: "stepper" }, backward, slider, forward),
    /** @param {number} ply @param {number} last */
    show(ply, last) {
      slider.max = String(last);
      slider.value = String(ply);
      slider.setAttribute("aria-valuetext", `after ${noun} ${ply} of ${last}`);
      for (const button of backward) button.disabled = ply === 0;
      for (const button of forward) button.disabled = ply === last;
    },
    keys: { ArrowLeft: back, ArrowRight: next, Home: toFirst, End: toLast },
  };
}
