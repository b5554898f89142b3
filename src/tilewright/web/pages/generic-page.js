// The page of every game without a page of its own: for a pencil puzzle, the puzzle panel and the solvers; for
// any other game, the instance panel, the solvers and, if the game can be played, the play panel.

import { h } from "./elements.js";
import { textHistory } from "./instance-text-history.js";
import { listenForUndo } from "./keyboard.js";
import { tabs } from "./tabs.js";

/** @import { CreateEditor, Job, PageContext, PageModule, SolveRequest, SolveResult } from "./types.js" */

/**
 * Fill `root` with the generic page. The page module of a game may add an editor for instances and a board to play on.
 *
 * `createEditor(context, write)` returns {element, show(parsed, text), showResult(job)}. The editor calls `write(text)` after each change
 * that the user makes in it; `show` is called after each change of the instance, with the response to `POST /parse` (null if the request failed, for example because the text is invalid) and the text of the instance;
 * `showResult` receives the results of solving the current instance.
 * @param {HTMLElement} root
 * @param {PageContext} context
 * @param {Pick<PageModule, "createEditor" | "createBoardView">} [additions]
 */
export async function mountGenericPage(root, context, { createEditor = null, createBoardView = null } = {}) {
  const { game, store, panels, share } = context;
  const { instance: linked, tab } = share.readFragment();
  if (linked && !tab) store.set("tab", game.kind ? "Puzzle" : "Solve");
  if (game.kind) {
    await mountPuzzlePage(root, context);
    return;
  }
  const { element: solving, instance } = solvingPart(context, createEditor);
  if (!game.played) {
    root.replaceChildren(solving);
    return;
  }
  const playing = h("div", {});
  function startPlaying() {
    const createBoard = createBoardView && ((/** @type {(move: unknown) => void} */ play) => createBoardView(context, play));
    playing.append(panels.playPanel({ game, store, deal: instance.text, createBoard }).element);
  }
  root.replaceChildren(tabs(store, { Solve: solving, Play: playing }, { Play: startPlaying }).element);
}

/** Fill `root` with the page of a pencil puzzle: the puzzle panel, and the solvers for the same puzzle. @param {HTMLElement} root @param {PageContext} context */
async function mountPuzzlePage(root, context) {
  const { store } = context;
  // Only puzzle pages load the modules of the puzzle panel.
  const { puzzlePanel } = await import("./puzzle-panel.js");
  /** @type {ReturnType<typeof tabs> | null} */
  let parts = null;
  const puzzle = await puzzlePanel(context, () => parts?.open("Puzzle"));
  const solving = h("div", {});
  /** @type {ReturnType<typeof solvingPart>["instance"] | null} */
  let instance = null;
  function createSolving() {
    store.set("instance", puzzle.text());
    const part = solvingPart(context, null, false);
    ({ instance } = part);
    solving.append(part.element);
  }
  const showInstance = (/** @type {string} */ name) => name === "Solve" && instance?.text() !== puzzle.text() && instance?.set(puzzle.text());
  parts = tabs(store, { Puzzle: puzzle.element, Solve: solving }, { Solve: createSolving }, showInstance);
  root.replaceChildren(parts.element);
}

/** Return the instance panel, and the element that contains this panel (with the editor, if there is one) and the solvers. @param {PageContext} context @param {CreateEditor | null} [createEditor] @param {boolean} [inAddress] whether the instance is in the page's URL */
export function solvingPart(context, createEditor = null, inAddress = true) {
  const { game, store, panels } = context;
  const history = createEditor && textHistory(store, { text: () => instance.text(), set: (text) => instance.set(text) });
  /** @param {string} text */
  function write(text) {
    history?.add(text);
    instance.set(text);
  }
  const editor = createEditor?.(context, write);
  const editorArea = editor && h("div", { class: "editor" }, editor.element, history?.element);
  if (editorArea) listenForUndo(() => history, editorArea);
  const instance = panels.instancePanel({
    game,
    store,
    inAddress,
    editor: editorArea,
    async onChange(parsed, text) {
      if (parsed) history?.add(text);
      await editor?.show(parsed, text);
      if (parsed) for (const { job, question } of store.get("lanes", [])) if (job) onResult(job, question);
    },
  });
  /** @param {Job<SolveResult>} job @param {SolveRequest} request */
  const onResult = (job, request) => {
    if (request.instance === instance.text()) editor?.showResult?.(job);
  };
  const solver = panels.solverPanel({ game, store, instance: instance.text, onResult, separateResults: true });
  // If there is an editor, the results are shown next to it; otherwise they have the full width of the page.
  const beside = editor ? h("div", {}, solver.element, solver.results) : solver.element;
  const element = h("div", { class: "solving" }, h("div", { class: "columns" }, instance.element, beside), !editor && solver.results);
  return { element, instance };
}
