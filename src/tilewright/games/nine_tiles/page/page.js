// The page of Nine Tiles Panic: build a town, race, see the best towns for three themes, and see the smallest list of towns for all theme sets.

import { isTextEntry, listenForUndo } from "/pages/keyboard.js";
import { rulesAndKeys } from "/pages/rules-and-keys.js";
import { tabs } from "/pages/tabs.js";
import { bestTab } from "./best-tab.js";
import { buildTab } from "./build-tab.js";
import { censusStatus } from "./census-status.js";
import { coverTab } from "./cover-tab.js";
import { raceTab } from "./race-tab.js";
import { TileDrawing } from "./tile-drawing.js";
import { isPattern } from "./town-notation.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { TileSet } from "./types.js" */

const RULES = [
  "Arrange the nine tiles into a town of three by three tiles. Each tile can be laid with either side up, in any of four directions.",
  "Where two tiles meet, both have a road or neither has one. No road is a closed loop.",
  "Each theme card scores a complete town. The arrow of an agent or an alien on a road shows which way it faces.",
  "An agent captures at most one alien, which must be ahead of it on the same road. All other aliens on roads are free.",
];
/** @type {[string, string][]} */
const KEYS = [
  ["Click or tap", "Choose a tile; click or tap it again to turn it."],
  ["Drag", "Swap two tiles."],
  ["Right button", "Flip a tile."],
  ["Arrow keys", "Choose a tile; with Shift, move it."],
  ["R, L, Enter", "Turn right (R, Enter) or left (L)."],
  ["F", "Flip."],
  ["S, then S or Enter", "Swap with another tile, which you choose with the arrow keys; Escape cancels."],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo."],
];

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  const { api, baseUrl, dom, share, store } = context;
  const stylesheet = dom.loadStylesheet(`${baseUrl}page.css`);
  /** @type {TileSet} */
  const { tiles, themes } = await api.ask("set");
  const drawing = new TileDrawing(tiles);
  const census = censusStatus(context);

  /** @param {string} town */
  function onOpen(town) {
    build.open(town);
    tabView.open("Build");
    root.scrollIntoView();
  }
  /** @param {number[]} numbers */
  function onShowBest(numbers) {
    tabView.open("Best");
    best.setThemes(numbers);
  }
  const build = buildTab(context, drawing, themes, census);
  const race = raceTab(context, drawing, themes, { onOpen, onShowBest });
  const best = bestTab(context, drawing, themes, census, { onOpen });
  const cover = coverTab(context, drawing, themes, census, { onOpen });

  /** Open the town that the URL names. */
  function openLink() {
    const { town, tab } = share.readFragment();
    if (!town) return;
    share.changeFragment({ tab: tab ?? "Build", town: isPattern(town) ? town : null });
    build.open(town);
  }
  if (!share.isReload() || !store.get("town")) openLink();
  // This listener is registered before the listener of the tabs, because `openLink` may change the tab name in the URL, which the tabs' listener reads.
  share.onFragmentChange(openLink);

  await stylesheet;
  const tabView = tabs(
    store,
    { Build: build.element, Race: race.element, Best: best.element, Cover: cover.element },
    { Build: build.start, Race: race.start, Best: best.start, Cover: cover.start },
  );
  root.replaceChildren(tabView.element, rulesAndKeys(RULES, KEYS));
  const shownEditor = () => (tabView.isShown("Build") ? build.editor : tabView.isShown("Race") ? race.editor : null);
  listenForUndo(shownEditor);
  addEventListener("keydown", (event) => !isTextEntry(event.target) && shownEditor()?.onPageKeyDown(event));
  census.follow();
}
