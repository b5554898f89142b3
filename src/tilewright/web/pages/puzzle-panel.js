// The panel for pencil puzzles of any kind: the board, the editor, the library, the generator, import and export.

import { messageOf, statusOf } from "./api.js";
import { h, loadStylesheet } from "./elements.js";
import { actionButton, capitalised, radioButtons } from "./form-fields.js";
import { listenForUndo } from "./keyboard.js";
import { showNotice } from "./messages.js";
import { whenServerIsBack } from "./outage.js";
import { puzzleAnalysis } from "./puzzle-analysis.js";
import { PuzzleDrawing } from "./puzzle-drawing.js";
import { PuzzleEditor } from "./puzzle-editor.js";
import { puzzleGenerator } from "./puzzle-generator.js";
import { exportPanel, importPanel } from "./puzzle-import-export.js";
import { puzzleLibrary } from "./puzzle-library.js";
import { Puzzle } from "./puzzle-places-and-clues.js";
import { PuzzlePlayView } from "./puzzle-play-view.js";
import { rulesAndKeys } from "./rules-and-keys.js";
import { changeFragment, onFragmentChange, readFragment } from "./url-fragment.js";

/** @import { BoardView, Kind } from "./puzzle-places-and-clues.js" */
/** @import { PageContext } from "./types.js" */

/** @typedef {"play" | "edit"} Mode */

/** The answer to the question "rules". `first` is the puzzle that a new visitor sees; `values` maps the value of a cell to the game's name for it, such as "sea". @typedef {{ rules: string[], first: string, values: Record<string, string> }} Rules */

/** The keys of each kind of puzzle. @type {Record<Kind, [string, string][]>} */
const KEYS = {
  shade: [
    ["Click, tap or drag", "Paint; repeat for the other value, and once more to clear."],
    ["Right click, Shift+click or Ctrl+click", "Paint the other value."],
    ["Arrow keys", "Move the cursor; with Shift, also paint the next cell."],
    ["Enter or Space", "Paint; with Shift, paint the other value."],
    ["X or S, I or full stop, Delete", "Shaded, unshaded, clear."],
  ],
  numbers: [
    ["Click or tap", "Select a cell; click again to increase its number."],
    ["Right click, Shift+click or Ctrl+click", "Decrease the number."],
    ["Drag", "Copy a number."],
    ["Arrow keys, digits, Delete", "Select a cell, type a number, clear."],
  ],
  regions: [
    ["Drag", "Join cells into a region with borders around it."],
    ["Click or tap an edge", "Switch between border, joined and undecided; with the right button, in reverse order."],
    ["Arrow keys", "Move the cursor; with Shift, also join the cell to the next one."],
    ["W, A, S, D", "Draw a border above, left, below or right."],
    ["Delete", "Clear the edges of the cell."],
  ],
  lines: [
    ["Drag", "Draw a line, or remove a line by dragging along it."],
    ["Click or tap an edge", "Switch between line, cross and undecided; with the right button, in reverse order."],
    ["Arrow keys", "Move the cursor; with Shift, also draw a line."],
    ["W, A, S, D", "Draw a cross above, left, below or right."],
    ["Delete", "Clear the edges of the cell."],
  ],
};
/** The names of the parameters that the fragment of the page's URL may contain. */
const KNOWN_VALUES = ["instance", "filled", "mode", "tab", "job", "solver", "limit", "solvers"];

/** The keys that all kinds of puzzles have in common. @type {[string, string][]} */
const COMMON_KEYS = [
  ["H, C, T, P", "Hint, check, start or keep a trial, pause; anywhere on the page."],
  ["Ctrl+Z or U, Ctrl+Y or R", "Undo, redo."],
  ["+, -, 0", "Zoom in, zoom out, show the whole board; where numbers can be typed, 0 is a digit instead. The mouse wheel and pinching with two fingers also zoom."],
  ["Middle button, two fingers, Ctrl+arrow keys, Page Up, Page Down", "Move a zoomed board."],
];

/** Return {element, text()}: the panel, and a function that returns the current puzzle as text. `onOpen()` is called when a puzzle is opened. @param {PageContext} context @param {() => void} onOpen */
export async function puzzlePanel(context, onOpen) {
  const { api, game, store } = context;
  const stylesheet = loadStylesheet("/pages/puzzle.css");
  /** @type {Rules} */
  const { rules, first, values } = await api.ask("rules");
  /** @type {Mode} */
  let mode = "play";
  /** The number of the newest request for a puzzle; answers to older requests are ignored. */
  let newestRequest = 0;

  const analysis = puzzleAnalysis(context);
  const library = puzzleLibrary(context, openForUser);
  const playView = new PuzzlePlayView(context, analysis, values, {
    onProgress: () => library.refresh(playView.puzzle.line),
    onShowSolutions: () => chooseMode("edit"),
    onNext: () => library.openNext(playView.puzzle.line),
  });
  const editor = new PuzzleEditor(context, analysis, {
    onChange: () => {
      if (mode !== "edit") return;
      changeFragment({ instance: editor.puzzle.line });
      exports.refresh();
    },
    onPlay: (text) => openForUser(text, "Your puzzle").catch(showError),
  });
  const views = { play: playView, edit: editor };
  const currentPuzzle = () => views[mode].puzzle;
  const exports = exportPanel(context, currentPuzzle, () => (mode === "play" ? playView.filled : null));
  const generator = puzzleGenerator(context, openForUser);
  const modeButtons = radioButtons("Mode", { play: "Play", edit: "Edit" }, "play", (chosen) => chooseMode(/** @type {Mode} */ (chosen)));
  const showError = (/** @type {unknown} */ error) => context.showMessage(messageOf(error), true);

  /** Show the play view or the editor when the user selects it; the browser's Back button returns to the other view. @param {Mode} chosen */
  function chooseMode(chosen) {
    if (chosen === mode) return;
    if (chosen === "edit") editor.load(playView.puzzle);
    const { line } = chosen === "edit" ? editor.puzzle : playView.puzzle;
    changeFragment({ instance: line, mode: chosen === "edit" ? "edit" : null }, true);
    setMode(chosen);
  }

  /** @param {Mode} chosen */
  function setMode(chosen) {
    mode = chosen;
    store.set("mode", mode);
    for (const [name, view] of Object.entries(views)) {
      view.element.hidden = name !== mode;
      view.setActive(name === mode);
    }
    modeButtons.show(mode);
    exports.refresh();
  }

  /** @param {Puzzle} puzzle @param {string[] | null} [values] the player's entries @param {boolean} [push] whether the browser's Back button returns to the previous puzzle */
  function open(puzzle, values = null, push = false) {
    store.set("puzzle", { view: puzzle.view, name: puzzle.name });
    changeFragment({ instance: puzzle.line, mode: null, filled: null }, push);
    playView.load(puzzle, values);
    setMode("play");
    library.refresh(puzzle.line);
    onOpen();
  }

  /** Parse a puzzle in any notation. @param {string} text @param {string} name */
  async function parsePuzzle(text, name) {
    /** @type {BoardView} */
    const view = await api.ask("open", { board: text });
    return new Puzzle(view, name);
  }

  /** Open a puzzle that the user has chosen, and scroll to it. @param {string} text @param {string} name */
  async function openForUser(text, name) {
    const request = ++newestRequest;
    const puzzle = await parsePuzzle(text, name);
    if (request !== newestRequest) return;
    open(puzzle, puzzle.view.state && puzzle.valuesFromJson(puzzle.view.state), true);
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
    playView.focus();
  }

  /** Open the puzzle in the URL, with the entries and in the view that the URL specifies; return false if the URL contains no puzzle that can be parsed. @param {Record<string, string>} values */
  async function openAddress({ instance, mode: linkedMode, filled }) {
    if (!instance) return false;
    const request = ++newestRequest;
    const isEdit = linkedMode === "edit";
    const shown = isEdit ? editor.puzzle : playView.puzzle;
    if (shown?.line === instance && filled === undefined) {
      setMode(isEdit ? "edit" : "play");
      return true;
    }
    try {
      const puzzle = await parsePuzzle(instance, "From a link");
      if (request !== newestRequest) return true;
      if (isEdit) {
        editor.load(puzzle);
        changeFragment({ instance: editor.puzzle.line });
        setMode("edit");
      } else {
        const values = filled === undefined ? puzzle.view.state && puzzle.valuesFromJson(puzzle.view.state) : puzzle.unpack(filled);
        if (filled !== undefined && values === null) showNotice("The entries in the link do not fit the puzzle, so only the puzzle was opened.");
        open(puzzle, values);
      }
      return true;
    } catch (error) {
      if (request !== newestRequest) return false;
      const message = capitalised(messageOf(error)).replace(/[.]?$/, ".");
      showNotice(`The puzzle in the link cannot be opened. ${message}`, actionButton("Open a puzzle from the library", () => library.openNext(""), { class: "small" }));
      changeFragment({ instance: playView.puzzle?.line ?? null, mode: null, filled: null });
      return false;
    }
  }

  /** Show the puzzle in the URL. If there is none, show the saved puzzle, or `first` if no puzzle is saved; if the user was editing, show the editor instead. */
  async function restore() {
    const saved = Puzzle.fromSaved(store.get("puzzle"));
    const wasEditing = store.get("mode") === "edit";
    const address = linkedValues();
    editor.resume();
    const linked = address.mode !== "edit" && (await openAddress(address));
    if (linked) return;
    open(saved ?? (await parsePuzzle(first, "Library")));
    const edits = address.mode === "edit" || (wasEditing && !address.instance);
    if (edits && !(await openAddress({ ...address, mode: "edit" })) && editor.puzzle) {
      changeFragment({ instance: editor.puzzle.line, mode: "edit" });
      setMode("edit");
    }
  }

  const element = h(
    "div",
    { class: "puzzle-panel" },
    h(
      "div",
      { class: "puzzle-layout" },
      h("section", { class: "panel main-part" }, modeButtons.element, playView.element, editor.element),
      h(
        "aside",
        { class: "side" },
        library.element,
        game.generator && generator.element,
        importPanel(context, openForUser),
        exports.element,
        rulesAndKeys(rules, [...KEYS[game.kind || "shade"], ...COMMON_KEYS]),
      ),
    ),
    printedPuzzle(game.title, game.summary, currentPuzzle),
  );
  // The panel is shown only when it is complete, so that the layout does not change while it loads.
  editor.element.hidden = true;
  await stylesheet;
  await restore();
  const loadLibrary = () =>
    library.load(playView.puzzle.line).catch((error) => {
      library.showError(error);
      if (statusOf(error) === 0) whenServerIsBack(loadLibrary);
    });
  await loadLibrary();
  generator.resume();
  onFragmentChange(openAddress);
  listenForUndo(() => (element.checkVisibility() ? views[mode] : null));
  return { element, text: () => currentPuzzle().line };
}

/** Return the parameters in the page's URL; remove unknown ones from the URL and show a notice about them. A fragment that is itself a URL, such as a puzz.link URL, is the puzzle. */
function linkedValues() {
  const text = location.hash.slice(1);
  if (/^https?:/.test(text)) return { instance: decodeURI(text) };
  const values = readFragment();
  const unknown = Object.keys(values).filter((key) => !KNOWN_VALUES.includes(key));
  if (unknown.length > 0) {
    showNotice(`The link contains ${unknown.length === 1 ? "an unknown parameter" : "unknown parameters"}: ${unknown.join(", ")}.`);
    changeFragment(Object.fromEntries(unknown.map((key) => [key, null])));
  }
  return values;
}

/** Return the element that is printed instead of the panel: the puzzle without the player's entries, with its name and size and with the title and summary of the game. @param {string} title @param {string} summary @param {() => Puzzle} currentPuzzle */
function printedPuzzle(title, summary, currentPuzzle) {
  const content = h("div", { class: "printed", "aria-hidden": "true" });
  addEventListener("beforeprint", () => {
    const puzzle = currentPuzzle();
    content.replaceChildren(
      h("h2", { text: title }),
      h("p", { text: [puzzle.name, `${puzzle.height} x ${puzzle.width}`].filter(Boolean).join(", ") }),
      new PuzzleDrawing(puzzle, { numbered: false }).toSvg({}),
      h("p", { text: summary }),
    );
  });
  return content;
}
