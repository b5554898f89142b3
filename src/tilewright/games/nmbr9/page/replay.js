// Looking at a recorded game: placement by placement, and what each of them cost.

import { keptGames, pointsOf, readRecords, recordButtons } from "./games.js";
import { edges } from "./stack.js";

const JUDGES = [["hindsight:6it", "quickly"], ["hindsight", "carefully"]];
const MARKS = { inaccuracy: ["?!", "an inaccuracy"], mistake: ["?", "a mistake"], blunder: ["??", "a blunder"] };
const EMPTY = "Open a record: a game that you finished here, a file, or a line of JSON.";
const MOST_KEPT = 300_000;

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const titleOf = ({ agents, moves, result }) => `${plural(result?.scores?.[0] ?? 0, "point")}, ${plural(moves?.length ?? 0, "card")}, ${agents?.join() ?? "nobody"}`;

/** Gives {element, open(record), refresh(), resume(), keys}. `current()` is the record on the table; `onPlay({record, states, moves, ply})` plays on. */
export function replayPart(context, stack, { current, onPlay }) {
  const { api, dom, game, store } = context;
  const { h, labelled, s } = dom;
  const told = h("p", { class: "facts", role: "status", text: EMPTY });
  const trouble = h("p", { class: "trouble", role: "status" });
  const move = h("p", { class: "replay-move", role: "status" });
  const slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: "0", "aria-label": "Move" });
  const chosen = h("select", {});
  const pasted = h("textarea", { rows: 3, spellcheck: "false", placeholder: '{"game": "nmbr9", ...}' });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", "aria-label": "A file of records" });
  const judge = h("select", {}, JUDGES.map(([value, text]) => h("option", { value, text })));
  const whole = h("div", { class: "picture" });
  const single = h("div", { class: "picture" });
  const rows = h("tbody", {});
  let others = [];
  let shown = null;
  let ply = 0;
  let running = null;

  async function tried(act) {
    trouble.textContent = "";
    try {
      await act();
    } catch (error) {
      trouble.textContent = error.message;
    }
  }

  // --- Where records come from ----------------------------------------------------------------------

  function listGames() {
    const group = (label, records, from) => records.length > 0 && h("optgroup", { label }, records.map((record, at) => h("option", { value: `${from}${at}`, text: `${at + 1}: ${titleOf(record)}` })));
    const lists = [group("Finished here", keptGames(store), "kept "), group("From a file", others, "file ")].filter(Boolean);
    chosen.replaceChildren(h("option", { value: "", text: lists.length ? "choose a game" : "none finished yet" }), ...lists);
    chosen.disabled = !lists.length;
  }

  function choose() {
    const [from, at] = chosen.value.split(" ");
    const record = { kept: keptGames(store), file: others }[from]?.[at];
    if (record) tried(() => open(record));
  }

  async function openText(text) {
    const records = readRecords(text);
    await open(records[0]);
    others = records;
    store.set("replay-others", text.length <= MOST_KEPT ? records : records.slice(0, 1));
    listGames();
    chosen.value = "file 0";
  }

  async function open(record, { analysis = null, at = Infinity } = {}) {
    running?.abort();
    const found = await api.post("/play/replay", { game: game.name, record });
    shown = { record, analysis, states: found.states, moves: found.moves, steps: found.moves.map((each) => each.json) };
    told.replaceChildren(h("strong", { class: "badge", text: plural(found.result.scores[0], "point") }), h("span", { text: `${plural(found.moves.length, "card")}, laid by ${found.agents.join()}` }));
    stage.hidden = false;
    listMoves();
    go(at);
  }

  // --- What is seen ---------------------------------------------------------------------------------

  function go(to) {
    if (!shown) return;
    const { steps } = shown;
    ply = Math.min(Math.max(to, 0), steps.length);
    Object.assign(slider, { max: String(steps.length), value: String(ply) });
    slider.setAttribute("aria-valuetext", `after card ${ply} of ${steps.length}`);
    const placed = steps.slice(0, ply);
    const level = (steps[ply - 1] ?? steps[0])?.level ?? 1;
    const better = coming();
    const seen = better?.level ?? level;
    whole.replaceChildren(stack.picture(placed, Infinity, `The stack after ${plural(ply, "card")}, with its heights`, steps));
    const drawn = stack.levelPicture(placed, seen, better ? [...steps, better] : steps);
    if (better) drawn.append(s("path", { class: "outline hinted", d: edges(better.cells) }));
    single.replaceChildren(drawn);
    caption.textContent = better ? `Level ${seen}; dashed: where the next card had better lie` : `Level ${seen}, and what it lies on`;
    for (const [name, off] of [["first", !ply], ["back", !ply], ["next", ply === steps.length], ["last", ply === steps.length]]) buttons[name].disabled = off;
    buttons.on.disabled = ply === steps.length && steps.length === shown.record.instance?.cards;
    buttons.mistake.disabled = !shown.analysis;
    tellMove();
    markRow();
    store.set("replay", { record: shown.record, analysis: shown.analysis, ply });
  }

  /** The placement that would have been better than the next one, if that was marked. */
  function coming() {
    const next = shown.analysis?.moves[ply];
    return next?.mark ? next.best_move : null;
  }

  function tellMove() {
    const { steps, analysis } = shown;
    const step = steps[ply - 1];
    const words = step ? [`Card ${ply} of ${steps.length}: the ${step.value} on level ${step.level}, ${plural(pointsOf([step]), "point")}; ${pointsOf(steps.slice(0, ply))} so far.`] : ["The deck is dealt."];
    const judged = analysis?.moves[ply - 1];
    if (judged) words.push(judged.mark ? `That was ${MARKS[judged.mark][1]}: it cost ${+judged.loss.toFixed(1)}.` : "Nothing was lost by it.");
    const next = analysis?.moves[ply];
    if (next?.mark) words.push(`The next one is ${MARKS[next.mark][1]}: better is the ${next.best_move.value} on level ${next.best_move.level}, dashed.`);
    move.textContent = words.join(" ");
  }

  function listMoves() {
    const { analysis, steps } = shown;
    head.replaceChildren(...["card", "part", "level", "points", ...(analysis ? ["cost", ""] : [])].map((text) => h("th", { scope: "col", class: text ? "number" : "", text })));
    rows.replaceChildren(
      ...steps.map((step, at) => {
        const judged = analysis?.moves[at];
        const [sign, name] = MARKS[judged?.mark] ?? ["", ""];
        const jump = h("button", { type: "button", class: "small", "aria-label": `After card ${at + 1}`, on: { click: () => go(at + 1) } }, String(at + 1));
        const numbers = [step.value, step.level, pointsOf([step]), ...(judged ? [judged.loss ? +judged.loss.toFixed(1) : ""] : [])];
        return h("tr", {}, h("td", { class: "number" }, jump), numbers.map((text) => h("td", { class: "number", text: String(text) })), judged && h("td", { text: sign, title: name, "aria-label": name }));
      }),
    );
  }

  /** Mark the row of the last placement, and bring it into sight without moving the page. */
  function markRow() {
    [...rows.children].forEach((row, at) => (at + 1 === ply ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const now = rows.children[ply - 1];
    if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  }

  // --- What each placement cost ---------------------------------------------------------------------

  async function analyse() {
    if (running) {
      buttons.analyse.textContent = "Cancelling";
      return running.abort();
    }
    const mine = shown;
    const stop = (running = new AbortController());
    buttons.analyse.textContent = "Cancel";
    const waited = dom.elapsed(move, "Looking back at the placements.");
    await tried(async () => {
      const onProgress = ({ best, bound }) => {
        waited();
        move.textContent = `Looking back at ${best} of ${bound} placements.`;
      };
      const job = await api.run("/play/analyse", { game: game.name, record: mine.record, agent: judge.value }, { signal: stop.signal, onProgress });
      if (mine !== shown || job.state === "cancelled") return;
      if (job.state !== "done") throw new Error(job.error ?? job.state);
      shown.analysis = job.result;
      const { loss, mean_loss: mean } = job.result.players[0];
      told.append(h("span", { text: `in hindsight ${+loss.toFixed(1)} points were lost, ${mean.toFixed(1)} a card` }));
    });
    waited();
    running = null;
    buttons.analyse.textContent = "What each card cost";
    if (mine !== shown) return undefined;
    listMoves();
    return go(ply);
  }

  /** To the table before the next mistake. */
  function nextMark() {
    const next = shown.analysis.moves.find(({ mark, ply: at }) => mark && at > ply + 1);
    if (next) go(next.ply - 1);
    else move.textContent = "No other mistake comes after this one.";
  }

  const button = (text, act, properties = {}) => h("button", { type: "button", on: { click: act }, ...properties }, text);
  const buttons = {
    first: button("|◀", () => go(0), { "aria-label": "First" }),
    back: button("◀", () => go(ply - 1), { "aria-label": "Back" }),
    next: button("▶", () => go(ply + 1), { "aria-label": "Next" }),
    last: button("▶|", () => go(Infinity), { "aria-label": "Last" }),
    mistake: button("Next mistake", nextMark),
    on: button("Play on from here", () => onPlay({ ...shown, ply })),
    analyse: button("What each card cost", analyse, { class: "main" }),
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  chosen.addEventListener("change", choose);
  file.addEventListener("change", () => {
    const [first] = file.files;
    if (first) tried(async () => openText(await first.text()));
    file.value = "";
  });

  const head = h("tr", {});
  const caption = h("figcaption", { class: "quiet" });
  const list = h("div", { class: "table moves-table", tabindex: 0, role: "region", "aria-label": "The placements" }, h("table", {}, h("thead", {}, head), rows));
  const given = async () => ({ record: shown.record, line: JSON.stringify(shown.record) });
  const sources = h(
    "section",
    { class: "panel", "aria-label": "The record" },
    h("div", { class: "row" }, labelled("Game", chosen), button("The game on the table", () => tried(async () => open(await current()))), h("label", { class: "file" }, "From a file", file), told),
    h("details", {}, h("summary", { text: "Paste a record" }), labelled("Record", pasted, "one line of JSON for each game, as Save record or tilewright play writes it"), button("Open", () => tried(() => openText(pasted.value)))),
    trouble,
  );
  const stage = h(
    "div",
    { class: "replay-stage", hidden: true },
    h(
      "section",
      { class: "panel", "aria-label": "The game" },
      h("div", { class: "stepper" }, buttons.first, buttons.back, slider, buttons.next, buttons.last),
      move,
      h("div", { class: "pair" }, h("figure", {}, whole, h("figcaption", { class: "quiet", text: "The stack; each cell shows its height" })), h("figure", {}, single, caption)),
      h("div", { class: "row replay-acts" }, buttons.on, recordButtons(context, given)),
    ),
    h(
      "section",
      { class: "panel", "aria-label": "The cards" },
      h("div", { class: "row" }, labelled("Look back", judge), buttons.analyse, buttons.mistake),
      list,
    ),
  );

  return {
    element: h("div", { class: "replay" }, sources, stage),
    open: (record) => tried(() => open(record)),
    refresh: listGames,
    /** Everything as it was left. */
    async resume() {
      if (!shown) {
        const files = store.get("replay-others");
        others = Array.isArray(files) ? files.filter((record) => record?.moves) : [];
        const kept = store.get("replay");
        if (kept) await tried(() => open(kept.record, { analysis: kept.analysis, at: kept.ply }));
      }
      listGames();
    },
    keys: { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(Infinity) },
  };
}
