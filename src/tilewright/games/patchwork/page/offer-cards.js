// The patches on offer with their prices, and the rest of the circle.

import { h, s } from "/pages/elements.js";
import { plural } from "/pages/text-format.js";
import { patchPicture } from "./patch-drawing.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { Patch, Position } from "./types.js" */

/** @param {Patch} patch */
const priceText = ({ buttons, time, income }) => `${plural(buttons, "button")}, ${plural(time, "time step")}, ${income} income`;

/** Name a patch for a tooltip and for screen readers. @param {Patch} patch */
export const patchLabel = (patch) => `Patch of ${plural(patch.cells.length, "square")}: ${priceText(patch)}`;

const costIcon = () => s("svg", { viewBox: "0 0 16 16", class: "price-sign cost" }, s("circle", { cx: 8, cy: 8, r: 6.5 }), s("path", { d: "M6 8h0M10 8h0" }));
const timeIcon = () => s("svg", { viewBox: "0 0 16 16", class: "price-sign steps" }, s("path", { d: "M4 2.5h8M4 13.5h8M5 2.5c0 4 6 7 6 11M11 2.5c0 4 -6 7 -6 11" }));

/** Return the price of a patch in short form: an icon and a number for its cost in buttons and for its time, then its income as `+2`, if any. @param {Patch} patch */
export function priceIcons({ buttons, time, income }) {
  const price = (/** @type {SVGElement} */ icon, /** @type {number} */ value) => h("span", { class: "price" }, icon, String(value));
  return h("span", { class: "prices", "aria-hidden": "true" }, price(costIcon(), buttons), price(timeIcon(), time), h("span", { class: "price earns", text: income ? `+${income}` : "" }));
}

/**
 * Return a card for each patch on offer. If `onChoice` is given, the cards are buttons that call `onChoice(patch)`; a button is enabled only if `active` is true and the patch can be bought. `shape` is the chosen patch in its current orientation.
 * @param {Position} position
 * @param {Patch[]} patches
 * @param {{ chosen?: number | null, shape?: Cell[] | null, onChoice?: ((patch: number) => void) | null, active?: boolean }} [options]
 */
export function offerCards(position, patches, { chosen = null, shape = null, onChoice = null, active = true } = {}) {
  return position.offers.map(({ patch, obstacle }, index) => {
    const facts = patches[patch];
    const isChosen = patch === chosen;
    const name = `${patchLabel(facts)}${obstacle ? `; ${obstacle}` : ""}`;
    const common = { class: `offer${obstacle ? " closed" : ""}${isChosen ? " chosen" : ""}`, data: { patch } };
    const content = [patchPicture(patch, isChosen && shape ? shape : facts.cells, facts), priceIcons(facts), h("span", { class: "unseen", text: name }), h("small", { class: "obstacle", "aria-hidden": "true", text: obstacle })];
    if (!onChoice) return h("div", { ...common, title: name }, content);
    const disabled = !active || Boolean(obstacle);
    return h("button", { ...common, type: "button", title: `${name} (key ${index + 1})`, "aria-pressed": String(isChosen), disabled, on: { click: () => onChoice(patch) } }, content);
  });
}

/** Return a list of the patches that come after the patches on offer, in the order of the circle, with their pictures and prices. @param {Position} position @param {Patch[]} patches */
export function circleStrip(position, patches) {
  const rest = position.circle.slice(3);
  return h(
    "ol",
    { class: "circle", tabindex: 0, "aria-label": `The circle after the offers (patches: ${rest.length})` },
    rest.map((patch) => {
      const name = patchLabel(patches[patch]);
      return h("li", { title: name }, patchPicture(patch, patches[patch].cells, patches[patch]), priceIcons(patches[patch]), h("span", { class: "unseen", text: name }));
    }),
  );
}
