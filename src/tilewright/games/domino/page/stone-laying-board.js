// The board on which Domino is played: choose a stone, then the cell of its first half, then the cell of its second half.

import { h, s } from "/pages/elements.js";
import { announce } from "/pages/announcements-and-progress.js";
import { drawBoard, drawStone, stoneIcon } from "./stone-drawing.js";

/** @import { Board } from "/pages/interactive-board.js" */
/** @import { Activation } from "/pages/interactive-board.js" */
/** @import { BoardView, Cell, PageContext, PositionView } from "/pages/types.js" */
/** @import { PlacedStone, Position, Stone } from "./stone-drawing.js" */

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => String(one) === String(other);

/** @template Half @param {[Half, Half]} pair @returns {[Half, Half]} */
const reversed = ([a, b]) => [b, a];

/** @param {PageContext} context @param {(move: PlacedStone) => void} play @returns {BoardView} */
export function createBoardView({ Board: BoardClass, store }, play) {
  /** @type {PositionView<Position, PlacedStone>} */
  let view;
  /** @type {Board} */
  let board;
  let boardSide = 0;
  /** The chosen stone. Its first label is on the half that is laid first. @type {Stone | null} */
  let chosen = store.get("hand");
  /** The cell of the first half. @type {Cell | null} */
  let first = null;
  /** The cell of the second half; null unless the pointer or a key is pressed. @type {Cell | null} */
  let second = null;
  /** @type {PlacedStone | null} */
  let hinted = null;
  const frame = h("div", { class: "board-frame" });
  const stones = h("div", { class: "kinds", role: "group", "aria-label": "Stones left" });
  const turn = h("button", { type: "button", title: "R", on: { click: () => chosen && choose(reversed(chosen)) } }, "Turn");
  const status = h("p", { class: "quiet", role: "status" });

  // --- Legal placements -----------------------------------------------------------------------------

  /** Return the legal pairs of cells for a stone. Each pair begins with the cell of the stone's first half. On the empty board, every pair of neighbouring cells is legal. @param {Stone} stone @returns {[Cell, Cell][]} */
  function placements(stone) {
    if (!view.json.laid.length) return neighbouringPairs(view.json.n);
    /** @type {[Cell, Cell][]} */
    const pairs = [];
    for (const { json } of view.moves) {
      if (same(json.stone, stone)) pairs.push(json.cells);
      // Under the rule "touch", a move does not specify which half was laid first.
      if (view.json.rule === "touch" && same(reversed(json.stone), stone)) pairs.push(reversed(json.cells));
    }
    return pairs;
  }

  /** @param {Stone} stone */
  function isPlayable(stone) {
    return !view.over && (!view.json.laid.length || view.moves.some(({ json }) => same(json.stone, stone) || same(json.stone, reversed(stone))));
  }

  const firstCells = () => (chosen ? placements(chosen).map(([cell]) => cell) : []);
  const secondCells = () => (chosen && first ? placements(chosen).filter(([cell]) => same(cell, first)).map(([, cell]) => cell) : []);
  /** @returns {Stone[]} */
  const playableStones = () => view.json.left.map(([a, b]) => /** @type {Stone} */ ([a, b])).filter(isPlayable);
  const canTurn = () => chosen !== null && placements(reversed(chosen)).length > 0;
  const isChosen = (/** @type {Stone} */ stone) => chosen !== null && (same(stone, chosen) || same(reversed(stone), chosen));
  const contains = (/** @type {Cell[]} */ cells, /** @type {Cell} */ cell) => cells.some((each) => same(each, cell));

  // --- Input ----------------------------------------------------------------------------------------

  /** @param {Stone | null} stone */
  function choose(stone) {
    // A stone that fits only when it is turned is turned at once.
    chosen = stone && !placements(stone).length ? reversed(stone) : stone;
    first = second = hinted = null;
    store.set("hand", chosen);
    show();
  }

  /** @param {Cell} cell @param {Activation} activation */
  function act(cell, { kind, start }) {
    if (!chosen || view.over) {
      if (start && !view.over) announce("Choose a stone first.");
    } else if (kind === "secondary") {
      if (start && canTurn()) choose(reversed(chosen));
    } else if (contains(secondCells(), cell)) {
      second = cell;
      draw();
    } else {
      if (start) first = !same(first, cell) && contains(firstCells(), cell) ? cell : null;
      second = null;
      draw();
    }
  }

  /** Lay the stone if both its cells are chosen; called when the finger is lifted or the mouse button is released, and when Enter or Space is pressed. */
  function end() {
    if (!chosen || !first || !second) return;
    /** @type {PlacedStone} */
    const move = { stone: chosen, cells: [first, second] };
    chosen = first = second = null;
    store.set("hand", null);
    play(move);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (event.ctrlKey || view.over) return false;
    if (step) {
      const playable = playableStones();
      const index = chosen ? playable.findIndex(isChosen) : step > 0 ? -1 : 0;
      choose(playable[(index + step + playable.length) % playable.length]);
      announce(`Stone ${chosen?.join("-")} chosen`);
    } else if (event.key.toLowerCase() === "r" && chosen && canTurn()) {
      choose(reversed(chosen));
      announce(`Turned: ${chosen?.join("-")}`);
    } else if (event.key === "Escape" && chosen) choose(first ? chosen : null);
    else return false;
    return true;
  }

  /** @param {Cell} cell */
  function label(cell) {
    const where = `Row ${cell[0] + 1}, column ${cell[1] + 1}`;
    for (const { stone, cells } of view.json.laid) {
      const half = cells.findIndex((each) => same(each, cell));
      if (half >= 0) return `${where}: label ${stone[half]} of stone ${stone.join("-")}`;
    }
    if (chosen && contains(secondCells(), cell)) return `${where}: free, ${chosen[1]} fits here`;
    if (chosen && !first && contains(firstCells(), cell)) return `${where}: free, ${chosen[0]} fits here`;
    return chosen && same(first, cell) ? `${where}: chosen for ${chosen[0]}` : `${where}: free`;
  }

  // --- Display --------------------------------------------------------------------------------------

  function draw() {
    board.drawing.replaceChildren(drawBoard(view.json));
    board.clear();
    board.overlay.replaceChildren();
    if (chosen && first) {
      board.mark([first], "chosen");
      board.mark(secondCells(), "good");
    } else if (hinted) {
      board.mark(hinted.cells, "hint");
      board.overlay.append(drawStone(hinted, "hinted"));
    } else if (chosen && view.json.laid.length) {
      // On the empty board every cell is legal, so none is marked.
      board.mark(uniqueCells(firstCells()), "good");
    }
    if (chosen && first && second) board.overlay.append(drawStone({ stone: chosen, cells: [first, second] }, "ghost"));
    else if (chosen && first) board.overlay.append(s("text", { class: "ghost-half", x: first[1] + 0.5, y: first[0] + 0.5, text: String(chosen[0]) }));
    turn.disabled = !chosen || chosen[0] === chosen[1] || !canTurn();
    status.textContent = statusText();
  }

  function statusText() {
    if (view.over) return "No further stone fits.";
    if (!chosen) return "Choose a stone. On the board, the keys N and P choose the next and the previous stone, and R turns the chosen stone.";
    if (!first) return `Choose a cell for ${chosen[0]}, the first half of stone ${chosen.join("-")}.`;
    return `Choose a neighbouring cell for ${chosen[1]}.`;
  }

  function showStones() {
    const focused = document.activeElement instanceof HTMLElement && stones.contains(document.activeElement) && document.activeElement.dataset.stone;
    stones.replaceChildren(
      ...view.json.left.map(([a, b, count]) => {
        const pressed = isChosen([a, b]);
        const name = `Stone ${a}-${b}${count > 1 ? `, ${count} left` : ""}`;
        const button = h("button", { type: "button", "aria-pressed": String(pressed), data: { stone: `${a}-${b}` } });
        button.append(stoneIcon(pressed && chosen ? chosen : [a, b]), h("span", { class: "count", "aria-hidden": "true", text: count > 1 ? `×${count}` : "" }), h("span", { class: "unseen", text: name }));
        button.disabled = !isPlayable([a, b]);
        button.addEventListener("click", (event) => {
          choose(pressed ? null : [a, b]);
          // After a choice with the keyboard, the focus moves to the board.
          if (chosen && event.detail === 0) board.focus(board.focused);
        });
        return button;
      }),
    );
    const next = focused && stones.querySelector(`[data-stone="${focused}"]`);
    if (next instanceof HTMLElement) next.focus();
  }

  function show() {
    if (!view.json) return;
    if (boardSide !== view.json.n) {
      boardSide = view.json.n;
      board = new BoardClass({ rows: boardSide, columns: boardSide, name: "Domino board", label, act, end, key: onKey });
      frame.replaceChildren(board.element);
    }
    if (chosen && !(playableStones().some(isChosen) && placements(chosen).length)) chosen = null;
    if (!chosen) first = second = null;
    showStones();
    draw();
  }

  return {
    element: frame,
    side: h("div", { class: "hand" }, h("h3", { text: "Stones" }), stones, h("div", { class: "row" }, turn), status),
    /** @param {PositionView<Position, PlacedStone>} next */
    show(next) {
      view = next;
      first = second = hinted = null;
      show();
    },
    /** @param {PlacedStone} move */
    hint(move) {
      choose(move.stone);
      hinted = move;
      draw();
    },
  };
}

/** Return all pairs of neighbouring cells of a board, in both orders. @param {number} n */
function neighbouringPairs(n) {
  /** @type {[Cell, Cell][]} */
  const pairs = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      if (column + 1 < n) pairs.push([[row, column], [row, column + 1]], [[row, column + 1], [row, column]]);
      if (row + 1 < n) pairs.push([[row, column], [row + 1, column]], [[row + 1, column], [row, column]]);
    }
  }
  return pairs;
}

/** @param {Cell[]} cells */
const uniqueCells = (cells) => [...new Map(cells.map((cell) => [String(cell), cell])).values()];
