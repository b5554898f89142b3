// The tiles as pictures: drawn by the server once, kept as symbols of the page, and used as often as they are seen.

export const SIDE = 3;
export const TILES = 9;
const WAYS = [[0, -1], [-1, 0], [0, 1], [1, 0]];
const UNIT = 4;

/** A town: which tile lies at each position, and its direction; 18 digits. */
export const laid = (pattern) => Array.from({ length: TILES }, (_, at) => ({ tile: Number(pattern[at]), way: Number(pattern[TILES + at]) }));
export const patternOf = (places) => [...places.map(({ tile }) => tile), ...places.map(({ way }) => way)].join("");
export const isPattern = (text) => typeof text === "string" && /^[0-8]{9}[0-7]{9}$/.test(text) && new Set(text.slice(0, TILES)).size === TILES;

/** The nine tiles in any order, any side up: how they fall on the table. */
export function shuffled() {
  const order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  for (let left = order.length; left > 1; left--) {
    const chosen = randomBelow(left);
    [order[left - 1], order[chosen]] = [order[chosen], order[left - 1]];
  }
  return patternOf(order.map((tile) => ({ tile, way: randomBelow(8) })));
}

export function randomBelow(limit) {
  return Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * limit);
}

export class Tiles {
  constructor({ picture, s }, faces) {
    this.s = s;
    this.faces = faces;
    const symbols = faces.flatMap((sides, tile) =>
      sides.filter(({ svg }) => svg).map(({ svg, look }) => {
        const drawn = picture(svg);
        // The sheet of paper behind the picture is ours: it must not cover the next tile.
        const parts = [...drawn.children].filter(({ localName }) => localName !== "rect" && localName !== "title");
        const paint = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
        const group = s("g", paint, parts);
        return s("symbol", { id: `nine-${tile}-${look}`, viewBox: `0 0 ${UNIT} ${UNIT}` }, group);
      }),
    );
    document.body.append(s("svg", { class: "unseen", "aria-hidden": "true" }, symbols));
  }

  face({ tile, way }) {
    return this.faces[tile][way];
  }

  /** What a screen reader says of a tile as it lies. */
  describe({ tile, way }) {
    const { edges, shows } = this.faces[tile][way];
    const names = edges.map((edge) => ["top", "left", "bottom", "right"][edge]);
    return `tile ${tile}, ${way < 4 ? "front" : "back"}, ${names.length ? `roads at ${names.join(", ")}` : "no road"}; ${shows || "nothing else"}`;
  }

  use({ tile, way }, x = 0, y = 0) {
    return this.s("use", { href: `#nine-${tile}-${this.faces[tile][way].look}`, x, y, width: UNIT, height: UNIT });
  }

  one(place) {
    return this.s("svg", { viewBox: `0 0 ${UNIT} ${UNIT}`, "aria-hidden": "true" }, this.use(place));
  }

  /** A whole town. */
  town(pattern, label = `the town ${pattern}`) {
    const { s } = this;
    const places = laid(pattern);
    const lines = [0, 4, 8, 12].map((at) => `M0 ${at}H12M${at} 0V12`).join("");
    return s(
      "svg",
      { class: "town", viewBox: "-.2 -.2 12.4 12.4", role: "img", "aria-label": label },
      places.map((place, at) => this.use(place, (at % SIDE) * UNIT, Math.floor(at / SIDE) * UNIT)),
      s("path", { class: "seams", d: lines }),
    );
  }

  /** Where a road stops at a border: the positions on both sides, and the point in units of the board. */
  deadEnds(pattern) {
    const places = laid(pattern);
    const found = [];
    places.forEach((place, at) => {
      const [row, column] = [Math.floor(at / SIDE), at % SIDE];
      for (const [edge, other, across] of [[3, column + 1 < SIDE ? at + 1 : -1, 1], [2, row + 1 < SIDE ? at + SIDE : -1, 0]]) {
        if (other < 0) continue;
        if (this.face(place).edges.includes(edge) === this.face(places[other]).edges.includes(across)) continue;
        const [x, y] = WAYS[edge];
        found.push({ positions: [at, other], x: column * UNIT + 2 + 2 * x, y: row * UNIT + 2 + 2 * y });
      }
    });
    return found;
  }
}

/** The way of a road over a tile at a position, as path data. */
export function roadPath(position, [from, to]) {
  const [left, top] = [(position % SIDE) * UNIT, Math.floor(position / SIDE) * UNIT];
  const ends = [from, to].map((edge) => [left + 2 + 2 * WAYS[edge][0], top + 2 + 2 * WAYS[edge][1]]);
  if ((from - to) % 2 === 0) return `M${ends[0]}L${ends[1]}`;
  // Around the corner that both edges share; whether that is clockwise tells the cross product.
  const [a, b] = [WAYS[from], WAYS[to]];
  const sweep = a[0] * b[1] - a[1] * b[0] > 0 ? 0 : 1;
  return `M${ends[0]}A2 2 0 0 ${sweep} ${ends[1]}`;
}

/** The middle of a tile at a position, moved to a place on it. */
export const onBoard = (position, [x, y]) => [(position % SIDE) * UNIT + x, Math.floor(position / SIDE) * UNIT + y];
