// Draws the time board and the players' markers.

import { s } from "/pages/elements.js";

/** @import { GameData, Position } from "./types.js" */

/** The number of spaces in a row, on a wide screen and on a narrow one. The rows run alternately from left to right and from right to left. */
const WIDE_ROW = 18;
const NARROW_ROW = 11;

/** Draw a player's marker: a disc for the first player and a diamond for the second. `name` is an additional class; without it, the marker shows the player's number. @param {number} player @param {number} x @param {number} y @param {number} [size] @param {string} [name] */
export function drawMarker(player, x, y, size = 0.36, name = "") {
  const shape = player ? s("path", { d: `M${x} ${y - size * 1.2}L${x + size * 1.2} ${y}L${x} ${y + size * 1.2}L${x - size * 1.2} ${y}z` }) : s("circle", { cx: x, cy: y, r: size });
  const text = s("text", { x, y: y + size * 0.42, "font-size": size * 1.2, "text-anchor": "middle" }, String(player + 1));
  return s("g", { class: `marker player-${player} ${name}` }, shape, name ? null : text);
}

/** Return a player's marker as an icon for a line of text. @param {number} player */
export function markerIcon(player) {
  return s("svg", { viewBox: "-0.5 -0.5 1 1", class: "sign", "aria-hidden": "true" }, drawMarker(player, 0, 0, 0.38));
}

/** Whether the screen is too narrow for the wide time board. */
export const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

/** Return a picture of the time board. `goal` is the space that the player to move would reach with the chosen patch. @param {Position} position @param {GameData} data @param {number | null} [goal] */
export function timeBoard(position, { last, incomes }, goal = null) {
  const columns = isNarrow() ? NARROW_ROW : WIDE_ROW;
  const rows = Math.ceil((last + 1) / columns);
  const cellOfSpace = (/** @type {number} */ space) => {
    const row = Math.floor(space / columns);
    return [row, row % 2 ? columns - 1 - (space % columns) : space % columns];
  };
  const path = Array.from({ length: last + 1 }, (_, space) => cellOfSpace(space)).map(([row, column]) => `${column + 0.5} ${row + 0.5}`);
  const spaces = Array.from({ length: last + 1 }, (_, space) => {
    const [row, column] = cellOfSpace(space);
    const income = incomes.includes(space);
    const special = position.specials.includes(space);
    const here = [0, 1].filter((player) => position.sides[player].time === space);
    /** @type {SVGElement[]} */
    const parts = [s("rect", { class: income ? "space income" : "space", x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.12 })];
    if (income) parts.push(s("circle", { class: "button-dot", cx: column + 0.5, cy: row + 0.5, r: 0.3 }), s("path", { class: "holes", d: `M${column + 0.42} ${row + 0.5}h0M${column + 0.58} ${row + 0.5}h0` }));
    if (special) parts.push(s("rect", { class: "leather", x: column + 0.24, y: row + 0.24, width: 0.52, height: 0.52 }));
    if (!income && !special && !here.length) parts.push(s("text", { class: "number", x: column + 0.5, y: row + 0.6, "text-anchor": "middle", "font-size": 0.3 }, String(space)));
    if (space === goal && position.sides[position.to_move].time !== goal) parts.push(drawMarker(position.to_move, column + 0.5, row + 0.5, 0.36, "goal"));
    here.forEach((player, index) => parts.push(drawMarker(player, column + (here.length === 2 ? 0.3 + 0.4 * index : 0.5), row + 0.5, here.length === 2 ? 0.25 : 0.36)));
    return s("g", {}, parts);
  });
  const [one, two] = position.sides.map((side) => side.time);
  const label = `Time board: player 1 on space ${one}, player 2 on space ${two}; the last space is ${last}. Spaces with income: ${incomes.join(", ")}. Spaces with a 1x1 patch: ${position.specials.join(", ") || "none"}.`;
  return s("svg", { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, class: "time-board", role: "img", "aria-label": label }, s("polyline", { class: "way", points: path.join(" ") }), spaces);
}
