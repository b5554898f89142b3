// Plots the win chance of player 1 during a game, and marks the mistakes.

import { s } from "/pages/elements.js";
import { MISTAKES } from "/pages/game-replay.js";
import { drawMarker, isNarrow } from "./time-board.js";

/** @import { GameAnalysis } from "/pages/types.js" */
/** @import { MoveJson } from "./types.js" */

/** `onPly(ply)` is called with the ply that the user clicks. @param {GameAnalysis<MoveJson>} analysis @param {number} ply @param {(ply: number) => void} onPly */
export function winChancePlot({ course, moves }, ply, onPly) {
  const [width, height, left, top] = [isNarrow() ? 56 : 100, 34, 7, 2];
  const plies = Math.max(course.length - 1, 1);
  const x = (/** @type {number} */ index) => left + ((width - left - 2) * index) / plies;
  const y = (/** @type {number} */ value) => top + (height - top - 4) * (1 - value);
  const line = course.map((value, index) => `${x(index)} ${y(value)}`).join("L");
  const axes = [0, 0.25, 0.5, 0.75, 1].map((value) => [
    s("path", { class: value === 0.5 ? "axis even" : "axis", d: `M${left} ${y(value)}H${width - 2}` }),
    s("text", { class: "tick", x: left - 1, y: y(value) + 0.9, "text-anchor": "end" }, `${100 * value}`),
  ]);
  const marks = moves.map(({ mark, ply: movePly, player }) => {
    if (!mark) return null;
    const [markX, markY] = [x(movePly), y(course[movePly])];
    const symbol = s("text", { x: markX, y: Math.max(markY - 1.8, 2.4), "text-anchor": "middle" }, MISTAKES[mark].symbol);
    return s("g", { class: `mistake ${mark}` }, drawMarker(player, markX, markY, 1, "dot"), symbol);
  });
  const plot = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "win-chance-plot", role: "img", "aria-label": "Win chance of player 1 in per cent, move by move" },
    axes,
    s("path", { class: "chances", d: `M${line}` }),
    marks,
    s("path", { class: "now", d: `M${x(Math.min(ply, plies))} ${top}V${height - 4}` }),
    s("text", { class: "tick", x: left, y: height - 0.6 }, "Win chance of player 1 in %, by move"),
  );
  plot.addEventListener("click", (event) => {
    const matrix = plot.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onPly(Math.min(Math.max(Math.round(((point.x - left) * plies) / (width - left - 2)), 0), plies));
  });
  return plot;
}
