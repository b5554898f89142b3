// A path that the user walks through a grid, from the start along open passages. It visits no junction twice.

import { plural } from "/pages/text-format.js";

/** @import { Grid } from "./grid-model.js" */

/** Return the part of a path up to the first step that the grid does not allow; this part begins at the grid's start. @param {Grid} grid @param {number[]} path */
export function allowedPath(grid, path) {
  const walked = [grid.start];
  for (const junction of path.slice(1)) {
    if (!canContinueTo(grid, walked, junction)) break;
    walked.push(junction);
  }
  return walked;
}

/** @param {number[]} path */
export const endOf = (path) => path[path.length - 1];

/** @param {Grid} grid @param {number[]} path @param {number} junction */
function canContinueTo(grid, path, junction) {
  const passage = grid.between(endOf(path), junction);
  return passage !== null && grid.passages.has(passage) && !path.includes(junction);
}

/** Return the path after a click on a junction: extended to the junction, cut back to it, or unchanged. @param {Grid} grid @param {number[]} path @param {number} junction */
export function pathAfterClick(grid, path, junction) {
  if (canContinueTo(grid, path, junction)) return [...path, junction];
  const index = path.indexOf(junction);
  return index < 0 ? path : path.slice(0, index + 1);
}

/** Describe the path in words; if it has no steps, say how to begin. @param {Grid} grid @param {number[]} path */
export function describePath(grid, path) {
  if (path.length === 1) return "Click a junction next to the start, or drag along passages.";
  const cost = path.slice(1).reduce((sum, junction, index) => sum + grid.costOf(grid.between(path[index], junction) ?? -1), 0);
  const where = endOf(path) === grid.target ? "reaches the target" : `ends at ${grid.names[endOf(path)]}`;
  return `Your path ${where}: ${plural(path.length - 1, "step")}, cost ${cost}.`;
}
