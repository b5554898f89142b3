// An opponent's game with the user's deck. The opponent places each card after the user has placed it, and knows no more about the deck than the user.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { retryButton, showElapsed } from "/pages/announcements-and-progress.js";
import { actionButton } from "/pages/form-fields.js";
import { localStore } from "/pages/local-storage.js";
import { opponentChoice } from "/pages/player-settings.js";
import { plural } from "/pages/text-format.js";
import { pointsOf } from "./saved-games.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { PlacedPart, Session } from "./types.js" */

/** The opponent's stack, limited to the cards that the user has placed. `score` is null until the opponent has placed all of them. @typedef {{ name: string, score: number | null, placed: PlacedPart[] }} OpponentStack */

/** Return {choice, element, follow(session), stack()}. `onChange()` is called when the opponent or its stack may have changed. @param {PageContext} context @param {StackDrawing} drawing @param {() => void} onChange */
export function opponentGame({ game, GameSession }, drawing, onChange) {
  const store = localStore(`${game.name}/opponent`);
  /** @type {Session} */
  const session = new GameSession({ game, store, parts: ["json"] });
  const choice = opponentChoice({ game, store, onChange: catchUp });
  const title = h("h2", {});
  const waiting = h("span", {});
  const cancelButton = actionButton("Cancel", cancel, { class: "small" });
  const continueButton = actionButton("Continue", catchUp, { class: "small" });
  const waitingLine = h("p", { class: "hint waiting", role: "status" }, waiting, " ", cancelButton, continueButton);
  const picture = h("div", { class: "picture heights" });
  const error = h("p", { class: "trouble", role: "status" });
  const element = h("div", { hidden: true }, title, waitingLine, error, picture);
  /** The user's game. @type {Session | null} */
  let own = null;
  let resumed = false;
  /** @type {AbortController | null} */
  let thinking = null;
  let stopTimer = () => {};

  const deckOf = (/** @type {Session} */ { deal }) => JSON.stringify(deal);

  /** Whether the opponent's game has the user's deck and is played by the given agent. @param {string} agent */
  const isSameGame = (agent) => own !== null && session.view !== null && deckOf(session) === deckOf(own) && store.get("agent") === agent;

  /** @param {Session} current */
  function follow(current) {
    own = current;
    catchUp();
  }

  /** Have the opponent place all cards that the user has already placed, if possible in one request. */
  async function catchUp() {
    show();
    onChange();
    const agent = choice.agent();
    if (!own?.deal || !agent) return stopThinking();
    if (thinking && isSameGame(agent)) return undefined;
    stopThinking();
    const { signal } = (thinking = new AbortController());
    showLine(cancelButton);
    stopTimer = showElapsed(waiting, `${choice.name()} is thinking.`);
    try {
      if (!resumed) await session.resume().catch(() => null);
      resumed = true;
      if (!isSameGame(agent)) {
        await session.start({ deal: own.deal, seed: own.seed, signal });
        store.set("agent", agent);
      }
      while (!signal.aborted && own.deal && session.ply < own.ply && isSameGame(agent)) await session.turn({ agents: [agent], mostReplies: own.ply - session.ply, signal });
      if (signal.aborted) return undefined;
      stopThinking();
    } catch (failure) {
      if (signal.aborted) return undefined;
      stopThinking();
      error.replaceChildren(messageOf(failure), " ", retryButton(failure, () => thinking || catchUp()));
    }
    show();
    return onChange();
  }

  /** Abort a running request for the opponent's moves, and clear the messages. */
  function stopThinking() {
    thinking?.abort();
    thinking = null;
    stopTimer();
    showLine();
    waiting.textContent = error.textContent = "";
  }

  /** Show only these buttons in the waiting line. @param {...HTMLButtonElement} buttons */
  function showLine(...buttons) {
    for (const button of [cancelButton, continueButton]) button.hidden = !buttons.includes(button);
  }

  function cancel() {
    stopThinking();
    waiting.textContent = `${choice.name()} was stopped.`;
    showLine(continueButton);
    show();
  }

  /** @returns {OpponentStack | null} */
  function stack() {
    const agent = choice.agent();
    if (!agent || !own?.deal) return null;
    const known = isSameGame(agent) ? session.view.json.placed.slice(0, own.ply) : [];
    return { name: choice.name(), placed: known, score: known.length === own.ply ? pointsOf(known) : null };
  }

  function show() {
    const current = stack();
    element.hidden = current === null;
    if (!current) return;
    const { name, score, placed } = current;
    title.textContent = score === null ? `${name}: …` : `${name}: ${plural(score, "point")}`;
    picture.replaceChildren(placed.length ? drawing.stackPicture(placed, Infinity, `The stack of ${name}`) : h("p", { class: "quiet", text: "The opponent places each card after you." }));
  }

  return { choice: choice.element, element, follow, stack };
}
