// The town that is being built: nine tiles to drag, turn and flip, by mouse, touch and keyboard.

import { SIDE, laid, onBoard, patternOf, roadPath } from "./tiles.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const DRAG = 7;

/**
 * The table. `change(pattern)` is told what a person does; `show(pattern)` draws it. Gives {element, tools, show, mark, lock}.
 */
export function table({ dom, tiles, name, change }) {
  const { h, s, announce } = dom;
  let pattern = null;
  let chosen = 0;
  let swapping = false;
  let locked = false;
  let drag = null;

  const wrong = s("g", { class: "wrong-ends" });
  const counted = s("g", { class: "counted" });
  const over = s("svg", { class: "over", viewBox: "0 0 12 12", "aria-hidden": "true" }, counted, wrong);
  const buttons = Array.from({ length: 9 }, (_, at) => {
    const button = h("button", { type: "button", class: "tile", data: { at } });
    button.addEventListener("pointerdown", (event) => press(event, at));
    button.addEventListener("click", (event) => click(event, at));
    button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (event.pointerType === "touch") return;
      choose(at);
      flip();
    });
    button.addEventListener("focus", () => choose(at, false));
    return button;
  });
  const element = h("div", { class: "table-of-tiles", role: "group", "aria-label": name }, buttons, over);
  element.addEventListener("keydown", keyed);

  // --- What can be done -------------------------------------------------------------------------------

  function places() {
    return laid(pattern);
  }

  function turn(quarters) {
    const next = places();
    const { way } = next[chosen];
    next[chosen].way = (way & 4) + ((way + quarters + 4) % 4);
    done(next, quarters < 0 ? "turned right" : "turned left");
  }

  function flip() {
    const next = places();
    next[chosen].way = (next[chosen].way + 4) % 8;
    done(next, "flipped");
  }

  function swap(one, other) {
    setSwapping(false);
    if (one === other) return;
    const next = places();
    [next[one], next[other]] = [next[other], next[one]];
    chosen = other;
    done(next, "moved");
  }

  function done(next, what) {
    if (locked) return;
    change(patternOf(next));
    announce(`${what}: ${buttons[chosen].getAttribute("aria-label")}`);
  }

  function setSwapping(yes) {
    swapping = yes && !locked;
    element.classList.toggle("swapping", swapping);
    swapButton.setAttribute("aria-pressed", String(swapping));
    if (swapping) announce("choose the tile to swap with");
  }

  function choose(at, focus = true) {
    if (!swapping) chosen = at;
    buttons.forEach((button, each) => {
      button.tabIndex = each === at ? 0 : -1;
      button.classList.toggle("chosen", each === chosen);
    });
    if (focus) buttons[at].focus({ preventScroll: true });
  }

  // --- Keyboard -------------------------------------------------------------------------------------

  function keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = buttons.indexOf(document.activeElement);
    if (at < 0) return;
    const step = ARROWS[event.key];
    const acts = {
      r: () => turn(event.shiftKey ? 1 : -1),
      l: () => turn(1),
      f: flip,
      s: () => (swapping ? swap(chosen, at) : setSwapping(true)),
      Escape: () => cancel(at),
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (step) {
      const [row, column] = [Math.floor(at / SIDE) + step[0], (at % SIDE) + step[1]];
      const inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
      const next = row * SIDE + column;
      if (inside && event.shiftKey && !swapping && !locked) {
        swap(at, next);
        choose(next);
      } else if (inside) choose(next);
    } else if (act) act();
    else return;
    event.preventDefault();
  }

  function cancel(at) {
    setSwapping(false);
    choose(at);
  }

  // --- Mouse and touch ------------------------------------------------------------------------------

  function press(event, at) {
    if (event.button !== 0 || !event.isPrimary) return;
    const again = chosen === at && buttons[at].classList.contains("touched");
    drag = { at, again, x: event.clientX, y: event.clientY, moved: false, over: false, id: event.pointerId };
    if (!locked) buttons[at].setPointerCapture(event.pointerId);
  }

  element.addEventListener("pointermove", (event) => {
    if (!drag || drag.over || event.pointerId !== drag.id || locked) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < DRAG) return;
    drag.moved = true;
    buttons[drag.at].classList.add("dragged");
    buttons[drag.at].style.transform = `translate(${x}px, ${y}px) scale(1.04)`;
    const target = under(event);
    buttons.forEach((button, at) => button.classList.toggle("target", at === target && at !== drag.at));
  });

  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, (event) => {
      if (!drag || drag.over || event.pointerId !== drag.id) return;
      const { at, moved } = drag;
      drag.over = true;
      buttons[at].classList.remove("dragged");
      buttons[at].style.transform = "";
      buttons.forEach((button) => button.classList.remove("target"));
      if (!moved) return;
      const target = name === "pointerup" ? under(event) : -1;
      if (target >= 0 && target !== at) {
        setSwapping(false);
        swap(at, target);
        touch(target);
      } else touch(at);
    });
  }

  /** The position under the pointer, or -1. */
  function under({ clientX, clientY }) {
    const box = element.getBoundingClientRect();
    const [column, row] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height].map((share) => Math.floor(SIDE * share));
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE ? row * SIDE + column : -1;
  }

  /** A click chooses a tile; on the tile that is already chosen it turns it. A drag ends with a click, too, which means nothing. */
  function click(event, at) {
    const byKey = event.detail === 0;
    const { moved, again } = drag ?? { moved: false, again: false };
    drag = null;
    if (moved && !byKey) return;
    if (swapping) {
      swap(chosen, at);
      touch(at);
      return;
    }
    touch(at);
    if (byKey || again) turn(-1);
  }

  function touch(at) {
    choose(at);
    buttons.forEach((button, each) => button.classList.toggle("touched", each === at));
  }

  // --- Showing --------------------------------------------------------------------------------------

  function show(next) {
    const before = pattern && places();
    pattern = next;
    places().forEach((place, at) => {
      const label = `row ${Math.floor(at / SIDE) + 1}, column ${(at % SIDE) + 1}: ${tiles.describe(place)}`;
      buttons[at].setAttribute("aria-label", label);
      if (before?.[at].tile !== place.tile || before?.[at].way !== place.way) buttons[at].replaceChildren(tiles.one(place));
    });
    wrong.replaceChildren(
      ...tiles.deadEnds(pattern).map(({ x, y }) =>
        s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 0.42 }), s("path", { d: "M-.2 -.2L.2 .2M-.2 .2L.2 -.2" })),
      ),
    );
    counted.replaceChildren();
    choose(chosen, element.contains(document.activeElement));
  }

  /** Point at what counts for a theme, as the server tells it; null points at nothing. */
  function mark(found) {
    if (found === null) return counted.replaceChildren();
    const squares = found.tiles.map((position) => {
      const [x, y] = onBoard(position, [0.15, 0.15]);
      return s("rect", { x, y, width: 3.7, height: 3.7, rx: 0.3 });
    });
    const roads = found.stretches.map(({ position, edges }) => s("path", { d: roadPath(position, edges) }));
    const rings = found.places.map(({ position, at }) => {
      const [cx, cy] = onBoard(position, at);
      return s("circle", { cx, cy, r: 0.86 });
    });
    counted.replaceChildren(...squares, ...roads, ...rings);
  }

  function lock(yes) {
    locked = yes;
    setSwapping(false);
    element.classList.toggle("locked", yes);
    for (const button of tools.querySelectorAll("button")) button.disabled = yes;
  }

  const tool = (text, title, act) => h("button", { type: "button", title, on: { click: act } }, text);
  const swapButton = tool("⇄ Swap", "Swap with another tile (S, then the other tile)", () => {
    setSwapping(!swapping);
    buttons[chosen].focus({ preventScroll: true });
  });
  swapButton.setAttribute("aria-pressed", "false");
  const tools = h(
    "div",
    { class: "tools", role: "group", "aria-label": "The chosen tile" },
    tool("↺ Left", "Turn to the left (L)", () => turn(1)),
    tool("↻ Right", "Turn to the right (R)", () => turn(-1)),
    tool("◩ Flip", "Turn it over (F)", flip),
    swapButton,
  );
  return { element, tools, show, mark, lock, focus: () => buttons[chosen].focus({ preventScroll: true }) };
}
