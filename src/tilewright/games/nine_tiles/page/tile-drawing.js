// Draws tiles and towns. The server draws each tile in every direction in which it looks different; the page keeps these drawings as SVG symbols.

import { s } from "/pages/elements.js";
import { picture } from "/pages/sanitised-svg.js";
import { SIDE, tilesOf } from "./town-notation.js";

/** @import { PlacedTile } from "./town-notation.js" */
/** @import { TileSide } from "./types.js" */

/** The directions from the middle of a tile to its edges, as [x, y]: top, left, bottom, right. */
const EDGES = [[0, -1], [-1, 0], [0, 1], [1, 0]];
const EDGE_NAMES = ["top", "left", "bottom", "right"];
/** The side length of a tile, in units of the drawing. */
const UNIT = 4;

export class TileDrawing {
  /** @param {TileSide[][]} tiles */
  constructor(tiles) {
    this.tiles = tiles;
    const symbols = tiles.flatMap((sides, tile) =>
      sides.flatMap(({ svg, look }) => {
        if (!svg) return [];
        // The background of the picture is left out, because the boards and towns on the page have their own background.
        const parts = [...picture(svg).children].filter(({ localName }) => localName !== "rect" && localName !== "title");
        const group = s("g", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" }, parts);
        return [s("symbol", { id: `nine-${tile}-${look}`, viewBox: `0 0 ${UNIT} ${UNIT}` }, group)];
      }),
    );
    document.body.append(s("svg", { class: "unseen", "aria-hidden": "true" }, symbols));
  }

  /** @param {PlacedTile} placed */
  side({ tile, direction }) {
    return this.tiles[tile][direction];
  }

  /** Describe a tile for screen readers. @param {PlacedTile} placed */
  describe({ tile, direction }) {
    const { edges, shows } = this.side({ tile, direction });
    const names = edges.map((edge) => EDGE_NAMES[edge]);
    return `tile ${tile}, ${direction < 4 ? "front" : "back"}, ${names.length ? `roads at ${names.join(", ")}` : "no road"}; ${shows || "nothing else"}`;
  }

  /** @param {PlacedTile} placed @param {number} [x] @param {number} [y] */
  #use(placed, x = 0, y = 0) {
    return s("use", { href: `#nine-${placed.tile}-${this.side(placed).look}`, x, y, width: UNIT, height: UNIT });
  }

  /** @param {PlacedTile} placed */
  drawTile(placed) {
    return s("svg", { viewBox: `0 0 ${UNIT} ${UNIT}`, "aria-hidden": "true" }, this.#use(placed));
  }

  /** @param {string} pattern @param {string} [label] */
  drawTown(pattern, label = `Town ${pattern}`) {
    const lines = [0, 4, 8, 12].map((position) => `M0 ${position}H12M${position} 0V12`).join("");
    return s(
      "svg",
      { class: "town", viewBox: "-.2 -.2 12.4 12.4", role: "img", "aria-label": label },
      tilesOf(pattern).map((placed, position) => this.#use(placed, ...pointOnBoard(position, [0, 0]))),
      s("path", { class: "seams", d: lines }),
    );
  }

  /** Return the points at which a road ends because the neighbouring tile has no road there. @param {string} pattern */
  deadEnds(pattern) {
    const tiles = tilesOf(pattern);
    /** @type {{ x: number, y: number }[]} */
    const points = [];
    tiles.forEach((placed, position) => {
      const [row, column] = [Math.floor(position / SIDE), position % SIDE];
      const rightAndBelow = [
        { edge: 3, neighbour: column + 1 < SIDE ? position + 1 : -1, oppositeEdge: 1 },
        { edge: 2, neighbour: row + 1 < SIDE ? position + SIDE : -1, oppositeEdge: 0 },
      ];
      for (const { edge, neighbour, oppositeEdge } of rightAndBelow) {
        if (neighbour < 0) continue;
        if (this.side(placed).edges.includes(edge) === this.side(tiles[neighbour]).edges.includes(oppositeEdge)) continue;
        const [x, y] = EDGES[edge];
        points.push({ x: column * UNIT + 2 + 2 * x, y: row * UNIT + 2 + 2 * y });
      }
    });
    return points;
  }
}

/** Return the SVG path data of a road across a tile. @param {number} position @param {[number, number]} edges */
export function roadPath(position, [from, to]) {
  const [left, top] = pointOnBoard(position, [0, 0]);
  const ends = [from, to].map((edge) => [left + 2 + 2 * EDGES[edge][0], top + 2 + 2 * EDGES[edge][1]]);
  if ((from - to) % 2 === 0) return `M${ends[0]}L${ends[1]}`;
  // The road is an arc around the corner between the two edges; the cross product determines whether the arc runs clockwise.
  const [a, b] = [EDGES[from], EDGES[to]];
  const sweep = a[0] * b[1] - a[1] * b[0] > 0 ? 0 : 1;
  return `M${ends[0]}A2 2 0 0 ${sweep} ${ends[1]}`;
}

/** Convert a point on a tile to a point on the board. @param {number} position @param {[number, number]} point @returns {[number, number]} */
export const pointOnBoard = (position, [x, y]) => [(position % SIDE) * UNIT + x, Math.floor(position / SIDE) * UNIT + y];
