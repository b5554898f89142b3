// The instance editor of Labyrinth: open and close passages, choose start and target, set costs, and walk a path.

import { h } from "/pages/elements.js";
import { actionButton, labelled, radioButtons } from "/pages/form-fields.js";
import { ARROW_STEPS } from "/pages/keyboard.js";
import { Grid, gridByNumbering, LARGEST_SIDE, MOST_PASSAGES } from "./grid-model.js";
import { GridDrawing, itemAt } from "./grid-drawing.js";
import { allowedPath, describePath, endOf, pathAfterClick } from "./path-by-clicks.js";

/** @import { Activation, Board } from "/pages/interactive-board.js" */
/** @import { Cell, InstanceEditor, Job, PageContext, ParsedInstance, SolveResult } from "/pages/types.js" */
/** @import { LabyrinthInstance } from "./grid-model.js" */

const TOOLS = { passages: "Passages", start: "Start", target: "Target", costs: "Costs", walk: "Walk" };
/** @type {Record<string, string>} */
const INSTRUCTIONS = {
  passages: "Click between two junctions to open or close the passage, or drag over several passages. A click on a junction opens or closes all its passages.",
  start: "Click the junction where the path starts, or press S there.",
  target: "Click the junction where the path ends, or press T there.",
  costs: "Click an open passage to give it this cost; click it again to restore the default cost.",
};
/** The maximum number of edges of an instance that the server arranges on a grid. */
const MOST_EDGES_TO_ARRANGE = 200;
const LARGEST_COST = 1_000_000_000;
/** @type {Record<string, "start" | "target">} */
const KEYS = { s: "start", t: "target" };

/** @param {PageContext} context @param {(text: string) => void} write @returns {InstanceEditor} */
export function createGridEditor({ api, Board: BoardClass, store }, write) {
  /** The grid of the instance; null if no grid was found for it. @type {Grid | null} */
  let grid = Grid.fromSaved(store.get("grid"));
  /** The text of the grid when it was last written or read. @type {string | null} */
  let gridText = store.get("grid-text");
  /** @type {number[]} */
  let path = store.get("way", []);
  /** The best path that a solver has found. @type {{ objective: number, proved: boolean, path: number[], text: string } | null} */
  let best = null;
  /** @type {Board | null} */
  let board = null;
  const drawing = new GridDrawing();
  /** Whether the current drag opens passages; if not, it closes them. */
  let dragOpens = true;
  let newestRequest = 0;

  const tool = radioButtons("What a click does", TOOLS, store.get("tool", "passages"), (chosen) => {
    store.set("tool", chosen);
    draw();
  });
  const sideInput = () => h("input", { type: "number", min: 1, max: LARGEST_SIDE, step: 1, value: "6", on: { change: resize } });
  const [rows, columns] = [sideInput(), sideInput()];
  const costInput = (/** @type {string} */ value, /** @type {() => void} */ act) =>
    h("input", { type: "number", min: -LARGEST_COST, max: LARGEST_COST, step: 1, value, on: { change: act } });
  const defaultCost = costInput("1", () => isValid(defaultCost) && grid && change(grid.with({ cost: Number(defaultCost.value) })));
  const ownCost = costInput(String(store.get("own-cost", 5)), () => isValid(ownCost) && store.set("own-cost", Number(ownCost.value)));
  const ownCostField = labelled("This cost", ownCost);
  const note = h("p", { class: "note", role: "status" });
  const frame = h("div", { class: "board-frame" });
  const element = h(
    "div",
    { class: "grid-editor" },
    h(
      "div",
      { class: "row" },
      labelled("Rows", rows),
      labelled("Columns", columns),
      labelled("Cost of a passage", defaultCost),
      actionButton("Open all", () => setAll(true), { class: "small" }),
      actionButton("Close all", () => setAll(false), { class: "small" }),
    ),
    tool.element,
    frame,
    h("div", { class: "below" }, ownCostField, note),
  );

  const isValid = (/** @type {HTMLInputElement} */ input) => input.value !== "" && input.validity.valid;
  const gridOrNew = () => grid ?? Grid.allOpen(isValid(rows) ? Number(rows.value) : 6, isValid(columns) ? Number(columns.value) : 6);

  // --- Changes --------------------------------------------------------------------------------------

  /** @param {Grid} next */
  function change(next) {
    setGrid(next);
    writeText();
  }

  /** @param {boolean} open */
  function setAll(open) {
    const current = gridOrNew();
    change(current.withOpen(current.allPassages(), open));
  }

  /** Write the grid into the text of the instance. During a drag, this is called only once, at the end. */
  function writeText() {
    const text = grid?.toText() ?? null;
    if (text === null || text === gridText) return;
    gridText = text;
    save();
    write(text);
  }

  function save() {
    store.set("grid", grid?.toSaved() ?? false);
    store.set("grid-text", gridText);
    store.set("way", path);
  }

  /** @param {Grid | null} next */
  function setGrid(next) {
    const sameSize = grid && next && grid.rows === next.rows && grid.columns === next.columns;
    if (next !== grid) best = null;
    // If the server is still arranging an earlier instance on a grid, its answer is ignored.
    newestRequest++;
    grid = next;
    if (grid) path = allowedPath(grid, path);
    if (!sameSize || !board) createBoard();
    draw();
  }

  function resize() {
    if (!isValid(rows) || !isValid(columns) || Number(rows.value) * Number(columns.value) < 2) return;
    change(gridOrNew().resized(Number(rows.value), Number(columns.value)));
  }

  /** @param {Cell} cell @param {Activation} activation */
  function act(cell, { start, kind }) {
    if (!grid) return;
    const current = grid;
    const { junction, passage } = itemAt(grid, cell);
    const action = kind === "secondary" ? "passages" : tool.value();
    if (action === "walk") {
      walk(grid, junction, passage, start);
    } else if (action === "start" || action === "target") {
      if (start && junction !== undefined) setEnd(grid, junction, action);
    } else if (action === "costs") {
      if (start && isValid(ownCost) && passage !== undefined && grid.passages.has(passage)) setGrid(grid.withCost(passage, Number(ownCost.value)));
    } else {
      // Pressing on a junction changes all passages around it; dragging across a junction changes none.
      const passages = passage !== undefined ? [passage] : start && junction !== undefined ? grid.passagesAt(junction) : [];
      if (start) dragOpens = !passages.some((each) => current.passages.has(each));
      if (passages.length) setGrid(grid.withOpen(passages, dragOpens));
    }
  }

  /** @param {Grid} current @param {number} junction @param {"start" | "target"} which */
  function setEnd(current, junction, which) {
    const other = which === "start" ? "target" : "start";
    // Start and target are swapped rather than placed on the same junction.
    setGrid(current.with({ [other]: current[other] === junction ? current[which] : current[other], [which]: junction }));
  }

  /** @param {Grid} current @param {number | undefined} junction @param {number | undefined} passage @param {boolean} start */
  function walk(current, junction, passage, start) {
    /** @type {number[]} */
    const ends = passage === undefined ? [] : current.ends(passage);
    const next = junction ?? (ends.includes(endOf(path)) ? ends.find((each) => each !== endOf(path)) : undefined);
    // During a drag, cells of passages are ignored: the path moves when the drag reaches the next junction.
    if (next === undefined || (!start && (passage !== undefined || next === endOf(path)))) return;
    path = pathAfterClick(current, path, next);
    save();
    draw();
  }

  /** @param {KeyboardEvent} event @param {Cell} cell */
  function onKey(event, [row, column]) {
    if (!grid || !board) return false;
    const which = KEYS[event.key.toLowerCase()];
    const { junction } = itemAt(grid, [row, column]);
    if (which && !event.ctrlKey && junction !== undefined) {
      setEnd(grid, junction, which);
      writeText();
      return true;
    }
    const step = ARROW_STEPS[event.key];
    if (!step) return false;
    // The cursor skips the cells between four passages, because they are always empty.
    const next = itemAt(grid, [row + step[0], column + step[1]]);
    const length = "junction" in next || "passage" in next ? 1 : 2;
    board.focus([row + length * step[0], column + length * step[1]], false);
    return true;
  }

  // --- Display --------------------------------------------------------------------------------------

  function createBoard() {
    element.classList.toggle("gridless", !grid);
    if (!grid) {
      board = null;
      frame.replaceChildren(h("p", { class: "quiet", text: `No grid of at most ${LARGEST_SIDE}×${LARGEST_SIDE} junctions was found for this labyrinth. Edit its text below, or press "Open all" to begin a new grid.` }));
      return;
    }
    board = new BoardClass({ rows: 2 * grid.rows - 1, columns: 2 * grid.columns - 1, name: "Labyrinth editor", label, act, end: writeText, key: onKey });
    board.setWhole({ x: -0.5, y: -0.6, width: board.columns + 1, height: board.rows + 1.1 });
    board.drawing.replaceChildren(drawing.element);
    frame.replaceChildren(board.element);
    rows.value = String(grid.rows);
    columns.value = String(grid.columns);
  }

  /** @param {Cell} cell */
  function label(cell) {
    if (!grid) return "";
    const { names } = grid;
    const { junction, passage } = itemAt(grid, cell);
    if (passage !== undefined) {
      const [one, other] = grid.ends(passage).map((end) => names[end]);
      return `Passage from ${one} to ${other}: ${grid.passages.has(passage) ? `open, cost ${grid.costOf(passage)}` : "closed"}`;
    }
    if (junction === undefined) return "";
    const facts = [junction === grid.start && "start", junction === grid.target && "target", tool.value() === "walk" && path.includes(junction) && "on your path"];
    return [`Junction ${names[junction]}`, ...facts.filter(Boolean)].join(", ");
  }

  function draw() {
    const chosenTool = tool.value();
    ownCostField.hidden = chosenTool !== "costs";
    if (!grid) {
      note.textContent = "";
      return;
    }
    if (document.activeElement !== defaultCost) defaultCost.value = String(grid.cost);
    drawing.show(grid, { found: best?.path ?? [], own: chosenTool === "walk" ? path : [] });
    note.textContent = chosenTool === "walk" ? [describePath(grid, path), best?.text].filter(Boolean).join(" ") : INSTRUCTIONS[chosenTool];
  }

  /** Show the grid of an instance: the grid from which the text was written, or else a grid that fits the instance. @param {ParsedInstance<LabyrinthInstance> | null} parsed @param {string} text */
  async function show(parsed, text) {
    const request = ++newestRequest;
    element.classList.toggle("stale", parsed === null && text !== gridText);
    if (parsed === null) return;
    if (text === gridText && grid) return;
    const { instance } = parsed;
    let next = null;
    if (instance.edges?.length <= MOST_PASSAGES) {
      next = grid?.withInstance(instance) ?? gridByNumbering(instance);
      if (!next && instance.edges.length <= MOST_EDGES_TO_ARRANGE) {
        /** @type {Promise<{ places: [number, number, number][] | null }>} */
        const answer = api.ask("places", { instance: parsed.formats.json });
        const { places } = await answer.catch(() => ({ places: null }));
        if (places) next = Grid.fromCells(instance, new Map(places.map(([node, row, column]) => [node, [row, column]])));
      }
    }
    if (request !== newestRequest) return;
    gridText = text;
    setGrid(next);
    save();
  }

  /** Show the path of a solver's result. @param {Job<SolveResult<{ path: number[] }>>} job */
  function showResult({ result }) {
    const nodes = result?.solution?.path;
    if (!grid || !result || !nodes?.length || result.objective === null) return;
    const { names } = grid;
    const { objective } = result;
    const proved = result.status === "optimal";
    if (best && (best.proved || best.objective > objective)) return;
    const text = proved ? `The costliest path costs ${objective}.` : `The costliest path found so far costs ${objective}.`;
    best = { objective, proved, path: nodes.map((node) => names.indexOf(node)), text };
    draw();
  }

  // The saved grid is shown at once, before the server has parsed its text.
  element.classList.toggle("gridless", store.get("grid") === false);
  if (grid) setGrid(grid);
  return { element, show, showResult };
}
