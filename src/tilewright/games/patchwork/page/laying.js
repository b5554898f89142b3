// The own quilt and the patch in hand: choose it, turn it, move it over the quilt, lay it.

import { Hand } from "./hand.js";
import { button, offerCards } from "./parts.js";
import { quiltPicture } from "./pictures.js";
import { regretMap } from "./regret.js";
import { SIDE, squareOf } from "./shapes.js";

const HOW = {
  mouse: "point where it should lie. R turns it, F flips it.",
  finger: "touch the quilt to move it, then touch the patch to lay it.",
};

export const inHand = (patch) => `Patch ${patch} is in hand: ${HOW[matchMedia("(pointer: coarse)").matches ? "finger" : "mouse"]}`;

/** Gives {board, hand, offers, regretLine, buttons, ...}. `market()` draws what depends on the hand, `onTake()` hears that another patch was taken. */
export function layingPart(table, { market, onTake }) {
  const { context, dom, patches } = table;
  const { announce, h, s } = dom;
  const board = new context.Board({ rows: SIDE, columns: SIDE, name: "Your quilt", label, act, end, hover });
  const hand = new Hand({ s, store: context.store, patches, layer: board.over });
  const offers = h("div", { class: "place-offers" });
  const regret = regretMap(context, hand, {
    current: () => (table.myTurn ? table.sitting.view.state : null),
    onGo() {
      market();
      board.focus(hand.grip.cell);
    },
    onTrouble: (message) => table.note.tell("broken", message),
  });
  let touching = false;
  let pressed = null;

  board.svg.addEventListener("pointerdown", (event) => (touching = event.pointerType === "touch"), true);

  function label(cell) {
    const words = `row ${cell[0] + 1}, column ${cell[1] + 1}`;
    if (!table.view) return words;
    if (hand.grip) return `${words}: patch ${hand.patch || "1x1"} ${hand.legal ? "fits" : "does not fit"} here`;
    return `${words}: ${table.view.sides[table.mine].covered.includes(squareOf(cell)) ? "covered" : "open"}`;
  }

  function hover(cell) {
    if (cell && hand.grip && !pressed && table.myTurn) moveTo(cell);
  }

  function moveTo(cell) {
    hand.move(cell);
    // Arrow keys go on from where the pointer was.
    if (String(board.focused) !== String(cell)) board.focus(cell, false);
    regret.tell();
  }

  /** A click lays. A finger covers what it points at: its first touch moves the patch, one on the patch lays it. */
  function act(cell, { kind, start, key }) {
    if (!table.myTurn) return;
    if (!hand.grip) {
      if (start) table.note.tell("quiet", "Choose one of the three patches on offer, or advance.");
      return;
    }
    if (kind === "secondary") {
      if (start) turn("rotate");
    } else if (key || !touching) {
      if (!start) return;
      moveTo(cell);
      lay();
    } else {
      pressed = start && hand.cells.some((each) => String(each) === String(cell)) ? cell : null;
      if (!pressed) moveTo(cell);
    }
  }

  function end() {
    const lays = touching && pressed;
    pressed = null;
    if (lays) lay();
  }

  /** Take a patch on offer, or put it back. */
  function take(patch) {
    if (!table.myTurn) return;
    const offer = table.view.offers.find((each) => each.patch === patch);
    if (!offer || offer.obstacle) return;
    if (hand.patch === patch) hand.drop();
    else hand.take(patch);
    afterTaking();
    onTake();
  }

  /** Show a move as a ghost. */
  function pointAt({ json }) {
    if (!table.myTurn) return;
    if (json === "advance") hand.drop();
    else hand.show(json.buy ?? 0, json.cells ?? [json.special]);
    afterTaking();
  }

  function afterTaking() {
    market();
    regret.refresh();
    if (hand.grip) board.focus(hand.grip.cell);
  }

  function turn(how) {
    if (!hand.grip || !table.myTurn) return;
    hand[how]();
    market();
    regret.tell();
    announce(label(hand.grip.cell));
  }

  async function lay() {
    if (!hand.grip || !table.myTurn) return;
    if (!hand.legal) {
      table.note.tell("broken", "It does not fit here: a patch lies below it already.");
      return;
    }
    board.element.classList.add("laying");
    await table.make(hand.asMove);
    board.element.classList.remove("laying");
  }

  function toggleMap() {
    const wanted = regret.toggle();
    if (wanted && !hand.grip && table.myTurn) table.note.tell("quiet", "Choose a patch: the map then shows what each placement takes from all patches to come.");
    controls();
  }

  /** The quilt of the one who sits here, and the hand over it. */
  function draw(pieces) {
    const { seats, sitting, view, mine } = table;
    board.drawing.replaceChildren(quiltPicture(s, view.sides[mine], pieces[mine], patches));
    board.svg.setAttribute("aria-label", `${seats.words(mine)}: quilt, ${view.sides[mine].open} squares open`);
    hand.regrets = null;
    hand.at(sitting.view.state, view.sides[table.isPerson(view.to_move) ? view.to_move : mine].covered);
    if (!table.myTurn) hand.grip = null;
    else if (view.pending && hand.patch !== 0) hand.take(0);
    hand.draw();
    regret.refresh();
  }

  /** The three patches on offer, that in hand as it is turned. */
  function drawOffers() {
    const chosen = hand.grip ? hand.patch : null;
    const images = chosen ? { [chosen]: hand.image } : {};
    const focused = document.activeElement?.closest?.(".offer")?.dataset.patch;
    offers.replaceChildren(...offerCards(dom, table.view, patches, { chosen, images, choose: take, active: table.myTurn }));
    if (focused) offers.querySelector(`[data-patch="${focused}"]`)?.focus();
  }

  function controls() {
    for (const name of ["rotate", "flip", "lay"]) buttons[name].disabled = !table.myTurn || !hand.grip;
    buttons.map.setAttribute("aria-pressed", String(regret.wanted()));
  }

  const buttons = {
    rotate: button(dom, "⟳ Rotate", () => turn("rotate"), { key: "R" }),
    flip: button(dom, "⇋ Flip", () => turn("flip"), { key: "F" }),
    lay: button(dom, "Lay it", lay, { key: "Enter", class: "main" }),
    map: button(dom, "Regret map", toggleMap, { key: "M", "aria-pressed": "false" }),
  };
  const offer = (at) => () => table.view?.offers[at] && take(table.view.offers[at].patch);
  const keys = {
    r: () => turn("rotate"),
    f: () => turn("flip"),
    m: toggleMap,
    Escape: () => hand.grip && hand.patch && take(hand.patch),
    1: offer(0),
    2: offer(1),
    3: offer(2),
  };
  return { board, hand, offers, regretLine: regret.element, buttons, keys, draw, drawOffers, controls, pointAt };
}
