// The page of Nurikabe: play, draft, library, generator, links, and the solvers side by side.

import { DraftPart } from "./draft.js";
import { judging } from "./judge.js";
import { choice, listenForUndo } from "./parts.js";
import { Picture } from "./picture.js";
import { PlayPart } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { exporter, generator, importer, library } from "./shelf.js";

const FIRST = "library:7x7-easy";
const KEYS = [
  ["Click, tap or drag", "paint; once more clears"],
  ["Right button, or Shift", "paint the other way"],
  ["Arrow keys", "move; with Shift they paint along"],
  ["Enter or Space", "paint; with Shift the other way"],
  ["X or S, I or ., Delete", "sea, island, clear"],
  ["H, C", "hint, check"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["+, -, 0, two fingers", "zoom"],
];

export async function mount(root, context) {
  const { api, base, dom, game, panels, share, store } = context;
  const { h } = dom;
  const styled = dom.styled(`${base}page.css`);
  let mode = "play";

  const judge = judging(context);
  const shelf = library(context, choose);
  const play = new PlayPart(context, judge, { onProgress: () => shelf.refresh(play.puzzle.line), onDoubt: () => turnTo("edit") });
  const draft = new DraftPart(context, judge, { onChange: () => out.refresh(), onPlay: choose });
  const parts = { play, edit: draft };
  const current = () => parts[mode].puzzle;
  const out = exporter(context, current);
  const composer = generator(context, choose);
  const modes = choice(dom, "Mode", [["play", "Play"], ["edit", "Edit the numbers"]], "play", (chosen) => turnTo(chosen));

  function turnTo(chosen, fresh = true) {
    if (chosen === "edit" && mode !== "edit" && fresh) draft.load(play.puzzle);
    mode = chosen;
    store.set("mode", mode);
    for (const [name, part] of Object.entries(parts)) {
      part.element.hidden = name !== mode;
      part.running(name === mode);
    }
    modes.show(mode);
    out.refresh();
  }

  function open(puzzle, state = null) {
    store.set("puzzle", { rows: puzzle.rows, name: puzzle.name });
    play.load(puzzle, state);
    turnTo("play");
    shelf.refresh(puzzle.line);
  }

  /** A puzzle that somebody has chosen: go there. */
  function choose(puzzle, state) {
    open(puzzle, state);
    if (desk.getBoundingClientRect().top < 0) desk.scrollIntoView();
    play.focus();
  }

  async function openText(text, name) {
    const { rows, state } = await api.ask("open", { board: text });
    open(new Puzzle(rows, name), state);
  }

  /** A puzzle that came with the address; false if there is none that can be read. */
  async function openLink() {
    const { instance } = share.readFragment();
    if (!instance) return false;
    share.clearFragment();
    try {
      await openText(instance, "From a link");
    } catch (error) {
      context.say(error.message, true);
      return false;
    }
    return true;
  }

  /** Everything as it was left, unless the address brings a puzzle. */
  async function restore() {
    const { rows, name } = store.get("puzzle") ?? {};
    const kept = Puzzle.kept(rows, name);
    const drafting = store.get("mode") === "edit";
    const linked = await openLink();
    if (!linked && kept) open(kept);
    else if (!linked) await openText(FIRST, "Library");
    draft.resume();
    if (!linked && drafting && draft.puzzle) turnTo("edit", false);
  }

  const desk = h(
    "div",
    { class: "desk" },
    h("section", { class: "panel main-part" }, modes.element, play.element, draft.element),
    h("aside", { class: "side" }, shelf.element, composer.element, importer(context, choose), out.element, howTo(h)),
  );
  // Seen only when it is complete, so that nothing jumps.
  draft.element.hidden = true;
  await styled;
  await restore();
  root.replaceChildren(
    desk,
    solvers(h, () => panels.solverPanel({ game, store, instance: () => current().line }).element),
    printed(context, current),
  );
  shelf.fill(play.puzzle.line).catch(shelf.failed);
  composer.resume();
  addEventListener("hashchange", openLink);
  listenForUndo(
    () => parts[mode].undo(),
    () => parts[mode].redo(),
  );
}

function howTo(h) {
  const lines = KEYS.flatMap(([keys, what]) => [h("dt", { text: keys }), h("dd", { text: what })]);
  return h(
    "details",
    { class: "panel" },
    h("summary", { text: "Rules and keys" }),
    h("ul", {}, [
      "Every cell becomes sea or island; a number is island.",
      "The sea hangs together by edges, and no 2 x 2 cells of it make a pool.",
      "An island has exactly one number, and as many cells as the number says. With a ? it may have any size.",
      "It is enough to paint the sea: what is left empty counts as island at the end.",
    ].map((text) => h("li", { text }))),
    h("dl", { class: "keys" }, lines),
  );
}

/** The solvers are made when somebody first wants to see them. */
function solvers(h, make) {
  const place = h("div", {});
  const details = h("details", { class: "solvers" }, h("summary", { text: "Solvers, side by side" }), place);
  details.addEventListener("toggle", () => details.open && !place.hasChildNodes() && place.append(make()));
  return details;
}

/** What comes out of the printer: the puzzle alone, on white. */
function printed({ dom }, current) {
  const { h } = dom;
  const place = h("div", { class: "printed", "aria-hidden": "true" });
  addEventListener("beforeprint", () => {
    const puzzle = current();
    place.replaceChildren(
      h("h2", { text: "Nurikabe" }),
      h("p", { text: [puzzle.name, `${puzzle.height} x ${puzzle.width}`].filter(Boolean).join(", ") }),
      new Picture(dom.s, puzzle, { labelled: false }).alone({}),
      h("p", { text: "Shade cells into one connected sea without 2 x 2 pools, so that every number is left with an island of so many cells." }),
    );
  });
  return place;
}
