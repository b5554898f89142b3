// Describes moves and win chances in words.

import { plural } from "/pages/text-format.js";
import { orientationFor } from "./patch-shapes.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { MoveJson, Patch } from "./types.js" */

const TURNS = ["", "turned right", "turned upside down", "turned left"];

/** Format a probability as a percentage. @param {number} value */
export const percentText = (value) => `${(100 * value).toFixed(value > 0.995 || value < 0.005 ? 1 : 0)}%`;

/** Describe how a patch is turned. @param {Cell[]} shape @param {Cell[]} cells */
function orientationText(shape, cells) {
  const { over, quarters } = orientationFor(shape, cells) ?? { over: false, quarters: 0 };
  const words = [over && "flipped", TURNS[quarters]].filter(Boolean).join(" and ");
  return words ? `, ${words},` : "";
}

/** Describe a move in words that can follow a player's name. If `full` is true, no two moves have the same description. @param {MoveJson} move @param {Patch[]} patches @param {boolean} [full] */
export function moveText(move, patches, full = false) {
  if (move === "advance") return "advance";
  if (move.buy === undefined) return `place the 1x1 patch at row ${move.special[0] + 1}, column ${move.special[1] + 1}`;
  const { buttons, time, cells } = patches[move.buy];
  const orientation = full ? orientationText(cells, move.cells) : "";
  return `buy patch ${move.buy} (${plural(buttons, "button")}, ${plural(time, "time step")})${orientation} at row ${move.cells[0][0] + 1}, column ${move.cells[0][1] + 1}`;
}
