// The patch in hand: how it is turned, where it is held, and the ghost that shows where it would lie.

import { area, outline } from "./pictures.js";
import { SIDE, firstGrip, fits, flipped, gripFor, keyOf, laidAt, rotated, squareOf, turned } from "./shapes.js";

const UPRIGHT = { over: false, quarters: 0 };

/** Lies over the quilt of the player to move. `{state, patch, over, quarters, cell}` is what a reload must keep. */
export class Hand {
  constructor({ s, store, patches, layer }) {
    Object.assign(this, { s, store, patches, layer });
    this.grip = null;
    this.covered = new Set();
    this.regrets = null;
    this.hinted = false;
  }

  get patch() {
    return this.grip?.patch ?? null;
  }

  get image() {
    return turned(this.patches[this.patch].cells, this.grip);
  }

  get cells() {
    return laidAt(this.image, this.grip.cell);
  }

  get legal() {
    return fits(this.cells, this.covered);
  }

  /** The position on the table; what is in hand stays only if it was taken there. */
  at(state, covered) {
    this.covered = new Set(covered);
    this.state = state;
    const kept = this.grip ?? this.store.get("hand");
    this.grip = kept?.state === state && this.patches[kept.patch] ? kept : null;
    this.hinted = false;
    this.draw();
  }

  take(patch) {
    const found = firstGrip(this.patches[patch].cells, this.covered, UPRIGHT) ?? { ...UPRIGHT, cell: [4, 4] };
    this.#hold({ state: this.state, patch, ...found });
  }

  /** Hold a patch so that it would lie on some squares. */
  show(patch, cells) {
    const found = gripFor(this.patches[patch].cells, cells);
    if (!found) return;
    this.#hold({ state: this.state, patch, ...found });
    this.hinted = true;
    this.draw();
  }

  drop() {
    this.#hold(null);
  }

  move(cell) {
    if (String(cell) !== String(this.grip.cell)) this.#hold({ ...this.grip, cell });
  }

  rotate() {
    this.#hold({ ...this.grip, ...rotated(this.grip) });
  }

  flip() {
    this.#hold({ ...this.grip, ...flipped(this.grip) });
  }

  #hold(grip) {
    this.grip = grip;
    this.hinted = false;
    if (grip) this.store.set("hand", grip);
    else this.store.remove("hand");
    this.draw();
  }

  /** The move that laying it would be. */
  get asMove() {
    return this.patch ? { buy: this.patch, cells: this.cells } : { special: this.cells[0] };
  }

  // --- The ghost and the regret map -----------------------------------------------------------------

  draw() {
    const layers = this.grip ? [...this.#map(), ghost(this.s, this.cells, this.covered, this.hinted ? "hinted" : "")] : [];
    this.layer.replaceChildren(...layers);
  }

  /** The regret of the placement under the ghost, and the least of all; null while nothing is known. */
  get regret() {
    if (!this.regrets || !this.grip) return null;
    const all = [...this.regrets.values()];
    return { here: this.regrets.get(keyOf(this.cells)) ?? null, least: Math.min(...all), most: Math.max(...all) };
  }

  /** A number on every square where the patch can be held as it is turned now; the darker the worse, the least with a ring. */
  #map() {
    if (!this.regrets?.size) return [];
    const { s, image } = this;
    const { least, most } = this.regret;
    const marks = [];
    for (let square = 0; square < SIDE * SIDE; square++) {
      const cell = [Math.floor(square / SIDE), square % SIDE];
      const cells = laidAt(image, cell);
      const found = this.regrets.get(keyOf(cells));
      // Where the edge pushes a patch back its number would stand twice.
      if (found === undefined || !cells.some((each) => squareOf(each) === square)) continue;
      const level = most > least ? Math.min(4, Math.floor((5 * (found - least)) / (most - least))) : 0;
      marks.push(
        s("g", { class: `heat heat-${level}` },
          s("rect", { x: cell[1] + 0.06, y: cell[0] + 0.06, width: 0.88, height: 0.88, rx: 0.12 }),
          found === least ? s("circle", { class: "least", cx: cell[1] + 0.5, cy: cell[0] + 0.5, r: 0.4 }) : null,
          s("text", { x: cell[1] + 0.5, y: cell[0] + 0.62, "text-anchor": "middle", "font-size": 0.34 }, String(found)),
        ),
      );
    }
    return marks;
  }
}

/** Where a patch would lie: whole and smooth if it fits; hatched, dashed and crossed out where it does not. */
export function ghost(s, cells, covered, name = "") {
  const legal = fits(cells, covered);
  const blocked = cells.filter((cell) => covered.has(squareOf(cell)));
  const crosses = blocked.map(([row, column]) => `M${column + 0.25} ${row + 0.25}l.5 .5m0 -.5l-.5 .5`).join("");
  const hatch = cells.map(([row, column]) => `M${column} ${row + 0.5}l.5 -.5M${column} ${row + 1}l1 -1M${column + 0.5} ${row + 1}l.5 -.5`).join("");
  return s(
    "g",
    { class: `ghost ${legal ? "legal" : "illegal"} ${name}` },
    s("path", { class: "wash", d: area(cells) }),
    legal ? null : s("path", { class: "hatch", d: hatch }),
    s("path", { class: "edge", d: outline(cells) }),
    legal ? null : s("path", { class: "crosses", d: crosses }),
  );
}
