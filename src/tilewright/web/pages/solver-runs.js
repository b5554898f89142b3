// Runs of solvers side by side: a card for each run, with live progress, and a table that compares the runs on one instance.

import { get, messageOf, run as runJob, statusOf } from "./api.js";
import { h } from "./elements.js";
import { announce, copyButton, retryButton } from "./announcements-and-progress.js";
import { actionButton } from "./form-fields.js";
import { instanceText } from "./instance-panel.js";
import { JobClock } from "./job-phases.js";
import { compilingText, followKernels } from "./kernel-status.js";
import { showNotice } from "./messages.js";
import { finalStatus, resultSummary, resultView } from "./solve-result.js";
import { duration } from "./text-format.js";
import { changeFragment, readFragment, shareLink } from "./url-fragment.js";

/** @import { Game, Job, LocalStore, Progress, SolveRequest, SolveResult } from "./types.js" */

/**
 * One run of a solver. `refused` is true if the request for the run failed; such a run is not saved.
 * @typedef {object} SolverRun
 * @property {SolveRequest} question
 * @property {string | null} id
 * @property {Job<SolveResult> | null} job
 * @property {boolean} [folded]
 * @property {boolean} [refused]
 * @property {Progress | null} progress
 * @property {HTMLElement} card
 * @property {() => void} remove
 */

const MOST_RUNS = 8;
const INTERVAL = 200;
const LOST = "The connection to the server is lost. Reconnecting.";
const OTHER_INSTANCE = " for another instance";

/**
 * Return {element, add(requests)}. Runs are saved, and unfinished runs continue after a reload. `onResult(job, request)` receives each
 * result; `onEmpty()` is called when the user removes the only remaining run. Runs on an instance other than `instance()` are marked.
 * @param {object} options
 * @param {Game} options.game
 * @param {LocalStore} options.store
 * @param {() => string} options.instance
 * @param {(job: Job<SolveResult>, request: SolveRequest) => void} options.onResult
 * @param {() => void} options.onEmpty
 */
export function solverRuns({ game, store, instance, onResult, onEmpty }) {
  /** @type {SolverRun[]} */
  let runs = [];
  const list = h("div", { class: "runs" });
  const rows = h("tbody");
  const comparison = h(
    "div",
    { class: "scroll-table comparison", role: "region", "aria-label": "Comparison", tabindex: 0 },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["solver", "status", "best", "bound", "time"].map((name, column) => h("th", { scope: "col", class: column > 1 ? "number" : null, text: name })))),
      rows,
    ),
  );
  const otherInstance = h("span", { class: "quiet", text: OTHER_INSTANCE });
  const removeAll = h("button", { type: "button", class: "small", text: "Remove all", on: { click: () => [...runs].forEach((run) => run.remove()) } });
  const element = h("div", { class: "results" }, h("div", { class: "results-top" }, h("h3", {}, "Results", otherInstance), removeAll), comparison, list);

  function save() {
    const plain = runs.filter(({ refused }) => !refused).map(({ question, id, job, folded }) => ({ question, id, job, folded }));
    // Pictures are large: if the storage is full, the results are saved without them.
    if (!store.set("lanes", plain)) store.set("lanes", plain.map((run) => ({ ...run, job: run.job && { ...run.job, svg: null } })));
  }

  /** Mark the runs whose instance is not the current one, and the comparison if the newest run is one of them. */
  function markOtherInstances() {
    const now = instanceText(instance());
    const newest = runs.at(-1);
    for (const { card, question } of runs) card.classList.toggle("other", instanceText(question.instance) !== now);
    otherInstance.hidden = !newest || instanceText(newest.question.instance) === now;
    comparison.classList.toggle("other", !otherInstance.hidden);
  }

  /** Show the comparison of all runs on the instance of the newest run, if there are at least two such runs. */
  function compare() {
    element.hidden = runs.length === 0;
    removeAll.hidden = runs.length < 2;
    list.classList.toggle("stacked", new Set(runs.map(({ card }) => card.offsetTop)).size > 1);
    const newest = runs.at(-1)?.question.instance;
    const same = runs.filter(({ question }) => question.instance === newest).reverse();
    comparison.hidden = same.length < 2;
    markOtherInstances();
    rows.replaceChildren(
      ...same.map((run) => {
        const [status, ...figures] = runFacts(run);
        return h("tr", {}, h("th", { scope: "row", text: run.question.solver }), h("td", { text: status }), figures.map((text) => h("td", { class: "number", text })));
      }),
    );
  }

  /** @param {Pick<SolverRun, "question" | "id" | "job" | "folded">} saved */
  function addRun(saved) {
    const { solver } = saved.question;
    const body = h("div", { class: "body" });
    const { question } = saved;
    const linkButton = copyButton(() => shareLink({ tab: "Solve", instance: instanceText(question.instance), job: run.id ?? "", solver, limit: question.time_limit }), "Copy link", `Copy link to the run of ${solver}`);
    const removeButton = h("button", { type: "button", class: "small", "aria-label": `Remove ${solver}`, text: "Remove" });
    const card = h("article", { class: "run", "aria-label": `${game.title}, ${solver}`, tabindex: -1 }, h("header", {}, h("h4", { text: solver }), h("span", { class: "whose", text: OTHER_INSTANCE.trim() }), linkButton, removeButton), body);
    const stop = new AbortController();
    /** @type {SolverRun} */
    const run = { ...saved, progress: null, card, remove };
    function remove() {
      stop.abort();
      runs = runs.filter((other) => other !== run);
      save();
      const next = card.nextElementSibling ?? card.previousElementSibling;
      card.remove();
      compare();
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      else onEmpty();
    }
    removeButton.addEventListener("click", remove);
    runs.push(run);
    list.prepend(card);
    if (run.job) showResult(run, run.job, body);
    else follow(run, body, stop);
  }

  /** Show the result of a run; if the run is collapsed, show only the first line. @param {SolverRun} run @param {Job<SolveResult>} job @param {HTMLElement} body */
  function showResult(run, job, body) {
    if (!run.folded) return body.replaceChildren(resultView(job, run.question));
    function unfold() {
      run.folded = false;
      save();
      showResult(run, job, body);
      run.card.focus({ preventScroll: true });
    }
    const unfoldButton = h("button", { type: "button", "aria-label": `Show the result of ${run.question.solver}`, text: "Show", on: { click: unfold } });
    return body.replaceChildren(resultSummary(job), unfoldButton);
  }

  /** Show a new result. The result is collapsed if it would move the cards below it, where the user may be about to press a button. @param {SolverRun} run @param {Job<SolveResult>} job @param {HTMLElement} body */
  function showNewResult(run, job, body) {
    const { card } = run;
    const before = card.offsetHeight;
    showResult(run, job, body);
    run.folded = card.offsetHeight > before && runs.some((other) => other.card.offsetTop > card.offsetTop);
    if (run.folded) showResult(run, job, body);
  }

  /** @param {SolverRun} run @param {HTMLElement} body @param {AbortController} stop */
  async function follow(run, body, stop) {
    const { solver, time_limit: limit } = run.question;
    const status = h("p", { class: "progress" });
    const bar = h("progress", { "aria-label": `Time used by ${solver}, of ${limit} seconds`, max: limit });
    const cancel = h("button", { type: "button", text: "Cancel", "aria-label": `Cancel ${solver}`, on: { click: () => stop.abort() } });
    stop.signal.addEventListener("abort", () => (cancel.textContent = "Cancelling"));
    body.replaceChildren(status, bar, cancel);
    const clock = new JobClock();
    let compiling = "";
    let lost = false;
    const stopFollowing = followKernels((kernels) => (compiling = compilingText(kernels)));
    /** Show the phase and its time. The time limit applies only to the solver's own work, so the bar starts with the phase "working". */
    function show() {
      const isSolving = clock.phase === "working";
      if (isSolving) run.progress = { best: null, bound: null, note: "", ...run.progress, elapsed: clock.seconds };
      const facts = isSolving && run.progress ? `Solving: ${progressText(run.progress, limit)}` : clock.text();
      status.textContent = lost ? LOST : [compiling, facts].filter(Boolean).join(": ");
      if (isSolving) bar.value = Math.min(limit, clock.seconds);
      else bar.removeAttribute("value");
      compare();
    }
    show();
    const timer = setInterval(show, INTERVAL);
    try {
      /** @type {Job<SolveResult>} */
      const job = await runJob("/jobs", run.question, {
        id: run.id,
        signal: stop.signal,
        onStart(begun) {
          run.id = begun.id;
          lost = false;
          clock.start(begun);
          save();
        },
        onPhase(phase) {
          lost = false;
          clock.enter(phase);
          show();
        },
        onProgress(progress) {
          lost = false;
          run.progress = progress;
          show();
        },
        onLost() {
          lost = true;
          show();
        },
      });
      if (!runs.includes(run)) return;
      run.job = job;
      const focused = body.contains(document.activeElement);
      showNewResult(run, job, body);
      if (focused) run.card.focus({ preventScroll: true });
      announce(`${solver}: ${runFacts(run)[0]}`);
      onResult(job, run.question);
    } catch (error) {
      if (!runs.includes(run)) return;
      const retry = () => {
        if (!runs.includes(run) || !run.refused) return;
        Object.assign(run, { refused: false, job: null, progress: null });
        follow(run, body, stop);
      };
      run.refused = true;
      run.job = { id: "", state: "refused", result: null };
      body.replaceChildren(h("p", { class: "failed", text: messageOf(error) }), retryButton(error, retry));
    } finally {
      clearInterval(timer);
      stopFollowing();
      save();
      compare();
    }
  }

  /** Show the run that the page's URL names, or a notice if the server does not return this run. */
  async function openLinkedRun() {
    const { job: id, solver, limit } = readFragment();
    if (!id) return;
    changeFragment({ job: null, solver: null, limit: null });
    if (runs.some((run) => run.id === id)) return;
    /** @type {SolveRequest} */
    const question = { game: game.name, instance: readFragment().instance ?? instance(), solver: solver || game.solvers[0], time_limit: Math.min(60, Number(limit) || 10) };
    try {
      /** @type {Job<SolveResult> & { game: string, kind: string }} */
      const job = await get(`/jobs/${encodeURIComponent(id)}`);
      if (job.game !== game.name || job.kind !== "solve") throw new Error("The link does not name a solve of this game.");
      const isOver = job.phase === "over";
      addRun({ question, id, job: isOver ? job : null });
      save();
      compare();
    } catch (error) {
      const reason = statusOf(error) === 404 ? "The run in the link is no longer on the server." : `The run in the link cannot be shown: ${messageOf(error)}`;
      const again = actionButton("Solve again", () => (remove(), add([question])), { class: "small" });
      const remove = showNotice(reason, again);
    }
  }

  /** @param {SolveRequest[]} requests */
  function add(requests) {
    for (const question of requests) addRun({ question, id: null, job: null });
    while (runs.length > MOST_RUNS && runs[0].job) {
      runs.shift();
      list.lastElementChild?.remove();
    }
    save();
    compare();
    element.scrollIntoView({ block: "start" });
  }

  store.get("lanes", /** @type {SolverRun[]} */ ([])).forEach(addRun);
  compare();
  openLinkedRun();
  // Pages change the instance in many ways, without an event, so the instance is polled.
  setInterval(markOtherInstances, INTERVAL);
  return { element, add };
}

/** Return the status, best value, bound and time of a run. @param {SolverRun} run @returns {[string, string, string, string]} */
function runFacts({ job, progress }) {
  const number = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "" : String(value));
  if (job?.result) {
    const { objective, bound, seconds } = job.result;
    return [finalStatus(job), number(objective), number(bound), duration(seconds)];
  }
  if (job) return [job.state, "", "", ""];
  if (!progress) return ["waiting", "", "", ""];
  return ["running", number(progress.best), number(progress.bound), `${progress.elapsed.toFixed(1)} s`];
}

/** Format the progress of a running solve: "3.2 s of 10 s, best 12, bound 15". @param {Progress} progress @param {number} limit */
function progressText({ best, bound, elapsed, note }, limit) {
  const parts = [`${elapsed.toFixed(1)} s of ${limit} s`];
  if (best !== null) parts.push(`best ${best}`);
  if (bound !== null) parts.push(`bound ${bound}`);
  if (note) parts.push(note);
  return parts.join(", ");
}
