// Draws patches and quilts.

import { hatch, outline, squares } from "/pages/cell-svg-paths.js";
import { s } from "/pages/elements.js";
import { cellOf, fits, oriented, SIDE, sizeOf, squareOf, UPRIGHT } from "./patch-shapes.js";

/** @import { Cell, Turn } from "/pages/types.js" */
/** @import { MoveJson, Patch, PlacedPatch, PlayerSide } from "./types.js" */

const CLOTHS = 10;

/** Draw the cloth, the seam and the buttons of a patch. @param {number} patch @param {Cell[]} cells @param {{ income?: number, name?: string }} [options] */
function drawPatch(patch, cells, { income = 0, name = "" } = {}) {
  const buttons = cells.slice(0, income).map(([row, column]) => s("circle", { class: "button-dot", cx: column + 0.5, cy: row + 0.5, r: 0.22 }));
  const cloth = patch ? `cloth cloth-${patch % CLOTHS}` : "cloth leather";
  return s("g", { class: `patch ${name}` }, s("path", { class: cloth, d: squares(cells) }), s("path", { class: "seam", d: outline(cells) }), buttons);
}

/** Return a picture of a patch in the middle of a box. @param {number} patch @param {Cell[]} shape @param {Patch} facts @param {[rows: number, columns: number]} [box] */
export function patchPicture(patch, shape, facts, [height, width] = [5, 5]) {
  const { rows, columns } = sizeOf(shape);
  const viewBox = [(columns - width) / 2 - 0.1, (rows - height) / 2 - 0.1, width + 0.2, height + 0.2];
  return s("svg", { viewBox: viewBox.join(" "), class: "patch-alone", "aria-hidden": "true" }, drawPatch(patch, shape, { income: facts.income }));
}

/** Return a small picture of a patch for a line of text. @param {number} patch @param {Cell[]} cells @param {Patch} facts */
export function patchIcon(patch, cells, facts) {
  const shape = oriented(cells, UPRIGHT);
  const { rows, columns } = sizeOf(shape);
  const picture = patchPicture(patch, shape, facts, [rows, columns]);
  picture.setAttribute("class", "patch-icon");
  return picture;
}

/** Return, for each of the two quilts, the patches that the given moves have placed on it. @param {Pick<Turn<MoveJson>, "move" | "mover">[]} turns */
export function placedPatches(turns) {
  /** @type {[PlacedPatch[], PlacedPatch[]]} */
  const quilts = [[], []];
  for (const { move: { json }, mover } of turns) {
    if (json === "advance") continue;
    if (json.buy !== undefined) quilts[mover].push({ patch: json.buy, cells: json.cells });
    else quilts[mover].push({ patch: 0, cells: [json.special] });
  }
  return quilts;
}

/** Draw a quilt: the grid, the known patches, and the covered squares whose patch is not known. The patch `last` is highlighted. @param {Pick<PlayerSide, "covered">} side @param {PlacedPatch[]} placed @param {Patch[]} patches @param {PlacedPatch | null} [last] */
export function drawQuilt(side, placed, patches, last = null) {
  const known = new Set(placed.flatMap(({ cells }) => cells.map(squareOf)));
  const unknown = side.covered.filter((square) => !known.has(square)).map(cellOf);
  const lines = Array.from({ length: SIDE - 1 }, (_, index) => `M${index + 1} 0v${SIDE}M0 ${index + 1}h${SIDE}`).join("");
  return s(
    "g",
    { class: "quilt" },
    s("rect", { class: "ground", width: SIDE, height: SIDE }),
    s("path", { class: "lines", d: lines }),
    unknown.length ? s("g", { class: "patch" }, s("path", { class: "cloth plain", d: squares(unknown) }), s("path", { class: "seam", d: outline(unknown) })) : null,
    placed.map((each) => drawPatch(each.patch, each.cells, { income: patches[each.patch].income, name: each === last ? "last" : "" })),
    s("rect", { class: "frame", width: SIDE, height: SIDE }),
  );
}

/** Return a picture of a quilt. @param {string} label @param {PlayerSide} side @param {PlacedPatch[]} placed @param {Patch[]} patches @param {PlacedPatch | null} [last] */
export function quiltPicture(label, side, placed, patches, last = null) {
  return s("svg", { viewBox: "-0.15 -0.15 9.3 9.3", class: "quilt-alone", role: "img", "aria-label": label }, drawQuilt(side, placed, patches, last));
}

/** Draw a preview of a placement. If the patch does not fit, the preview is hatched, and its cells that are already covered are crossed out. `name` is an additional class. @param {Cell[]} cells @param {Set<number>} covered @param {string} [name] */
export function drawPreview(cells, covered, name = "") {
  const legal = fits(cells, covered);
  const blocked = cells.filter((cell) => covered.has(squareOf(cell)));
  const crosses = blocked.map(([row, column]) => `M${column + 0.25} ${row + 0.25}l.5 .5m0 -.5l-.5 .5`).join("");
  return s(
    "g",
    { class: `ghost ${legal ? "legal" : "illegal"} ${name}` },
    s("path", { class: "wash", d: squares(cells) }),
    legal ? null : s("path", { class: "hatch", d: hatch(cells) }),
    s("path", { class: "edge", d: outline(cells) }),
    legal ? null : s("path", { class: "crosses", d: crosses }),
  );
}

/** Return the cells that a move covers; null for an advance. @param {MoveJson} move */
export const cellsOfMove = (move) => (move === "advance" ? null : (move.cells ?? [move.special]));
