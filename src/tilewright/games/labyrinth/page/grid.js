// A labyrinth on a grid: junctions in rows and columns, and passages between neighbours, open or closed.

/** Grids of longer sides are for the text: their junctions would be too small to be hit. */
export const LARGEST_SIDE = 20;
export const MOST_PASSAGES = 2 * LARGEST_SIDE * (LARGEST_SIDE - 1);

/** A grid that is never changed: what changes it gives another one. Junctions are counted row by row. */
export class Grid {
  /** `passages` has the open ones: a Map from {@link passage} numbers to their own cost, or null. */
  constructor({ rows, columns, names, passages, start, target, cost }) {
    Object.assign(this, { rows, columns, names, passages, start, target, cost });
  }

  /** The instance at places: a Map from each node to its [row, column]. Null if an edge joins no neighbours, or the grid is too large. */
  static of({ edges, start, target, edge_cost: cost }, places, named = null) {
    const rows = 1 + Math.max(...[...places.values()].map(([row]) => row));
    const columns = 1 + Math.max(...[...places.values()].map(([, column]) => column));
    if (rows > LARGEST_SIDE || columns > LARGEST_SIDE) return null;
    const at = new Map([...places].map(([node, [row, column]]) => [node, row * columns + column]));
    const names = named ?? nameAll(at, rows * columns);
    const grid = new Grid({ rows, columns, names, passages: new Map(), start: at.get(start), target: at.get(target), cost });
    return grid.#filled(edges, at);
  }

  /** A grid with all its passages open. */
  static open(rows, columns, cost = 1) {
    const size = rows * columns;
    const grid = new Grid({ rows, columns, names: counted(size), passages: new Map(), start: 0, target: size - 1, cost });
    return grid.with({ passages: new Map(grid.allPassages().map((each) => [each, null])) });
  }

  /** The grid that was kept, or null if it is none. */
  static kept(data) {
    const size = data?.rows * data?.columns;
    const whole = [data?.rows, data?.columns].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST_SIDE);
    if (!whole || !Array.isArray(data.names) || data.names.length !== size || !Array.isArray(data.passages)) return null;
    return new Grid({ ...data, passages: new Map(data.passages) });
  }

  toKeep() {
    return { ...this, passages: [...this.passages] };
  }

  with(changes) {
    return new Grid({ ...this, ...changes });
  }

  /** The same frame with the passages of another instance; null if that does not fit, or leaves most of the frame empty. */
  refilled({ edges, start, target, edge_cost: cost }) {
    const at = new Map(this.names.map((name, junction) => [name, junction]));
    const known = new Set(edges.flatMap(([one, other]) => [one, other]));
    if (2 * known.size < this.names.length || ![start, target, ...known].every((node) => at.has(node))) return null;
    return this.with({ passages: new Map(), start: at.get(start), target: at.get(target), cost }).#filled(edges, at);
  }

  #filled(edges, at) {
    const passages = new Map();
    for (const [one, other, cost = null] of edges) {
      const found = this.between(at.get(one), at.get(other));
      if (found === null) return null;
      passages.set(found, cost);
    }
    return this.with({ passages });
  }

  // --- Passages: number 2j leads from junction j to the right, number 2j + 1 down -----------------------

  between(one, other) {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    if (high === low + 1 && high % this.columns !== 0) return 2 * low;
    return high === low + this.columns ? 2 * low + 1 : null;
  }

  ends(passage) {
    const low = passage >> 1;
    return [low, low + (passage % 2 ? this.columns : 1)];
  }

  allPassages() {
    const found = [];
    for (let junction = 0; junction < this.rows * this.columns; junction++) {
      if ((junction + 1) % this.columns) found.push(2 * junction);
      if (junction + this.columns < this.rows * this.columns) found.push(2 * junction + 1);
    }
    return found;
  }

  /** The passages at a junction, open or not. */
  around(junction) {
    const { columns } = this;
    const near = [junction - columns, junction - 1, junction + 1, junction + columns];
    return near.filter((other) => other >= 0 && other < this.rows * columns).map((other) => this.between(junction, other)).filter((each) => each !== null);
  }

  costOf(passage) {
    return this.passages.get(passage) ?? this.cost;
  }

  /** Open or close passages. */
  set(passages, open) {
    const changed = new Map(this.passages);
    for (const each of passages) {
      if (!open) changed.delete(each);
      else if (!changed.has(each)) changed.set(each, null);
    }
    return this.with({ passages: changed });
  }

  /** A passage with a cost of its own; the same one once more takes it away. */
  priced(passage, cost) {
    const changed = new Map(this.passages);
    changed.set(passage, changed.get(passage) === cost ? null : cost);
    return this.with({ passages: changed });
  }

  /** More or fewer rows and columns; what stays keeps its passages, and the junctions are numbered anew. */
  resized(rows, columns) {
    const moved = (junction) => {
      const [row, column] = [Math.floor(junction / this.columns), junction % this.columns];
      return row < rows && column < columns ? row * columns + column : null;
    };
    const empty = Grid.open(rows, columns, this.cost);
    const old = this.allPassages().map((each) => [this.ends(each).map(moved), this.passages.get(each)]);
    const passages = new Map(empty.passages);
    for (const [[one, other], cost] of old) {
      if (one === null || other === null) continue;
      const now = empty.between(one, other);
      if (cost === undefined) passages.delete(now);
      else passages.set(now, cost);
    }
    const [start, target] = [moved(this.start) ?? empty.start, moved(this.target) ?? empty.target];
    return empty.with({ passages, start, target: target === start ? size(empty) - 1 - start : target });
  }

  toText() {
    const edges = [...this.passages]
      .sort(([one], [other]) => one - other)
      .map(([passage, cost]) => this.ends(passage).map((each) => this.names[each]).join("-") + (cost === null ? "" : `:${cost}`));
    return `from ${this.names[this.start]} to ${this.names[this.target]} cost ${this.cost}\n${edges.join(" ")}`;
  }
}

const size = (grid) => grid.rows * grid.columns;
const counted = (number) => Array.from({ length: number }, (_, at) => at + 1);

/** A name for every junction: those that nodes have, and for the others numbers that are free. */
function nameAll(at, number) {
  const names = new Array(number).fill(null);
  for (const [node, junction] of at) names[junction] = node;
  let next = 0;
  return names.map((name) => {
    if (name !== null) return name;
    do next++;
    while (at.has(next));
    return next;
  });
}

/**
 * The grid of an instance whose nodes are counted row by row, as generated ones are; null if it is none. Its edges lead to the next
 * node or to the one below.
 */
export function countedGrid(instance) {
  const nodes = instance.edges.flatMap(([one, other]) => [one, other]);
  const steps = new Set(instance.edges.map(([one, other]) => Math.abs(one - other)));
  steps.delete(1);
  const last = Math.max(...nodes);
  const columns = steps.size ? [...steps][0] : last;
  const rows = Math.ceil(last / columns);
  if (steps.size > 1 || Math.min(...nodes) < 1 || Math.max(rows, columns) > LARGEST_SIDE) return null;
  const names = counted(rows * columns);
  const places = new Map(names.map((name, at) => [name, [Math.floor(at / columns), at % columns]]));
  return Grid.of(instance, places, names);
}
