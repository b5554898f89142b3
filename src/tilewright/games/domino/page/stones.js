// Stones as they are seen: on buttons, and on the board.

/** A stone on a button: its two labels. */
export function face({ h }, [a, b]) {
  return h("span", { class: "face", "aria-hidden": "true" }, h("b", { text: String(a) }), h("b", { text: String(b) }));
}

const middle = ([row, column]) => [column + 0.5, row + 0.5];
const apart = ([row, column], [row2, column2]) => Math.abs(row - row2) + Math.abs(column - column2);

/** The board and the stones that lie on it, with an arrow from each stone to the next; the last one is outlined. */
export function boardPicture(s, { n, rule, laid }) {
  const parts = [s("rect", { class: "field-of-play", width: n, height: n })];
  for (let at = 1; at < n; at++) parts.push(s("path", { class: "net", d: `M${at} 0V${n}M0 ${at}H${n}` }));
  laid.forEach((stone, at) => parts.push(stonePicture(s, stone, at === laid.length - 1 ? `laid last ${rule}` : "laid")));
  for (let at = 1; at < laid.length; at++) parts.push(arrow(s, ...joint(laid[at - 1], laid[at])));
  if (laid.length) {
    const [x, y] = middle(laid[0].cells[0]);
    parts.push(s("circle", { class: "first", cx: x - 0.28, cy: y - 0.26, r: 0.09 }));
  }
  return s("g", {}, parts);
}

/** A stone on its two cells; the half at its second cell is where a chain goes on. */
export function stonePicture(s, { stone, cells }, kind) {
  const [[row, column], [row2, column2]] = cells;
  const [x, y] = [Math.min(column, column2), Math.min(row, row2)];
  const [width, height] = [Math.abs(column - column2) + 0.82, Math.abs(row - row2) + 0.82];
  const [endX, endY] = middle(cells[1]);
  return s(
    "g",
    { class: `stone ${kind}` },
    s("rect", { class: "body", x: x + 0.09, y: y + 0.09, width, height, rx: 0.18 }),
    kind.includes("last") && s("circle", { class: "open-end", cx: endX, cy: endY, r: 0.34 }),
    cells.map((cell, half) => {
      const [textX, textY] = middle(cell);
      return s("text", { class: String(stone[half]).length > 2 ? "long" : null, x: textX, y: textY, text: String(stone[half]) });
    }),
  );
}

/** The neighbouring cells with equal labels at which two stones are joined. */
function joint(before, after) {
  for (const [late, early] of [[0, 1], [0, 0], [1, 1], [1, 0]]) {
    const cells = [before.cells[early], after.cells[late]];
    if (before.stone[early] === after.stone[late] && apart(...cells) === 1) return cells;
  }
  return [before.cells[1], after.cells[0]];
}

function arrow(s, from, to) {
  const [x, y] = middle(from);
  const [x2, y2] = middle(to);
  const [dx, dy] = [x2 - x, y2 - y];
  const at = (along, aside) => `${x + along * dx - aside * dy} ${y + along * dy + aside * dx}`;
  return s("path", { class: "joint", d: `M${at(0.36, 0)}L${at(0.64, 0)}M${at(0.54, 0.09)}L${at(0.65, 0)}L${at(0.54, -0.09)}` });
}
