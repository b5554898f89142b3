// Looking at a recorded game: step by step, with the winning chances over the game and the mistakes marked.

import { ghost } from "./hand.js";
import { button, isNarrow, noteLine, positionPicture } from "./parts.js";
import { coursePlot, inWords, percent, piecesOf } from "./pictures.js";

const LONGEST = 2_000_000;
const ANALYSTS = [["one-ply", "quick: one-ply"], ["mcts:200it", "fair: mcts, 200 iterations"], ["mcts:1000it", "careful: mcts, 1000 iterations"]];
const MARKS = { inaccuracy: "an inaccuracy", mistake: "a mistake", blunder: "a blunder" };

/** Gives {element, open(record), keys}. `onPlay({record, states, steps, ply})` plays on after a move. */
export function replayPart(context, known, { current, onPlay }) {
  const { api, dom, game, store } = context;
  const { h, s } = dom;
  const note = noteLine(dom);
  const text = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "patchwork", ...}' });
  const line = h("input", { type: "number", min: 1, step: 1, value: "1" });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt" });
  const analyst = h("select", {}, ANALYSTS.map(([value, words]) => h("option", { value, text: words })));
  const slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: "0", "aria-label": "Move" });
  const stage = h("div", { class: "replay-stage" });
  const plot = h("div", { class: "plot picture" }, h("p", { class: "quiet", text: "The analysis draws the winning chances here." }));
  const judgement = h("p", { class: "judgement", role: "status" });
  const totals = h("div", {});
  let shown = null;
  let ply = 0;
  let running = null;

  const keep = () => store.set("replay", shown && { record: shown.record, analysis: shown.analysis, ply });

  async function tried(act) {
    try {
      await act();
    } catch (error) {
      note.tell("broken", error.message);
    }
  }

  async function open(record, { analysis = null, at = null, keepText = false } = {}) {
    running?.abort();
    const found = await api.post("/play/replay", { game: game.name, record });
    const { views } = await api.ask("views", { states: found.states });
    shown = { record, analysis, views, steps: found.moves.map((move, each) => ({ move, mover: found.movers[each] })), ...found };
    if (!keepText) text.value = JSON.stringify(record);
    note.tell("quiet", `${found.moves.length} moves, ${found.agents.join(" against ")}.`);
    drawTotals();
    go(at ?? 0);
  }

  /** The record that was given: the whole text, or one of its lines. */
  function read() {
    const given = text.value.trim();
    if (!given) throw new Error("Paste a record first: a line as tilewright play writes it.");
    if (given.length > LONGEST) throw new Error("That is too long for records of games.");
    const lines = given.split("\n").filter((each) => each.trim());
    const at = Math.min(Math.max(1, Math.trunc(Number(line.value)) || 1), lines.length);
    line.value = String(at);
    try {
      return JSON.parse(lines[0].trim().endsWith("}") ? lines[at - 1] : given);
    } catch {
      throw new Error("This is no record: expected JSON, as tilewright play writes it.");
    }
  }

  /** A file is opened at its first game. */
  async function readFile() {
    const [first] = file.files;
    if (!first) return;
    text.value = await first.text();
    line.value = "1";
    file.value = "";
    await open(read(), { keepText: true });
  }

  function go(to) {
    if (!shown) return;
    ply = Math.min(Math.max(to, 0), shown.steps.length);
    slider.max = String(shown.steps.length);
    slider.value = String(ply);
    const view = shown.views[ply];
    const pieces = piecesOf(shown.steps.slice(0, ply));
    const names = shown.agents.map((agent, player) => `${player + 1}: ${agent}`);
    const step = shown.steps[ply - 1];
    const last = step && step.move.json !== "advance" ? pieces[step.mover].at(-1) : null;
    stage.replaceChildren(...positionPicture(dom, view, pieces, known, names, { last, ghost: better(view) }));
    slider.setAttribute("aria-valuetext", `after move ${ply} of ${shown.steps.length}`);
    for (const [name, off] of [["first", ply === 0], ["back", ply === 0], ["next", ply === shown.steps.length], ["last", ply === shown.steps.length]]) buttons[name].disabled = off;
    buttons.on.disabled = view.over;
    buttons.analyse.disabled = shown.steps.length === 0;
    tellMove();
    drawPlot();
    keep();
  }

  /** Before a mistake: what should have been played, as a ghost. */
  function better(view) {
    const coming = shown.analysis?.moves[ply];
    const best = coming?.mark ? coming.best_move : null;
    if (!best || best === "advance") return null;
    return [ghost(s, best.cells ?? [best.special], new Set(view.sides[view.to_move].covered), "hinted")];
  }

  function tellMove() {
    const step = shown.steps[ply - 1];
    const words = [step ? `Move ${ply}: player ${step.mover + 1}, ${inWords(step.move, known.patches)}.` : "The game begins."];
    const judged = shown.analysis?.moves[ply - 1];
    if (judged?.mark) words.push(`That was ${MARKS[judged.mark]}: ${percent(judged.value)}, where ${inWords({ json: judged.best_move }, known.patches)} had ${percent(judged.best_value)}.`);
    else if (judged) words.push(`Chances: ${percent(judged.value)}.`);
    const coming = shown.analysis?.moves[ply];
    if (coming?.mark) words.push(`Next comes ${MARKS[coming.mark]}; better: ${inWords({ json: coming.best_move }, known.patches)}${coming.best_move === "advance" ? "" : ", shown dashed"}.`);
    judgement.textContent = words.join(" ");
  }

  function drawPlot() {
    if (shown.analysis?.course.length) plot.replaceChildren(coursePlot(s, shown.analysis, ply, go, isNarrow()));
    else plot.replaceChildren(h("p", { class: "quiet", text: "The analysis draws the winning chances here." }));
  }

  function drawTotals() {
    totals.replaceChildren();
    if (!shown.analysis) return;
    const head = [["player"], ["mean loss"], ["?!", "inaccuracies"], ["?", "mistakes"], ["??", "blunders"]].map(([text, name]) => h("th", { scope: "col", text, title: name, "aria-label": name }));
    const rows = shown.analysis.players.map((each) =>
      h("tr", {}, [`${each.player + 1}: ${each.agent}`, each.mean_loss === null ? "" : percent(each.mean_loss), each.inaccuracies, each.mistakes, each.blunders].map((value) => h("td", { text: String(value) }))),
    );
    const table = h("div", { class: "table" }, h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)));
    totals.replaceChildren(table, h("p", { class: "quiet", text: "?! an inaccuracy, ? a mistake, ?? a blunder; the loss is of winning chances." }));
  }

  async function analyse() {
    if (running) {
      buttons.analyse.textContent = "Cancelling";
      return running.abort();
    }
    const mine = shown;
    running = new AbortController();
    const { signal } = running;
    buttons.analyse.textContent = "Cancel";
    note.wait("Analysing.");
    await tried(async () => {
      const onProgress = ({ best, bound }) => note.tell("busy", `Analysing: ${best} of ${bound} moves.`);
      const job = await api.run("/play/analyse", { game: game.name, record: mine.record, agent: analyst.value }, { signal, onProgress });
      if (mine !== shown) return;
      if (job.state === "cancelled") return note.tell("quiet", "The analysis was cancelled.");
      if (job.state !== "done") throw new Error(job.error ?? job.state);
      shown.analysis = job.result;
      const marked = job.result.moves.filter(({ mark }) => mark).length;
      note.tell("good", `Analysed by ${job.result.agent}: ${marked} of ${job.result.moves.length} moves lost something.`);
      drawTotals();
      go(ply);
    });
    running = null;
    buttons.analyse.textContent = "Analyse";
  }

  /** To the position before the next mistake. */
  function nextMistake() {
    const next = shown.analysis?.moves.find(({ mark, ply: at }) => mark && at > ply + 1);
    if (next) go(next.ply - 1);
    else note.tell("quiet", shown.analysis ? "No other mistake comes after this one." : "The analysis finds the mistakes.");
  }

  const buttons = {
    first: button(dom, "|◀", () => go(0), { "aria-label": "First" }),
    back: button(dom, "◀", () => go(ply - 1), { "aria-label": "Back" }),
    next: button(dom, "▶", () => go(ply + 1), { "aria-label": "Next" }),
    last: button(dom, "▶|", () => go(Infinity), { "aria-label": "Last" }),
    mistake: button(dom, "Next mistake", () => shown && nextMistake()),
    on: button(dom, "Play on from here", () => onPlay({ ...shown, ply }), { disabled: true }),
    analyse: button(dom, "Analyse", analyse, { class: "main", disabled: true }),
    read: button(dom, "Open the record", () => tried(() => open(read(), { keepText: true }))),
    current: button(dom, "The game on the table", () => tried(async () => open(await current()))),
  };
  file.addEventListener("change", () => tried(readFile));
  slider.addEventListener("input", () => go(Number(slider.value)));

  const element = h(
    "div",
    { class: "replay-part" },
    h("div", { class: "replay-side" }, h("section", { class: "panel" }, dom.labelled("Record", text, "one line of JSON for each game, as the button Save record or tilewright play writes it"), h("div", { class: "row" }, dom.labelled("Line", line), buttons.read, buttons.current), h("div", { class: "row" }, dom.labelled("From a file", file)), h("div", { class: "row" }, dom.labelled("Who judges", analyst), buttons.analyse), note.element), h("section", { class: "panel" }, plot, totals)),
    h("section", { class: "panel" }, h("div", { class: "stepper" }, buttons.first, buttons.back, slider, buttons.next, buttons.last), judgement, h("div", { class: "row" }, buttons.mistake, buttons.on), stage),
  );
  note.tell("quiet", "Open a record, or take the game on the table.");

  return {
    element,
    open: (record) => tried(() => open(record)),
    async resume() {
      const kept = store.get("replay");
      if (kept && !shown) await tried(() => open(kept.record, { analysis: kept.analysis, at: kept.ply }));
    },
    keys: { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(Infinity) },
  };
}
