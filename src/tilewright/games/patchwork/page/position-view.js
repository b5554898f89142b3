// A read-only view of a position: both quilts, the time board, the offers and the circle.

import { h } from "/pages/elements.js";
import { circleStrip, offerCards } from "./offer-cards.js";
import { quiltPicture } from "./patch-drawing.js";
import { markerIcon, timeBoard } from "./time-board.js";

/** @import { GameData, PlacedPatch, Position } from "./types.js" */

/** Return a line with a player's name, buttons, income, time and points; if `brief` is true, with only the name and the points. @param {Position} position @param {number} player @param {string} name @param {{ brief?: boolean }} [options] */
export function playerSummary(position, player, name, { brief = false } = {}) {
  const side = position.sides[player];
  const toMove = player === position.to_move && !position.over;
  const fact = (/** @type {number} */ value, /** @type {string} */ noun) => h("span", { class: "fact" }, h("b", { text: String(value) }), ` ${noun}`);
  const singularIfOne = (/** @type {number} */ count, /** @type {string} */ noun) => (count === 1 ? noun : `${noun}s`);
  return h(
    "p",
    { class: toMove ? "purse to-move" : "purse" },
    markerIcon(player),
    h("strong", {}, toMove ? h("span", { class: "turn-sign", role: "img", "aria-label": "to move: " }, "▶ ") : null, name),
    brief ? null : [fact(side.buttons, singularIfOne(side.buttons, "button")), fact(side.income, "income"), fact(side.time, "time")],
    h("span", { class: "fact", title: side.reckoning }, h("b", { text: String(side.score) }), ` ${singularIfOne(side.score, "point")}`),
    position.bonus === player ? h("span", { class: "badge", text: "7x7" }) : null,
  );
}

/** Return the elements that show the whole position. `preview` is drawn on the quilt of the player to move. @param {Position} position @param {[PlacedPatch[], PlacedPatch[]]} placed @param {GameData} data @param {string[]} names @param {{ preview?: SVGElement | null, last?: PlacedPatch | null }} [options] */
export function positionView(position, placed, data, names, { preview = null, last = null } = {}) {
  const quilts = position.sides.map((side, player) => {
    const picture = quiltPicture(`${names[player]}: ${side.reckoning}`, side, placed[player], data.sets[position.patches], last);
    if (preview && player === position.to_move) picture.append(preview);
    return h("div", {}, playerSummary(position, player, names[player]), picture);
  });
  return [h("div", { class: "both-quilts" }, quilts), ...marketView(position, data)];
}

/** Return the time board, the offers and the circle. @param {Position} position @param {GameData} data */
export function marketView(position, data) {
  const patches = data.sets[position.patches];
  return [timeBoard(position, data), h("div", { class: "offers" }, offerCards(position, patches)), circleStrip(position, patches)];
}
