// A board of cells over a picture: mouse, touch and keyboard input, and marks on cells. Its viewport zooms and pans.

import { BoardViewport } from "./board-viewport.js";
import { s } from "./elements.js";
import { announce } from "./announcements-and-progress.js";
import { ARROW_STEPS } from "./keyboard.js";
import { picture } from "./sanitised-svg.js";

/** @import { Cell, ViewBox } from "./types.js" */

/**
 * How a cell was activated. `start` is false for all activations of a drag except the first one. `key` is null for pointers; `point`, the
 * position of the pointer in the picture, is null for keys.
 * @typedef {{ kind: "primary" | "secondary", start: boolean, key: string | null, point: { x: number, y: number } | null }} Activation
 */

/**
 * @typedef {object} BoardOptions
 * @property {number} rows
 * @property {number} columns
 * @property {string} [name] the name for screen readers
 * @property {((cell: Cell) => string) | null} [label] describes a cell for screen readers
 * @property {((cell: Cell, activation: Activation) => void) | null} [act] called when a cell is activated
 * @property {(() => void) | null} [end] called when the finger is lifted or the mouse button is released, and after `act` if a key was pressed
 * @property {(() => void) | null} [cancel] called instead of `end` when a second finger begins to zoom; by default `end` is called
 * @property {((event: KeyboardEvent, cell: Cell) => boolean) | null} [key] called with every key before the board handles it, unless Alt or Meta is pressed; returns true if the board must ignore the key
 * @property {((cell: Cell | null) => void) | null} [hover] called with the cell under the pointer when the pointer moves (null if there is no such cell), and with the new cell when an arrow key moves the cursor
 * @property {Cell} [origin] the cell at the upper left corner
 * @property {boolean} [everyMove] call `act` for every movement of a drag, even within one cell
 */

const MOST_ZOOM = 8;
/** A board can be zoomed until a cell has this size in pixels, and at least by the factor `MOST_ZOOM`. */
const LARGEST_CELL = 96;
/** The wheel zooms a board that is already zoomed, or whose cells are smaller than this, in pixels; otherwise the wheel scrolls the page. */
const SMALL_CELL = 26;
/** Zoom buttons are always shown for boards with more rows or columns than this; for other boards, only while the board is zoomed. */
const LARGEST_WITHOUT_BUTTONS = 12;

/** A board of `rows` x `columns` cells. Cell [row, column] is the unit square at (column, row) of the picture. */
export class Board {
  /** @param {BoardOptions} options */
  constructor({ rows, columns, name = "Board", label = null, act = null, end = null, cancel = null, key = null, hover = null, origin = [0, 0], everyMove = false }) {
    this.rows = rows;
    this.columns = columns;
    this.label = label;
    this.act = act;
    this.end = end;
    this.cancel = cancel;
    this.key = key;
    this.hover = hover;
    this.origin = origin;
    this.everyMove = everyMove;
    /** @type {Cell} */
    this.focused = [origin[0], origin[1]];
    this.drawing = s("g", { "aria-hidden": "true" });
    this.markLayer = s("g", { class: "marks" });
    /** An SVG group above the marks, in which the page can draw. */
    this.overlay = s("g", { class: "overlay" });
    this.cursor = s("rect", { class: "cursor", width: 1, height: 1, rx: 0.08 });
    const description = "Arrow keys move the cursor. Enter or Space acts on the cell; with Shift, it performs the alternative action.";
    const properties = { class: "board-svg", tabindex: 0, role: "application", "aria-label": name, "aria-roledescription": "board", "aria-description": description };
    this.svg = s("svg", properties, this.drawing, this.markLayer, this.overlay, this.cursor);
    /** @type {BoardViewport} */
    this.viewport = new BoardViewport(this.svg, {
      mostZoom: () => Math.max(MOST_ZOOM, (this.viewport.zoom * LARGEST_CELL) / this.#cellSize()),
      wheelZooms: () => this.#cellSize() < SMALL_CELL,
      onTakeOver: () => this.#endDrag(this.cancel ?? this.end),
    });
    this.element = this.viewport.element;
    /** The box of the whole picture. @type {ViewBox} */
    this.whole = { x: 0, y: 0, width: 0, height: 0 };
    this.setWhole({ x: origin[1] - 0.3, y: origin[0] - 0.3, width: columns + 0.6, height: rows + 0.6 });
    this.#listen();
    this.#moveCursor();
  }

  /** Show a picture from the server; its viewBox becomes the box of the whole picture. @param {string} svgText */
  show(svgText) {
    const drawing = picture(svgText);
    const [x, y, width, height] = (drawing.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
    if ([x, y, width, height].every(Number.isFinite)) this.setWhole({ x, y, width, height });
    drawing.querySelectorAll(":scope > title").forEach((title) => title.remove());
    const group = s("g", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" });
    group.append(...drawing.childNodes);
    this.drawing.replaceChildren(group);
    return this;
  }

  /** Set the box of the whole picture; return whether it has changed. @param {ViewBox} whole */
  setWhole(whole) {
    const { x, y, width, height } = this.whole;
    if (x === whole.x && y === whole.y && width === whole.width && height === whole.height) return false;
    this.whole = whole;
    this.svg.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
    this.element.style.setProperty("--ratio", String(whole.width / whole.height));
    this.element.style.setProperty("--rows", String(Math.ceil(whole.height)));
    this.element.classList.toggle("large", Math.max(this.rows, this.columns) > LARGEST_WITHOUT_BUTTONS);
    return true;
  }

  /** Mark cells with a class: `wrong`, `hint`, `good`, `faint`, `chosen`, or a class that the page defines. @param {Cell[]} cells @param {string} name */
  mark(cells, name) {
    for (const [row, column] of cells) {
      this.markLayer.append(s("rect", { class: `mark ${name}`, x: column, y: row, width: 1, height: 1, "pointer-events": "none" }));
    }
  }

  /** Remove the marks of one class, or all marks if `name` is null. @param {string | null} [name] */
  clear(name = null) {
    for (const mark of [...this.markLayer.children]) if (name === null || mark.classList.contains(name)) mark.remove();
  }

  /** Move the cursor to a cell, and the keyboard focus to the board unless `takeFocus` is false. @param {Cell} cell @param {boolean} [takeFocus] */
  focus([row, column], takeFocus = true) {
    const [top, left] = this.origin;
    this.focused = [clamp(row, top, top + this.rows - 1), clamp(column, left, left + this.columns - 1)];
    this.#moveCursor();
    if (takeFocus) this.svg.focus({ preventScroll: true });
    if (takeFocus || document.activeElement === this.svg) this.viewport.reveal(this.cursor, this.#cellSize());
    if (this.label) announce(this.label(this.focused));
  }

  /** Return the point of the picture at a position on the screen; null while the board is not displayed. @param {number} clientX @param {number} clientY */
  #picturePoint(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** Return the cell at the position of a mouse or pointer event; null if there is none. @param {MouseEvent} event @returns {Cell | null} */
  cellAt(event) {
    const point = this.#picturePoint(event.clientX, event.clientY);
    if (!point) return null;
    const [row, column] = [Math.floor(point.y) - this.origin[0], Math.floor(point.x) - this.origin[1]];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? [row + this.origin[0], column + this.origin[1]] : null;
  }

  /** Return the size of a cell on the screen, in pixels. */
  #cellSize() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  #moveCursor() {
    const [row, column] = this.focused;
    this.cursor.setAttribute("x", String(column));
    this.cursor.setAttribute("y", String(row));
  }

  /** The current drag across cells. @type {{ kind: "primary" | "secondary", last: string } | null} */
  #drag = null;

  /** @param {(() => void) | null} act called if there is a drag */
  #endDrag(act) {
    if (this.#drag) act?.();
    this.#drag = null;
  }

  /** Move the cursor to a cell that a drag has reached, and act on this cell. @param {PointerEvent} event @param {Cell} cell @param {"primary" | "secondary"} kind @param {boolean} start */
  #dragTo(event, cell, kind, start) {
    this.focused = cell;
    this.#moveCursor();
    this.#drag = { kind, last: String(cell) };
    this.act?.(cell, { kind, start, key: null, point: this.#picturePoint(event.clientX, event.clientY) });
  }

  #listen() {
    this.svg.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (cell === null) return;
      const kind = event.button === 2 || event.ctrlKey || event.shiftKey ? "secondary" : "primary";
      this.svg.setPointerCapture(event.pointerId);
      this.#dragTo(event, cell, kind, true);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const cell = this.cellAt(event);
      this.hover?.(cell);
      const drag = this.#drag;
      if (drag && cell !== null && (String(cell) !== drag.last || this.everyMove)) this.#dragTo(event, cell, drag.kind, false);
    });
    this.svg.addEventListener("pointerup", () => this.#endDrag(this.end));
    this.svg.addEventListener("pointercancel", () => this.#endDrag(this.end));
    this.svg.addEventListener("pointerleave", () => this.hover?.(null));
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("focus", () => this.label && announce(this.label(this.focused)));
    this.svg.addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    if (event.altKey || event.metaKey) return;
    if (this.key?.(event, this.focused) || this.viewport.handleKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey) return;
    const step = ARROW_STEPS[event.key];
    if (step) {
      this.focus([this.focused[0] + step[0], this.focused[1] + step[1]], false);
      this.hover?.(this.focused);
    } else if (event.key === "Enter" || event.key === " ") {
      const kind = event.shiftKey ? "secondary" : "primary";
      this.act?.(this.focused, { kind, start: true, key: event.key, point: null });
      this.end?.();
      if (this.label) announce(this.label(this.focused));
    } else return;
    event.preventDefault();
  }
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
