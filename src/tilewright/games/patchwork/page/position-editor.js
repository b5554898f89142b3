// Editors for a position: paint the quilts, type the numbers, choose the patches of the circle. All changes are written into the text of the position.

import { h } from "/pages/elements.js";
import { capitalised, labelled } from "/pages/form-fields.js";
import { priceIcons, patchLabel } from "./offer-cards.js";
import { drawQuilt, patchPicture } from "./patch-drawing.js";
import { SIDE, squareOf } from "./patch-shapes.js";
import { playerSummary } from "./position-view.js";

/** @import { Activation } from "/pages/interactive-board.js" */
/** @import { Cell, PageContext } from "/pages/types.js" */
/** @import { GameData, Position, PositionView } from "./types.js" */

/** Changed values of one player, or of the circle. @typedef {{ quilts?: string, buttons?: number, income?: number, time?: number, circle?: number[] }} Changes */

/** The numbers of a player that can be edited, each with its maximum. @type {["buttons" | "income" | "time", number][]} */
const NUMBERS = [["buttons", 999], ["income", 99], ["time", 53]];
/** For each key, the keys that are removed when its value changes, because their values depend on it. @type {Record<string, string[]>} */
const DEPENDENT_KEYS = { quilts: ["bonus"], time: ["specials", "home", "to-move", "pending"] };
const SPECIAL_PATCH = 0;

/** Return the text of a position with changed values. @param {PositionView} view @param {number} player @param {Changes} changes */
export function changedPosition({ state, json }, player, changes) {
  const words = new Map(state.split(" ").map((word) => /** @type {[string, string]} */ (word.split("="))));
  for (const [key, value] of Object.entries(changes)) {
    if (Array.isArray(value)) words.set(key, value.join() || "-");
    else {
      const both = json.sides.map((side) => (key === "quilts" ? quiltText(new Set(side.covered)) : side[/** @type {"buttons"} */ (key)]));
      both[player] = value;
      words.set(key, both.join());
    }
    for (const other of DEPENDENT_KEYS[key] ?? []) words.delete(other);
  }
  return [...words].map((word) => word.join("=")).join(" ");
}

/** Return a quilt in the notation of positions: # is a covered square, and a digit stands for a run of that many open squares. @param {Set<number>} covered */
function quiltText(covered) {
  const rows = Array.from({ length: SIDE }, (_row, row) => Array.from({ length: SIDE }, (_column, column) => (covered.has(SIDE * row + column) ? "#" : ".")).join(""));
  return rows.map((row) => row.replace(/\.+/g, (open) => String(open.length))).join("/");
}

/** Return an editor for a player's quilt and numbers: {element, show(position, preview, outdated)}. @param {PageContext} context @param {number} player @param {(changes: Changes) => void} onChange */
export function quiltEditor({ Board }, player, onChange) {
  const name = `Player ${player + 1}`;
  const summary = h("div", {});
  const board = new Board({ rows: SIDE, columns: SIDE, name: `${name}: quilt editor`, label, act, end });
  const fields = NUMBERS.map(([key, most]) => {
    const control = h("input", { type: "number", min: 0, max: most, step: 1, data: { key } });
    control.addEventListener("change", () => control.validity.valid && control.value !== "" && onChange({ [key]: Number(control.value) }));
    return { key, control, element: labelled(capitalised(key), control) };
  });
  /** @type {Set<number>} */
  let covered = new Set();
  /** Whether the current drag covers squares (true) or opens them (false); null if there is no drag. @type {boolean | null} */
  let covering = null;

  /** @param {Cell} cell */
  function label(cell) {
    return `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${covered.has(squareOf(cell)) ? "covered" : "open"}`;
  }

  /** @param {Cell} cell @param {Activation} activation */
  function act(cell, { start }) {
    const square = squareOf(cell);
    if (start) covering = !covered.has(square);
    if (covering) covered.add(square);
    else covered.delete(square);
    draw(null);
  }

  function end() {
    covering = null;
    onChange({ quilts: quiltText(covered) });
  }

  /** @param {SVGElement | null} preview */
  function draw(preview) {
    board.drawing.replaceChildren(drawQuilt({ covered: [...covered] }, [], []));
    board.overlay.replaceChildren(...(preview ? [preview] : []));
  }

  return {
    element: h("div", { class: "quilt-editor" }, summary, board.element, h("div", { class: "numbers" }, fields.map(({ element }) => element))),
    /** `outdated` is true if the editors have changes that the position does not contain yet; the squares are then left as they are. @param {Position} position @param {SVGElement | null} preview @param {boolean} [outdated] */
    show(position, preview, outdated = false) {
      const side = position.sides[player];
      if (covering === null && !outdated) covered = new Set(side.covered);
      summary.replaceChildren(playerSummary(position, player, name, { brief: true }));
      // A field that the user is typing in keeps its text.
      for (const { key, control } of fields) if (control !== document.activeElement) control.value = String(side[key]);
      draw(preview);
    },
  };
}

/** Return an editor for the patches of the circle: {element, show(position, outdated)}. @param {GameData} data @param {(changes: Changes) => void} onChange */
export function circleEditor({ sets }, onChange) {
  /** @type {number[]} */
  let circle = [];
  /** The name of the set of patches that is drawn. */
  let drawnSet = "";
  const [anySet] = Object.values(sets);
  const entries = anySet.map((_, patch) => {
    const place = h("small", { class: "place-in-circle" });
    const properties = { type: "button", class: "any-patch", on: { click: () => toggle(patch) } };
    return { patch, place, button: h("button", properties) };
  }).filter(({ patch }) => patch !== SPECIAL_PATCH);
  const clear = h("button", { type: "button", class: "small", text: "Remove all", on: { click: () => set([]) } });

  /** @param {number[]} next */
  function set(next) {
    circle = next;
    draw();
    onChange({ circle });
  }

  /** @param {number} patch */
  const toggle = (patch) => set(circle.includes(patch) ? circle.filter((other) => other !== patch) : [...circle, patch]);

  /** @param {string} name */
  function drawPatches(name) {
    drawnSet = name;
    for (const { patch, place, button } of entries) {
      const facts = sets[name][patch];
      button.title = `${patchLabel(facts)} (number ${patch} in the text)`;
      button.replaceChildren(patchPicture(patch, facts.cells, facts), priceIcons(facts), h("span", { class: "unseen", text: `${patchLabel(facts)}. ` }), place);
    }
  }

  function draw() {
    for (const { patch, place, button } of entries) {
      const index = circle.indexOf(patch);
      button.setAttribute("aria-pressed", String(index >= 0));
      place.textContent = index < 0 ? "" : `No. ${index + 1}`;
    }
    clear.disabled = !circle.length;
  }

  return {
    element: h(
      "details",
      { class: "circle-editor" },
      h("summary", { text: "Choose the patches of the circle" }),
      h("p", { class: "quiet", text: "The patches of the circle are in the order in which you choose them. The first three are on offer." }),
      clear,
      h("div", { class: "all-patches", role: "group", "aria-label": "All patches" }, entries.map(({ button }) => button)),
    ),
    /** @param {Position} position @param {boolean} [outdated] */
    show(position, outdated = false) {
      if (!outdated) circle = [...position.circle];
      if (position.patches !== drawnSet) drawPatches(position.patches);
      draw();
    },
  };
}
