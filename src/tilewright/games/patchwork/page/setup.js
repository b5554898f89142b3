// Any position, written as text: look at it, ask for its best moves, play on from it.

import { ghost } from "./hand.js";
import { circleEditor, quiltEditor, rewritten } from "./editor.js";
import { button, marketPicture, noteLine, thoughts } from "./parts.js";

const EXAMPLE = "circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0";
const ANALYSTS = [["mcts:2000it", "mcts, 2000 iterations"], ["mcts:1s", "mcts, 1 second"], ["mcts:5s", "mcts, 5 seconds"], ["uct:2000it", "uct, 2000 iterations"], ["one-ply", "one-ply"]];

/** Gives {element, resume()}. `current()` is the position on the table, `onPlay(state)` plays on from one. */
export function setUpPart(context, known, { current, onPlay }) {
  const { api, dom, game, store } = context;
  const { h, s } = dom;
  const note = noteLine(dom);
  const text = h("textarea", { rows: 4, spellcheck: "false", value: store.get("setup", EXAMPLE) });
  const analyst = h("select", {}, ANALYSTS.map(([value, words]) => h("option", { value, text: words })));
  const market = h("div", { class: "replay-stage" });
  const editors = [0, 1].map((player) => quiltEditor(context, known, player, (values) => change(player, values)));
  const circle = circleEditor(context, known, (values) => change(null, values));
  const best = h("div", { class: "best-moves" });
  let shown = null;
  let asked = 0;
  let reading = null;
  let running = null;
  let changing = Promise.resolve();
  let waiting = 0;

  /** What the server reads from the text. Who asks while the same text is being read gets the same answer: nothing that is clicked is lost. */
  function read() {
    if (reading?.text !== text.value) {
      const mine = { text: text.value, found: readNow().finally(() => reading === mine && (reading = null)) };
      reading = mine;
    }
    return reading.found;
  }

  async function readNow() {
    const mine = ++asked;
    store.set("setup", text.value);
    try {
      const view = await api.post("/play/view", { game: game.name, state: text.value, most_moves: 0 });
      if (mine !== asked) return null;
      shown = view;
      text.removeAttribute("aria-invalid");
      note.tell("quiet", view.over ? "The game is over in this position." : `Player ${view.to_move + 1} is to move, with ${view.moves_total} legal moves.`);
      draw();
    } catch (error) {
      if (mine !== asked) return null;
      shown = null;
      text.setAttribute("aria-invalid", "true");
      note.tell("broken", error.message);
    }
    buttons.ask.disabled = !shown || shown.over;
    buttons.play.disabled = !shown;
    return shown;
  }

  function draw(move = null) {
    const view = shown.json;
    const cells = move && move.json !== "advance" ? (move.json.cells ?? [move.json.special]) : null;
    const drawn = cells && ghost(s, cells, new Set(view.sides[view.to_move].covered), "hinted");
    editors.forEach((editor, player) => editor.show(view, player === view.to_move ? drawn : null, waiting > 1));
    circle.show(view, waiting > 1);
    market.replaceChildren(...marketPicture(dom, view, known));
  }

  /** Something was changed on a board, in a field or in the circle: it is written into the text, one change after the other. */
  function change(player, values) {
    waiting += 1;
    changing = changing.then(async () => {
      if (shown) {
        text.value = rewritten(shown, player, values);
        best.replaceChildren();
        await read();
      }
      waiting -= 1;
    });
  }

  async function ask() {
    if (running) {
      buttons.ask.textContent = "Cancelling";
      return running.abort();
    }
    const view = await read();
    if (!view) return undefined;
    running = new AbortController();
    buttons.ask.textContent = "Cancel";
    best.replaceChildren();
    note.wait(`${analyst.value} is thinking.`);
    try {
      const job = await api.run("/play/analyse", { game: game.name, state: view.state, agent: analyst.value }, { signal: running.signal });
      if (job.state === "cancelled") note.tell("quiet", "The search was cancelled.");
      else if (job.state !== "done") note.tell("broken", job.error ?? job.state);
      else if (view === shown) showBest(job.result);
    } catch (error) {
      note.tell("broken", error.message);
    }
    running = null;
    buttons.ask.textContent = "Best moves";
    return undefined;
  }

  function showBest({ agent, moves }) {
    const listed = moves.map(({ move, value }) => ({ json: move, value }));
    note.tell("good", `The best moves by ${agent}, with the chances of player ${shown.to_move + 1}. Choose one to see it.`);
    best.replaceChildren(thoughts(dom, listed, known.patches, draw));
    draw(listed[0]);
  }

  const buttons = {
    ask: button(dom, "Best moves", ask, { class: "main" }),
    play: button(dom, "Play from here", async () => {
      const view = await read();
      if (view) onPlay(view.state);
    }),
    current: button(dom, "The position on the table", () => {
      text.value = current() ?? text.value;
      best.replaceChildren();
      read();
    }),
  };
  text.addEventListener("input", dom.debounced(() => {
    best.replaceChildren();
    read();
  }));
  const about = "circle: the patches ahead of the marker; quilts: nine rows each, # covered, a digit so many open squares, - an empty one";
  return {
    element: h(
      "div",
      { class: "setup-part" },
      h("section", { class: "panel" }, dom.labelled("Position", text, about), h("div", { class: "row" }, buttons.current, dom.labelled("Who thinks", analyst), buttons.ask, buttons.play), note.element, best),
      h("section", { class: "panel" }, h("p", { class: "quiet", text: "Squares can be painted: covered, and open again." }), h("div", { class: "both-quilts" }, editors.map((editor) => editor.element)), market, circle.element),
    ),
    resume: read,
  };
}
