// Draws a grid. Junctions are on the cells of the board whose row and column are even, and passages are on the cells between two junctions.

import { s } from "/pages/elements.js";

/** @import { Cell } from "/pages/types.js" */
/** @import { Grid } from "./grid-model.js" */

/** Return what is on a cell of the board: {junction}, {passage}, or {} for a cell between four passages. @param {Grid} grid @param {Cell} cell @returns {{ junction?: number, passage?: number }} */
export function itemAt(grid, [row, column]) {
  const junction = (row >> 1) * grid.columns + (column >> 1);
  if (row % 2 === 0 && column % 2 === 0) return { junction };
  if (row % 2 && column % 2) return {};
  return { passage: 2 * junction + (row % 2) };
}

const RADIUS = 0.4;
const RING = 0.11;

/**
 * Draws a grid as SVG. The start has one ring and the target has two, as in the server's pictures. A closed passage is drawn as a bar across the passage. A cost
 * is shown only at a passage that has its own cost. While the size of the grid stays the same, only the changed passages and junctions are updated, so
 * that a drag over a large grid does not lag.
 */
export class GridDrawing {
  /** @type {Grid} */
  #grid = /** @type {any} */ (null);
  /** @type {Map<number, SVGLineElement>} */
  #passages = new Map();
  /** The words "start" and "target". @type {Record<"start" | "target", SVGTextElement>} */
  #ends = { start: s("text", { class: "end-name", text: "start" }), target: s("text", { class: "end-name", text: "target" }) };
  /** @type {{ rings: SVGCircleElement[], circle: SVGCircleElement, name: SVGTextElement }[]} */
  #junctions = [];
  #passageLayer = s("g");
  #pathLayer = s("g");
  #costLayer = s("g");
  #junctionLayer = s("g");
  element = s("g", { class: "grid-picture" }, this.#passageLayer, this.#pathLayer, this.#costLayer, this.#junctionLayer);

  /** @param {Grid} grid @param {Record<string, number[]>} paths for each path, its junctions; the key is the CSS class of its line and of its junctions */
  show(grid, paths) {
    if (this.#grid?.rows !== grid.rows || this.#grid.columns !== grid.columns) this.#begin(grid);
    this.#grid = grid;
    for (const [passage, line] of this.#passages) this.#showPassage(passage, line);
    this.#costLayer.replaceChildren(...[...grid.passages].flatMap(([passage, cost]) => (cost === null ? [] : [this.#costText(passage, cost)])));
    const lines = Object.entries(paths).map(([kind, path]) => s("polyline", { class: `walked ${kind}`, points: path.map((junction) => this.#centre(junction).join()).join(" ") }));
    this.#pathLayer.replaceChildren(...lines);
    this.#showJunctions(paths);
  }

  /** @param {number} junction @returns {[number, number]} */
  #centre(junction) {
    return [2 * (junction % this.#grid.columns) + 0.5, 2 * Math.floor(junction / this.#grid.columns) + 0.5];
  }

  /** Return the middle of a passage. @param {number} passage */
  #middle(passage) {
    const [[x, y], [x2, y2]] = this.#grid.ends(passage).map((junction) => this.#centre(junction));
    return [(x + x2) / 2, (y + y2) / 2];
  }

  /** @param {Grid} grid */
  #begin(grid) {
    this.#grid = grid;
    this.#passages = new Map(grid.allPassages().map((passage) => [passage, s("line")]));
    this.#junctions = grid.names.map((_, junction) => {
      const [cx, cy] = this.#centre(junction);
      const rings = [2, 1].map((ring) => s("circle", { class: "ring", cx, cy, r: RADIUS + RING * ring }));
      return { rings, circle: s("circle", { cx, cy, r: RADIUS }), name: s("text", { x: cx, y: cy }) };
    });
    this.#passageLayer.replaceChildren(...this.#passages.values());
    this.#junctionLayer.replaceChildren(...this.#junctions.flatMap(({ rings, circle, name }) => [...rings, circle, name]), ...Object.values(this.#ends));
  }

  /** @param {number} passage @param {SVGLineElement} line */
  #showPassage(passage, line) {
    const open = this.#grid.passages.has(passage);
    if (line.classList.contains(open ? "way" : "bar")) return;
    const [x, y] = this.#middle(passage);
    const halfLength = open ? 1 : 0.4;
    // An open passage is a line from junction to junction; a closed passage is a bar at right angles to that line.
    const [right, down] = (passage % 2 === 0) === open ? [halfLength, 0] : [0, halfLength];
    line.setAttribute("class", open ? "way" : "bar");
    for (const [name, value] of Object.entries({ x1: x - right, y1: y - down, x2: x + right, y2: y + down })) line.setAttribute(name, String(value));
  }

  /** @param {number} passage @param {number} cost */
  #costText(passage, cost) {
    const [x, y] = this.#middle(passage);
    return s("text", { class: "cost", x, y, text: String(cost) });
  }

  /** @param {Record<string, number[]>} paths */
  #showJunctions(paths) {
    const { names, passages, start, target } = this.#grid;
    const used = new Set([...passages.keys()].flatMap((passage) => this.#grid.ends(passage)));
    const onPaths = Object.entries(paths).map(([kind, path]) => ({ kind, junctions: new Set(path) }));
    this.#junctions.forEach(({ rings, circle, name }, junction) => {
      const ringCount = junction === target ? 2 : junction === start ? 1 : 0;
      rings.forEach((ring, index) => setIfChanged(ring, "visibility", index >= 2 - ringCount ? "visible" : "hidden"));
      const classes = ["junction", ...onPaths.filter(({ junctions }) => junctions.has(junction)).map(({ kind }) => kind), junction === start && "start", junction === target && "target", !used.has(junction) && "unused"];
      setIfChanged(circle, "class", classes.filter(Boolean).join(" "));
      const text = used.has(junction) || ringCount ? String(names[junction]) : "";
      if (name.textContent !== text) name.textContent = text;
      setIfChanged(name, "class", `name digits-${Math.min(text.length, 5)}`);
    });
    for (const [end, element] of Object.entries(this.#ends)) {
      const [x, y] = this.#centre(end === "start" ? start : target);
      // The word "start" or "target" is above the junction, next to the passage that leads upwards.
      const isLeft = x > 1;
      setIfChanged(element, "x", String(x + (isLeft ? -0.16 : 0.16)));
      setIfChanged(element, "y", String(y - 0.76));
      setIfChanged(element, "text-anchor", isLeft ? "end" : "start");
    }
  }
}

/** @param {Element} element @param {string} name @param {string} value */
function setIfChanged(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
