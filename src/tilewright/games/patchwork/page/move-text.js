// Describes moves and win chances. A patch is shown by its picture; in words it is named by its size and its price.

import { plural } from "/pages/text-format.js";
import { patchIcon } from "./patch-drawing.js";
import { orientationFor, UPRIGHT } from "./patch-shapes.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { MoveJson, Patch } from "./types.js" */

const TURNS = ["", "turned right", "turned by 180°", "turned left"];

/** Format a probability as a percentage. @param {number} value */
export const percentText = (value) => `${(100 * value).toFixed(value > 0.995 || value < 0.005 ? 1 : 0)}%`;

/** Describe how a patch is flipped and turned. @param {Cell[]} shape @param {Cell[]} cells */
function orientationText(shape, cells) {
  const { over, quarters } = orientationFor(shape, cells) ?? UPRIGHT;
  const words = [over && "flipped", TURNS[quarters]].filter(Boolean).join(" and ");
  return words ? `, ${words},` : "";
}

/** Name a patch by its size and its price. No two patches agree in both. @param {Patch} patch */
export const patchName = ({ cells, buttons, time }) => `the patch of ${plural(cells.length, "square")} for ${plural(buttons, "button")} and ${plural(time, "time step")}`;

/** Describe a move as a phrase that begins with a verb, such as "buy the patch ..."; callers can put the player's name or a title before it. If `full` is true, no two moves have the same description. @param {MoveJson} move @param {Patch[]} patches @param {boolean} [full] */
export function moveText(move, patches, full = false) {
  if (move === "advance") return "advance";
  if (move.buy === undefined) return `place the 1x1 patch at row ${move.special[0] + 1}, column ${move.special[1] + 1}`;
  const facts = patches[move.buy];
  const orientation = full ? orientationText(facts.cells, move.cells) : "";
  return `buy ${patchName(facts)}${orientation} at row ${move.cells[0][0] + 1}, column ${move.cells[0][1] + 1}`;
}

/** Describe a move in a few words, for a line that also shows the picture of the patch. @param {MoveJson} move @param {Patch[]} patches */
export function briefMoveText(move, patches) {
  if (move === "advance") return "advance";
  return move.buy === undefined ? "place the 1x1 patch" : `buy the patch for ${plural(patches[move.buy].buttons, "button")}`;
}

/** Return a picture of each patch that the given moves buy, in the orientation in which it is placed. @param {MoveJson[]} moves @param {Patch[]} patches */
export const moveIcons = (moves, patches) => moves.flatMap((move) => (move === "advance" || move.buy === undefined ? [] : [patchIcon(move.buy, move.cells, patches[move.buy])]));
