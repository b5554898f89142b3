// The legal placements of the current card, and the placement that corresponds to a cell of the board.

import { centralCell } from "./stack-drawing.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { Part, PlacedPart, Position } from "./types.js" */

/** The part snaps to a legal placement whose central cell is at most this many cells from the cell under the pointer. */
const SNAP_DISTANCE = 1.6;

/**
 * A placement of the current card. `centre` is the central cell of the part.
 * @typedef {{ value: number, level: number, turn: number, row: number, column: number, legal: boolean, text: string, cells: Cell[], centre: Cell }} Placement
 */

/** The legal placements of a card, by level and rotation. */
export class LegalPlacements {
  /** @param {number} value @param {Position} position @param {Part[]} parts */
  constructor(value, position, parts) {
    this.value = value;
    /** Whether the part is the first on an unbounded table. Its position is then arbitrary: the server lists one placement per rotation, to which the part snaps from any distance. */
    this.isFirst = position.placed.length === 0 && position.grid === null;
    this.turns = parts[value].turns;
    this.centres = this.turns.map(centralCell);
    this.all = position.places.map(([level, turn, row, column]) => this.#placement(level, turn, row, column, true));
  }

  /** @param {number} level @param {number} turn @param {number} row @param {number} column @param {boolean} legal @returns {Placement} */
  #placement(level, turn, row, column, legal) {
    const moved = (/** @type {Cell} */ [down, right]) => /** @type {Cell} */ ([row + down, column + right]);
    const text = `${this.value}t${turn}@${row},${column}^${level}`;
    return { value: this.value, level, turn, row, column, legal, text, cells: this.turns[turn].map(moved), centre: moved(this.centres[turn]) };
  }

  /** @param {number} level @param {number | null} [turn] */
  on(level, turn = null) {
    return this.all.filter((placement) => placement.level === level && (turn === null || placement.turn === turn));
  }

  /** Return the legal placement nearest to a cell; if none is near enough for the part to snap to it, return the illegal placement with its centre at that cell. @param {Cell} cell @param {number} level @param {number} turn */
  near([row, column], level, turn) {
    let best = null;
    let nearest = this.isFirst ? Infinity : SNAP_DISTANCE;
    for (const placement of this.on(level, turn)) {
      const distance = Math.hypot(placement.centre[0] - row, placement.centre[1] - column);
      if (distance < nearest) [best, nearest] = [placement, distance];
    }
    const [down, right] = this.centres[turn];
    return best ?? this.#placement(level, turn, row - down, column - right, false);
  }

  /** Return the legal placement that corresponds to a move from the server; null if there is none. @param {PlacedPart} move */
  ofMove({ level, cells }) {
    const wanted = JSON.stringify([...cells].sort(([a, b], [c, d]) => a - c || b - d));
    return this.on(level).find((placement) => JSON.stringify(placement.cells) === wanted) ?? null;
  }
}
