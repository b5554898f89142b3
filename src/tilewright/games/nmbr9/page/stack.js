// Drawing: parts, one level of a stack, and the whole stack with its heights. Cells are [row, column].

const RISE = 0.28;
const NEAR = [[-1, 0], [1, 0], [0, -1], [0, 1]];
export const inPoints = (count) => (count === 1 ? "1 point" : `${count} points`);

const key = ([row, column]) => `${row},${column}`;

/** The box around cells; `least` rows and columns, and a margin. */
export function boxOf(cells, margin = 0, least = 1) {
  const shown = cells.length ? cells : [[0, 0]];
  const rows = shown.map(([row]) => row);
  const columns = shown.map(([, column]) => column);
  let [top, bottom] = [Math.min(...rows) - margin, Math.max(...rows) + margin];
  let [left, right] = [Math.min(...columns) - margin, Math.max(...columns) + margin];
  for (let turn = 0; bottom - top + 1 < least; turn++) turn % 2 ? (top -= 1) : (bottom += 1);
  for (let turn = 0; right - left + 1 < least; turn++) turn % 2 ? (left -= 1) : (right += 1);
  return { top, left, rows: bottom - top + 1, columns: right - left + 1 };
}

/** The cell of a part that its number stands on, and by which it is held: the one in the middle. */
export function middle(cells) {
  const inside = new Set(cells.map(key));
  const near = ([row, column]) => NEAR.filter(([down, right]) => inside.has(key([row + down, column + right]))).length;
  const [y, x] = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const off = ([row, column]) => Math.hypot(row - y, column - x) - near([row, column]);
  return cells.reduce((best, cell) => (off(cell) < off(best) - 1e-9 ? cell : best));
}

const squares = (cells, shift = 0) => cells.map(([row, column]) => `M${column - shift} ${row - shift}h1v1h-1z`).join("");

/** The edges of cells that lie outside. */
export function edges(cells, shift = 0) {
  const inside = new Set(cells.map(key));
  let path = "";
  for (const [row, column] of cells) {
    const [x, y] = [column - shift, row - shift];
    if (!inside.has(key([row - 1, column]))) path += `M${x} ${y}h1`;
    if (!inside.has(key([row + 1, column]))) path += `M${x} ${y + 1}h1`;
    if (!inside.has(key([row, column - 1]))) path += `M${x} ${y}v1`;
    if (!inside.has(key([row, column + 1]))) path += `M${x + 1} ${y}v1`;
  }
  return path;
}

export class Stack {
  constructor({ s }, parts) {
    Object.assign(this, { s, parts });
  }

  /** A part with its number. */
  part(value, cells, name = "part", shift = 0) {
    const { s } = this;
    const { colour } = this.parts[value];
    const [row, column] = middle(cells);
    return s(
      "g",
      { class: name },
      s("path", { class: "face", d: squares(cells, shift), fill: colour, stroke: colour }),
      s("path", { class: "edge", d: edges(cells, shift) }),
      s("text", { class: "digit", x: column + 0.5 - shift, y: row + 0.5 - shift }, String(value)),
    );
  }

  /** One level with what lies under it; `placed` are the parts of the whole stack. */
  level(placed, level) {
    const under = placed.filter((each) => each.level === level - 1);
    const below = under.flatMap(({ cells }) => cells);
    return this.s(
      "g",
      {},
      below.length > 0 && this.s("path", { class: "below", d: squares(below) }),
      under.map(({ cells }) => this.s("path", { class: "seam", d: edges(cells) })),
      placed.filter((each) => each.level === level).map(({ value, cells }) => this.part(value, cells)),
    );
  }

  /** A part alone, as a small picture. */
  card(value, turn, size = 4) {
    const cells = this.parts[value].turns[turn];
    const { rows, columns } = boxOf(cells);
    const box = `${columns / 2 - size / 2 - 0.1} ${rows / 2 - size / 2 - 0.1} ${size + 0.2} ${size + 0.2}`;
    return this.s("svg", { class: "nmbr9-drawing", viewBox: box, "aria-hidden": "true" }, this.part(value, cells));
  }

  /** A level as a picture of its own, with room for some more parts. */
  levelPicture(placed, level, room = placed) {
    const { top, left, rows, columns } = boxOf(room.flatMap(({ cells }) => cells));
    const told = placed.filter((each) => each.level === level).map(({ value }) => value);
    const name = `Level ${level}: ${told.length ? `the ${told.join(", ")}` : "empty"}`;
    const box = `${left - 0.2} ${top - 0.2} ${columns + 0.4} ${rows + 0.4}`;
    return this.s("svg", { class: "nmbr9-drawing", viewBox: box, role: "img", "aria-label": name }, this.level(placed, level));
  }

  /** The stack from above and a little from the side: every level is moved up and to the left, and tells its height. */
  picture(placed, upTo = Infinity, name = "The stack with its heights", room = placed) {
    const { s } = this;
    const { top, left, rows, columns } = boxOf(room.flatMap(({ cells }) => cells), 0, 5);
    const highest = Math.max(0, ...room.map(({ level }) => level));
    const rise = RISE * highest + 0.2;
    const box = `${left - rise} ${top - rise} ${columns + rise + 0.2} ${rows + rise + 0.2}`;
    const seen = placed.filter(({ level }) => level <= upTo);
    const layers = [];
    for (let level = 1; level <= Math.min(highest, upTo); level++) layers.push(this.#layer(seen, level));
    return s("svg", { class: "nmbr9-drawing stack", viewBox: box, role: "img", "aria-label": name }, layers);
  }

  #layer(placed, level) {
    const { s } = this;
    const shift = RISE * level;
    const lying = placed.filter((each) => each.level === level);
    const cells = lying.flatMap((each) => each.cells);
    const walls = cells.map(([row, column]) => {
      const [x, y] = [column - shift, row - shift];
      return `M${x} ${y + 1}l${RISE} ${RISE}h1v-1l${-RISE} ${-RISE}z`;
    });
    const faces = lying.map(({ value, cells: own }) => {
      const { colour } = this.parts[value];
      return s("g", {}, s("path", { class: "face", d: squares(own, shift), fill: colour, stroke: colour }), s("path", { class: "edge", d: edges(own, shift) }));
    });
    const higher = placed.filter((each) => each.level > level);
    const inSight = cells.filter((cell) => !higher.some((each) => covers(each, cell, shift)));
    const heights = inSight.map(([row, column]) => s("text", { class: "height", x: column + 0.5 - shift, y: row + 0.5 - shift }, String(level)));
    return s("g", {}, s("path", { class: "wall", d: walls.join("") }), faces, heights);
  }
}

/** Whether a higher part, its walls included, hides the middle of a cell. */
function covers({ level, cells }, [row, column], shift) {
  const [x, y] = [column + 0.5 - shift, row + 0.5 - shift];
  return [0, 0.5, 1].some((step) => {
    const moved = RISE * (level - step);
    return cells.some(([r, c]) => Math.abs(x - (c + 0.5 - moved)) < 0.7 && Math.abs(y - (r + 0.5 - moved)) < 0.7);
  });
}
