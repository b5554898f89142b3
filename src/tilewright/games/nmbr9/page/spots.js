// Where a card may lie: the legal places of the server, and the one that is meant by a cell.

import { middle } from "./stack.js";

const REACH = 1.6;

/** The places of a card, as the server lists them, by level and turn. */
export class Spots {
  constructor(view, parts) {
    this.value = view.card;
    this.free = view.placed.length === 0 && view.grid === null;
    this.turns = this.value === null ? [] : parts[this.value].turns;
    this.middles = this.turns.map(middle);
    this.places = view.places.map(([level, turn, row, column]) => this.#place(level, turn, row, column, true));
  }

  #place(level, turn, row, column, legal) {
    const moved = ([down, right]) => [row + down, column + right];
    const text = `${this.value}t${turn}@${row},${column}^${level}`;
    return { value: this.value, level, turn, row, column, legal, text, cells: this.turns[turn].map(moved), held: moved(this.middles[turn]) };
  }

  on(level, turn = null) {
    return this.places.filter((place) => place.level === level && (turn === null || place.turn === turn));
  }

  /** The place that is meant by pointing at a cell: held by its middle there, or the nearest legal one. */
  at([row, column], level, turn) {
    let best = null;
    let nearest = this.free ? Infinity : REACH;
    for (const place of this.on(level, turn)) {
      const apart = Math.hypot(place.held[0] - row, place.held[1] - column);
      if (apart < nearest) [best, nearest] = [place, apart];
    }
    const [down, right] = this.middles[turn];
    return best ?? this.#place(level, turn, row - down, column - right, false);
  }

  /** The place of a move as the server writes it. */
  of({ level, cells }) {
    const wanted = JSON.stringify([...cells].sort(([a, b], [c, d]) => a - c || b - d));
    return this.on(level).find((place) => JSON.stringify(place.cells) === wanted) ?? null;
  }
}
