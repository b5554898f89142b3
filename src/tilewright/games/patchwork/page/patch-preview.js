// The chosen patch: its orientation, its position over the quilt, its preview, and the regret map.

import { s } from "/pages/elements.js";
import { drawPreview } from "./patch-drawing.js";
import { cellOf, firstPlacement, fits, flipped, keyOf, oriented, orientationFor, placedAt, rotated, SIDE, squareOf, UPRIGHT } from "./patch-shapes.js";

/** @import { Cell, LocalStore } from "/pages/types.js" */
/** @import { MoveJson, Orientation, Patch } from "./types.js" */

/** A chosen patch, and the state of the game in which it was chosen. @typedef {Orientation & { state: string, patch: number, cell: Cell }} ChosenPatch */

const HEAT_LEVELS = 5;

/** The chosen patch over the quilt of the player to move. The choice is saved, so that a reload keeps it. */
export class PatchPreview {
  /** @type {ChosenPatch | null} */
  chosen = null;
  /** @type {Set<number>} */
  covered = new Set();
  /** The regret of each placement, by the key of the covered cells; null if the regret map is not shown. @type {Map<string, number> | null} */
  regrets = null;
  hinted = false;
  #state = "";

  /** The patches of the game's set. @type {Patch[]} */
  patches = [];

  /** @param {LocalStore} store @param {SVGElement} layer the element to draw in */
  constructor(store, layer) {
    this.store = store;
    this.layer = layer;
  }

  get patch() {
    return this.chosen?.patch ?? null;
  }

  /** The shape of the chosen patch in its current orientation. @returns {Cell[] | null} */
  get shape() {
    return this.chosen && oriented(this.patches[this.chosen.patch].cells, this.chosen);
  }

  /** The cells that the chosen patch would cover. @returns {Cell[]} */
  get cells() {
    return this.chosen && this.shape ? placedAt(this.shape, this.chosen.cell) : [];
  }

  get isLegal() {
    return fits(this.cells, this.covered);
  }

  /** Set the position. The chosen patch, or else the saved one, is kept only if it was chosen in the same state. @param {string} state @param {number[]} covered @param {Patch[]} patches */
  setPosition(state, covered, patches) {
    this.patches = patches;
    this.covered = new Set(covered);
    this.#state = state;
    /** @type {ChosenPatch | null} */
    const saved = this.chosen ?? this.store.get("hand");
    this.chosen = saved?.state === state && this.patches[saved.patch] ? saved : null;
    this.hinted = false;
    this.draw();
  }

  /** @param {number} patch */
  choose(patch) {
    const placement = firstPlacement(this.patches[patch].cells, this.covered, UPRIGHT) ?? { ...UPRIGHT, cell: /** @type {Cell} */ ([4, 4]) };
    this.#set({ state: this.#state, patch, ...placement });
  }

  /** Choose a patch, in the orientation and position in which it covers the given cells. @param {number} patch @param {Cell[]} cells */
  showAt(patch, cells) {
    const placement = orientationFor(this.patches[patch].cells, cells);
    if (!placement) return;
    this.#set({ state: this.#state, patch, ...placement });
    this.hinted = true;
    this.draw();
  }

  clear() {
    this.#set(null);
  }

  /** @param {Cell} cell */
  move(cell) {
    if (this.chosen && String(cell) !== String(this.chosen.cell)) this.#set({ ...this.chosen, cell });
  }

  rotate() {
    if (this.chosen) this.#set({ ...this.chosen, ...rotated(this.chosen) });
  }

  flip() {
    if (this.chosen) this.#set({ ...this.chosen, ...flipped(this.chosen) });
  }

  /** @param {ChosenPatch | null} chosen */
  #set(chosen) {
    this.chosen = chosen;
    this.hinted = false;
    if (chosen) this.store.set("hand", chosen);
    else this.store.remove("hand");
    this.draw();
  }

  /** The move that places the chosen patch. @returns {MoveJson} */
  get asMove() {
    return this.patch ? { buy: this.patch, cells: this.cells } : { special: this.cells[0] };
  }

  // --- Drawing --------------------------------------------------------------------------------------

  draw() {
    const layers = this.chosen ? [...this.#regretMap(), drawPreview(this.cells, this.covered, this.hinted ? "hinted" : "")] : [];
    this.layer.replaceChildren(...layers);
  }

  /** The regret of the shown placement (`here`; null if the patch does not fit there), and the lowest and the highest regret of all placements (`least`, `most`). Null if no patch is chosen or the regrets are not known. */
  get regret() {
    if (!this.regrets || !this.chosen) return null;
    const all = [...this.regrets.values()];
    return { here: this.regrets.get(keyOf(this.cells)) ?? null, least: Math.min(...all), most: Math.max(...all) };
  }

  /** Draw the regret of every placement in the current orientation, on the cell to which the user would move the patch to get this placement. Higher regrets have darker cells; a ring marks the lowest regret of all orientations. */
  #regretMap() {
    const { regrets, regret, shape } = this;
    if (!regrets?.size || !regret || !shape) return [];
    const { least, most } = regret;
    const marks = [];
    for (let square = 0; square < SIDE * SIDE; square++) {
      const [row, column] = cellOf(square);
      const cells = placedAt(shape, [row, column]);
      const value = regrets.get(keyOf(cells));
      // Near the edge, the patch is moved back onto the quilt, so several cells represent the same placement; its regret is shown only on those that the patch covers.
      if (value === undefined || !cells.some((cell) => squareOf(cell) === square)) continue;
      const level = most > least ? Math.min(HEAT_LEVELS - 1, Math.floor((HEAT_LEVELS * (value - least)) / (most - least))) : 0;
      marks.push(
        s("g", { class: `heat heat-${level}` },
          s("rect", { x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, rx: 0.12 }),
          value === least ? s("circle", { class: "least", cx: column + 0.5, cy: row + 0.5, r: 0.4 }) : null,
          s("text", { x: column + 0.5, y: row + 0.62, "text-anchor": "middle", "font-size": 0.34 }, String(value)),
        ),
      );
    }
    return marks;
  }
}
