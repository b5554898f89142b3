// A way that a person walks through a grid, from the start on: along open passages, to no junction twice.

/** As much of the way as the grid allows. */
export function allowed(grid, way) {
  const walked = [grid.start];
  for (const junction of way.slice(1)) {
    if (!leads(grid, walked, junction)) break;
    walked.push(junction);
  }
  return walked;
}

function leads(grid, way, junction) {
  const passage = grid.between(way.at(-1), junction);
  return passage !== null && grid.passages.has(passage) && !way.includes(junction);
}

/** The way after a click on a junction: on to it, or back to it. */
export function stepped(grid, way, junction) {
  if (leads(grid, way, junction)) return [...way, junction];
  const at = way.indexOf(junction);
  return at < 0 ? way : way.slice(0, at + 1);
}

export function costOf(grid, way) {
  return way.slice(1).reduce((sum, junction, at) => sum + grid.costOf(grid.between(way[at], junction)), 0);
}

/** The way in words. */
export function told(grid, way) {
  if (way.length === 1) return "Choose a junction beside the start, or drag along passages.";
  const steps = way.length === 2 ? "1 step" : `${way.length - 1} steps`;
  const where = way.at(-1) === grid.target ? "reaches the target" : `ends at ${grid.names[way.at(-1)]}`;
  return `Your way ${where}: ${steps}, cost ${costOf(grid, way)}.`;
}
