// What is drawn here in the browser: patches, quilts, the time board, and how a game went.

import { SIDE, gripFor, squareOf } from "./shapes.js";

const CLOTHS = 10;
/** Where the spaces of the time board go from left to right in odd rows and back in even ones. */
const WIDE_ROW = 18;
const NARROW_ROW = 11;

/** The outline of some squares as a path. */
export function outline(cells) {
  const here = new Set(cells.map(String));
  const missing = (row, column) => !here.has(`${row},${column}`);
  return cells
    .map(([row, column]) => {
      let path = "";
      if (missing(row - 1, column)) path += `M${column} ${row}h1`;
      if (missing(row + 1, column)) path += `M${column} ${row + 1}h1`;
      if (missing(row, column - 1)) path += `M${column} ${row}v1`;
      if (missing(row, column + 1)) path += `M${column + 1} ${row}v1`;
      return path;
    })
    .join("");
}

export const area = (cells) => cells.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("");

/** A patch: cloth, seam, and its buttons. */
export function patchPicture(s, patch, cells, { income = 0, name = "" } = {}) {
  const buttons = cells.slice(0, income).map(([row, column]) => s("circle", { class: "button-dot", cx: column + 0.5, cy: row + 0.5, r: 0.22 }));
  const cloth = patch ? `cloth cloth-${patch % CLOTHS}` : "cloth leather";
  return s("g", { class: `patch ${name}` }, s("path", { class: cloth, d: area(cells) }), s("path", { class: "seam", d: outline(cells) }), buttons);
}

/** A patch by itself, in a picture of its own. */
export function patchAlone(s, patch, image, facts, room = null) {
  const rows = Math.max(...image.map(([row]) => row)) + 1;
  const columns = Math.max(...image.map(([, column]) => column)) + 1;
  const [high, wide] = room ?? [rows, columns];
  const box = [(columns - wide) / 2 - 0.1, (rows - high) / 2 - 0.1, wide + 0.2, high + 0.2];
  return s("svg", { viewBox: box.join(" "), class: "patch-alone", "aria-hidden": "true" }, patchPicture(s, patch, image, { income: facts.income }));
}

/** The pieces of each quilt, as the moves of a game tell them: [{patch, cells}] for both players. */
export function piecesOf(steps) {
  const pieces = [[], []];
  for (const { move, mover } of steps) {
    if (move.json.buy) pieces[mover].push({ patch: move.json.buy, cells: move.json.cells });
    else if (move.json.special) pieces[mover].push({ patch: 0, cells: [move.json.special] });
  }
  return pieces;
}

/** The drawing of a quilt: its grid, the patches that are known, and squares of which only that is known that they are covered. */
export function quiltPicture(s, side, pieces, patches, last = null) {
  const known = new Set(pieces.flatMap(({ cells }) => cells.map(squareOf)));
  const unknown = side.covered.filter((square) => !known.has(square)).map((square) => [Math.floor(square / SIDE), square % SIDE]);
  const lines = Array.from({ length: SIDE - 1 }, (_, at) => `M${at + 1} 0v${SIDE}M0 ${at + 1}h${SIDE}`).join("");
  return s(
    "g",
    { class: "quilt" },
    s("rect", { class: "ground", width: SIDE, height: SIDE }),
    s("path", { class: "lines", d: lines }),
    unknown.length ? s("g", { class: "patch" }, s("path", { class: "cloth plain", d: area(unknown) }), s("path", { class: "seam", d: outline(unknown) })) : null,
    pieces.map((piece) => patchPicture(s, piece.patch, piece.cells, { income: patches[piece.patch].income, name: piece === last ? "last" : "" })),
    s("rect", { class: "frame", width: SIDE, height: SIDE }),
  );
}

/** A quilt in a picture of its own. */
export function quiltAlone(s, label, ...given) {
  return s("svg", { viewBox: "-0.15 -0.15 9.3 9.3", class: "quilt-alone", role: "img", "aria-label": label }, quiltPicture(s, ...given));
}

/** A player's marker: a disc for the first, a diamond for the second, each with its number. */
export function marker(s, player, x, y, size = 0.36, name = "") {
  const shape = player ? s("path", { d: `M${x} ${y - size * 1.2}L${x + size * 1.2} ${y}L${x} ${y + size * 1.2}L${x - size * 1.2} ${y}z` }) : s("circle", { cx: x, cy: y, r: size });
  const text = s("text", { x, y: y + size * 0.42, "font-size": size * 1.2, "text-anchor": "middle" }, String(player + 1));
  return s("g", { class: `marker player-${player} ${name}` }, shape, name ? null : text);
}

/** The marker as a sign in a line of text. */
export function markerSign(s, player) {
  return s("svg", { viewBox: "-0.5 -0.5 1 1", class: "sign", "aria-hidden": "true" }, marker(s, player, 0, 0, 0.38));
}

/** The time board. `goal` is the space that the player to move would reach by what is planned. */
export function timeBoard(s, view, { last, incomes }, goal = null, narrow = false) {
  const columns = narrow ? NARROW_ROW : WIDE_ROW;
  const rows = Math.ceil((last + 1) / columns);
  const at = (space) => {
    const row = Math.floor(space / columns);
    return [row, row % 2 ? columns - 1 - (space % columns) : space % columns];
  };
  const way = Array.from({ length: last + 1 }, (_, space) => at(space)).map(([row, column]) => `${column + 0.5} ${row + 0.5}`);
  const spaces = Array.from({ length: last + 1 }, (_, space) => {
    const [row, column] = at(space);
    const income = incomes.includes(space);
    const special = view.specials.includes(space);
    const here = [0, 1].filter((player) => view.sides[player].time === space);
    const parts = [s("rect", { class: income ? "space income" : "space", x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.12 })];
    if (income) parts.push(s("circle", { class: "button-dot", cx: column + 0.5, cy: row + 0.5, r: 0.3 }), s("path", { class: "holes", d: `M${column + 0.42} ${row + 0.5}h0M${column + 0.58} ${row + 0.5}h0` }));
    if (special) parts.push(s("rect", { class: "leather", x: column + 0.24, y: row + 0.24, width: 0.52, height: 0.52 }));
    if (!income && !special && !here.length) parts.push(s("text", { class: "number", x: column + 0.5, y: row + 0.6, "text-anchor": "middle", "font-size": 0.3 }, String(space)));
    if (space === goal && view.sides[view.to_move].time !== goal) parts.push(marker(s, view.to_move, column + 0.5, row + 0.5, 0.36, "goal"));
    here.forEach((player, place) => parts.push(marker(s, player, column + (here.length === 2 ? 0.3 + 0.4 * place : 0.5), row + 0.5, here.length === 2 ? 0.25 : 0.36)));
    return s("g", {}, parts);
  });
  const [one, two] = view.sides.map((side) => side.time);
  const label = `Time board: player 1 on space ${one}, player 2 on space ${two}, of ${last}. Income on ${incomes.join(", ")}. 1x1 patches on ${view.specials.join(", ") || "none"}.`;
  return s("svg", { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, class: "time-board", role: "img", "aria-label": label }, s("polyline", { class: "way", points: way.join(" ") }), spaces);
}

// --- How a game went --------------------------------------------------------------------------------

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The chances of the first player over a game, with the mistakes; `onPly` is called with the ply that somebody points at. */
export function coursePlot(s, { course, moves }, ply, onPly, narrow = false) {
  const [width, height, left, top] = [narrow ? 56 : 100, 34, 7, 2];
  const plies = Math.max(course.length - 1, 1);
  const x = (at) => left + ((width - left - 2) * at) / plies;
  const y = (value) => top + (height - top - 4) * (1 - value);
  const line = course.map((value, at) => `${x(at)} ${y(value)}`).join("L");
  const lines = [0, 0.25, 0.5, 0.75, 1].map((value) => [
    s("path", { class: value === 0.5 ? "axis even" : "axis", d: `M${left} ${y(value)}H${width - 2}` }),
    s("text", { class: "tick", x: left - 1, y: y(value) + 0.9, "text-anchor": "end" }, `${100 * value}`),
  ]);
  const marks = moves.filter(({ mark }) => mark).map((move) => {
    const at = [x(move.ply), y(course[move.ply])];
    return s("g", { class: `mistake ${move.mark}` }, marker(s, move.player, ...at, 1, "dot"), s("text", { x: at[0], y: Math.max(at[1] - 1.8, 2.4), "text-anchor": "middle" }, SIGNS[move.mark]));
  });
  const plot = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "course", role: "img", "aria-label": "The winning chances of player 1, in per cent, move by move" },
    lines,
    s("path", { class: "chances", d: `M${line}` }),
    marks,
    s("path", { class: "now", d: `M${x(Math.min(ply, plies))} ${top}V${height - 4}` }),
    s("text", { class: "tick", x: left, y: height - 0.6 }, "chances of player 1 in %, over the moves"),
  );
  plot.addEventListener("click", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
    onPly(Math.min(Math.max(Math.round(((point.x - left) * plies) / (width - left - 2)), 0), plies));
  });
  return plot;
}

export const percent = (value) => `${(100 * value).toFixed(value > 0.995 || value < 0.005 ? 1 : 0)} %`;

const QUARTERS = ["", "turned right", "turned upside down", "turned left"];

/** How a patch is turned, in words. */
function turnOf(shape, cells) {
  const { over, quarters } = gripFor(shape, cells) ?? { over: false, quarters: 0 };
  const words = [over && "flipped", QUARTERS[quarters]].filter(Boolean).join(" and ");
  return words ? `, ${words},` : "";
}

/** A move in words, as they follow a player's name; in full, so that no two moves have the same words. */
export function inWords(move, patches, full = false) {
  const { json } = move;
  if (json === "advance") return "advance";
  if (json.special) return `lay the 1x1 patch on row ${json.special[0] + 1}, column ${json.special[1] + 1}`;
  const { buttons, time } = patches[json.buy];
  const turn = full ? turnOf(patches[json.buy].cells, json.cells) : "";
  return `buy patch ${json.buy} (${buttons} ${buttons === 1 ? "button" : "buttons"}, ${time} time)${turn} at row ${json.cells[0][0] + 1}, column ${json.cells[0][1] + 1}`;
}
