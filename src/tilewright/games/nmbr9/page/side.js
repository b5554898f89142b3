// Beside the table: the card in all of its turns, the stack with its heights, and what may still come.

export function sidePart({ dom }, stack, { onTurn }) {
  const { h } = dom;
  const turns = h("div", { class: "turns", role: "group", "aria-label": "Turn" });
  const whole = h("div", { class: "picture heights" });
  const left = h("ol", { class: "left" });
  const caption = h("p", { class: "quiet" });
  const card = h("div", {}, h("h2", { text: "The card" }), turns);
  let shownCard = null;

  function show({ now, placed, aim, spots }) {
    card.hidden = now.card === null;
    if (now.card !== shownCard) {
      shownCard = now.card;
      turns.replaceChildren(
        ...(now.card === null ? [] : stack.parts[now.card].turns).map((_, turn) => h("button", { type: "button", on: { click: () => onTurn(turn) } }, stack.card(now.card, turn), h("small", {}))),
      );
    }
    [...turns.children].forEach((button, turn) => {
      const count = spots ? spots.on(aim.level, turn).length : 0;
      const told = `${count} spot${count === 1 ? "" : "s"}`;
      button.setAttribute("aria-pressed", String(turn === aim.turn));
      button.setAttribute("aria-label", `Turn ${turn + 1} of ${turns.children.length}: ${told} on level ${aim.level}`);
      button.lastChild.textContent = told;
      button.disabled = !spots;
    });
    whole.replaceChildren(
      placed.length ? stack.picture(placed) : h("p", { class: "quiet", text: "The table is empty. The first part lies anywhere." }),
    );
    const drawn = now.cards - now.placed.length - (now.card === null ? 0 : 1);
    left.replaceChildren(
      ...now.left.map((count, value) => {
        const unseen = count - (value === now.card ? 1 : 0);
        return h("li", { class: unseen ? "" : "gone", "aria-label": `${value}: ${unseen} not seen yet` }, h("b", { text: String(value) }), h("span", { text: "●".repeat(unseen) || "–" }));
      }),
    );
    const unseen = now.left.reduce((sum, count) => sum + count, 0) - (now.card === null ? 0 : 1);
    if (now.card === null) caption.textContent = "All cards of this deck are laid.";
    else caption.textContent = drawn === unseen ? `${drawn} cards come after this one.` : `${drawn} of these ${unseen} cards come after this one.`;
  }

  const element = h(
    "aside",
    { class: "panel beside", "aria-label": "Card and stack" },
    card,
    h("h2", { text: "The stack and its heights" }),
    whole,
    h("h2", { text: "Cards not seen yet" }),
    left,
    caption,
  );
  return { element, show };
}
