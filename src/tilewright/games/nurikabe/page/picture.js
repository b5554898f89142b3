// The drawing of a board, made in the browser so that a click is seen at once. A cell is a unit square.

import { EMPTY, ISLAND, SEA, sign } from "./puzzle.js";

/** Room around the board for the numbers of rows and columns, by which messages name cells. */
export const MARGIN = 0.62;

const MOST_LABELLED = 60;
const SIZES = [0.62, 0.62, 0.52, 0.4, 0.3, 0.24];

export class Picture {
  constructor(s, puzzle, { labelled = true } = {}) {
    this.puzzle = puzzle;
    this.s = s;
    this.sea = s("path", { class: "sea" });
    this.dots = s("path", { class: "dots" });
    this.clues = new Map();
    this.element = s("g", { class: "nurikabe" });
    this.marks = s("g", { class: "nurikabe", "pointer-events": "none" });
    const { width, height } = puzzle;
    this.element.append(s("rect", { class: "land", width, height }), this.sea, this.#grid(), this.dots);
    puzzle.clues.forEach((clue, at) => clue !== EMPTY && this.#clue(at, clue));
    this.element.append(s("rect", { class: "frame", width, height }));
    if (labelled && Math.max(width, height) <= MOST_LABELLED) this.element.append(...this.#labels());
  }

  /** The box to be seen, with room for the labels. */
  get box() {
    const { width, height } = this.puzzle;
    return { x: -MARGIN, y: -MARGIN, width: width + MARGIN + 0.2, height: height + MARGIN + 0.2 };
  }

  /** A picture by itself. */
  alone(properties) {
    const { width, height } = this.puzzle;
    const svg = this.s("svg", { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, role: "img", ...properties });
    svg.append(this.element, this.marks);
    return svg;
  }

  paint(cells, complete = new Set()) {
    const found = (kind) => cells.flatMap((each, at) => (each === kind && this.puzzle.clues[at] === EMPTY ? [at] : []));
    this.sea.setAttribute("d", this.#squares(found(SEA)));
    // A line of no length with a round cap is a dot.
    this.dots.setAttribute("d", this.#places(found(ISLAND)).map(([row, column]) => `M${column + 0.5} ${row + 0.5}h0`).join(""));
    for (const [at, text] of this.clues) text.classList.toggle("complete", complete.has(at));
  }

  /** Lay a mark on groups of cells, instead of the mark of that name before: `broken`, `wrong`, `hint`, `differs`. */
  mark(name, ...groups) {
    const cells = [...new Set(groups.flat())];
    const paths = [this.#path("wash", this.#squares(cells))];
    if (name !== "hint") paths.push(this.#path("hatch", this.#hatch(cells)));
    paths.push(this.#path("edge", groups.map((group) => this.#outline(group)).join("")));
    let group = this.marks.querySelector(`.${name}`);
    if (!group) this.marks.append((group = this.s("g", { class: name })));
    group.replaceChildren(...paths);
  }

  /** What a hint would put into cells. */
  ghost(kind, cells) {
    const middle = ([row, column]) => (kind === SEA ? `M${column + 0.3} ${row + 0.3}h.4v.4h-.4z` : `M${column + 0.5} ${row + 0.5}h0`);
    const name = kind === SEA ? "ghost sea" : "ghost dots";
    this.marks.querySelector(".hint")?.append(this.#path(name, this.#places(cells).map(middle).join("")));
  }

  #path(name, d) {
    return this.s("path", { class: name, d });
  }

  #places(cells) {
    return cells.map((at) => this.puzzle.cell(at));
  }

  #squares(cells) {
    return this.#places(cells).map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("");
  }

  #hatch(cells) {
    return this.#places(cells)
      .map(([r, c]) => `M${c} ${r + 0.5}l.5 -.5M${c} ${r + 1}l1 -1M${c + 0.5} ${r + 1}l.5 -.5`)
      .join("");
  }

  /** The edges between the cells and all others. */
  #outline(cells) {
    const { width } = this.puzzle;
    const inside = new Set(cells);
    const edges = [];
    for (const at of cells) {
      const [row, column] = this.puzzle.cell(at);
      if (!inside.has(at - width)) edges.push(`M${column} ${row}h1`);
      if (!inside.has(at + width)) edges.push(`M${column} ${row + 1}h1`);
      if (column === 0 || !inside.has(at - 1)) edges.push(`M${column} ${row}v1`);
      if (column === width - 1 || !inside.has(at + 1)) edges.push(`M${column + 1} ${row}v1`);
    }
    return edges.join("");
  }

  #grid() {
    const { width, height } = this.puzzle;
    const lines = [];
    for (let row = 1; row < height; row++) lines.push(`M0 ${row}h${width}`);
    for (let column = 1; column < width; column++) lines.push(`M${column} 0v${height}`);
    return this.#path("grid", lines.join(""));
  }

  #clue(at, clue) {
    const [row, column] = this.puzzle.cell(at);
    const text = sign(clue);
    const size = SIZES[Math.min(text.length, SIZES.length - 1)];
    const label = this.#text("clue", column + 0.5, row + 0.5, size, text);
    this.clues.set(at, label);
    this.element.append(label);
  }

  #labels() {
    const { width, height } = this.puzzle;
    const across = Array.from({ length: width }, (_, column) => this.#text("place", column + 0.5, -0.3, 0.3, String(column)));
    const down = Array.from({ length: height }, (_, row) => this.#text("place", -0.32, row + 0.5, 0.3, String(row)));
    return [...across, ...down];
  }

  #text(name, x, y, size, text) {
    return this.s("text", { class: name, x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
  }
}
