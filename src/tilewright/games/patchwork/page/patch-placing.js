// The main quilt and the chosen patch: the user chooses, turns, moves and places the patch.

import { h } from "/pages/elements.js";
import { announce } from "/pages/announcements-and-progress.js";
import { actionButton } from "/pages/form-fields.js";
import { arrowKeys } from "/pages/keyboard.js";
import { offerCards } from "./offer-cards.js";
import { cellsOfMove, drawQuilt } from "./patch-drawing.js";
import { PatchPreview } from "./patch-preview.js";
import { SIDE, squareOf } from "./patch-shapes.js";
import { regretMap } from "./placement-regret-map.js";

/** @import { Activation, Board } from "/pages/interactive-board.js" */
/** @import { Cell } from "/pages/types.js" */
/** @import { PlayState } from "./play-state.js" */
/** @import { MoveJson, PlacedPatch } from "./types.js" */

const INSTRUCTIONS = {
  mouse: "Point at the square where the patch should go. Press R to rotate the patch, and F to flip it.",
  touch: "Tap the quilt to move the patch, then tap the patch to place it.",
};

export const chosenText = () => INSTRUCTIONS[matchMedia("(pointer: coarse)").matches ? "touch" : "mouse"];

/** `drawMarket()` draws everything outside the main quilt that depends on the chosen patch; `onChoose()` is called when the user has chosen a patch or put it back. @param {PlayState} play @param {{ drawMarket: () => void, onChoose: () => void }} callbacks */
export function patchPlacing(play, { drawMarket, onChoose }) {
  const { context, players, session, status } = play;
  /** @type {Board} */
  const board = new context.Board({ rows: SIDE, columns: SIDE, name: "Your quilt", label, act, end, hover });
  /** @type {PatchPreview} */
  const preview = new PatchPreview(context.store, board.overlay);
  const offers = h("div", { class: "slot-offers" });
  const regret = regretMap(context, preview, {
    currentState: () => (play.isPersonsTurn ? session.view.state : null),
    onMove() {
      drawMarket();
      focusChosen();
    },
    onError: (message) => status.show("broken", message),
  });
  let byTouch = false;
  /** Whether the current touch began on the chosen patch and has not moved to another cell since. */
  let tapped = false;

  board.svg.addEventListener("pointerdown", (event) => (byTouch = event.pointerType === "touch"), true);

  function focusChosen(takeFocus = true) {
    if (preview.chosen) board.focus(preview.chosen.cell, takeFocus);
  }

  /** @param {Cell} cell */
  function label(cell) {
    const where = `Row ${cell[0] + 1}, column ${cell[1] + 1}`;
    if (!play.hasPosition) return where;
    if (preview.chosen) return `${where}: the ${preview.patch ? "" : "1x1 "}patch ${preview.isLegal ? "fits" : "does not fit"} here`;
    return `${where}: ${play.position.sides[play.frontPlayer].covered.includes(squareOf(cell)) ? "covered" : "open"}`;
  }

  /** @param {Cell | null} cell */
  function hover(cell) {
    if (cell && preview.chosen && !tapped && play.isPersonsTurn) moveTo(cell);
  }

  /** @param {Cell} cell */
  function moveTo(cell) {
    preview.move(cell);
    // The arrow keys continue from the position of the pointer.
    if (String(board.focused) !== String(cell)) board.focus(cell, false);
    regret.showText();
  }

  /** Move the patch with the arrow keys while the quilt does not have the focus. @param {number} rows @param {number} columns */
  function moveBy(rows, columns) {
    if (!preview.chosen || !play.isPersonsTurn) return;
    const [row, column] = board.focused;
    board.focus([row + rows, column + columns]);
    moveTo(board.focused);
  }

  /** Enter or a click places the patch; a right click rotates it. A finger hides the cell below it, so a tap outside the patch only moves the patch there, and a tap on the patch places it. @param {Cell} cell @param {Activation} activation */
  function act(cell, { kind, start, key }) {
    if (!play.isPersonsTurn) return;
    if (!preview.chosen) {
      if (start) status.show("quiet", "Choose one of the patches on offer, or advance.");
      return;
    }
    if (kind === "secondary") {
      if (start) turn("rotate");
    } else if (key || !byTouch) {
      if (!start) return;
      moveTo(cell);
      place();
    } else {
      tapped = start && preview.cells.some((each) => String(each) === String(cell));
      if (!tapped) moveTo(cell);
    }
  }

  function end() {
    const places = byTouch && tapped;
    tapped = false;
    if (places) place();
  }

  /** Choose a patch on offer; if it is already chosen, put it back. @param {number} patch */
  function choose(patch) {
    if (!play.isPersonsTurn) return;
    const offer = play.position.offers.find((each) => each.patch === patch);
    if (!offer || offer.obstacle) return;
    if (preview.patch === patch) preview.clear();
    else preview.choose(patch);
    afterChoosing();
    onChoose();
  }

  /** Show a move as a preview. @param {MoveJson} move */
  function showMove(move) {
    if (!play.isPersonsTurn) return;
    const cells = cellsOfMove(move);
    if (move === "advance" || !cells) preview.clear();
    else preview.showAt(move.buy ?? 0, cells);
    afterChoosing();
  }

  function afterChoosing() {
    drawMarket();
    regret.refresh();
    focusChosen();
  }

  /** @param {"rotate" | "flip"} how */
  function turn(how) {
    if (!preview.chosen || !play.isPersonsTurn) return;
    preview[how]();
    drawMarket();
    regret.showText();
    announce(label(preview.chosen.cell));
  }

  async function place() {
    if (!preview.chosen || !play.isPersonsTurn) return;
    if (!preview.isLegal) {
      status.show("broken", "The patch does not fit here: some of these squares are already covered.");
      return;
    }
    board.element.classList.add("laying");
    await play.play(preview.asMove);
    board.element.classList.remove("laying");
  }

  function toggleMap() {
    const on = regret.toggle();
    if (on && !preview.chosen && play.isPersonsTurn) status.show("quiet", "Choose a patch. The map then shows the regret of each placement: the sum, over all squares that stay open, of the number of patches that can no longer cover the square.");
    updateButtons();
  }

  /** Draw the main quilt, and the chosen patch over it. @param {[PlacedPatch[], PlacedPatch[]]} placed */
  function draw(placed) {
    const { position, frontPlayer: front } = play;
    board.drawing.replaceChildren(drawQuilt(position.sides[front], placed[front], play.patches));
    board.svg.setAttribute("aria-label", `${players.nameOf(front)}: quilt (open squares: ${position.sides[front].open})`);
    preview.regrets = null;
    preview.setPosition(session.view.state, position.sides[players.isPerson(position.to_move) ? position.to_move : front].covered, play.patches);
    if (!play.isPersonsTurn) preview.chosen = null;
    else if (position.pending && preview.patch !== 0) preview.choose(0);
    preview.draw();
    regret.refresh();
  }

  /** Draw the patches on offer, with the chosen one in its current orientation. */
  function drawOffers() {
    const focused = document.activeElement?.closest(".offer");
    const patch = focused instanceof HTMLElement ? focused.dataset.patch : null;
    offers.replaceChildren(...offerCards(play.position, play.patches, { chosen: preview.patch, shape: preview.shape, onChoice: choose, active: play.isPersonsTurn }));
    const next = patch && offers.querySelector(`[data-patch="${patch}"]`);
    if (next instanceof HTMLElement) next.focus();
  }

  function updateButtons() {
    for (const button of [buttons.rotate, buttons.flip, buttons.place]) button.disabled = !play.isPersonsTurn || !preview.chosen;
    buttons.map.setAttribute("aria-pressed", String(regret.isOn()));
  }

  const buttons = {
    rotate: actionButton("⟳ Rotate", () => turn("rotate"), { key: "R" }),
    flip: actionButton("⇋ Flip", () => turn("flip"), { key: "F" }),
    place: actionButton("Place", place, { key: "Enter", class: "main" }),
    map: actionButton("Regret map", toggleMap, { key: "M", "aria-pressed": "false" }),
  };
  const chooseOffer = (/** @type {number} */ index) => () => play.hasPosition && play.position.offers[index] && choose(play.position.offers[index].patch);
  const keys = {
    r: () => turn("rotate"),
    f: () => turn("flip"),
    m: toggleMap,
    ...arrowKeys(moveBy),
    Escape: () => preview.patch && choose(preview.patch),
    1: chooseOffer(0),
    2: chooseOffer(1),
    3: chooseOffer(2),
  };
  return { board, preview, offers, regretLine: regret.element, buttons, keys, draw, drawOffers, updateButtons, showMove, focusChosen };
}
