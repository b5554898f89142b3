// Mouse, touch and keyboard input for each kind of puzzle.

import { ARROW_STEPS } from "./keyboard.js";
import { cellsBetween, nearestNeighbour, stepsBetween } from "./cells-between-drag-points.js";
import { BORDER, COLOURS, CROSS, JOIN, LINE, SHADED, UNDECIDED, UNSHADED } from "./puzzle-places-and-clues.js";

/** @import { Activation } from "./interactive-board.js" */
/** @import { PuzzleProgress } from "./puzzle-progress.js" */
/** @import { Puzzle } from "./puzzle-places-and-clues.js" */
/** @import { Cell } from "./types.js" */

/** The tools from which the player can choose; the tool determines what a click enters. @typedef {"first" | "second" | "clear" | "colour"} Tool */

/**
 * `act` and `end` have the same meaning as in the options of `Board`; `key` returns whether it has handled a key.
 * @typedef {object} PuzzleInput
 * @property {(cell: Cell, activation: Activation) => void} act
 * @property {() => void} end
 * @property {(event: KeyboardEvent, cell: Cell) => boolean} key
 */

/**
 * What an input acts on: the progress that it changes, the selected tool, and `focus`, which moves the cursor to a cell.
 * @typedef {object} InputTarget
 * @property {PuzzleProgress} progress
 * @property {() => Tool} tool
 * @property {(cell: Cell) => void} focus
 */

/** A pointer movement of less than this fraction of a cell is not a drag. */
const SHORTEST_DRAG = 0.3;

/** The keys that change the four edges of a cell. Each value is the step to the neighbour across the edge. @type {Record<string, [number, number]>} */
const EDGE_KEYS = { w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1] };

/** @param {InputTarget} target @returns {PuzzleInput} */
export function puzzleInput(target) {
  const inputs = { shade: shadeInput, numbers: numberInput, regions: regionInput, lines: lineInput };
  const values = inputs[target.progress.puzzle.kind](target);
  const colours = colourInput(target);
  let pointed = values;
  return {
    act(cell, activation) {
      if (activation.start) pointed = target.tool() === "colour" ? colours : values;
      pointed.act(cell, activation);
    },
    end: () => pointed.end(),
    key: values.key,
  };
}

// --- Colours, which have no meaning for the puzzle -----------------------------------------------------

/** A click gives a cell the next colour, or with the right button the previous one; a drag gives all cells that it crosses the same colour. @param {InputTarget} target @returns {PuzzleInput} */
function colourInput({ progress }) {
  const order = [UNDECIDED, ...COLOURS];
  const firstColour = (/** @type {number} */ index, /** @type {boolean} */ secondary) => {
    const step = secondary ? order.length - 1 : 1;
    return order[(order.indexOf(progress.colours[index]) + step) % order.length];
  };
  return { ...brushInput(progress.puzzle, firstColour, (index, colour) => progress.colour(index, colour)), key: () => false };
}

// --- Shaded and unshaded cells ------------------------------------------------------------------------

/** The value that a click on an undecided cell enters with each tool. With the tools `first` and `second`, a second click changes `SHADED` to `UNSHADED` or vice versa, and a third click clears the cell. @type {Record<Tool, string>} */
const SHADE_TOOLS = { first: SHADED, second: UNSHADED, clear: UNDECIDED, colour: UNDECIDED };
/** @type {Record<string, string>} */
const SHADE_KEYS = { x: SHADED, s: SHADED, i: UNSHADED, ".": UNSHADED, delete: UNDECIDED, backspace: UNDECIDED };

/** @param {InputTarget} target @returns {PuzzleInput} */
function shadeInput({ progress, tool, focus }) {
  const { puzzle } = progress;
  const firstValue = (/** @type {number} */ index, /** @type {boolean} */ secondary) => {
    const order = (SHADE_TOOLS[tool()] === UNSHADED) !== secondary ? [UNSHADED, SHADED] : [SHADED, UNSHADED];
    return tool() === "clear" ? UNDECIDED : nextValue(progress.values[index], order);
  };
  return {
    ...brushInput(puzzle, firstValue, (index, value) => progress.paint(index, value)),
    key(event, cell) {
      const step = event.shiftKey && ARROW_STEPS[event.key];
      const name = event.key.toLowerCase();
      if (step) {
        // The next cell gets the value of the current cell, as in a drag with the mouse.
        const index = puzzle.indexOf(cell);
        const value = puzzle.isFixed(index) ? SHADE_TOOLS[tool()] : progress.values[index];
        const next = neighbour(puzzle, cell, step);
        focus(next);
        progress.paintAll([[puzzle.indexOf(next), value]]);
      } else if (Object.hasOwn(SHADE_KEYS, name)) progress.paintAll([[puzzle.indexOf(cell), SHADE_KEYS[name]]]);
      else return false;
      return true;
    },
  };
}

// --- Numbers ------------------------------------------------------------------------------------------

/** @param {InputTarget} target @returns {PuzzleInput} */
function numberInput({ progress, tool }) {
  const { puzzle } = progress;
  const largest = Math.max(9, ...puzzle.clues.map(Number).filter(Number.isFinite));
  /** The selected cell. A click increases only the number of this cell; a right click decreases the number of any cell. @type {number | null} */
  let chosen = null;
  /** The cell into which the last digit was typed, so that the next digit is appended. @type {number | null} */
  let typing = null;
  /** @type {{ value: string, first: Cell, last: Cell, moved: boolean, step: 1 | -1 } | null} */
  let drag = null;

  const shown = (/** @type {number} */ index) => (puzzle.isFixed(index) ? puzzle.clues[index] : progress.values[index]);

  /** @param {string} value @param {1 | -1} step */
  function counted(value, step) {
    const number = (value === UNDECIDED ? 0 : Number(value)) + step;
    if (number < 0) return String(largest);
    return number === 0 || number > largest ? UNDECIDED : String(number);
  }

  return {
    act(cell, { kind, start, key }) {
      if (start) {
        const index = puzzle.indexOf(cell);
        typing = null;
        if (key !== null) chosen = index;
        drag = { value: tool() === "clear" ? UNDECIDED : shown(index), first: cell, last: cell, moved: false, step: kind === "secondary" ? -1 : 1 };
        return;
      }
      if (!drag) return;
      // A drag copies the number of its first cell.
      drag.moved = true;
      for (const each of [drag.first, ...cellsBetween(drag.last, cell)]) progress.paint(puzzle.indexOf(each), drag.value);
      drag.last = cell;
    },
    end() {
      if (!drag) return;
      const index = puzzle.indexOf(drag.first);
      if (!drag.moved && tool() === "clear") progress.paint(index, UNDECIDED);
      else if (!drag.moved && (chosen === index || drag.step === -1)) progress.paint(index, counted(progress.values[index], drag.step));
      chosen = puzzle.indexOf(drag.last);
      drag = null;
    },
    key(event, cell) {
      const index = puzzle.indexOf(cell);
      const value = progress.values[index];
      const before = value === UNDECIDED || typing !== index ? "" : value;
      if (/^[0-9]$/.test(event.key)) {
        const longer = Number(before + event.key);
        const number = longer > puzzle.size ? Number(event.key) : longer;
        progress.paintAll([[index, number === 0 ? UNDECIDED : String(number)]]);
        typing = index;
      } else if (event.key === "Backspace") progress.paintAll([[index, value.slice(0, -1) || UNDECIDED]]);
      else if (event.key === "Delete") progress.paintAll([[index, UNDECIDED]]);
      else return false;
      chosen = index;
      return true;
    },
  };
}

// --- Borders of regions -------------------------------------------------------------------------------

/** @param {InputTarget} target @returns {PuzzleInput} */
function regionInput(target) {
  const { progress, tool } = target;
  const { puzzle } = progress;
  const order = puzzle.shape === "stone" ? [JOIN, BORDER] : [BORDER, JOIN];

  /** Join the cells of a drag into one region with borders around it, or clear their edges. @param {Drag} drag @param {Cell} last */
  function draw({ path }, last) {
    const rectangle = (tool() === "second") !== (puzzle.shape === "rectangle");
    const cells = rectangle ? cellsOfRectangle(path[0], last) : path;
    const inside = new Set(cells.map((cell) => puzzle.indexOf(cell)));
    for (const cell of cells) {
      for (const place of puzzle.edgesOf(cell)) {
        const isInside = puzzle.edgeCells(place).every((each) => inside.has(puzzle.indexOf(each)));
        progress.paint(place, tool() === "clear" ? UNDECIDED : isInside ? JOIN : BORDER);
      }
    }
  }

  return edgeInput(target, { along: JOIN, across: BORDER, takesBack: false, order: ({ secondary }) => (secondary ? [...order].reverse() : order), draw });
}

/** @param {Cell} first @param {Cell} last @returns {Cell[]} */
function cellsOfRectangle([row, column], [toRow, toColumn]) {
  const [top, left] = [Math.min(row, toRow), Math.min(column, toColumn)];
  const [height, width] = [Math.abs(toRow - row) + 1, Math.abs(toColumn - column) + 1];
  return Array.from({ length: height * width }, (_, index) => [top + Math.floor(index / width), left + (index % width)]);
}

// --- Lines --------------------------------------------------------------------------------------------

/** @param {InputTarget} target @returns {PuzzleInput} */
function lineInput(target) {
  const { progress, tool } = target;
  const { puzzle } = progress;
  const order = (/** @type {Drag} */ { secondary }) => ((tool() === "second") !== secondary ? [CROSS, LINE] : [LINE, CROSS]);

  /** Draw a line (or a cross, depending on the tool and the button) on every edge on the path of a drag; with the tool `clear`, or if the first edge already has this value, clear these edges instead. @param {Drag} drag */
  function draw(drag) {
    const { path } = drag;
    const places = path.slice(1).map((cell, index) => puzzle.edge(path[index], cell)).filter((place) => place !== null);
    const [wanted] = order(drag);
    const value = tool() === "clear" || progress.values[places[0]] === wanted ? UNDECIDED : wanted;
    for (const place of places) progress.paint(place, value);
  }

  return edgeInput(target, { along: LINE, across: CROSS, takesBack: true, order, draw });
}

// --- Functions that several kinds share ---------------------------------------------------------------

/**
 * Return the functions `act` and `end` of an input that gives the same value to all cells that a drag crosses. `firstValue(index, secondary)` returns this value for a drag that begins in cell `index`.
 * @param {Puzzle} puzzle
 * @param {(index: number, secondary: boolean) => string} firstValue
 * @param {(index: number, value: string) => void} paint
 * @returns {Pick<PuzzleInput, "act" | "end">}
 */
function brushInput(puzzle, firstValue, paint) {
  /** @type {{ value: string, last: Cell } | null} */
  let drag = null;
  return {
    act(cell, { kind, start }) {
      if (start) drag = { value: firstValue(puzzle.indexOf(cell), kind === "secondary"), last: cell };
      if (!drag) return;
      for (const each of start ? [cell] : cellsBetween(drag.last, cell)) paint(puzzle.indexOf(each), drag.value);
      drag.last = cell;
    },
    end() {
      drag = null;
    },
  };
}

/**
 * A drag through cells. `path` contains the cells from the start of the drag to the pointer; each is a neighbour of the previous one. `point` is where the drag began.
 * @typedef {{ path: Cell[], point: { x: number, y: number } | null, moved: boolean, secondary: boolean }} Drag
 */

/**
 * Return the input of a puzzle whose places are edges: `draw` enters values along a drag, and a click gives the next value in `order(drag)` to an edge.
 * @param {InputTarget} target
 * @param {{ along: string, across: string, takesBack: boolean, order: (drag: Drag) => string[], draw: (drag: Drag, last: Cell) => void }} options
 * @returns {PuzzleInput}
 */
function edgeInput({ progress, tool, focus }, { along, across, takesBack, order, draw }) {
  const { puzzle } = progress;
  /** @type {Drag | null} */
  let drag = null;
  return {
    act(cell, activation) {
      drag = extended(drag, cell, activation, takesBack);
      if (!drag?.moved) return;
      // Each movement of the pointer draws the region or the line again.
      progress.cancel();
      progress.begin();
      draw(drag, cell);
    },
    end() {
      if (drag && !drag.moved && drag.point) {
        const place = puzzle.edge(drag.path[0], nearestNeighbour(drag.path[0], drag.point));
        if (place !== null) progress.paint(place, tool() === "clear" ? UNDECIDED : nextValue(progress.values[place], order(drag)));
      }
      drag = null;
    },
    // Shift with an arrow key gives the value `along` to an edge and moves the cursor across it; W, A, S and D give the value `across` to an edge.
    // If the edge already has this value, the value is removed.
    key(event, cell) {
      const isAlong = event.shiftKey && Object.hasOwn(ARROW_STEPS, event.key);
      const step = isAlong ? ARROW_STEPS[event.key] : EDGE_KEYS[event.key.toLowerCase()];
      if (step) {
        const next = neighbour(puzzle, cell, step);
        const place = puzzle.edge(cell, next);
        const value = isAlong ? along : across;
        if (place !== null) progress.paintAll([[place, progress.values[place] === value ? UNDECIDED : value]]);
        if (isAlong) focus(next);
        return true;
      }
      if (event.key !== "Delete" && event.key !== "Backspace") return false;
      progress.paintAll(puzzle.edgesOf(cell).map((place) => [place, UNDECIDED]));
      return true;
    },
  };
}

/** Return the drag after a movement of the pointer. With `takesBack`, a movement back to the previous cell makes the path shorter. @param {Drag | null} drag @param {Cell} cell @param {Activation} activation @param {boolean} takesBack @returns {Drag | null} */
function extended(drag, cell, { kind, start, point }, takesBack) {
  if (start) return { path: [cell], point, moved: false, secondary: kind === "secondary" };
  if (!drag || !drag.point || !point) return drag;
  const isFar = Math.hypot(point.x - drag.point.x, point.y - drag.point.y) >= SHORTEST_DRAG;
  const path = [...drag.path];
  if (isFar) {
    for (const step of stepsBetween(path[path.length - 1], cell)) {
      if (takesBack && String(path[path.length - 2]) === String(step)) path.pop();
      else path.push(step);
    }
  }
  return { ...drag, path, moved: drag.moved || path.length > 1 };
}

/** Return the value that follows `value` in a cycle: the values in `order`, then `UNDECIDED`, then the first value again. @param {string} value @param {string[]} order */
function nextValue(value, order) {
  return [...order, UNDECIDED][order.indexOf(value) + 1];
}

/** Return the neighbour of a cell in the direction of a step, or the cell itself if this neighbour is not on the board. @param {Puzzle} puzzle @param {Cell} cell @param {[number, number]} step @returns {Cell} */
function neighbour(puzzle, [row, column], [down, right]) {
  /** @type {Cell} */
  const next = [row + down, column + right];
  return puzzle.contains(next) ? next : [row, column];
}
