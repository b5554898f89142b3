// The board on which a town is built: nine tiles to drag, turn and flip, by mouse, touch and keyboard.

import { BoardViewport } from "/pages/board-viewport.js";
import { h, s } from "/pages/elements.js";
import { announce } from "/pages/announcements-and-progress.js";
import { ARROW_STEPS, usesArrowKeys } from "/pages/keyboard.js";
import { pointOnBoard, roadPath } from "./tile-drawing.js";
import { patternOf, SIDE, TILE_COUNT, tilesOf } from "./town-notation.js";

/** @import { TileDrawing } from "./tile-drawing.js" */
/** @import { PlacedTile } from "./town-notation.js" */
/** @import { Explanation } from "./types.js" */

/** Pixels that the pointer must move before a press becomes a drag. */
const DRAG_DISTANCE = 7;

/**
 * Return {element, tools, show, mark, lock, onPageKeyDown, focus}. `onChange(pattern)` is called when the user changes the town; the page calls `show(pattern)` to draw a town.
 * @param {{ drawing: TileDrawing, name: string, onChange: (pattern: string) => void }} options
 */
export function townBoard({ drawing, name, onChange }) {
  let pattern = "";
  let chosen = 0;
  let swapping = false;
  let locked = false;
  /** @type {{ position: number, again: boolean, x: number, y: number, moved: boolean, over: boolean, id: number } | null} */
  let drag = null;

  const deadEndMarks = s("g", { class: "wrong-ends" });
  const countedMarks = s("g", { class: "counted" });
  const overlay = s("svg", { class: "over", viewBox: "0 0 12 12", "aria-hidden": "true" }, countedMarks, deadEndMarks);
  const buttons = Array.from({ length: TILE_COUNT }, (_, position) => {
    const button = h("button", { type: "button", class: "tile", data: { at: position } });
    button.addEventListener("pointerdown", (event) => onPointerDown(event, position));
    button.addEventListener("click", (event) => onClick(event, position));
    button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (/** @type {PointerEvent} */ (event).pointerType === "touch") return;
      choose(position);
      flip();
    });
    button.addEventListener("focus", () => choose(position, false));
    return button;
  });
  const element = h("div", { class: "town-board", role: "group", "aria-label": name }, buttons, overlay);
  element.addEventListener("keydown", onKeyDown);
  const viewport = new BoardViewport(element, { onTakeOver: abandonDrag });

  // --- Changes --------------------------------------------------------------------------------------

  /** Turn the chosen tile. @param {number} quarters quarter turns to the left; a negative number turns the tile to the right */
  function turn(quarters) {
    const tiles = tilesOf(pattern);
    const { direction } = tiles[chosen];
    tiles[chosen].direction = (direction & 4) + ((direction + quarters + 4) % 4);
    change(tiles, quarters < 0 ? "Turned right" : "Turned left");
  }

  function flip() {
    const tiles = tilesOf(pattern);
    tiles[chosen].direction = (tiles[chosen].direction + 4) % 8;
    change(tiles, "Flipped");
  }

  /** @param {number} one @param {number} other */
  function swap(one, other) {
    setSwapping(false);
    if (one === other) return;
    const tiles = tilesOf(pattern);
    [tiles[one], tiles[other]] = [tiles[other], tiles[one]];
    chosen = other;
    change(tiles, "Moved");
  }

  /** @param {PlacedTile[]} tiles @param {string} what */
  function change(tiles, what) {
    if (locked) return;
    onChange(patternOf(tiles));
    announce(`${what}: ${buttons[chosen].getAttribute("aria-label")}`);
  }

  /** @param {boolean} on */
  function setSwapping(on) {
    swapping = on && !locked;
    element.classList.toggle("swapping", swapping);
    swapButton.setAttribute("aria-pressed", String(swapping));
    if (swapping) announce("Choose the tile to swap with.");
  }

  /** @param {number} position @param {boolean} [focus] */
  function choose(position, focus = true) {
    if (!swapping) chosen = position;
    buttons.forEach((button, each) => {
      button.tabIndex = each === position ? 0 : -1;
      button.classList.toggle("chosen", each === chosen);
    });
    if (focus) buttons[position].focus({ preventScroll: true });
  }

  // --- Keyboard -------------------------------------------------------------------------------------

  /** Handle a key that is pressed while no tile has the focus; the chosen tile gets the focus. @param {KeyboardEvent} event */
  function onPageKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || element.contains(document.activeElement)) return;
    if (!(event.key in ARROW_STEPS && !usesArrowKeys(event.target)) && !"rlfs".includes(event.key.toLowerCase())) return;
    buttons[chosen].focus({ preventScroll: true });
    onKeyDown(event);
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const position = buttons.findIndex((button) => button === document.activeElement);
    if (position < 0) return;
    const step = ARROW_STEPS[event.key];
    /** @type {Record<string, () => void>} */
    const commands = {
      r: () => turn(event.shiftKey ? 1 : -1),
      l: () => turn(1),
      f: flip,
      s: () => (swapping ? swap(chosen, position) : setSwapping(true)),
      Escape: () => cancelSwap(position),
    };
    const command = commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (step) {
      const [row, column] = [Math.floor(position / SIDE) + step[0], (position % SIDE) + step[1]];
      const inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
      const next = row * SIDE + column;
      if (inside && event.shiftKey && !swapping && !locked) {
        swap(position, next);
        choose(next);
      } else if (inside) choose(next);
    } else if (command) command();
    else return;
    event.preventDefault();
  }

  /** @param {number} position */
  function cancelSwap(position) {
    setSwapping(false);
    choose(position);
  }

  // --- Mouse and touch ------------------------------------------------------------------------------

  /** @param {PointerEvent} event @param {number} position */
  function onPointerDown(event, position) {
    if (event.button !== 0 || !event.isPrimary) return;
    const again = chosen === position && buttons[position].classList.contains("touched");
    drag = { position, again, x: event.clientX, y: event.clientY, moved: false, over: false, id: event.pointerId };
    if (!locked) buttons[position].setPointerCapture(event.pointerId);
  }

  element.addEventListener("pointermove", (event) => {
    if (!drag || drag.over || event.pointerId !== drag.id || locked) return;
    const { position: dragged } = drag;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < DRAG_DISTANCE) return;
    drag.moved = true;
    buttons[dragged].classList.add("dragged");
    buttons[dragged].style.transform = `translate(${x}px, ${y}px) scale(1.04)`;
    const target = positionUnder(event);
    buttons.forEach((button, position) => button.classList.toggle("target", position === target && position !== dragged));
  });

  /** Put the dragged tile back, and end the drag. */
  function releaseTile() {
    if (!drag) return;
    drag.over = true;
    buttons[drag.position].style.transform = "";
    buttons.forEach((button) => button.classList.remove("dragged", "target"));
  }

  /** End the drag without a move, because a second finger has started to zoom. */
  function abandonDrag() {
    if (!drag || drag.over) return;
    drag.moved = true;
    releaseTile();
  }

  /** @param {PointerEvent} event @param {boolean} dropped */
  function endDrag(event, dropped) {
    if (!drag || drag.over || event.pointerId !== drag.id) return;
    const { position, moved } = drag;
    releaseTile();
    if (!moved) return;
    const target = dropped ? positionUnder(event) : -1;
    if (target >= 0 && target !== position) {
      setSwapping(false);
      swap(position, target);
      chooseByPointer(target);
    } else chooseByPointer(position);
  }
  element.addEventListener("pointerup", (event) => endDrag(event, true));
  element.addEventListener("pointercancel", (event) => endDrag(event, false));

  /** Return the position under the pointer, or -1 if the pointer is outside the board. @param {PointerEvent} event */
  function positionUnder({ clientX, clientY }) {
    const box = element.getBoundingClientRect();
    const [column, row] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height].map((share) => Math.floor(SIDE * share));
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE ? row * SIDE + column : -1;
  }

  /** Handle a click on a tile: choose the tile, turn it if it was already chosen, or complete a swap. The click at the end of a drag is ignored. @param {MouseEvent} event @param {number} position */
  function onClick(event, position) {
    const byKey = event.detail === 0;
    const { moved, again } = drag ?? { moved: false, again: false };
    drag = null;
    if (moved && !byKey) return;
    if (swapping) {
      swap(chosen, position);
      chooseByPointer(position);
      return;
    }
    chooseByPointer(position);
    if (byKey || again) turn(-1);
  }

  /** Choose a tile, so that the next click on the tile turns it. @param {number} position */
  function chooseByPointer(position) {
    choose(position);
    buttons.forEach((button, each) => button.classList.toggle("touched", each === position));
  }

  // --- Display --------------------------------------------------------------------------------------

  /** @param {string} next */
  function show(next) {
    const before = pattern ? tilesOf(pattern) : null;
    pattern = next;
    tilesOf(pattern).forEach((placed, position) => {
      const label = `Row ${Math.floor(position / SIDE) + 1}, column ${(position % SIDE) + 1}: ${drawing.describe(placed)}`;
      buttons[position].setAttribute("aria-label", label);
      const same = before?.[position].tile === placed.tile && before[position].direction === placed.direction;
      if (!same) buttons[position].replaceChildren(drawing.drawTile(placed));
    });
    deadEndMarks.replaceChildren(
      ...drawing.deadEnds(pattern).map(({ x, y }) =>
        s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 0.42 }), s("path", { d: "M-.2 -.2L.2 .2M-.2 .2L.2 -.2" })),
      ),
    );
    countedMarks.replaceChildren();
    choose(chosen, element.contains(document.activeElement));
  }

  /** Mark the things, tiles and roads that count for a theme; null removes the marks. @param {Explanation | null} explanation */
  function mark(explanation) {
    if (explanation === null) return countedMarks.replaceChildren();
    const squares = explanation.tiles.map((position) => {
      const [x, y] = pointOnBoard(position, [0.15, 0.15]);
      return s("rect", { x, y, width: 3.7, height: 3.7, rx: 0.3 });
    });
    const roads = explanation.stretches.map(({ position, edges }) => s("path", { d: roadPath(position, edges) }));
    const rings = explanation.places.map(({ position, at }) => {
      const [cx, cy] = pointOnBoard(position, at);
      return s("circle", { cx, cy, r: 0.86 });
    });
    return countedMarks.replaceChildren(...squares, ...roads, ...rings);
  }

  /** @param {boolean} on */
  function lock(on) {
    locked = on;
    setSwapping(false);
    element.classList.toggle("locked", on);
    for (const button of tools.querySelectorAll("button")) button.disabled = on;
  }

  const tool = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) => h("button", { type: "button", title, on: { click: act } }, text);
  const swapButton = tool("⇄ Swap", "Swap with another tile (press S, then choose it)", () => {
    setSwapping(!swapping);
    buttons[chosen].focus({ preventScroll: true });
  });
  swapButton.setAttribute("aria-pressed", "false");
  const tools = h(
    "div",
    { class: "tools", role: "group", "aria-label": "Chosen tile" },
    tool("↺ Left", "Turn left (L)", () => turn(1)),
    tool("↻ Right", "Turn right (R)", () => turn(-1)),
    tool("◩ Flip", "Flip (F)", flip),
    swapButton,
  );
  return { element: viewport.element, tools, show, mark, lock, onPageKeyDown, focus: () => buttons[chosen].focus({ preventScroll: true }) };
}
