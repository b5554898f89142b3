// The picture of a grid: junctions lie on every other cell of a board, with the passages on the cells between them.

/** What lies on a cell of the board: {junction}, {passage}, or neither where four cells meet. */
export function on(grid, [row, column]) {
  const junction = (row >> 1) * grid.columns + (column >> 1);
  if (row % 2 === 0 && column % 2 === 0) return { junction };
  if (row % 2 && column % 2) return {};
  return { passage: 2 * junction + (row % 2) };
}

const centre = (grid, junction) => [2 * (junction % grid.columns) + 0.5, 2 * Math.floor(junction / grid.columns) + 0.5];

/**
 * The grid as SVG. Start and target have one ring and two, as in other pictures; a closed passage is a bar across the way,
 * and only costs of passages' own are written. `ways` are lines through junctions, {kind: [junction, ...]}, each kind a class.
 */
export function gridPicture(s, grid, ways) {
  const used = new Set([...grid.passages.keys()].flatMap((each) => grid.ends(each)));
  const [parts, costs] = [[], []];
  for (const passage of grid.allPassages()) {
    const [[x, y], [x2, y2]] = grid.ends(passage).map((each) => centre(grid, each));
    const [middle, height] = [(x + x2) / 2, (y + y2) / 2];
    if (grid.passages.has(passage)) {
      parts.push(s("line", { class: "way", x1: x, y1: y, x2, y2 }));
      const own = grid.passages.get(passage);
      if (own !== null) costs.push(s("text", { class: "cost", x: middle, y: height, text: String(own) }));
    } else {
      const [across, down] = passage % 2 ? [0.4, 0] : [0, 0.4];
      parts.push(s("line", { class: "bar", x1: middle - across, y1: height - down, x2: middle + across, y2: height + down }));
    }
  }
  const walked = {};
  for (const [kind, junctions] of Object.entries(ways)) {
    walked[kind] = new Set(junctions);
    parts.push(s("polyline", { class: `walked ${kind}`, points: junctions.map((each) => centre(grid, each).join()).join(" ") }));
  }
  parts.push(...costs);
  const rings = new Map([[grid.start, 1], [grid.target, 2]]);
  grid.names.forEach((name, junction) => {
    const [cx, cy] = centre(grid, junction);
    for (let ring = rings.get(junction) ?? 0; ring > 0; ring--) parts.push(s("circle", { class: "ring", cx, cy, r: 0.4 + 0.11 * ring }));
    const kinds = Object.keys(walked).filter((kind) => walked[kind].has(junction));
    parts.push(s("circle", { class: ["junction", ...kinds, !used.has(junction) && "unused"].filter(Boolean).join(" "), cx, cy, r: 0.4 }));
    const text = String(name);
    if (used.has(junction) || rings.has(junction)) parts.push(s("text", { class: `name digits-${Math.min(text.length, 5)}`, x: cx, y: cy, text }));
  });
  return s("g", { class: "grid-picture" }, parts);
}
