// The tab "Position": set up any position, find its best moves, and play from it.

import { messageOf } from "/pages/api.js";
import { debounced, h } from "/pages/elements.js";
import { statusLine } from "/pages/announcements-and-progress.js";
import { actionButton, cancellableButton, labelled, selectBox } from "/pages/form-fields.js";
import { plural } from "/pages/text-format.js";
import { changeFragment, onFragmentChange, readFragment } from "/pages/url-fragment.js";
import { moveValueList } from "./move-values.js";
import { cellsOfMove, drawPreview } from "./patch-drawing.js";
import { changedPosition, circleEditor, quiltEditor } from "./position-editor.js";
import { marketView } from "./position-view.js";

/** @import { Job, PageContext } from "/pages/types.js" */
/** @import { Changes } from "./position-editor.js" */
/** @import { GameData, MoveJson, PositionView } from "./types.js" */

const EXAMPLE = "circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0 patches=box edition=classic";
/** @type {[string, string][]} */
const AGENTS = [["mcts:2000it", "Mcts, 2000 iterations"], ["mcts:1s", "Mcts, 1 second"], ["mcts:5s", "Mcts, 5 seconds"], ["uct:2000it", "Uct, 2000 iterations"], ["one-ply", "One-ply"]];
const NOTATION = "circle: the patches in order. quilts: nine rows each; # is a covered square, a digit stands for that many open squares, - is an empty quilt. patches: box or paper. edition: classic or revised.";

/** `currentState()` returns the position of the current game; `onPlay(state)` is called to play from a position. @param {PageContext} context @param {GameData} data @param {{ currentState: () => string | null, onPlay: (state: string) => void }} callbacks */
export function positionTab(context, data, { currentState, onPlay }) {
  const { api, game, store } = context;
  const status = statusLine();
  const text = h("textarea", { rows: 4, spellcheck: "false", value: store.get("setup", EXAMPLE) });
  const agent = selectBox(AGENTS);
  const market = h("div", { class: "replay-stage" });
  const editors = [0, 1].map((player) => quiltEditor(context, player, (changes) => change(player, changes)));
  const circle = circleEditor(data, (changes) => change(0, changes));
  const bestMoves = h("div", { class: "best-moves" });
  /** The parsed position; null while the text is invalid. @type {PositionView | null} */
  let shown = null;
  let newestRequest = 0;
  /** The text that was last sent to the server to be parsed. */
  let parsedText = "";
  /** The text that the server is parsing now. @type {{ text: string, view: Promise<PositionView | null> } | null} */
  let parsing = null;
  /** @type {Promise<unknown>} */
  let changes = Promise.resolve();
  let pendingChanges = 0;

  /** Parse the text. Calls that are made while the same text is being parsed share one request. */
  function parse() {
    if (parsing?.text !== text.value) {
      const request = { text: text.value, view: parseNow().finally(() => parsing === request && (parsing = null)) };
      parsing = request;
      return request.view;
    }
    return parsing.view;
  }

  /** Parse the text after a change, and remove the best moves of the previous position. */
  function parseNewText() {
    bestMoves.replaceChildren();
    return parse();
  }

  async function parseNow() {
    const request = ++newestRequest;
    parsedText = text.value;
    store.set("setup", text.value);
    try {
      /** @type {PositionView} */
      const view = await api.post("/play/view", { game: game.name, state: text.value, most_moves: 0 });
      if (request !== newestRequest) return null;
      shown = view;
      text.removeAttribute("aria-invalid");
      changeFragment({ state: text.value });
      status.show("quiet", view.over ? "The game is over in this position." : `Player ${view.to_move + 1} is to move and has ${plural(view.moves_total, "legal move")}.`);
      draw();
    } catch (error) {
      if (request !== newestRequest) return null;
      shown = null;
      text.setAttribute("aria-invalid", "true");
      status.show("broken", messageOf(error));
    }
    searchButton.disabled = !shown || shown.over;
    playButton.disabled = !shown;
    return shown;
  }

  /** Draw the position, and a move as a preview. @param {MoveJson | null} [move] */
  function draw(move = null) {
    if (!shown) return;
    const { json: position } = shown;
    const cells = move && cellsOfMove(move);
    const preview = cells && drawPreview(cells, new Set(position.sides[position.to_move].covered), "hinted");
    const outdated = pendingChanges > 1;
    editors.forEach((editor, player) => editor.show(position, player === position.to_move ? preview : null, outdated));
    circle.show(position, outdated);
    market.replaceChildren(...marketView(position, data));
  }

  /** Write a change from an editor into the text. Changes are written one after another. @param {number} player @param {Changes} values */
  function change(player, values) {
    pendingChanges += 1;
    changes = changes.then(async () => {
      // The change applies to the text that the user has just typed, so this text is parsed first.
      if (text.value !== parsedText) await parse();
      if (shown) {
        text.value = changedPosition(shown, player, values);
        await parseNewText();
      }
      pendingChanges -= 1;
    });
  }

  /** @param {AbortSignal} signal */
  async function search(signal) {
    const view = await parse();
    if (!view) return;
    bestMoves.replaceChildren();
    const listeners = status.showJob("Looking for the best moves.");
    try {
      /** @type {Job<{ agent: string, moves: { move: MoveJson, value: number }[] }>} */
      const job = await api.run("/play/analyse", { game: game.name, state: view.state, agent: agent.value }, { signal, ...listeners });
      if (view !== shown) return;
      if (job.state === "cancelled") status.show("quiet", "The search was cancelled.");
      else if (job.state !== "done" || !job.result) status.show("broken", job.error ?? job.state);
      else showBest(view, job.result);
    } catch (error) {
      if (view === shown) status.show("broken", messageOf(error));
    }
  }

  /** @param {PositionView} view @param {{ agent: string, moves: { move: MoveJson, value: number }[] }} result */
  function showBest(view, { agent: name, moves }) {
    const listed = moves.map(({ move, value }) => ({ json: move, value }));
    status.show("good", `Best moves by ${name}, with the win chance of player ${view.to_move + 1}. Choose a move to see it.`);
    bestMoves.replaceChildren(moveValueList(listed, data.sets[view.json.patches], (move) => draw(move.json)));
    draw(listed[0].json);
  }

  const searchButton = cancellableButton("Best moves", search, { class: "main" });
  const playButton = actionButton("Play from here", async () => {
    const view = await parse();
    if (view) onPlay(view.state);
  });
  const currentButton = actionButton("Current position", () => {
    text.value = currentState() ?? text.value;
    parseNewText();
  });
  text.addEventListener("input", debounced(() => {
    // A button that was pressed during the delay may already have parsed the text and shown its best moves, which must not be removed.
    if (text.value !== parsedText) parseNewText();
  }));
  onFragmentChange(({ tab, state }) => {
    if (tab !== "Position" || state === undefined || state === text.value) return;
    text.value = state;
    parseNewText();
  });
  return {
    element: h(
      "div",
      { class: "setup-part" },
      h("section", { class: "panel" }, labelled("Position", text, NOTATION), h("div", { class: "row" }, currentButton, labelled("Analysis strength", agent), searchButton, playButton), status.element, bestMoves),
      h("section", { class: "panel" }, h("p", { class: "quiet", text: "Click squares to cover them or to open them." }), h("div", { class: "both-quilts" }, editors.map((editor) => editor.element)), market, circle.element),
    ),
    /** Open the position in the URL, or else the saved one. */
    resume() {
      text.value = readFragment().state ?? text.value;
      return parse();
    },
  };
}
