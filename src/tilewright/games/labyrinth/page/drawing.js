// The picture of a grid: junctions lie on every other cell of a board, with the passages on the cells between them.

/** What lies on a cell of the board: {junction}, {passage}, or neither where four cells meet. */
export function on(grid, [row, column]) {
  const junction = (row >> 1) * grid.columns + (column >> 1);
  if (row % 2 === 0 && column % 2 === 0) return { junction };
  if (row % 2 && column % 2) return {};
  return { passage: 2 * junction + (row % 2) };
}

const RADIUS = 0.4;
const RING = 0.11;

/**
 * A grid as SVG, `element`. Start and target have one ring and two, as in other pictures; a closed passage is a bar across the way, and
 * only costs of passages' own are written. It is drawn once; after that only what changes is touched, so that a stroke over a large
 * grid does not lag.
 */
export class GridPicture {
  #s;
  #grid = null;
  #passages = new Map();
  #junctions = [];
  #lines;
  #ways;
  #costs;
  #nodes;

  constructor(s) {
    this.#s = s;
    [this.#lines, this.#ways, this.#costs, this.#nodes] = Array.from({ length: 4 }, () => s("g"));
    this.element = s("g", { class: "grid-picture" }, this.#lines, this.#ways, this.#costs, this.#nodes);
  }

  /** `ways` are lines through junctions, {kind: [junction, ...]}, each kind a class. */
  show(grid, ways) {
    if (this.#grid?.rows !== grid.rows || this.#grid.columns !== grid.columns) this.#begin(grid);
    this.#grid = grid;
    for (const [passage, line] of this.#passages) this.#showPassage(passage, line);
    this.#costs.replaceChildren(...[...grid.passages].filter(([, cost]) => cost !== null).map(([passage, cost]) => this.#cost(passage, cost)));
    const lines = Object.entries(ways).map(([kind, way]) => this.#s("polyline", { class: `walked ${kind}`, points: way.map((each) => this.#centre(each).join()).join(" ") }));
    this.#ways.replaceChildren(...lines);
    this.#showJunctions(Object.entries(ways).map(([kind, way]) => [kind, new Set(way)]));
  }

  #centre(junction) {
    return [2 * (junction % this.#grid.columns) + 0.5, 2 * Math.floor(junction / this.#grid.columns) + 0.5];
  }

  /** The middle of a passage. */
  #middle(passage) {
    const [[x, y], [x2, y2]] = this.#grid.ends(passage).map((each) => this.#centre(each));
    return [(x + x2) / 2, (y + y2) / 2];
  }

  #begin(grid) {
    const s = this.#s;
    this.#grid = grid;
    this.#passages = new Map(grid.allPassages().map((passage) => [passage, s("line")]));
    this.#junctions = grid.names.map((_, junction) => {
      const [cx, cy] = this.#centre(junction);
      const rings = [2, 1].map((ring) => s("circle", { class: "ring", cx, cy, r: RADIUS + RING * ring }));
      return { rings, circle: s("circle", { cx, cy, r: RADIUS }), name: s("text", { x: cx, y: cy }) };
    });
    this.#lines.replaceChildren(...this.#passages.values());
    this.#nodes.replaceChildren(...this.#junctions.flatMap(({ rings, circle, name }) => [...rings, circle, name]));
  }

  #showPassage(passage, line) {
    const open = this.#grid.passages.has(passage);
    if (line.classList.contains(open ? "way" : "bar")) return;
    const [x, y] = this.#middle(passage);
    const along = open ? 1 : 0.4;
    // An open one leads from junction to junction, a closed one is barred at right angles.
    const [right, down] = (passage % 2 === 0) === open ? [along, 0] : [0, along];
    line.setAttribute("class", open ? "way" : "bar");
    for (const [name, value] of Object.entries({ x1: x - right, y1: y - down, x2: x + right, y2: y + down })) line.setAttribute(name, value);
  }

  #cost(passage, cost) {
    const [x, y] = this.#middle(passage);
    return this.#s("text", { class: "cost", x, y, text: String(cost) });
  }

  #showJunctions(kinds) {
    const { names, passages, start, target } = this.#grid;
    const used = new Set([...passages.keys()].flatMap((each) => this.#grid.ends(each)));
    this.#junctions.forEach(({ rings, circle, name }, junction) => {
      const around = junction === target ? 2 : junction === start ? 1 : 0;
      rings.forEach((ring, at) => change(ring, "visibility", at >= 2 - around ? "visible" : "hidden"));
      const classes = ["junction", ...kinds.filter(([, way]) => way.has(junction)).map(([kind]) => kind), !used.has(junction) && "unused"];
      change(circle, "class", classes.filter(Boolean).join(" "));
      const text = used.has(junction) || around ? String(names[junction]) : "";
      if (name.textContent !== text) name.textContent = text;
      change(name, "class", `name digits-${Math.min(text.length, 5)}`);
    });
  }
}

function change(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
