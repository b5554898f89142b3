// A board of cells over a picture: mouse, touch and keyboard, zoom, and marks on cells.

import { announce, h, picture, s } from "./dom.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const CLOSEST = 8;
let number = 0;

/**
 * A board of `rows` x `columns` cells. The cell [row, column] is the square from (column, row) of the picture's own units on.
 *
 * Options: `name` for screen readers; `label([row, column])` says what a cell is; `act(cell, how)` is called when a cell is acted on,
 * where `how` is {kind: "primary" | "secondary", start: boolean, key: string | null}: `start` is false for the cells that a drag
 * crosses after its first one; `end()` when the finger, the button or the key is up; `key(event, cell)` hears other keys and says true if it
 * knew one; `hover(cell | null)` when the pointer or the focus is over a cell.
 */
export class Board {
  constructor({ rows, columns, name = "board", label = null, act = null, end = null, key = null, hover = null, origin = [0, 0] }) {
    Object.assign(this, { rows, columns, label, act, end, key, hover, origin });
    this.focused = [origin[0], origin[1]];
    this.id = `board-${++number}`;
    this.drawing = s("g", { "aria-hidden": "true" });
    this.under = s("g", { class: "marks" });
    this.over = s("g", { class: "overlay" });
    this.cursor = s("rect", { class: "cursor", width: 1, height: 1, rx: 0.08 });
    this.svg = s("svg", { class: "board-svg", tabindex: 0, role: "application", "aria-label": name });
    this.svg.setAttribute("aria-roledescription", "board");
    this.svg.setAttribute("aria-description", "Arrow keys move, Enter or Space acts, with Shift the other way.");
    this.svg.append(this.drawing, this.under, this.over, this.cursor);
    this.element = h("div", { class: "board" }, this.svg, this.#buttons());
    this.whole = { x: origin[1] - 0.3, y: origin[0] - 0.3, width: columns + 0.6, height: rows + 0.6 };
    this.box = { ...this.whole };
    this.#apply();
    this.#listen();
    this.#moveCursor();
  }

  /** Show a picture of the server; its own viewBox is what there is to see. */
  show(text) {
    const found = picture(text);
    const box = (found.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
    if (box.length === 4 && box.every(Number.isFinite)) {
      const [x, y, width, height] = box;
      const same = Object.entries({ x, y, width, height }).every(([side, value]) => this.whole[side] === value);
      if (!same) {
        this.whole = { x, y, width, height };
        this.fit();
      }
    }
    found.querySelectorAll(":scope > title").forEach((title) => title.remove());
    const group = s("g", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" });
    group.append(...found.childNodes);
    this.drawing.replaceChildren(group);
    return this;
  }

  /** Mark cells with a class: `wrong`, `hint`, `good`, `faint`, `chosen`, or one of the page's own. */
  mark(cells, name) {
    for (const [row, column] of cells) {
      this.under.append(s("rect", { class: `mark ${name}`, x: column, y: row, width: 1, height: 1, "pointer-events": "none" }));
    }
  }

  /** Take marks away: those of a class, or all. */
  clear(name = null) {
    for (const mark of [...this.under.children]) if (name === null || mark.classList.contains(name)) mark.remove();
  }

  /** Move the focus to a cell. */
  focus([row, column], take = true) {
    const [top, left] = this.origin;
    this.focused = [clamp(row, top, top + this.rows - 1), clamp(column, left, left + this.columns - 1)];
    this.#moveCursor();
    if (take) this.svg.focus({ preventScroll: true });
    if (this.label) announce(this.label(this.focused));
  }

  /** The cell under a pointer event, or null. */
  cellAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [row, column] = [Math.floor(y) - this.origin[0], Math.floor(x) - this.origin[1]];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? [row + this.origin[0], column + this.origin[1]] : null;
  }

  fit() {
    this.box = { ...this.whole };
    this.#apply();
  }

  /** Larger by the factor, around a point of the picture. */
  zoom(factor, centre = null) {
    const { whole, box } = this;
    const width = clamp(box.width / factor, whole.width / CLOSEST, whole.width);
    const height = (whole.height * width) / whole.width;
    const [x, y] = centre ?? [box.x + box.width / 2, box.y + box.height / 2];
    const share = [(x - box.x) / box.width, (y - box.y) / box.height];
    this.box = { x: x - share[0] * width, y: y - share[1] * height, width, height };
    this.#apply();
  }

  pan(right, down) {
    this.box.x += right;
    this.box.y += down;
    this.#apply();
  }

  #apply() {
    const { whole, box } = this;
    box.x = clamp(box.x, whole.x, whole.x + whole.width - box.width);
    box.y = clamp(box.y, whole.y, whole.y + whole.height - box.height);
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.element.classList.toggle("zoomed", box.width < whole.width * 0.999);
  }

  #buttons() {
    const button = (text, name, act) => h("button", { type: "button", class: "small", "aria-label": name, title: name, on: { click: act } }, text);
    return h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Size of the picture" },
      button("+", "Zoom in", () => this.zoom(1.4)),
      button("−", "Zoom out", () => this.zoom(1 / 1.4)),
      button("⤢", "Fit", () => this.fit()),
    );
  }

  #moveCursor() {
    const [row, column] = this.focused;
    this.cursor.setAttribute("x", column);
    this.cursor.setAttribute("y", row);
  }

  #act(cell, how) {
    this.act?.(cell, how);
  }

  #listen() {
    const pointers = new Map();
    let drag = null;
    let pinch = null;
    const finish = (event) => {
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
        pinch = spread(pointers);
        return;
      }
      const cell = this.cellAt(event);
      if (cell === null || event.button === 1) return;
      const kind = event.button === 2 || event.ctrlKey ? "secondary" : "primary";
      this.svg.setPointerCapture(event.pointerId);
      this.focused = cell;
      this.#moveCursor();
      drag = { kind, last: String(cell) };
      this.#act(cell, { kind, start: true, key: null });
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event);
      if (pinch && pointers.size === 2) {
        const now = spread(pointers);
        const matrix = this.svg.getScreenCTM();
        const { x, y } = new DOMPoint(now.x, now.y).matrixTransform(matrix.inverse());
        this.pan((pinch.x - now.x) / matrix.a, (pinch.y - now.y) / matrix.d);
        this.zoom(now.apart / pinch.apart, [x, y]);
        pinch = now;
        return;
      }
      const cell = this.cellAt(event);
      this.hover?.(cell);
      if (!drag || cell === null || String(cell) === drag.last) return;
      drag.last = String(cell);
      this.focused = cell;
      this.#moveCursor();
      this.#act(cell, { kind: drag.kind, start: false, key: null });
    });
    for (const over of ["pointerup", "pointercancel"]) this.svg.addEventListener(over, finish);
    this.svg.addEventListener("pointerleave", () => this.hover?.(null));
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
        this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [x, y]);
      },
      { passive: false },
    );
    this.svg.addEventListener("focus", () => this.label && announce(this.label(this.focused)));
    this.svg.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    if (event.altKey || event.metaKey) return;
    if (this.key?.(event, this.focused)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey) return;
    const step = STEPS[event.key];
    if (step) {
      this.focus([this.focused[0] + step[0], this.focused[1] + step[1]], false);
      this.hover?.(this.focused);
    } else if (event.key === "Enter" || event.key === " ") {
      const kind = event.shiftKey ? "secondary" : "primary";
      this.#act(this.focused, { kind, start: true, key: event.key });
      this.end?.();
      if (this.label) announce(this.label(this.focused));
    } else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }
}

function spread(pointers) {
  const [a, b] = [...pointers.values()];
  const apart = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  return { apart, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
