// The bench page shows recorded runs or sample runs as tables and plots. The user selects solvers and instances, and the server restricts the report
// to this selection. Quick suites can be run from this page.

import { get, messageOf, run } from "./api.js";
import { debounced, h, requiredElement } from "./elements.js";
import { copyButton } from "./announcements-and-progress.js";
import { actionButton, capitalised, labelled } from "./form-fields.js";
import { showHeader } from "./page-header.js";
import { commandLine } from "./solve-result.js";
import { sortableTable } from "./sortable-table.js";
import { picture } from "./sanitised-svg.js";
import { readFragment } from "./url-fragment.js";

/** @import { TableData } from "./sortable-table.js" */

/** The user's selection, which is stored in the fragment of the page's URL. @typedef {{ suite: string, solvers: string[], baseline: string, instances: string, status: string }} Choice */

/** @typedef {{ kind: string, instance: string, message: string }} Finding */

/** @typedef {TableData & { about: string, unit: string, svg: string, legend: { label: string, svg: string }[] }} Plot */

/**
 * The response to `GET /bench/report`.
 * @typedef {object} Report
 * @property {boolean} sample
 * @property {{ suite: string, title: string, time_limit: number, findings: Finding[], versions: string[] }} report
 * @property {{ solvers: string[], baseline: string | null }} choices
 * @property {TableData[]} tables
 * @property {Plot[]} plots
 * @property {TableData} runs
 * @property {string | null} comparison
 * @property {string[]} sources
 * @property {string} footnote
 */

/** @typedef {{ name: string, title: string, runs: number, recorded: number, samples: number, quick: boolean }} Suite */

/** The response to `GET /bench/suites`. @typedef {{ suites: Suite[], others: Pick<Suite, "name" | "recorded">[], running: { id: string, suite: string } | null }} Suites */

const EXPLANATION =
  "Times are in seconds. The time of a solver does not include starting Python, importing modules, reading the instance, preparing the solver (for example, compiling kernels) or checking the answer; the time of a command includes everything. PAR-2 is the mean time, where an unsolved run counts as twice the time limit. " +
  "Confidence intervals are Student's t intervals, computed on the logarithms of the time ratios.";
const SAMPLE = "These runs are samples that come with Tilewright. They were measured on another machine, which has two x86-64 cores, so your times will differ.";
const root = requiredElement("#bench");

// --- One suite ----------------------------------------------------------------------------------------

/** @returns {Choice} */
function readChoice() {
  const { suite = "", solvers = "[]", baseline = "", instances = "", status = "" } = readFragment();
  let labels = [];
  try {
    labels = JSON.parse(solvers);
  } catch {
    // The list of solvers in the link is invalid, for example truncated: all solvers are selected.
  }
  return { suite, solvers: Array.isArray(labels) ? labels.map(String) : [], baseline, instances, status };
}

/** Write the selection into the URL. @param {Choice} choice */
function saveChoice({ solvers, ...others }) {
  const entries = Object.entries({ ...others, solvers: solvers.length ? JSON.stringify(solvers) : "" }).filter(([, value]) => value);
  history.replaceState(null, "", `#${new URLSearchParams(entries)}`);
}

/** @param {Choice} choice */
function reportPath({ suite, solvers, baseline, instances }) {
  const query = new URLSearchParams({ suite });
  for (const label of solvers) query.append("solver", label);
  if (baseline) query.set("baseline", baseline);
  if (instances) query.set("instances", instances);
  return `/bench/report?${query}`;
}

/** @param {Choice} choice @param {() => boolean} isCurrent */
async function showSuite(choice, isCurrent) {
  const back = h("p", {}, h("a", { href: "/bench" }, "All suites"));
  const stage = h("div", {}, h("p", { class: "quiet", text: "Reading the records." }));
  const error = h("p", { class: "trouble", role: "status" });
  root.replaceChildren(back, stage);
  /** @type {Report} */
  const whole = await get(reportPath({ ...choice, solvers: [], baseline: "", instances: "" }));
  if (!isCurrent()) return;
  const { report, choices } = whole;
  document.title = `${report.title} - Tilewright`;
  /** @type {ReturnType<typeof reportBody> | null} */
  let shown = null;

  function show(/** @type {Report} */ answer) {
    shown = reportBody(answer);
    stage.replaceChildren(...shown.elements);
    stage.hidden = false;
    shown.filterByStatus(choice.status);
  }
  let newestRequest = 0;
  async function load() {
    const request = ++newestRequest;
    try {
      /** @type {Report} */
      const answer = await get(reportPath(choice));
      if (request !== newestRequest) return;
      error.textContent = "";
      show(answer);
    } catch (failure) {
      if (request !== newestRequest) return;
      error.textContent = messageOf(failure);
      // The tables below belong to the previous selection, so they are hidden.
      stage.hidden = true;
    }
  }
  function onChoice(/** @type {Choice} */ next) {
    // The form reports typed words after a delay. By then, the user may have gone to another suite.
    if (!isCurrent()) return;
    const sameReport = reportPath(next) === reportPath(choice);
    choice = next;
    saveChoice(choice);
    if (sameReport) shown?.filterByStatus(choice.status);
    else load();
  }

  const command = commandLine("tilewright", "bench", "run", report.suite);
  const children = [
    back,
    h("h2", { text: report.title }),
    whole.sample && h("p", { class: "panel sample", role: "note" }, h("strong", { text: "Sample. " }), SAMPLE, " Run the suite to see your own times instead."),
    h("p", { class: "command" }, h("code", { text: command }), copyButton(() => command, "Copy command")),
    h("p", { class: "quiet", text: `Time limit: ${report.time_limit} s per run.` }),
    findingsPanel(report.findings, choices.solvers.length > 0),
    choices.solvers.length > 0 && filterForm(whole, choice, onChoice),
    error,
    stage,
  ];
  root.replaceChildren(...children.filter((child) => child !== false));
  if (choice.solvers.length || choice.baseline || choice.instances) await load();
  else show(whole);
}

/**
 * Return a highlighted panel with the findings, or a line of text if there are none.
 * @param {Finding[]} findings
 * @param {boolean} solved whether the runs are runs of solvers, not of commands
 */
function findingsPanel(findings, solved) {
  const good = solved ? "no two solvers contradict each other, and the checker rejected no answer" : "every command ended as expected";
  if (!findings.length) return h("p", { class: "quiet", text: `No findings: ${good}.` });
  const items = findings.map(({ kind, instance, message }) => h("li", {}, h("strong", { text: kind }), ` on ${instance}: ${message}`));
  return h("section", { class: "panel alarm", role: "alert" }, h("h3", { text: "Findings" }), h("ul", {}, items));
}

/** @param {Report} report @param {Choice} choice @param {(choice: Choice) => void} onChoice */
function filterForm({ choices, runs }, choice, onChoice) {
  const boxes = choices.solvers.map((label) =>
    h("input", { type: "checkbox", value: label, checked: !choice.solvers.length || choice.solvers.includes(label) }),
  );
  const defaultBaseline = choices.baseline ?? "the fastest solver";
  const baseline = h("select", {}, h("option", { value: "", text: `Default (${defaultBaseline})` }), choices.solvers.map((label) => h("option", { value: label, text: label })));
  baseline.value = choices.solvers.includes(choice.baseline) ? choice.baseline : "";
  const instances = h("input", { type: "search", maxlength: 200, placeholder: "Words in instance names", value: choice.instances });
  const statuses = [...new Set(runs.rows.map((row) => row[runs.headers.indexOf("status")]))].sort();
  const status = h("select", {}, h("option", { value: "", text: "Any" }), statuses.map((name) => h("option", { value: name, text: name })));
  status.value = statuses.includes(choice.status) ? choice.status : "";

  function readForm() {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    const solvers = ticked.length === boxes.length ? [] : ticked;
    onChoice({ suite: choice.suite, solvers, baseline: baseline.value, instances: instances.value.trim(), status: status.value });
  }
  for (const field of [...boxes, baseline, status]) field.addEventListener("change", readForm);
  instances.addEventListener("input", debounced(readForm, 400));
  const reset = h("button", { type: "reset" }, "Show everything");
  const form = h(
    "form",
    { class: "panel filters" },
    h("h3", { text: "Filter and compare" }),
    h("fieldset", { class: "choices" }, h("legend", { text: "Solvers (tick two to compare them)" }), boxes.map((box) => h("label", { class: "choice" }, box, box.value))),
    h("div", { class: "row" }, labelled("Compare with", baseline), labelled("Instances", instances), labelled("Status", status), reset),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    boxes.forEach((box) => (box.checked = true));
    baseline.value = instances.value = status.value = "";
    readForm();
  });
  return form;
}

/** Return {elements, filterByStatus(status)}: the tables and plots of a report, and a function that filters the tables with a status column; an empty status shows all rows. @param {Report} answer */
function reportBody({ report, tables, plots, runs, comparison, sources, footnote }) {
  const withElement = (/** @type {TableData} */ data) => ({ ...data, ...sortableTable(data) });
  const [last, ...above] = tables.map(withElement).reverse();
  const runTable = withElement(runs);
  const section = (/** @type {ReturnType<typeof withElement>} */ table) => h("section", {}, h("h3", { text: table.title }), table.element);
  const allRuns = h("details", {}, h("summary", {}, `${runs.title} (${runs.rows.length})`), runTable.element);
  const notes = [EXPLANATION, ...sources, footnote, ...report.versions];
  return {
    elements: [
      ...(comparison ? [h("p", { class: "compared", role: "status", text: comparison })] : []),
      ...above.reverse().map(section),
      h("div", { class: "plots" }, plots.map(plotFigure)),
      section(last),
      allRuns,
      h("footer", { class: "quiet" }, notes.map((text) => h("p", { text }))),
    ],
    /** @param {string} status */
    filterByStatus(status) {
      for (const table of [last, runTable]) {
        const column = table.headers.indexOf("status");
        table.filter((row) => !status || column < 0 || row[column].split("/").includes(status));
      }
      if (status) allRuns.open = true;
    },
  };
}

/** @param {Plot} plot */
function plotFigure(plot) {
  const legend = plot.legend.map(({ label, svg }) => h("li", {}, picture(svg, { "aria-hidden": "true" }), label));
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h3", { text: plot.title }), h("p", { class: "quiet", text: plot.about }), legend.length > 0 && h("ul", { class: "legend" }, legend)),
    picture(plot.svg, { class: "plot", role: "img", "aria-label": `${plot.title}. ${plot.about}` }),
    sortableTable({ ...plot, title: `${plot.title}: data`, caption: plot.unit }).element,
  );
}

// --- All suites ---------------------------------------------------------------------------------------

/** Runs a suite, or follows the job that runs it. @typedef {(suite: string, id?: string | null) => Promise<void>} StartRun */

/**
 * Return a heading and a table of suites, or nothing if there are no suites. `runsOf` returns a suite's text in the column "Runs"; if `linked` is true, the title of each suite links to its report.
 * @param {string} name
 * @param {Suite[]} suites
 * @param {{ runsOf: (suite: Suite) => string, linked: boolean, start: StartRun }} options
 */
function suiteTable(name, suites, { runsOf, linked, start }) {
  if (!suites.length) return [];
  // On narrow screens, the style sheet stacks the cells of a row. This removes the table from the accessibility tree, and the ARIA roles restore it.
  const headerCell = (/** @type {string} */ text, number = false) => h("th", { role: "columnheader", scope: "col", class: number ? "number" : null, text });
  const rows = suites.map((suite) => {
    const command = commandLine("tilewright", "bench", "run", suite.name);
    return h(
      "tr",
      { role: "row" },
      h("th", { role: "rowheader", scope: "row" }, linked ? h("a", { href: `#suite=${encodeURIComponent(suite.name)}` }, suite.title) : suite.title),
      h("td", { role: "cell", class: "number", text: runsOf(suite) }),
      h(
        "td",
        { role: "cell" },
        h(
          "div",
          { class: "command" },
          h("code", { text: command }),
          copyButton(() => command, "Copy", `Copy the command that runs ${suite.title}`),
          suite.quick && actionButton("Run", () => start(suite.name), { class: "small run-suite", "aria-label": `Run ${suite.name}` }),
        ),
      ),
    );
  });
  return [
    h("h2", { text: name }),
    h(
      "div",
      { class: "suites" },
      h(
        "table",
        { role: "table", "aria-label": name },
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, headerCell("Suite"), headerCell("Runs", true), headerCell("Command"))),
        h("tbody", { role: "rowgroup" }, rows),
      ),
    ),
  ];
}

/** Return the panel that shows the progress of a running suite, and a function that starts a suite. @param {() => Promise<void>} onEnd */
function suiteRunner(onEnd) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the suite" });
  const title = h("h2", {});
  const note = h("p", { class: "quiet", role: "status" });
  const cancel = actionButton("Cancel", () => controller?.abort());
  const element = h("section", { class: "panel run-panel", "aria-label": "Running suite", hidden: true }, title, bar, note, h("div", { class: "row" }, cancel));
  /** @type {AbortController | null} */
  let controller = null;

  function showControls(/** @type {boolean} */ running) {
    bar.hidden = cancel.hidden = !running;
    for (const button of root.querySelectorAll(".run-suite")) if (button instanceof HTMLButtonElement) button.disabled = running;
  }

  /** @param {{ best: number | null, bound: number | null, note: string }} progress */
  function onProgress({ best, bound, note: text }) {
    if (best !== null && bound) bar.value = best / bound;
    note.textContent = text;
  }

  /** @type {StartRun} */
  async function start(suite, id = null) {
    if (controller) return;
    const { signal } = (controller = new AbortController());
    element.hidden = false;
    showControls(true);
    title.textContent = `Running ${suite}`;
    note.textContent = "The runs are carried out and recorded one after another, each in its own process. You can leave this page.";
    bar.removeAttribute("value");
    element.scrollIntoView({ block: "nearest" });
    try {
      /** @type {import("./types.js").Job<{ runs: number, failed: number }>} */
      const job = await run("/bench/run", { suite }, { id, onProgress, signal });
      title.textContent = `${suite}: ${job.state}`;
      note.textContent = endText(job);
      controller = null;
      await onEnd();
    } catch (error) {
      title.textContent = `Cannot run ${suite}`;
      note.textContent = capitalised(messageOf(error));
    }
    // `onEnd` may have begun to follow another job.
    if (controller?.signal === signal) controller = null;
    if (!controller) showControls(false);
  }
  return { element, start };
}

/** @param {import("./types.js").Job<{ runs: number, failed: number }>} job */
function endText({ state, result, error }) {
  if (state === "cancelled") return "Cancelled. The finished runs are recorded.";
  if (state !== "done" || !result) return capitalised(error ?? state);
  return `${result.runs} ${result.runs === 1 ? "run is" : "runs are"} recorded${result.failed ? `; ${result.failed} failed` : ""}.`;
}

/** Return a paragraph that lists the suites that have recorded runs but are not part of Tilewright. The command line can read the files of these suites; the server does not read them. @param {Pick<Suite, "name" | "recorded">[]} others */
function otherSuites(others) {
  const names = others.map(({ name, recorded }) => `${name} (${recorded} ${recorded === 1 ? "run" : "runs"})`).join(", ");
  return h("p", { class: "others" }, `Also recorded: ${names}. `, h("code", { text: "tilewright bench report PATH" }), " shows the runs of the suite in the file PATH.");
}

/** @param {() => boolean} isCurrent */
async function showSuites(isCurrent) {
  const lists = h("div", {});
  const { element, start } = suiteRunner(load);

  async function load() {
    /** @type {Suites} */
    const { suites, others, running } = await get("/bench/suites");
    if (!isCurrent()) return;
    const recorded = suites.filter((suite) => suite.recorded);
    const samples = suites.filter((suite) => !suite.recorded && suite.samples);
    const unrecorded = suites.filter((suite) => !suite.recorded && !suite.samples);
    const introduction = h(
      "p",
      { class: "panel sample", role: "note" },
      !recorded.length && h("strong", { text: "You have no recorded runs yet. " }),
      samples.length > 0 && "The suites under Samples show runs that come with Tilewright, measured on another machine. ",
      "Press Run next to a quick suite, or run any suite in a terminal with ",
      h("code", { text: "tilewright bench run SUITE" }),
      ". Every run is recorded as soon as it ends, so a suite that was stopped can be continued later.",
    );
    lists.replaceChildren(
      ...(samples.length || !recorded.length ? [introduction] : []),
      ...suiteTable("Recorded", recorded, { runsOf: (suite) => `${suite.recorded} of ${suite.runs}`, linked: true, start }),
      ...(others.length ? [otherSuites(others)] : []),
      ...suiteTable("Samples", samples, { runsOf: (suite) => `${suite.samples} of ${suite.runs}`, linked: true, start }),
      ...suiteTable("Not run yet", unrecorded, { runsOf: (suite) => String(suite.runs), linked: false, start }),
    );
    if (running) void start(running.suite, running.id);
  }

  document.title = "Bench - Tilewright";
  root.replaceChildren(element, lists);
  await load();
}

let newestVisit = 0;

async function start() {
  const visit = ++newestVisit;
  // The user may open another suite before the server answers.
  const isCurrent = () => visit === newestVisit;
  const choice = readChoice();
  try {
    await (choice.suite ? showSuite(choice, isCurrent) : showSuites(isCurrent));
  } catch (error) {
    if (!isCurrent()) return;
    root.replaceChildren(h("p", {}, h("a", { href: "/bench" }, "All suites")), h("p", { class: "failed", text: messageOf(error) }));
  }
  document.documentElement.dataset.ready = "true";
}

showHeader("/bench");
window.addEventListener("hashchange", start);
start();
