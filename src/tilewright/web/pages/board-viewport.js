// The visible part of a board. The user zooms with the wheel, two fingers, keys or buttons, and pans by dragging or with two fingers, scroll bars or keys.

import { h } from "./elements.js";
import { actionButton } from "./form-fields.js";

/** A point on the screen. @typedef {{ x: number, y: number }} Point */

/**
 * `mostZoom()` returns the maximum zoom. `wheelZooms()` returns whether the wheel, even without Ctrl, zooms a board that is not zoomed yet;
 * if not, the wheel scrolls the page. `onTakeOver()` is called when a second finger is put down and the gesture of the first finger therefore becomes a zoom.
 * @typedef {{ mostZoom?: () => number, wheelZooms?: () => boolean, onTakeOver?: () => void }} ViewportOptions
 */

const ZOOM_STEP = 1.4;
/** The distance by which Ctrl and an arrow key pan, as a fraction of the width or height of the view; Page Up and Page Down pan three times as far. */
const PAN_STEP = 0.25;
/** The height of a line in pixels, for mice that report wheel movements in lines. */
const LINE_HEIGHT = 33;
const WHEEL_SPEED = 0.0015;

export class BoardViewport {
  #content;
  #options;
  /** The zoom factor; at 1, the whole board is in view. */
  #zoom = 1;
  #view;
  #moveButton;
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  /** The pointer that pans, and the sum of its position and the scroll position at the start. @type {{ id: number, x: number, y: number } | null} */
  #panning = null;
  /** The zoom and the distance between the two fingers when they were put down, and the position on the board at their midpoint, as fractions of the board's width and height. @type {{ distance: number, zoom: number, right: number, down: number } | null} */
  #pinch = null;
  /** The point on the screen around which the board was last zoomed, and the position on the board at that point, as fractions of the board's width and height. @type {{ x: number, y: number, right: number, down: number } | null} */
  #anchor = null;
  /** Whether the pointer has moved over the board since the page was last scrolled. If not, the wheel does not begin to zoom, because scrolling the page may have moved the board under the pointer. */
  #pointed = false;

  /** `content` is an element that fills the box in which it is placed. @param {HTMLElement | SVGElement} content @param {ViewportOptions} [options] */
  constructor(content, options = {}) {
    this.#content = content;
    this.#options = { mostZoom: () => 4, wheelZooms: () => false, onTakeOver: () => {}, ...options };
    content.classList.add("board-content");
    this.#view = h("div", { class: "board-view" }, content);
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) =>
      actionButton(text, act, { class: "small", "aria-label": name, title: name });
    this.#moveButton = button("✥", "Move by dragging", () => this.#setMoving(!this.#isMoving));
    this.#moveButton.setAttribute("aria-pressed", "false");
    const buttons = h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      this.#moveButton,
      button("+", "Zoom in", () => this.zoomBy(ZOOM_STEP)),
      button("−", "Zoom out", () => this.zoomBy(1 / ZOOM_STEP)),
      button("⤢", "Fit", () => this.fit()),
    );
    this.element = h("div", { class: "board" }, this.#view, buttons);
    this.#listen();
  }

  get zoom() {
    return this.#zoom;
  }

  get isZoomed() {
    return this.#zoom > 1;
  }

  get #isMoving() {
    return this.#moveButton.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} on */
  #setMoving(on) {
    this.#moveButton.setAttribute("aria-pressed", String(on));
    this.element.classList.toggle("moving", on);
  }

  /** Show the whole board. */
  fit() {
    this.#setZoom(1);
    this.#setMoving(false);
  }

  /** Multiply the zoom by a factor, around a point on the screen; by default around the middle of the view. @param {number} factor @param {Point | null} [point] */
  zoomBy(factor, point = null) {
    const view = this.#view.getBoundingClientRect();
    const { x, y } = point ?? { x: view.left + view.width / 2, y: view.top + view.height / 2 };
    // Browsers round scroll positions. So that rounding errors do not add up, repeated zooms around the same point use the position that was computed
    // for the first zoom.
    const anchor = this.#anchor?.x === x && this.#anchor.y === y ? this.#anchor : { x, y, ...this.#shareAt({ x, y }) };
    this.#zoomTo(this.#zoom * factor, anchor);
    this.#anchor = anchor;
  }

  /** Return the point of the board that is at a point on the screen, as fractions of the width and height of the board. @param {Point} point */
  #shareAt({ x, y }) {
    const { left, top, width, height } = this.#content.getBoundingClientRect();
    return { right: (x - left) / width, down: (y - top) / height };
  }

  /** Zoom, and move a position on the board to a point on the screen. @param {number} zoom @param {Point & { right: number, down: number }} anchor */
  #zoomTo(zoom, { x, y, right, down }) {
    this.#setZoom(Math.min(Math.max(zoom, 1), Math.max(1, this.#options.mostZoom())));
    const { left, top, width, height } = this.#content.getBoundingClientRect();
    this.pan(left + right * width - x, top + down * height - y);
  }

  /** @param {number} zoom */
  #setZoom(zoom) {
    this.#zoom = zoom < 1.001 ? 1 : zoom;
    this.#view.style.setProperty("--zoom", String(this.#zoom));
    this.element.classList.toggle("zoomed", this.isZoomed);
    if (!this.isZoomed) this.#view.scrollTo(0, 0);
  }

  /** Scroll the view of the board by a distance in pixels. @param {number} right @param {number} down */
  pan(right, down) {
    this.#anchor = null;
    this.#view.scrollBy(right, down);
  }

  /** Handle the keys that zoom or pan; return whether the key was one of them. @param {KeyboardEvent} event */
  handleKey({ key, ctrlKey, shiftKey }) {
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    /** @type {Record<string, [number, number]>} */
    const pages = { PageUp: shiftKey ? [-3, 0] : [0, -3], PageDown: shiftKey ? [3, 0] : [0, 3] };
    const step = this.isZoomed && (ctrlKey ? arrows : pages)[key];
    if (step) this.pan(PAN_STEP * this.#view.clientWidth * step[0], PAN_STEP * this.#view.clientHeight * step[1]);
    else if (ctrlKey) return false;
    else if (key === "+" || key === "=") this.zoomBy(ZOOM_STEP);
    else if (key === "-") this.zoomBy(1 / ZOOM_STEP);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }

  /** Pan until an element of the content is visible, with a margin in pixels; then scroll the page if necessary. @param {Element} element @param {number} margin */
  reveal(element, margin) {
    if (this.isZoomed) {
      const [view, box] = [this.#view.getBoundingClientRect(), element.getBoundingClientRect()];
      const excess = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ length) => Math.min(0, low - margin) + Math.max(0, high + margin - length);
      this.pan(excess(box.left - view.left, box.right - view.left, this.#view.clientWidth), excess(box.top - view.top, box.bottom - view.top, this.#view.clientHeight));
    }
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- Pointers -------------------------------------------------------------------------------------

  #listen() {
    const view = this.#view;
    // The viewport receives every pointer event before its content does, and does not pass on the events of its own gestures.
    const capture = { capture: true };
    view.addEventListener("pointerdown", (event) => this.#onDown(event), capture);
    view.addEventListener("pointermove", (event) => this.#onMove(event), capture);
    view.addEventListener("pointerup", (event) => this.#onUp(event), capture);
    view.addEventListener("pointercancel", (event) => this.#onUp(event), capture);
    view.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    // Prevent the browser's automatic scrolling, which the middle button would start.
    view.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault());
    addEventListener("scroll", () => (this.#pointed = false), { passive: true });
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.pointerType === "touch") this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size === 2) {
      this.#panning = null;
      const fingers = twoFingers(this.#fingers);
      this.#pinch = { distance: fingers.distance, zoom: this.#zoom, ...this.#shareAt(fingers) };
      this.#options.onTakeOver();
    } else if (event.button === 1 || (event.button === 0 && this.#isMoving)) {
      this.#panning = { id: event.pointerId, x: event.clientX + this.#view.scrollLeft, y: event.clientY + this.#view.scrollTop };
      this.#view.setPointerCapture(event.pointerId);
    } else if (this.#fingers.size < 2) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    if (event.movementX || event.movementY) this.#pointed = true;
    if (this.#fingers.has(event.pointerId) && this.#fingers.size >= 2) {
      event.stopPropagation();
      this.#fingers.set(event.pointerId, event);
      const { x, y, distance } = twoFingers(this.#fingers);
      const pinch = this.#pinch;
      if (pinch) this.#zoomTo((pinch.zoom * distance) / pinch.distance, { ...pinch, x, y });
    } else if (this.#panning?.id === event.pointerId) {
      event.stopPropagation();
      this.#anchor = null;
      this.#view.scrollTo(this.#panning.x - event.clientX, this.#panning.y - event.clientY);
    } else if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const isOwn = this.#fingers.size >= 2 || this.#panning?.id === event.pointerId;
    this.#fingers.delete(event.pointerId);
    if (this.#panning?.id === event.pointerId) this.#panning = null;
    if (isOwn) event.stopPropagation();
  }

  /** @param {WheelEvent} event */
  #onWheel(event) {
    const { ctrlKey, shiftKey, deltaX, deltaY, deltaMode, clientX: x, clientY: y } = event;
    if (!ctrlKey && (shiftKey || Math.abs(deltaX) > Math.abs(deltaY))) return;
    const zooms = ctrlKey || this.isZoomed || (deltaY < 0 && this.#pointed && this.#options.wheelZooms());
    if (!zooms) return;
    event.preventDefault();
    const pixels = deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT * deltaY : deltaY;
    this.zoomBy(Math.exp(-WHEEL_SPEED * Math.min(Math.max(pixels, -300), 300)), { x, y });
  }
}

/** Return the midpoint between two fingers and their distance from each other. @param {Map<number, PointerEvent>} fingers */
function twoFingers(fingers) {
  const [a, b] = [...fingers.values()];
  const distance = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  return { distance, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}
