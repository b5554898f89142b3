// The bench: what was recorded, as tables and plots; rows can be filtered and sorted.

import { get } from "./api.js";
import { h, labelled, picture } from "./dom.js";
import { commandLine } from "./result.js";
import { header } from "./shell.js";
import { readFragment } from "./store.js";

const root = document.querySelector("#bench");

function table({ title, headers, rows }, filter = "") {
  const numeric = headers.map((_, at) => rows.every((row) => /^[~≥<]? ?-?\d[\d.,e+-]*( \(.*\))?$|^$/.test(row[at])));
  let order = null;
  const body = h("tbody");
  const value = (text) => Number.parseFloat(text.replace(/[^\d.e+-]/g, ""));
  function show() {
    const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
    let found = rows.filter((row) => wanted.every((word) => row.some((cell) => cell.toLowerCase().includes(word))));
    if (order) {
      const { at, up } = order;
      const compare = (a, b) => (numeric[at] ? value(a[at]) - value(b[at]) || 0 : a[at].localeCompare(b[at], undefined, { numeric: true }));
      found = [...found].sort((a, b) => (up ? compare(a, b) : compare(b, a)));
    }
    body.replaceChildren(
      ...found.map((row) => h("tr", {}, row.map((cell, at) => h(at ? "td" : "th", { scope: at ? null : "row", class: numeric[at] ? "number" : null, text: cell })))),
    );
  }
  const heads = headers.map((name, at) => {
    const cell = h("th", { scope: "col", class: numeric[at] ? "number" : null });
    cell.append(
      h("button", { type: "button", class: "sort", on: { click: () => sort(at) } }, name || " "),
    );
    return cell;
  });
  function sort(at) {
    order = { at, up: order?.at === at ? !order.up : true };
    heads.forEach((head, index) => {
      if (index === at) head.setAttribute("aria-sort", order.up ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    show();
  }
  show();
  const element = h(
    "div",
    { class: "table", role: "region", "aria-label": title, tabindex: 0 },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), body),
  );
  return {
    element,
    filter(text) {
      filter = text;
      show();
    },
  };
}

function figure(plot) {
  const legend = plot.legend.map(({ label, svg }) => h("li", {}, picture(svg, { "aria-hidden": "true" }), label));
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h3", { text: plot.title }), h("p", { class: "quiet", text: plot.about }), h("ul", { class: "legend" }, legend)),
    picture(plot.svg, { class: "plot", role: "img", "aria-label": `${plot.title}. ${plot.about}` }),
    h("details", {}, h("summary", { text: "The figures" }), table(plot).element),
  );
}

async function showSuite(name) {
  const stage = h("section", {}, h("p", { class: "quiet", text: "reading the records" }));
  root.replaceChildren(h("p", {}, h("a", { href: "/bench" }, "All suites")), stage);
  const { report, tables, plots, footnote } = await get(`/bench/report?suite=${encodeURIComponent(name)}`);
  document.title = `${report.title} - Tilewright`;
  const search = h("input", { type: "search", placeholder: "words that a row must have" });
  const shown = tables.map((each) => ({ title: each.title, ...table(each) }));
  search.addEventListener("input", () => shown.forEach((each) => each.filter(search.value)));
  stage.replaceChildren(
    h("h2", { text: report.title }),
    h("p", {}, h("code", { text: commandLine("tilewright", "bench", "run", name) })),
    ...report.findings.map((finding) => h("p", { class: "failed", text: `${finding.kind ?? ""} ${finding.instance ?? ""}: ${finding.message ?? ""}` })),
    h("div", { class: "plots" }, plots.map(figure)),
    labelled("Filter the tables", search),
    ...shown.flatMap((each) => [h("h3", { text: each.title }), each.element]),
    h("p", { class: "quiet", text: footnote }),
  );
}

async function showSuites() {
  const { suites } = await get("/bench/suites");
  const recorded = suites.filter((suite) => suite.recorded);
  const others = suites.filter((suite) => !suite.recorded);
  const rows = (list, link) =>
    list.map((suite) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, link ? h("a", { href: `#suite=${encodeURIComponent(suite.name)}` }, suite.title) : suite.title),
        h("td", {}, h("code", { text: suite.name })),
        h("td", { class: "number", text: link ? `${suite.recorded} of ${suite.runs}` : suite.runs }),
      ),
    );
  const list = (name, found, link) =>
    found.length > 0 && [
      h("h2", { text: name }),
      h("div", { class: "table", role: "region", "aria-label": name, tabindex: 0 }, h("table", {}, h("tbody", {}, rows(found, link)))),
    ];
  root.replaceChildren(
    ...[
      recorded.length === 0 && h("p", { text: "Nothing is recorded in the data folder yet. A suite is run with: tilewright bench run SUITE" }),
      list("Recorded", recorded, true),
      list("Not run yet", others, false),
    ]
      .flat()
      .filter(Boolean),
  );
}

async function start() {
  const { suite } = readFragment();
  try {
    await (suite ? showSuite(suite) : showSuites());
  } catch (error) {
    root.replaceChildren(h("p", {}, h("a", { href: "/bench" }, "All suites")), h("p", { class: "failed", text: error.message }));
  }
  document.documentElement.dataset.ready = "true";
}

header("/bench");
window.addEventListener("hashchange", start);
start();
