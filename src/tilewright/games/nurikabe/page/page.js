// The page of Nurikabe: play, edit, library, generator, import, export, and the solvers.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { radioButtons } from "/pages/form-fields.js";
import { isTextEntry, undoOrRedo } from "/pages/keyboard.js";
import { rulesAndKeys } from "/pages/rules-and-keys.js";
import { BoardDrawing } from "./board-drawing.js";
import { exportPanel, importPanel } from "./import-export.js";
import { PlayView } from "./play-view.js";
import { Puzzle } from "./puzzle.js";
import { puzzleAnalysis } from "./puzzle-analysis.js";
import { PuzzleEditor } from "./puzzle-editor.js";
import { puzzleGenerator } from "./puzzle-generator.js";
import { puzzleLibrary } from "./puzzle-library.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { OpenedPuzzle } from "./import-export.js" */

/** @typedef {"play" | "edit"} Mode */

const FIRST_PUZZLE = "library:7x7-easy";
const RULES = [
  "Every cell becomes sea or island. A cell with a number is island.",
  "All sea cells connect edge to edge; no 2×2 block is all sea.",
  "Each island has exactly one number, which is its number of cells. An island with a ? may have any size.",
  "It is enough to paint the sea: at the end, empty cells count as island.",
];
/** @type {[string, string][]} */
const KEYS = [
  ["Click, tap or drag", "Paint; again to clear."],
  ["Right button, or Ctrl and click", "Paint the other kind."],
  ["Arrow keys", "Move the cursor; with Shift, paint along."],
  ["Enter or Space", "Paint; with Shift, the other kind."],
  ["X or S, I or ., Delete", "Sea, island, clear."],
  ["H, C", "Hint, check."],
  ["Ctrl+Z, Ctrl+Y", "Undo, redo."],
  ["+, -, 0, two fingers", "Zoom."],
];

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  const { api, baseUrl, dom, game, panels, share, store } = context;
  const stylesheet = dom.loadStylesheet(`${baseUrl}page.css`);
  /** @type {Mode} */
  let mode = "play";

  const analysis = puzzleAnalysis();
  const library = puzzleLibrary(context, openForUser);
  const playView = new PlayView(context, analysis, { onProgress: () => library.refresh(playView.puzzle.line), onShowSolutions: () => setMode("edit") });
  const editor = new PuzzleEditor(context, analysis, { onChange: () => exports.refresh(), onPlay: openForUser });
  const views = { play: playView, edit: editor };
  const currentPuzzle = () => views[mode].puzzle;
  const exports = exportPanel(context, currentPuzzle);
  const generator = puzzleGenerator(context, openForUser);
  const modeButtons = radioButtons("Mode", { play: "Play", edit: "Edit the numbers" }, "play", (chosen) => setMode(/** @type {Mode} */ (chosen)));

  /** @param {Mode} chosen @param {boolean} [loadPuzzle] whether the editor takes over the puzzle that is played */
  function setMode(chosen, loadPuzzle = true) {
    if (chosen === "edit" && mode !== "edit" && loadPuzzle) editor.load(playView.puzzle);
    mode = chosen;
    store.set("mode", mode);
    for (const [name, view] of Object.entries(views)) {
      view.element.hidden = name !== mode;
      view.setActive(name === mode);
    }
    modeButtons.show(mode);
    exports.refresh();
  }

  /** @param {Puzzle} puzzle @param {string[] | null} [state] */
  function open(puzzle, state = null) {
    store.set("puzzle", { rows: puzzle.rows, name: puzzle.name });
    playView.load(puzzle, state);
    setMode("play");
    library.refresh(puzzle.line);
  }

  /** Open a puzzle that the user has chosen, and scroll to it. @param {Puzzle} puzzle @param {string[] | null} [state] */
  function openForUser(puzzle, state = null) {
    open(puzzle, state);
    if (layout.getBoundingClientRect().top < 0) layout.scrollIntoView();
    playView.focus();
  }

  /** @param {string} text @param {string} name */
  async function openText(text, name) {
    /** @type {OpenedPuzzle} */
    const { rows, state } = await api.ask("open", { board: text });
    open(new Puzzle(rows, name), state);
  }

  /** Open the puzzle in the page's link; return false if the link contains no puzzle that can be parsed. */
  async function openLink() {
    const { instance } = share.readFragment();
    if (!instance) return false;
    share.clearFragment();
    try {
      await openText(instance, "From a link");
    } catch (error) {
      context.showMessage(messageOf(error), true);
      return false;
    }
    return true;
  }

  /** Restore the saved state, unless the page's link contains a puzzle. */
  async function restore() {
    const { rows, name } = store.get("puzzle") ?? {};
    const saved = Puzzle.fromSaved(rows, name);
    const wasEditing = store.get("mode") === "edit";
    const linked = await openLink();
    if (!linked && saved) open(saved);
    else if (!linked) await openText(FIRST_PUZZLE, "Library");
    editor.resume();
    if (!linked && wasEditing && editor.puzzle) setMode("edit", false);
  }

  const layout = h(
    "div",
    { class: "layout" },
    h("section", { class: "panel main-part" }, modeButtons.element, playView.element, editor.element),
    h("aside", { class: "side" }, library.element, generator.element, importPanel(context, openForUser), exports.element, rulesAndKeys(RULES, KEYS)),
  );
  // The page is shown only when it is complete, so that nothing moves while it loads.
  editor.element.hidden = true;
  await stylesheet;
  await restore();
  root.replaceChildren(
    layout,
    solversPanel(() => panels.solverPanel({ game, store, instance: () => currentPuzzle().line }).element),
    printedPuzzle(currentPuzzle),
  );
  library.load(playView.puzzle.line).catch(library.showError);
  generator.resume();
  addEventListener("hashchange", openLink);
  document.addEventListener("keydown", (event) => {
    const command = undoOrRedo(event);
    if (!command || isTextEntry(event.target)) return;
    views[mode][command]();
    event.preventDefault();
  });
}

/** Return a folded panel. The solvers in it are created when the user first opens it. @param {() => HTMLElement} create */
function solversPanel(create) {
  const content = h("div", {});
  const details = h("details", { class: "solvers" }, h("summary", { text: "Solvers" }), content);
  details.addEventListener("toggle", () => details.open && !content.hasChildNodes() && content.append(create()));
  return details;
}

/** Return the content of a printed page: the puzzle alone. @param {() => Puzzle} currentPuzzle */
function printedPuzzle(currentPuzzle) {
  const content = h("div", { class: "printed", "aria-hidden": "true" });
  addEventListener("beforeprint", () => {
    const puzzle = currentPuzzle();
    content.replaceChildren(
      h("h2", { text: "Nurikabe" }),
      h("p", { text: [puzzle.name, `${puzzle.height} x ${puzzle.width}`].filter(Boolean).join(", ") }),
      new BoardDrawing(puzzle, { numbered: false }).toSvg({}),
      h("p", { text: "Shade cells so that all shaded cells connect edge to edge, no 2×2 block is all shaded, and each number is in an unshaded island of exactly that many cells." }),
    );
  });
  return content;
}
