// The editor of labyrinths: open and close passages, choose start and target, price passages, and walk through by yourself.

import { GridPicture, on } from "./drawing.js";
import { countedGrid, Grid, LARGEST_SIDE, MOST_PASSAGES } from "./grid.js";
import { allowed, stepped, told } from "./walk.js";

const TOOLS = { passages: "Passages", start: "Start", target: "Target", costs: "Costs", walk: "Walk" };
const TELL = {
  passages: "Click between two junctions to open or close the passage, drag for more; a junction opens or closes all around it.",
  start: "Click the junction where the way begins, or press S there.",
  target: "Click the junction where the way ends, or press T there.",
  costs: "Click a passage to give it this cost; once more takes it away.",
};
/** The server looks for the places of so many edges; the nodes of larger grids are counted row by row. */
const MOST_TRIED = 200;
const LARGEST_COST = 1_000_000_000;
const KEYS = { s: "start", t: "target" };
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** See `editor` of the generic page. */
export function gridEditor({ api, Board, dom, store }, write) {
  const { h, labelled, s, segments } = dom;
  let grid = Grid.kept(store.get("grid"));
  let written = store.get("grid-text");
  let way = store.get("way", []);
  let best = null;
  let board = null;
  const picture = new GridPicture(s);
  /** Whether the stroke that goes on opens passages or closes them. */
  let opens = true;
  let newest = 0;

  const tool = segments("What a click does", TOOLS, store.get("tool", "passages"), (chosen) => {
    store.set("tool", chosen);
    draw();
  });
  const side = () => h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, value: "6", on: { change: resize } });
  const [rows, columns] = [side(), side()];
  const price = (value, act) => h("input", { type: "number", min: -LARGEST_COST, max: LARGEST_COST, step: 1, value, on: { change: act } });
  const each = price("1", () => valid(each) && grid && change(grid.with({ cost: Number(each.value) })));
  const own = price(String(store.get("own-cost", 5)), () => valid(own) && store.set("own-cost", Number(own.value)));
  const ownField = labelled("This cost", own);
  const note = h("p", { class: "note", role: "status" });
  const place = h("div", { class: "place-of-board" });
  const button = (text, act) => h("button", { type: "button", class: "small", on: { click: act } }, text);
  const element = h(
    "div",
    { class: "grid-editor" },
    h(
      "div",
      { class: "row" },
      labelled("Rows", rows),
      labelled("Columns", columns),
      labelled("Cost of a passage", each),
      button("Open all", () => change(fresh().set(fresh().allPassages(), true))),
      button("Close all", () => change(fresh().set(fresh().allPassages(), false))),
    ),
    tool.element,
    place,
    h("div", { class: "below" }, ownField, note),
  );

  const valid = (field) => field.value !== "" && field.validity.valid;
  /** The grid to change: a new one, where there is none. */
  const fresh = () => grid ?? Grid.open(valid(rows) ? Number(rows.value) : 6, valid(columns) ? Number(columns.value) : 6);

  // --- Changing -------------------------------------------------------------------------------------

  /** The text is told when the stroke is over. */
  function change(next) {
    take(next);
    tell();
  }

  function tell() {
    const text = grid.toText();
    if (text === written) return;
    written = text;
    keep();
    write(text);
  }

  function keep() {
    store.set("grid", grid?.toKeep() ?? false);
    store.set("grid-text", written);
    store.set("way", way);
  }

  function take(next) {
    const same = grid && next && grid.rows === next.rows && grid.columns === next.columns;
    if (next !== grid) best = null;
    grid = next;
    if (grid) way = allowed(grid, way);
    if (!same || !board) lay();
    draw();
  }

  function resize() {
    if (!valid(rows) || !valid(columns) || rows.value * columns.value < 2) return;
    change(fresh().resized(Number(rows.value), Number(columns.value)));
  }

  function act(cell, { start, kind }) {
    const { junction, passage } = on(grid, cell);
    const does = kind === "secondary" ? "passages" : tool.value();
    if (does === "walk") {
      walk(junction, passage, start);
    } else if (does === "start" || does === "target") {
      if (start && junction !== undefined) end(junction, does);
    } else if (does === "costs") {
      if (start && valid(own) && grid.passages.has(passage)) take(grid.priced(passage, Number(own.value)));
    } else {
      // A drag goes over junctions without closing all around them.
      const meant = passage !== undefined ? [passage] : start && junction !== undefined ? grid.around(junction) : [];
      if (start) opens = !meant.some((one) => grid.passages.has(one));
      if (meant.length) take(grid.set(meant, opens));
    }
  }

  function end(junction, which) {
    const other = which === "start" ? "target" : "start";
    // Start and target change places rather than fall together.
    take(grid.with({ [other]: grid[other] === junction ? grid[which] : grid[other], [which]: junction }));
  }

  function walk(junction, passage, start) {
    const ends = passage === undefined ? [] : grid.ends(passage);
    const to = junction ?? (ends.includes(way.at(-1)) ? ends.find((one) => one !== way.at(-1)) : undefined);
    // Who drags over passages has been told to go on by the first of its cells already.
    if (to === undefined || (!start && (passage !== undefined || to === way.at(-1)))) return;
    way = stepped(grid, way, to);
    keep();
    draw();
  }

  function press(event, [row, column]) {
    const which = KEYS[event.key.toLowerCase()];
    const { junction } = on(grid, [row, column]);
    if (which && !event.ctrlKey && junction !== undefined) {
      end(junction, which);
      tell();
      return true;
    }
    const step = STEPS[event.key];
    if (!step) return false;
    // Where four cells meet there is nothing.
    const far = "junction" in on(grid, [row + step[0], column + step[1]]) || "passage" in on(grid, [row + step[0], column + step[1]]) ? 1 : 2;
    board.focus([row + far * step[0], column + far * step[1]], false);
    return true;
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  function lay() {
    element.classList.toggle("gridless", !grid);
    if (!grid) {
      board = null;
      place.replaceChildren(h("p", { class: "quiet", text: `This labyrinth does not fit on a grid of up to ${LARGEST_SIDE} x ${LARGEST_SIDE} junctions: its text can be changed below. Open all begins a new grid.` }));
      return;
    }
    const name = "Labyrinth to edit";
    board = new Board({ rows: 2 * grid.rows - 1, columns: 2 * grid.columns - 1, name, label, act, end: tell, key: press });
    board.drawing.replaceChildren(picture.element);
    place.replaceChildren(board.element);
    rows.value = String(grid.rows);
    columns.value = String(grid.columns);
  }

  function label(cell) {
    const { junction, passage } = on(grid, cell);
    const named = (one) => grid.names[one];
    if (passage !== undefined) {
      const [one, other] = grid.ends(passage).map(named);
      return `passage from ${one} to ${other}: ${grid.passages.has(passage) ? `open, cost ${grid.costOf(passage)}` : "closed"}`;
    }
    if (junction === undefined) return "";
    const also = [junction === grid.start && "start", junction === grid.target && "target", tool.value() === "walk" && way.includes(junction) && "on your way"];
    return [`junction ${named(junction)}`, ...also.filter(Boolean)].join(", ");
  }

  function draw() {
    const using = tool.value();
    ownField.hidden = using !== "costs";
    if (!grid) {
      note.textContent = "";
      return;
    }
    if (document.activeElement !== each) each.value = String(grid.cost);
    picture.show(grid, { found: best?.way ?? [], own: using === "walk" ? way : [] });
    note.textContent = using === "walk" ? [told(grid, way), best?.told].filter(Boolean).join(" ") : TELL[using];
  }

  /** The grid of what the server has read: the one that it was written from, or one that fits it. */
  async function show(read, text) {
    const mine = ++newest;
    element.classList.toggle("stale", read === null && text !== written);
    if (read === null) return;
    if (text === written && grid) return;
    const { instance } = read;
    let next = null;
    if (instance.edges?.length <= MOST_PASSAGES) {
      next = grid?.refilled(instance) ?? countedGrid(instance);
      if (!next && instance.edges.length <= MOST_TRIED) {
        const { places } = await api.ask("places", { instance: read.formats.json }).catch(() => ({ places: null }));
        if (places) next = Grid.of(instance, new Map(places.map(([node, row, column]) => [node, [row, column]])));
      }
    }
    if (mine !== newest) return;
    written = text;
    take(next);
    keep();
  }

  function found({ result }) {
    const path = result?.solution?.path;
    if (!grid || !path?.length) return;
    const { objective } = result;
    const proved = result.status === "optimal";
    if (best && (best.proved || best.objective > objective)) return;
    const words = proved ? `The dearest way costs ${objective}.` : `A way that costs ${objective} was found.`;
    best = { objective, proved, way: path.map((node) => grid.names.indexOf(node)), told: words };
    draw();
  }

  // What was kept is seen at once; what it is the picture of is read only then.
  element.classList.toggle("gridless", store.get("grid") === false);
  if (grid) take(grid);
  return { element, show, found };
}
