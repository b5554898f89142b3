// A position that is set up: squares are painted, numbers typed, patches chosen; all of it ends up in the position's text.

import { price, priceOf, purse } from "./parts.js";
import { patchAlone, quiltPicture } from "./pictures.js";
import { SIDE, squareOf } from "./shapes.js";

const NUMBERS = { buttons: 999, income: 99, time: 53 };
/** What follows from a value is left out when that is changed, so that the position makes sense again. */
const FOLLOWS = { quilts: ["bonus"], time: ["specials", "home", "to-move", "pending"] };

/** The text of a position with another circle, or with other values for a player: `{quilts, buttons, income, time}`, any of them. */
export function rewritten({ state, json }, player, values) {
  const words = new Map(state.split(" ").map((word) => word.split("=")));
  for (const [key, value] of Object.entries(values)) {
    const both = json.sides.map((side) => (key === "quilts" ? rowsOf(new Set(side.covered)) : side[key]));
    both[player] = value;
    words.set(key, key === "circle" ? value.join() || "-" : both.join());
    for (const other of FOLLOWS[key] ?? []) words.delete(other);
  }
  return [...words].map((word) => word.join("=")).join(" ");
}

/** A quilt as positions write it: # is covered, a digit so many open squares. */
function rowsOf(covered) {
  const rows = Array.from({ length: SIDE }, (_, row) => Array.from({ length: SIDE }, (__, column) => (covered.has(SIDE * row + column) ? "#" : ".")).join(""));
  return rows.map((row) => row.replace(/\.+/g, (open) => String(open.length))).join("/");
}

/** Gives {element, show(view, ghost)}; `change({key: value})` is called with what was painted or typed. */
export function quiltEditor({ Board, dom }, { patches }, player, change) {
  const { h, labelled, s } = dom;
  const name = `Player ${player + 1}`;
  const head = h("div", {});
  const board = new Board({ rows: SIDE, columns: SIDE, name: `${name}: quilt to paint`, label, act, end });
  const fields = Object.entries(NUMBERS).map(([key, most]) => {
    const field = h("input", { type: "number", min: 0, max: most, step: 1, data: { key } });
    field.addEventListener("change", () => field.validity.valid && field.value !== "" && change({ [key]: Number(field.value) }));
    return labelled(key, field);
  });
  let covered = new Set();
  /** Whether the stroke that goes on covers or opens; null if there is none. */
  let paints = null;

  function label(cell) {
    return `row ${cell[0] + 1}, column ${cell[1] + 1}: ${covered.has(squareOf(cell)) ? "covered" : "open"}`;
  }

  function act(cell, { start }) {
    const square = squareOf(cell);
    if (start) paints = !covered.has(square);
    if (paints) covered.add(square);
    else covered.delete(square);
    draw(null);
  }

  function end() {
    paints = null;
    change({ quilts: rowsOf(covered) });
  }

  function draw(ghost) {
    board.drawing.replaceChildren(quiltPicture(s, { covered: [...covered] }, [], patches));
    board.over.replaceChildren(...(ghost ? [ghost] : []));
  }

  return {
    element: h("div", { class: "quilt-editor" }, head, board.element, h("div", { class: "numbers" }, fields)),
    /** `later` says that what was painted since is still to be read. */
    show(view, ghost, later = false) {
      const side = view.sides[player];
      if (paints === null && !later) covered = new Set(side.covered);
      head.replaceChildren(purse(dom, side, player, name, { toMove: player === view.to_move && !view.over, bonus: view.bonus === player, brief: true }));
      for (const { field } of fields) {
        // What somebody types stays until it is read.
        if (field !== document.activeElement) field.value = String(side[field.dataset.key]);
      }
      draw(ghost);
    },
  };
}

/** All patches, of which some lie in the circle. Gives {element, show(view)}; `change({circle})` is called with the patches that then lie there. */
export function circleEditor({ dom }, { patches }, change) {
  const { h, s } = dom;
  const SPECIAL = 0;
  let circle = [];
  const buttons = patches.map((facts, patch) =>
    patch === SPECIAL
      ? null
      : h(
          "button",
          { type: "button", class: "any-patch", "aria-label": `Patch ${patch}: ${priceOf(facts)}`, title: `Patch ${patch}`, on: { click: () => turn(patch) } },
          patchAlone(s, patch, facts.cells, facts, [5, 5]),
          price(dom, facts),
          h("small", { class: "place-in-circle" }),
        ),
  );
  const empty = h("button", { type: "button", class: "small", text: "Take all away", on: { click: () => set([]) } });

  function set(next) {
    circle = next;
    draw();
    change({ circle });
  }

  const turn = (patch) => set(circle.includes(patch) ? circle.filter((other) => other !== patch) : [...circle, patch]);

  function draw() {
    buttons.forEach((button, patch) => {
      const at = circle.indexOf(patch);
      button?.setAttribute("aria-pressed", String(at >= 0));
      button?.lastChild.replaceChildren(at < 0 ? "" : `place ${at + 1}`);
    });
    empty.disabled = !circle.length;
  }

  return {
    element: h(
      "details",
      { class: "circle-editor" },
      h("summary", { text: "Choose the patches of the circle" }),
      h("p", { class: "quiet", text: "The patches come in the order in which they are chosen; the first three are on offer." }),
      empty,
      h("div", { class: "all-patches", role: "group", "aria-label": "All patches" }, buttons),
    ),
    show(view, later = false) {
      if (!later) circle = [...view.circle];
      draw();
    },
  };
}
