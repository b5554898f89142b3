// Solves side by side: a lane for each solver at work or done, and a table that compares those of one instance.

import { run } from "./api.js";
import { announce, h } from "./dom.js";
import { asText } from "./instance-panel.js";
import { duration, ended, ending, resultView } from "./result.js";

const LANES = 8;
const TICK = 200;
const OTHER = " of another instance";

/**
 * The lanes of a game, kept in the store: one that was at work goes on after a reload. `onResult(job, question)` is told each result;
 * `onEmpty()` when the last lane was removed. `instance()` is the text of now; lanes of another one are marked. Gives
 * {element, add(questions)}.
 */
export function solveLanes({ game, store, instance, onResult, onEmpty }) {
  let kept = store.get("lanes", []).map((lane) => ({ ...lane, glance: null }));
  const list = h("div", { class: "lanes" });
  const rows = h("tbody");
  const table = h(
    "div",
    { class: "table comparison", role: "region", "aria-label": "Comparison", tabindex: 0 },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["solver", "status", "best", "bound", "time"].map((name, at) => h("th", { scope: "col", class: at > 1 ? "number" : null, text: name })))),
      rows,
    ),
  );
  const apart = h("span", { class: "quiet", text: OTHER });
  const clear = h("button", { type: "button", class: "small", text: "Remove all", on: { click: () => [...kept].forEach((lane) => lane.remove()) } });
  const element = h("div", { class: "results" }, h("div", { class: "results-top" }, h("h3", {}, "Results", apart), clear), table, list);

  function keep() {
    const plain = kept.filter(({ refused }) => !refused).map(({ question, id, job, folded }) => ({ question, id, job, folded }));
    // Pictures are large; if there is no room for them, the results are kept without.
    if (!store.set("lanes", plain)) store.set("lanes", plain.map((lane) => ({ ...lane, job: lane.job && { ...lane.job, svg: null } })));
  }

  /** Mark the lanes whose instance is not the one that is written now; the table is that of the newest lane. */
  function tellApart() {
    const now = asText(instance());
    for (const lane of kept) lane.article?.classList.toggle("other", asText(lane.question.instance) !== now);
    apart.hidden = !kept.length || asText(kept.at(-1).question.instance) === now;
    table.classList.toggle("other", !apart.hidden);
  }

  /** Those on the instance that was solved last, in a table; one alone needs none. */
  function compare() {
    element.hidden = kept.length === 0;
    clear.hidden = kept.length < 2;
    list.classList.toggle("stacked", new Set(kept.map(({ article }) => article.offsetTop)).size > 1);
    const newest = kept.at(-1)?.question.instance;
    const same = kept.filter(({ question }) => question.instance === newest).reverse();
    table.hidden = same.length < 2;
    tellApart();
    rows.replaceChildren(
      ...same.map((lane) => {
        const [status, ...figures] = standing(lane);
        return h("tr", {}, h("th", { scope: "row", text: lane.question.solver }), h("td", { text: status }), figures.map((text) => h("td", { class: "number", text })));
      }),
    );
  }

  function show(lane) {
    const { solver } = lane.question;
    const body = h("div", { class: "body" });
    const remove = h("button", { type: "button", class: "small", "aria-label": `Remove ${solver}`, text: "Remove" });
    const article = h("article", { class: "lane", "aria-label": `${game.title}, ${solver}`, tabindex: -1 }, h("header", {}, h("h4", { text: solver }), h("span", { class: "whose", text: OTHER.trim() }), remove), body);
    lane.article = article;
    const stop = new AbortController();
    lane.remove = () => {
      stop.abort();
      kept = kept.filter((other) => other !== lane);
      keep();
      const next = article.nextElementSibling ?? article.previousElementSibling;
      article.remove();
      compare();
      if (next) next.focus({ preventScroll: true });
      else onEmpty();
    };
    remove.addEventListener("click", lane.remove);
    list.prepend(article);
    if (lane.job) fill(lane, body);
    else follow(lane, { body, article, stop });
  }

  /** The result of a lane, or of a folded one its first line. */
  function fill(lane, body) {
    const { job, question, folded } = lane;
    if (!folded) return body.replaceChildren(resultView(job, question));
    function unfold() {
      lane.folded = false;
      keep();
      fill(lane, body);
      lane.article.focus({ preventScroll: true });
    }
    const unfolds = h("button", { type: "button", "aria-label": `Show the result of ${question.solver}`, text: "Show", on: { click: unfold } });
    return body.replaceChildren(ended(job), unfolds);
  }

  /** A result that has just come; it is folded if it would move the lanes below, where somebody may be about to press a button. */
  function arrive(lane, body) {
    const { article } = lane;
    const before = article.offsetHeight;
    fill(lane, body);
    lane.folded = article.offsetHeight > before && kept.some((other) => other.article.offsetTop > article.offsetTop);
    if (lane.folded) fill(lane, body);
  }

  async function follow(lane, { body, article, stop }) {
    const { solver, time_limit: limit } = lane.question;
    const status = h("p", { class: "progress", text: "waiting for a free worker" });
    const bar = h("progress", { "aria-label": `time that ${solver} has used, of ${limit} seconds`, max: limit, value: 0 });
    const cancel = h("button", { type: "button", text: "Cancel", "aria-label": `Cancel ${solver}`, on: { click: () => stop.abort() } });
    stop.signal.addEventListener("abort", () => (cancel.textContent = "Cancelling"));
    body.replaceChildren(status, bar, cancel);
    let started = 0;
    function tell(glance) {
      lane.glance = { best: null, bound: null, note: "", ...lane.glance, ...glance };
      status.textContent = progressText(lane.glance);
      bar.value = Math.min(limit, lane.glance.elapsed);
      compare();
    }
    const clock = setInterval(() => started && tell({ elapsed: (Date.now() - started) / 1000 }), TICK);
    try {
      const job = await run("/jobs", lane.question, {
        id: lane.id,
        signal: stop.signal,
        onStart(begun) {
          lane.id = begun.id;
          keep();
        },
        onRunning() {
          started ||= Date.now();
          tell({ elapsed: (Date.now() - started) / 1000 });
        },
        onProgress(glance) {
          started = Date.now() - 1000 * glance.elapsed;
          tell(glance);
        },
      });
      if (!kept.includes(lane)) return;
      lane.job = job;
      const focused = body.contains(document.activeElement);
      arrive(lane, body);
      if (focused) article.focus({ preventScroll: true });
      announce(`${solver}: ${standing(lane)[0]}`);
      onResult(job, lane.question);
    } catch (error) {
      if (!kept.includes(lane)) return;
      Object.assign(lane, { refused: true, job: { state: "refused", result: null } });
      body.replaceChildren(h("p", { class: "failed", text: error.message }));
    } finally {
      clearInterval(clock);
      keep();
      compare();
    }
  }

  function add(questions) {
    for (const question of questions) {
      const lane = { question, id: null, job: null, glance: null };
      kept.push(lane);
      show(lane);
    }
    while (kept.length > LANES && kept[0].job) {
      kept.shift();
      list.lastElementChild.remove();
    }
    keep();
    compare();
    element.scrollIntoView({ block: "start" });
  }

  kept.forEach(show);
  compare();
  // Whatever changes the instance, on any page: it is looked at, as a person would.
  setInterval(tellApart, TICK);
  return { element, add };
}

/** How a solve stands: status, best, bound, time. */
function standing({ job, glance }) {
  const number = (value) => (value === null || value === undefined ? "" : String(value));
  if (job?.result) {
    const { objective, bound, seconds } = job.result;
    return [ending(job), number(objective), number(bound), duration(seconds)];
  }
  if (job) return [job.state, "", "", ""];
  if (!glance) return ["waiting", "", "", ""];
  return ["running", number(glance.best), number(glance.bound), `${glance.elapsed.toFixed(1)} s`];
}

/** A glance at a running solve: "3.2 s, best 12, bound 15". */
export function progressText({ best, bound, elapsed, note }) {
  const parts = [`${elapsed.toFixed(1)} s`];
  if (best !== null) parts.push(`best ${best}`);
  if (bound !== null) parts.push(`bound ${bound}`);
  if (note) parts.push(note);
  return parts.join(", ");
}
