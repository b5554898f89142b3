// The page of Patchwork: play, replay, set up a position, and solve instances with a single quilt.

import { h } from "/pages/elements.js";
import { solvingPart } from "/pages/generic-page.js";
import { listenForKeys } from "/pages/keyboard.js";
import { showNotice } from "/pages/messages.js";
import { HUMAN } from "/pages/player-settings.js";
import { rulesAndKeys } from "/pages/rules-and-keys.js";
import { tabs } from "/pages/tabs.js";
import { changeFragment, readFragment } from "/pages/url-fragment.js";
import { playTab } from "./play-tab.js";
import { positionTab } from "./position-tab.js";
import { replayTab } from "./replay-tab.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData } from "./types.js" */

const RULES = [
  "The player who is behind on the time board moves, and either buys one of the next three patches of the circle or advances.",
  "A patch costs buttons and time, and is placed on open squares. Advancing to the space after the opponent gives one button per step.",
  "A player who reaches or passes an income space gets one button for each button on the player's quilt. The first player to reach or pass a space with a brown square places a 1x1 patch.",
  "The first player whose quilt has a full 7x7 square gets 7 points. At the end, each button is worth one point, and each open square costs two points.",
];
/** @type {[string, string][]} */
const KEYS = [
  ["1, 2, 3", "Choose a patch on offer; press again to put it back."],
  ["R, right button", "Rotate."],
  ["F", "Flip."],
  ["Arrow keys, pointer, finger", "Move the patch."],
  ["Enter, click, tap on the patch", "Place it."],
  ["A", "Advance."],
  ["H", "Show the best move; press again to play it."],
  ["M", "Show or hide the regret map."],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo."],
  ["P, N", "In a game between two agents: start or pause; play one move."],
];

/** Choose the opponent whose level the URL names. @param {PageContext} context */
function chooseLinkedOpponent({ game, store }) {
  const { opponent } = readFragment();
  if (opponent === undefined) return;
  changeFragment({ opponent: null });
  const level = game.levels.find(({ name }) => name === opponent);
  if (!level) {
    showNotice(`The link names the level "${opponent}", which this game does not have. The levels are ${game.levels.map(({ name }) => name).join(", ")}.`);
    return;
  }
  store.set("opponent", { level: level.name, seat: 0 });
  store.set("seat-0", HUMAN);
  store.set("seat-1", level.agent);
}

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  const { api, baseUrl, dom, store } = context;
  chooseLinkedOpponent(context);
  const stylesheet = dom.loadStylesheet(`${baseUrl}page.css`);
  /** @type {GameData} */
  const data = await api.ask("patches");

  const play = playTab(context, data, {
    onAnalyse: (record) => {
      tabView.open("Replay");
      replay.analyse(record);
    },
  });
  const replay = replayTab(context, data, {
    currentGame: async () => (await play.createRecord()).record,
    onContinue: (recorded, ply) => {
      tabView.open("Play");
      play.continueFrom(recorded, ply);
    },
  });
  const setUp = positionTab(context, data, {
    currentState: play.currentState,
    onPlay: (state) => {
      tabView.open("Play");
      play.setUp(state);
    },
  });
  const quilts = h("div", {});
  await stylesheet;
  const tabView = tabs(
    store,
    { Play: h("div", {}, play.element, rulesAndKeys(RULES, KEYS)), Replay: replay.element, Position: setUp.element, Quilts: quilts },
    { Replay: replay.resume, Position: setUp.resume, Quilts: () => quilts.append(solvingPart(context).element) },
    () => play.setActive(tabView.isShown("Play")),
  );
  root.replaceChildren(tabView.element);
  play.setActive(tabView.isShown("Play"));
  listenForKeys(() => tabView.isShown("Replay") && !document.activeElement?.closest("[role=tablist]"), replay.keys);
  await play.start();
}
