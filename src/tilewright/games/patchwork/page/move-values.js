// The moves that an agent considered, with their win chances.

import { h } from "/pages/elements.js";
import { moveIcons, moveText, percentText } from "./move-text.js";

/** @import { AgentMove, LocalStore } from "/pages/types.js" */
/** @import { PlayState } from "./play-state.js" */
/** @import { MoveJson, Patch, Position, ValuedMove } from "./types.js" */

const MOST_MOVES = 6;

/** Return a list that shows the first `MOST_MOVES` of the moves. `onChoice(move)` is called with the move that the user chooses. @param {ValuedMove[]} moves @param {Patch[]} patches @param {((move: ValuedMove) => void) | null} [onChoice] */
export function moveValueList(moves, patches, onChoice = null) {
  const rows = moves.slice(0, MOST_MOVES).map((move) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${Math.round(100 * move.value)}%`;
    const content = [h("span", { class: "chance", text: percentText(move.value) }), h("span", { class: "of-bar" }, bar), h("span", { class: "what" }, moveIcons([move.json], patches), moveText(move.json, patches, true))];
    return h("li", {}, onChoice ? h("button", { type: "button", class: "small thought", on: { click: () => onChoice(move) } }, content) : h("span", { class: "thought" }, content));
  });
  return h("ol", { class: "thoughts" }, rows);
}

/**
 * Return a panel with the moves that an agent last considered: {element, show(answer, isHint), draw(), clear()}. The moves of a hint can be
 * chosen only in the position for which the hint was given.
 * @param {LocalStore} store
 * @param {PlayState} play
 * @param {(move: ValuedMove) => void} onChoice
 */
export function moveValuePanel(store, play, onChoice) {
  const { session } = play;
  const element = h("div", { class: "slot-thinking" });
  /** @type {{ agent: string, values: ValuedMove[] | null, hint: boolean, ply: number, state: string } | null} */
  let last = store.get("thought");

  function draw() {
    if (!last || last.ply > session.ply) return element.replaceChildren(h("p", { class: "quiet", text: "The moves that the opponent considers are shown here." }));
    const choosable = last.hint && last.state === session.view?.state;
    const list = last.values?.length ? moveValueList(last.values, play.patches, choosable ? onChoice : null) : h("p", { class: "quiet", text: "This opponent does not report the values of moves." });
    return element.replaceChildren(last.hint ? h("h3", { title: last.agent, text: "Best moves" }) : h("h3", { title: last.agent, text: "Moves that the opponent considered" }), list);
  }

  return {
    element,
    draw,
    /** @param {AgentMove<Position, MoveJson>} answer @param {boolean} [isHint] */
    show({ agent, values }, isHint = false) {
      last = { agent, values, hint: isHint, ply: session.ply, state: session.view.state };
      store.set("thought", last);
      draw();
    },
    clear() {
      last = null;
      store.remove("thought");
    },
  };
}
