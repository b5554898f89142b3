// A labyrinth on a grid: junctions in rows and columns, and passages between neighbours, open or closed.

/** @import { Cell } from "/pages/types.js" */

/** The maximum number of rows or columns of a grid that can be edited as a drawing. In a larger grid, the junctions would be too small to click. */
export const LARGEST_SIDE = 20;
export const MOST_PASSAGES = 2 * LARGEST_SIDE * (LARGEST_SIDE - 1);

/** An edge: its two nodes and, optionally, its cost; without a cost, the edge has the default cost. @typedef {[number, number, number?]} Edge */

/** @typedef {{ edges: Edge[], start: number, target: number, edge_cost: number }} LabyrinthInstance */

/**
 * @typedef {object} GridData
 * @property {number} rows
 * @property {number} columns
 * @property {number[]} names the node of each junction; junctions are numbered row by row
 * @property {Map<number, number | null>} passages the cost of each open passage; null means the default cost
 * @property {number} start
 * @property {number} target
 * @property {number} cost the default cost of a passage
 */

/** An immutable grid: every change returns a new grid. */
export class Grid {
  /** @param {GridData} data */
  constructor({ rows, columns, names, passages, start, target, cost }) {
    this.rows = rows;
    this.columns = columns;
    this.names = names;
    this.passages = passages;
    this.start = start;
    this.target = target;
    this.cost = cost;
  }

  /**
   * Return the grid of an instance whose nodes have known cells; null if an edge joins cells that are not neighbours, or if the grid is too large.
   * @param {LabyrinthInstance} instance
   * @param {Map<number, Cell>} cells
   * @param {number[] | null} [names]
   */
  static fromCells({ edges, start, target, edge_cost: cost }, cells, names = null) {
    const rows = 1 + Math.max(...[...cells.values()].map(([row]) => row));
    const columns = 1 + Math.max(...[...cells.values()].map(([, column]) => column));
    if (rows > LARGEST_SIDE || columns > LARGEST_SIDE) return null;
    const junctions = new Map([...cells].map(([node, [row, column]]) => [node, row * columns + column]));
    const ends = { start: junctions.get(start) ?? 0, target: junctions.get(target) ?? 0 };
    const grid = new Grid({ rows, columns, names: names ?? nameJunctions(junctions, rows * columns), passages: new Map(), ...ends, cost });
    return grid.#withEdges(edges, junctions);
  }

  /** Return a grid in which all passages are open. @param {number} rows @param {number} columns @param {number} [cost] */
  static allOpen(rows, columns, cost = 1) {
    const size = rows * columns;
    const grid = new Grid({ rows, columns, names: numbersUpTo(size), passages: new Map(), start: 0, target: size - 1, cost });
    return grid.with({ passages: new Map(grid.allPassages().map((passage) => [passage, null])) });
  }

  /** Return the grid from the data that `toSaved` returned; null if the data is not valid. @param {any} data */
  static fromSaved(data) {
    const size = data?.rows * data?.columns;
    const validSides = [data?.rows, data?.columns].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST_SIDE);
    if (!validSides || !Array.isArray(data.names) || data.names.length !== size || !Array.isArray(data.passages)) return null;
    return new Grid({ ...data, passages: new Map(data.passages) });
  }

  toSaved() {
    return { ...this, passages: [...this.passages] };
  }

  /** @param {Partial<GridData>} changes */
  with(changes) {
    return new Grid({ ...this, ...changes });
  }

  /** Return this grid with the passages of another instance; null if the instance does not fit on this grid, or would leave most junctions unused. @param {LabyrinthInstance} instance */
  withInstance({ edges, start, target, edge_cost: cost }) {
    const junctions = new Map(this.names.map((name, junction) => [name, junction]));
    const nodes = new Set(edges.flatMap(([one, other]) => [one, other]));
    const [startJunction, targetJunction] = [junctions.get(start), junctions.get(target)];
    if (startJunction === undefined || targetJunction === undefined) return null;
    if (2 * nodes.size < this.names.length || ![...nodes].every((node) => junctions.has(node))) return null;
    return this.with({ passages: new Map(), start: startJunction, target: targetJunction, cost }).#withEdges(edges, junctions);
  }

  /** @param {Edge[]} edges @param {Map<number, number>} junctions */
  #withEdges(edges, junctions) {
    const passages = new Map();
    for (const [one, other, cost = null] of edges) {
      const passage = this.between(junctions.get(one) ?? -1, junctions.get(other) ?? -1);
      if (passage === null) return null;
      passages.set(passage, cost);
    }
    return this.with({ passages });
  }

  // --- Passages: 2j leads from junction j to the right, 2j + 1 down ----------------------------------------

  /** Return the passage between two junctions, open or closed; null if they are not neighbours. @param {number} one @param {number} other */
  between(one, other) {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    if (high === low + 1 && high % this.columns !== 0) return 2 * low;
    return high === low + this.columns ? 2 * low + 1 : null;
  }

  /** Return the two junctions that a passage joins. @param {number} passage @returns {[number, number]} */
  ends(passage) {
    const low = passage >> 1;
    return [low, low + (passage % 2 ? this.columns : 1)];
  }

  allPassages() {
    const passages = [];
    for (let junction = 0; junction < this.rows * this.columns; junction++) {
      if ((junction + 1) % this.columns) passages.push(2 * junction);
      if (junction + this.columns < this.rows * this.columns) passages.push(2 * junction + 1);
    }
    return passages;
  }

  /** Return the passages at a junction, open or closed. @param {number} junction */
  passagesAt(junction) {
    const { columns } = this;
    const neighbours = [junction - columns, junction - 1, junction + 1, junction + columns];
    const inside = neighbours.filter((other) => other >= 0 && other < this.rows * columns);
    return inside.map((other) => this.between(junction, other)).filter((passage) => passage !== null);
  }

  /** @param {number} passage */
  costOf(passage) {
    return this.passages.get(passage) ?? this.cost;
  }

  /** Return this grid with some passages opened or closed. @param {number[]} passages @param {boolean} open */
  withOpen(passages, open) {
    const changed = new Map(this.passages);
    for (const passage of passages) {
      if (!open) changed.delete(passage);
      else if (!changed.has(passage)) changed.set(passage, null);
    }
    return this.with({ passages: changed });
  }

  /** Return this grid with a new cost for a passage; if the passage already has this cost, it gets the default cost. @param {number} passage @param {number} cost */
  withCost(passage, cost) {
    const changed = new Map(this.passages);
    changed.set(passage, changed.get(passage) === cost ? null : cost);
    return this.with({ passages: changed });
  }

  /** Return this grid resized to `rows` rows and `columns` columns. Passages that exist in both sizes stay open or closed, new passages are open, and the junctions are renumbered. @param {number} rows @param {number} columns */
  resized(rows, columns) {
    const newJunction = (/** @type {number} */ junction) => {
      const [row, column] = [Math.floor(junction / this.columns), junction % this.columns];
      return row < rows && column < columns ? row * columns + column : null;
    };
    const grid = Grid.allOpen(rows, columns, this.cost);
    const passages = new Map(grid.passages);
    for (const passage of this.allPassages()) {
      const [one, other] = this.ends(passage).map(newJunction);
      const moved = one === null || other === null ? null : grid.between(one, other);
      const cost = this.passages.get(passage);
      if (moved === null) continue;
      if (cost === undefined) passages.delete(moved);
      else passages.set(moved, cost);
    }
    const [start, target] = [newJunction(this.start) ?? grid.start, newJunction(this.target) ?? grid.target];
    return grid.with({ passages, start, target: target === start ? rows * columns - 1 - start : target });
  }

  toText() {
    const edges = [...this.passages]
      .sort(([one], [other]) => one - other)
      .map(([passage, cost]) => this.ends(passage).map((junction) => this.names[junction]).join("-") + (cost === null ? "" : `:${cost}`));
    return `from ${this.names[this.start]} to ${this.names[this.target]} cost ${this.cost}\n${edges.join(" ")}`;
  }
}

/** @param {number} count */
const numbersUpTo = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** Return a name for every junction: the number of its node, or an unused number if it has no node. @param {Map<number, number>} junctions @param {number} count */
function nameJunctions(junctions, count) {
  /** @type {(number | null)[]} */
  const names = new Array(count).fill(null);
  for (const [node, junction] of junctions) names[junction] = node;
  let next = 0;
  return names.map((name) => {
    if (name !== null) return name;
    do next++;
    while (junctions.has(next));
    return next;
  });
}

/**
 * Return the grid of an instance whose nodes are numbered row by row, as the generator numbers them: each edge leads to the next node or to the node below.
 * Return null for other instances and for grids that are too large.
 * @param {LabyrinthInstance} instance
 */
export function gridByNumbering(instance) {
  const nodes = instance.edges.flatMap(([one, other]) => [one, other]);
  const differences = new Set(instance.edges.map(([one, other]) => Math.abs(one - other)));
  differences.delete(1);
  const last = Math.max(...nodes);
  const columns = differences.size ? [...differences][0] : last;
  const rows = Math.ceil(last / columns);
  if (differences.size > 1 || Math.min(...nodes) < 1 || Math.max(rows, columns) > LARGEST_SIDE) return null;
  const names = numbersUpTo(rows * columns);
  /** @type {Map<number, Cell>} */
  const cells = new Map(names.map((name, index) => [name, [Math.floor(index / columns), index % columns]]));
  return Grid.fromCells(instance, cells, names);
}
