// The legal placements of the current card, and the placement that a cell of the board stands for.

import { centralCell } from "./stack-drawing.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { Part, PlacedPart, Position } from "./types.js" */

/** Cells from the pointer to the central cell of a legal placement that still snaps to it. */
const SNAP_DISTANCE = 1.6;

/**
 * `centre` is the central cell of the part.
 * @typedef {{ value: number, level: number, turn: number, row: number, column: number, legal: boolean, text: string, cells: Cell[], centre: Cell }} Placement
 */

/** The placements of a card, by level and turn. */
export class LegalPlacements {
  /** @param {number} value @param {Position} position @param {Part[]} parts */
  constructor(value, position, parts) {
    this.value = value;
    /** The first part may be placed anywhere, so every cell snaps to a placement. */
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

  /** Return the nearest legal placement to a cell; if none is near, the illegal one with its centre there. @param {Cell} cell @param {number} level @param {number} turn */
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

  /** Return the placement of a move of the server. @param {PlacedPart} move */
  ofMove({ level, cells }) {
    const wanted = JSON.stringify([...cells].sort(([a, b], [c, d]) => a - c || b - d));
    return this.on(level).find((placement) => JSON.stringify(placement.cells) === wanted) ?? null;
  }
}
