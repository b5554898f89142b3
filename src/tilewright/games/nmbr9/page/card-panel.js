// The panel next to the board: the part of the current card in every rotation, the stack with its heights, and the cards that may still come.

import { h } from "/pages/elements.js";
import { plural } from "/pages/text-format.js";

/** @import { LegalPlacements } from "./placement-near-pointer.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { Aim, PlacedPart, Position } from "./types.js" */

/** @param {StackDrawing} drawing @param {(turn: number) => void} onTurn */
export function cardPanel(drawing, onTurn) {
  const turnRow = h("div", { class: "turns", role: "group", "aria-label": "Rotation" });
  const stack = h("div", { class: "picture heights" });
  const left = h("ol", { class: "left" });
  const caption = h("p", { class: "quiet" });
  const cardSection = h("div", {}, h("h2", { text: "Card" }), turnRow);
  /** @type {{ button: HTMLButtonElement, name: HTMLElement, count: HTMLElement }[]} */
  let turns = [];
  /** @type {number | null} */
  let shownCard = null;

  /** @param {number | null} card */
  function showCard(card) {
    if (card === shownCard) return;
    shownCard = card;
    turns = (card === null ? [] : drawing.parts[card].turns).map((_, turn) => {
      const name = h("span", { class: "unseen" });
      const count = h("small", { "aria-hidden": "true" });
      const button = h("button", { type: "button", on: { click: () => onTurn(turn) } }, name, card !== null && drawing.cardPicture(card, turn), count);
      return { button, name, count };
    });
    turnRow.replaceChildren(...turns.map(({ button }) => button));
  }

  /** @param {{ position: Position, placed: PlacedPart[], aim: Aim, placements: LegalPlacements | null }} state */
  function show({ position, placed, aim, placements }) {
    const { card } = position;
    cardSection.hidden = card === null;
    showCard(card);
    turns.forEach(({ button, name, count }, turn) => {
      const number = placements ? placements.on(aim.level, turn).length : 0;
      button.setAttribute("aria-pressed", String(turn === aim.turn));
      name.textContent = `Rotation ${turn + 1} of ${turns.length}: ${plural(number, "legal placement")} on level ${aim.level}`;
      count.textContent = `${number} legal`;
      button.disabled = !placements;
    });
    stack.replaceChildren(
      placed.length ? drawing.stackPicture(placed) : h("p", { class: "quiet", text: "The board is empty. The first part may be placed anywhere." }),
    );
    left.replaceChildren(
      ...position.left.map((count, value) => {
        const unseen = count - (value === card ? 1 : 0);
        return h("li", { class: unseen ? "" : "gone", "aria-label": `${value}: ${unseen} left` }, h("b", { text: String(value) }), h("span", { text: "●".repeat(unseen) || "–" }));
      }),
    );
    const current = card === null ? 0 : 1;
    const coming = position.cards - position.placed.length - current;
    const unseen = position.left.reduce((sum, count) => sum + count, 0) - current;
    if (card === null) caption.textContent = "All cards of this deck are placed.";
    else {
      const number = coming === unseen ? plural(coming, "card") : `${coming} of these ${unseen} cards`;
      caption.textContent = `${number} ${coming === 1 ? "comes" : "come"} after this one.`;
    }
  }

  const element = h(
    "aside",
    { class: "panel beside", "aria-label": "Card and stack" },
    cardSection,
    h("h2", { text: "Stack with heights" }),
    stack,
    h("h2", { text: "Cards left" }),
    left,
    caption,
  );
  return { element, show };
}
