// The page of Nmbr9: play a deck, replay games, see the best known stacks, and solve instances.

import { h } from "/pages/elements.js";
import { solvingPart } from "/pages/generic-page.js";
import { listenForKeys, listenForUndo } from "/pages/keyboard.js";
import { rulesAndKeys } from "/pages/rules-and-keys.js";
import { tabs } from "/pages/tabs.js";
import { bestKnownTab } from "./best-known-tab.js";
import { playTab } from "./play-tab.js";
import { replayTab } from "./replay-tab.js";
import { StackDrawing } from "./stack-drawing.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { Part } from "./types.js" */

const RULES = [
  "Cards are drawn one at a time. The part with the number on the card is placed at once and never moved again. It may be rotated, but not flipped.",
  "Level 1 is the table. On every level all parts are connected edge to edge.",
  "Above the table, every cell of a part is on a part of the level below, and the part rests on at least two parts.",
  "A part scores its number for each level below it: an 8 scores 0 on the table, 8 on level 2 and 16 on level 3.",
];
/** @type {[string, string][]} */
const KEYS = [
  ["Pointer, arrow keys, finger", "Move the part; it snaps to a nearby legal placement, which is marked with a dot."],
  ["Click, Enter, second tap", "Place the part."],
  ["R, right button", "Turn the part to the right; Shift+R turns it to the left."],
  ["U, D", "One level up; one level down."],
  ["N, P", "Next or previous legal placement in this rotation."],
  ["H", "Show a hint; Enter then places the part as suggested."],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo."],
];

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  const { api, baseUrl, dom, store } = context;
  const stylesheet = dom.loadStylesheet(`${baseUrl}page.css`);
  /** @type {{ parts: Part[] }} */
  const { parts } = await api.ask("set");
  const drawing = new StackDrawing(parts);

  const play = playTab(context, drawing, {
    onReplay: (record) => {
      tabView.open("Replay");
      replay.open(record);
    },
    onSaved: () => replay.refresh(),
  });
  const replay = replayTab(context, drawing, {
    currentGame: async () => (await play.createRecord()).record,
    onContinue: (recorded, ply) => {
      tabView.open("Play");
      play.continueFrom(recorded, ply);
    },
  });
  const solving = h("div", {});
  /** @type {ReturnType<typeof solvingPart> | null} */
  let solver = null;
  function openSolver() {
    solver = solvingPart(context);
    solving.append(solver.element);
  }
  const bestKnown = bestKnownTab(context, drawing, {
    onSolve: (text) => {
      store.set("instance", text);
      tabView.open("Solve");
      solver?.instance.set(text);
      root.scrollIntoView();
    },
  });
  await stylesheet;
  const tabView = tabs(
    store,
    { Play: h("div", {}, play.element, rulesAndKeys(RULES, KEYS)), Replay: replay.element, "Best known": bestKnown.element, Solve: solving },
    { Replay: replay.resume, "Best known": bestKnown.start, Solve: openSolver },
  );
  root.replaceChildren(tabView.element);
  listenForKeys(() => tabView.isShown("Replay") && !document.activeElement?.closest("[role=tablist]"), replay.keys);
  listenForKeys(() => tabView.isShown("Play"), play.keys);
  listenForUndo(() => (tabView.isShown("Play") ? play : null));
  await play.start();
}
