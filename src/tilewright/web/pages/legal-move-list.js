// The legal moves as buttons, with a field to find a move or to type it.

import { h } from "./elements.js";
import { labelled } from "./form-fields.js";
import { plural } from "./text-format.js";

/** @import { Move, PositionView } from "./types.js" */

const MOST_SHOWN = 200;
/** A list of at most this many moves is never divided into groups. */
const MOST_UNGROUPED = 30;

/** Return {element, show(view)}; `play(move)` is called with the move that the user chooses. @param {(move: unknown) => Promise<void>} play */
export function moveList(play) {
  const moves = h("ol", { class: "moves", "aria-label": "Legal moves" });
  const filter = h("input", { type: "search", placeholder: "Find a move, or type it and press Enter" });
  /** @type {PositionView} */
  let view;
  /** The name of the open group; null if no group is open. @type {string | null} */
  let openGroup = null;

  const moveItem = (/** @type {Move} */ move) => h("li", {}, h("button", { type: "button", on: { click: () => make(move.json) } }, move.text));

  /** Play a move and clear the field. If the move is refused, the typed text is restored, so that the user can correct it. @param {unknown} move */
  async function make(move) {
    const [before, typed] = [view, filter.value];
    filter.value = "";
    await play(move);
    if (view === before) filter.value ||= typed;
  }

  /** Return an element for a group of moves. Its buttons are created when the user opens it; only one group is open at a time. @param {[string, Move[]]} entry */
  function groupItem([name, members]) {
    const buttons = h("ol");
    const details = h("details", { open: name === openGroup, name: "moves" }, h("summary", {}, name, h("small", { text: ` ${members.length} moves` })), buttons);
    const addButtons = () => buttons.children.length || buttons.append(...members.map(moveItem));
    details.addEventListener("toggle", () => {
      if (details.open) addButtons();
      if (details.open) openGroup = name;
      else if (details.isConnected && openGroup === name) openGroup = null;
    });
    if (details.open) addButtons();
    return h("li", { class: "group" }, details);
  }

  /** @param {Move[]} shown */
  function items(shown) {
    // Moves are grouped by the text before their `@`: `01` for `01@0,2-0,3`.
    const groups = Map.groupBy(shown, ({ text }) => text.split("@")[0]);
    if (shown.length <= MOST_UNGROUPED || groups.size < 2 || groups.size === shown.length) return shown.slice(0, MOST_SHOWN).map(moveItem);
    return [...groups].map((entry) => (entry[1].length > 1 ? groupItem(entry) : moveItem(entry[1][0])));
  }

  function show() {
    const wanted = filter.value.trim().toLowerCase();
    const shown = view.moves.filter((move) => move.text.toLowerCase().includes(wanted));
    const focused = moves.contains(document.activeElement);
    moves.replaceChildren(...items(shown));
    const hidden = view.moves_total - view.moves.length + (moves.querySelector("details") ? 0 : Math.max(0, shown.length - MOST_SHOWN));
    const hiddenText = `${plural(hidden, "more legal move")} ${hidden === 1 ? "is not shown; type it" : "are not shown; type one"} above.`;
    if (hidden > 0 && !wanted) moves.append(h("li", { class: "quiet", text: hiddenText }));
    // The button that had the focus was removed, so the focus moves to the start of the new list.
    const next = moves.querySelector(":scope > li > button, details[open] button, summary");
    if (focused) (next instanceof HTMLElement ? next : filter).focus({ preventScroll: true });
  }

  filter.addEventListener("input", show);
  filter.addEventListener("keydown", (event) => {
    const text = filter.value.trim();
    if (event.key !== "Enter" || !text) return;
    event.preventDefault();
    make(text);
  });
  return {
    element: h("div", {}, labelled("Moves", filter), moves),
    /** @param {PositionView} next */
    show(next) {
      view = next;
      show();
    },
  };
}
