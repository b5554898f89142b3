// The bench: what was recorded, as tables and plots. Solvers and instances are chosen, and the server reports on those alone.

import { get } from "./api.js";
import { copyButton, debounced, h, labelled, picture } from "./dom.js";
import { commandLine } from "./result.js";
import { header } from "./shell.js";
import { readFragment } from "./store.js";
import { sortedTable } from "./table.js";

const EXPLAINED =
  "Seconds are the solver's own, without the start of Python. PAR-2 is the mean time, with twice the limit for what was not solved. " +
  "Intervals are Student's on the logarithms of the ratios.";
const root = document.querySelector("#bench");

// --- One suite ----------------------------------------------------------------------------------------

/** What is chosen, as it stands behind the # of the address: {suite, solvers, baseline, instances, status}. */
function readChoice() {
  const { suite, solvers = "[]", baseline = "", instances = "", status = "" } = readFragment();
  let labels = [];
  try {
    labels = JSON.parse(solvers);
  } catch {
    // A link that somebody has cut chooses everything.
  }
  return { suite, solvers: Array.isArray(labels) ? labels.map(String) : [], baseline, instances, status };
}

function keepChoice({ solvers, ...others }) {
  const told = Object.entries({ ...others, solvers: solvers.length ? JSON.stringify(solvers) : "" }).filter(([, value]) => value);
  history.replaceState(null, "", `#${new URLSearchParams(told)}`);
}

function address({ suite, solvers, baseline, instances }) {
  const query = new URLSearchParams({ suite });
  for (const label of solvers) query.append("solver", label);
  if (baseline) query.set("baseline", baseline);
  if (instances) query.set("instances", instances);
  return `/bench/report?${query}`;
}

async function showSuite(choice, wanted) {
  const back = h("p", {}, h("a", { href: "/bench" }, "All suites"));
  const stage = h("div", {}, h("p", { class: "quiet", text: "reading the records" }));
  const trouble = h("p", { class: "trouble", role: "status" });
  root.replaceChildren(back, stage);
  const first = await get(address({ ...choice, solvers: [], baseline: "", instances: "" }));
  if (!wanted()) return;
  const { report, choices } = first;
  document.title = `${report.title} - Tilewright`;
  let shown = null;

  function show(found) {
    shown = body(found);
    stage.replaceChildren(...shown.elements);
    stage.hidden = false;
    shown.status(choice.status);
  }
  let newest = 0;
  async function ask() {
    const mine = ++newest;
    try {
      const found = await get(address(choice));
      if (mine !== newest) return;
      trouble.textContent = "";
      show(found);
    } catch (error) {
      if (mine !== newest) return;
      trouble.textContent = error.message;
      // What stands below was found for another choice.
      stage.hidden = true;
    }
  }
  function changed(next) {
    const again = next.status === choice.status;
    choice = next;
    keepChoice(choice);
    if (again) ask();
    else shown?.status(choice.status);
  }

  const chosen = filters(first, choice, changed);
  const command = commandLine("tilewright", "bench", "run", report.suite);
  root.replaceChildren(
    back,
    h("h2", { text: report.title }),
    h("p", { class: "command" }, h("code", { text: command }), copyButton(() => command, "Copy command")),
    h("p", { class: "quiet", text: `At most ${report.time_limit} s for each run.` }),
    alarm(report.findings, choices.solvers.length > 0),
    choices.solvers.length > 0 && chosen,
    trouble,
    stage,
  );
  if (choice.solvers.length || choice.baseline || choice.instances) await ask();
  else show(first);
}

/** What no run should ever show: it comes first, and it is loud. */
function alarm(findings, solved) {
  const well = solved ? "no solver contradicts another, and the checker has rejected no answer" : "every command has kept its promise";
  if (!findings.length) return h("p", { class: "quiet", text: `No findings: ${well}.` });
  const items = findings.map(({ kind, instance, message }) => h("li", {}, h("strong", { text: kind }), ` on ${instance}: ${message}`));
  return h("section", { class: "panel alarm", role: "alert" }, h("h3", { text: "Findings" }), h("ul", {}, items));
}

function filters({ choices, runs }, choice, changed) {
  const boxes = choices.solvers.map((label) =>
    h("input", { type: "checkbox", value: label, checked: !choice.solvers.length || choice.solvers.includes(label) }),
  );
  const own = choices.baseline ?? "the fastest solver";
  const baseline = h("select", {}, h("option", { value: "", text: `as the suite has it (${own})` }), choices.solvers.map((label) => h("option", { value: label, text: label })));
  baseline.value = choices.solvers.includes(choice.baseline) ? choice.baseline : "";
  const instances = h("input", { type: "search", maxlength: 200, placeholder: "words in their names", value: choice.instances });
  const found = [...new Set(runs.rows.map((row) => row[runs.headers.indexOf("status")]))].sort();
  const status = h("select", {}, h("option", { value: "", text: "any" }), found.map((name) => h("option", { value: name, text: name })));
  status.value = found.includes(choice.status) ? choice.status : "";

  function read() {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    const solvers = ticked.length === boxes.length ? [] : ticked;
    changed({ suite: choice.suite, solvers, baseline: baseline.value, instances: instances.value.trim(), status: status.value });
  }
  for (const field of [...boxes, baseline, status]) field.addEventListener("change", read);
  instances.addEventListener("input", debounced(read, 400));
  const reset = h("button", { type: "reset" }, "Show everything");
  const form = h(
    "form",
    { class: "panel filters" },
    h("h3", { text: "Filter and compare" }),
    h("fieldset", { class: "choices" }, h("legend", { text: "Solvers; tick two to compare them" }), boxes.map((box) => h("label", { class: "choice" }, box, box.value))),
    h("div", { class: "row" }, labelled("Compare with", baseline), labelled("Instances", instances), labelled("Status of the rows", status), reset),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    boxes.forEach((box) => (box.checked = true));
    baseline.value = instances.value = status.value = "";
    read();
  });
  return form;
}

/** The tables and plots of a report: {elements, status(name)}, where a status chooses rows of those tables that have the column. */
function body({ report, tables, plots, runs, comparison, sources, footnote }) {
  const titled = (table) => ({ ...table, ...sortedTable(table) });
  const [last, ...above] = tables.map(titled).reverse();
  const single = titled(runs);
  const section = (table) => h("section", {}, h("h3", { text: table.title }), table.element);
  const every = h("details", {}, h("summary", {}, `${runs.title} (${runs.rows.length})`), single.element);
  const notes = [EXPLAINED, ...sources, footnote, ...report.versions];
  return {
    elements: [
      ...(comparison ? [h("p", { class: "compared", role: "status", text: comparison })] : []),
      ...above.reverse().map(section),
      h("div", { class: "plots" }, plots.map(figure)),
      section(last),
      every,
      h("footer", { class: "quiet" }, notes.map((text) => h("p", { text }))),
    ],
    status(wanted) {
      for (const table of [last, single]) {
        const at = table.headers.indexOf("status");
        table.filter((row) => !wanted || at < 0 || row[at].split("/").includes(wanted));
      }
      if (wanted) every.open = true;
    },
  };
}

function figure(plot) {
  const legend = plot.legend.map(({ label, svg }) => h("li", {}, picture(svg, { "aria-hidden": "true" }), label));
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h3", { text: plot.title }), h("p", { class: "quiet", text: plot.about }), legend.length > 0 && h("ul", { class: "legend" }, legend)),
    picture(plot.svg, { class: "plot", role: "img", "aria-label": `${plot.title}. ${plot.about}` }),
    sortedTable({ ...plot, title: `${plot.title}: the figures`, caption: plot.unit }).element,
  );
}

// --- All suites ---------------------------------------------------------------------------------------

function suiteTable(name, suites, recorded) {
  // A phone stacks the cells of a row; the roles say that it is a table all the same.
  const head = (text, number = false) => h("th", { role: "columnheader", scope: "col", class: number ? "number" : null, text });
  const rows = suites.map((suite) => {
    const command = commandLine("tilewright", "bench", "run", suite.name);
    return h(
      "tr",
      { role: "row" },
      h("th", { role: "rowheader", scope: "row" }, recorded ? h("a", { href: `#suite=${encodeURIComponent(suite.name)}` }, suite.title) : suite.title),
      h("td", { role: "cell", class: "number", text: recorded ? `${suite.recorded} of ${suite.runs}` : suite.runs }),
      h("td", { role: "cell" }, h("div", { class: "command" }, h("code", { text: command }), copyButton(() => command, "Copy", `Copy the command that runs ${suite.title}`))),
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
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head("suite"), head("runs", true), head("command"))),
        h("tbody", { role: "rowgroup" }, rows),
      ),
    ),
  ];
}

/** Suites from files of somebody's own: the server does not read them, but the command line does. */
function otherSuites(others) {
  const named = others.map(({ name, recorded }) => `${name} (${recorded} ${recorded === 1 ? "run" : "runs"})`).join(", ");
  return h("p", { class: "others" }, `Also recorded: ${named}; `, h("code", { text: "tilewright bench report PATH" }), " shows them.");
}

async function showSuites(wanted) {
  const { suites, others: own } = await get("/bench/suites");
  if (!wanted()) return;
  const recorded = suites.filter((suite) => suite.recorded);
  const others = suites.filter((suite) => !suite.recorded);
  const empty = h(
    "section",
    { class: "panel" },
    h("h2", { text: "Nothing is recorded yet" }),
    h("p", {}, "A suite is run in a terminal with ", h("code", { text: "tilewright bench run SUITE" }), ". Every run is kept as it ends, and is shown here when the page is loaded again; one that is stopped goes on where it was."),
    h("p", {}, "Those whose names end in ", h("code", { text: "quick" }), " take a minute or a few."),
  );
  document.title = "Bench - Tilewright";
  root.replaceChildren(
    ...(recorded.length ? suiteTable("Recorded", recorded, true) : own.length ? [] : [empty]),
    ...(own.length ? [otherSuites(own)] : []),
    ...(others.length ? suiteTable("Not run yet", others, false) : []),
  );
}

let visits = 0;

async function start() {
  const mine = ++visits;
  // Who has gone on meanwhile, or back, does not want to see it any more.
  const wanted = () => mine === visits;
  const choice = readChoice();
  try {
    await (choice.suite ? showSuite(choice, wanted) : showSuites(wanted));
  } catch (error) {
    if (!wanted()) return;
    root.replaceChildren(h("p", {}, h("a", { href: "/bench" }, "All suites")), h("p", { class: "failed", text: error.message }));
  }
  document.documentElement.dataset.ready = "true";
}

header("/bench");
window.addEventListener("hashchange", start);
start();
