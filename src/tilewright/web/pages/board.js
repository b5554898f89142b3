// A board of cells over a picture: mouse, touch and keyboard input, zoom, and marks on cells.

import { h, s } from "./elements.js";
import { announce } from "./feedback.js";
import { actionButton } from "./form-fields.js";
import { ARROW_STEPS } from "./keyboard.js";
import { picture } from "./svg-pictures.js";

/** @import { Cell, ViewBox } from "./types.js" */

/**
 * How a cell was activated. `start` is false for the cells that a drag crosses after its first cell; `key` is null for pointers.
 * @typedef {{ kind: "primary" | "secondary", start: boolean, key: string | null }} Activation
 */

/**
 * @typedef {object} BoardOptions
 * @property {number} rows
 * @property {number} columns
 * @property {string} [name] the name for screen readers
 * @property {((cell: Cell) => string) | null} [label] describes a cell for screen readers
 * @property {((cell: Cell, activation: Activation) => void) | null} [act] called when a cell is activated
 * @property {(() => void) | null} [end] called when the finger, the mouse button or the key is released
 * @property {((event: KeyboardEvent, cell: Cell) => boolean) | null} [key] called with every other key; returns true if it has handled the key
 * @property {((cell: Cell | null) => void) | null} [hover] called when the pointer or the keyboard cursor moves to a cell
 * @property {Cell} [origin] the cell at the upper left corner
 */

const MOST_ZOOM = 8;
const ZOOM_STEP = 1.4;

/** A board of `rows` x `columns` cells. Cell [row, column] is the unit square at (column, row) of the picture. */
export class Board {
  /** @param {BoardOptions} options */
  constructor({ rows, columns, name = "Board", label = null, act = null, end = null, key = null, hover = null, origin = [0, 0] }) {
    this.rows = rows;
    this.columns = columns;
    this.label = label;
    this.act = act;
    this.end = end;
    this.key = key;
    this.hover = hover;
    this.origin = origin;
    /** @type {Cell} */
    this.focused = [origin[0], origin[1]];
    this.drawing = s("g", { "aria-hidden": "true" });
    this.markLayer = s("g", { class: "marks" });
    /** A group above the marks, for the page's own drawing. */
    this.overlay = s("g", { class: "overlay" });
    this.cursor = s("rect", { class: "cursor", width: 1, height: 1, rx: 0.08 });
    this.svg = s("svg", { class: "board-svg", tabindex: 0, role: "application", "aria-label": name });
    this.svg.setAttribute("aria-roledescription", "board");
    this.svg.setAttribute("aria-description", "Arrow keys move the cursor. Enter or Space acts on the cell; with Shift, the other action.");
    this.svg.append(this.drawing, this.markLayer, this.overlay, this.cursor);
    this.element = h("div", { class: "board" }, this.svg, this.#zoomButtons());
    /** The box of the whole picture. @type {ViewBox} */
    this.whole = { x: origin[1] - 0.3, y: origin[0] - 0.3, width: columns + 0.6, height: rows + 0.6 };
    /** The box of the visible part of the picture. @type {ViewBox} */
    this.box = { ...this.whole };
    this.#applyBox();
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
    this.fit();
    return true;
  }

  /** Mark cells with a class: `wrong`, `hint`, `good`, `faint`, `chosen`, or one of the page's own. @param {Cell[]} cells @param {string} name */
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
    if (this.label) announce(this.label(this.focused));
  }

  /** Return the point of the picture at a position of the screen; null while the board is not displayed. @param {number} clientX @param {number} clientY */
  #picturePoint(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** Return the cell under a pointer event, or null. @param {MouseEvent} event @returns {Cell | null} */
  cellAt(event) {
    const point = this.#picturePoint(event.clientX, event.clientY);
    if (!point) return null;
    const [row, column] = [Math.floor(point.y) - this.origin[0], Math.floor(point.x) - this.origin[1]];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? [row + this.origin[0], column + this.origin[1]] : null;
  }

  fit() {
    this.box = { ...this.whole };
    this.#applyBox();
  }

  /** Zoom in by a factor, around a point of the picture. @param {number} factor @param {[number, number] | null} [centre] */
  zoom(factor, centre = null) {
    const { whole, box } = this;
    const width = clamp(box.width / factor, whole.width / MOST_ZOOM, whole.width);
    const height = (whole.height * width) / whole.width;
    const [x, y] = centre ?? [box.x + box.width / 2, box.y + box.height / 2];
    const share = [(x - box.x) / box.width, (y - box.y) / box.height];
    this.box = { x: x - share[0] * width, y: y - share[1] * height, width, height };
    this.#applyBox();
  }

  /** @param {number} right @param {number} down */
  pan(right, down) {
    this.box.x += right;
    this.box.y += down;
    this.#applyBox();
  }

  #applyBox() {
    const { whole, box } = this;
    box.x = clamp(box.x, whole.x, whole.x + whole.width - box.width);
    box.y = clamp(box.y, whole.y, whole.y + whole.height - box.height);
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.element.classList.toggle("zoomed", box.width < whole.width * 0.999);
  }

  #zoomButtons() {
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) =>
      actionButton(text, act, { class: "small", "aria-label": name, title: name });
    return h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("+", "Zoom in", () => this.zoom(ZOOM_STEP)),
      button("−", "Zoom out", () => this.zoom(1 / ZOOM_STEP)),
      button("⤢", "Fit", () => this.fit()),
    );
  }

  #moveCursor() {
    const [row, column] = this.focused;
    this.cursor.setAttribute("x", String(column));
    this.cursor.setAttribute("y", String(row));
  }

  #listen() {
    /** @type {Map<number, PointerEvent>} */
    const pointers = new Map();
    /** @type {{ kind: "primary" | "secondary", last: string } | null} */
    let drag = null;
    /** @type {ReturnType<typeof twoFingers> | null} */
    let pinch = null;
    const finish = (/** @type {PointerEvent} */ event) => {
      pointers.delete(event.pointerId);
      pinch = null;
      if (drag) this.end?.();
      drag = null;
    };
    this.svg.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      if (pointers.size === 2) {
        if (drag) this.end?.();
        drag = null;
        pinch = twoFingers(pointers);
        return;
      }
      const cell = this.cellAt(event);
      if (cell === null || event.button === 1) return;
      const kind = event.button === 2 || event.ctrlKey ? "secondary" : "primary";
      this.svg.setPointerCapture(event.pointerId);
      this.focused = cell;
      this.#moveCursor();
      drag = { kind, last: String(cell) };
      this.act?.(cell, { kind, start: true, key: null });
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event);
      const matrix = this.svg.getScreenCTM();
      if (pinch && pointers.size === 2 && matrix) {
        const now = twoFingers(pointers);
        const { x, y } = new DOMPoint(now.x, now.y).matrixTransform(matrix.inverse());
        this.pan((pinch.x - now.x) / matrix.a, (pinch.y - now.y) / matrix.d);
        this.zoom(now.distance / pinch.distance, [x, y]);
        pinch = now;
        return;
      }
      const cell = this.cellAt(event);
      this.hover?.(cell);
      if (!drag || cell === null || String(cell) === drag.last) return;
      drag.last = String(cell);
      this.focused = cell;
      this.#moveCursor();
      this.act?.(cell, { kind: drag.kind, start: false, key: null });
    });
    this.svg.addEventListener("pointerup", finish);
    this.svg.addEventListener("pointercancel", finish);
    this.svg.addEventListener("pointerleave", () => this.hover?.(null));
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener(
      "wheel",
      (event) => {
        const point = this.#picturePoint(event.clientX, event.clientY);
        if (!event.ctrlKey || !point) return;
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [point.x, point.y]);
      },
      { passive: false },
    );
    this.svg.addEventListener("focus", () => this.label && announce(this.label(this.focused)));
    this.svg.addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    if (event.altKey || event.metaKey) return;
    if (this.key?.(event, this.focused)) {
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
      this.act?.(this.focused, { kind, start: true, key: event.key });
      this.end?.();
      if (this.label) announce(this.label(this.focused));
    } else if (event.key === "+" || event.key === "=") this.zoom(ZOOM_STEP);
    else if (event.key === "-") this.zoom(1 / ZOOM_STEP);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }
}

/** Return the midpoint between two fingers and their distance from each other. @param {Map<number, PointerEvent>} pointers */
function twoFingers(pointers) {
  const [a, b] = [...pointers.values()];
  const distance = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  return { distance, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
