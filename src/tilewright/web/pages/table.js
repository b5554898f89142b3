// A table whose rows can be sorted by a click on a column's head, and filtered.

import { h } from "./dom.js";

const NUMBER = /^([~≥<]? ?-?\d[\d.,e+-]*( \(.*\))?|not solved)?$/;
const LONG = 30;
const WIDE = 20;
const value = (text) => (/\d/.test(text) ? Number.parseFloat(text.replace(/[^\d.e+-]/g, "")) : Number.POSITIVE_INFINITY);

/** Gives {element, filter(keep)}, where `keep(row)` says which rows are shown; a row is a list of texts. */
export function sortedTable({ title, headers, rows, caption = null }) {
  const numeric = headers.map((_, at) => rows.every((row) => NUMBER.test(row[at])));
  const look = (text, at, most = LONG) => [numeric[at] && "number", text.length > most && "long"].filter(Boolean).join(" ") || null;
  const body = h("tbody");
  let keep = () => true;
  let order = null;

  function compare(one, other) {
    const [a, b] = [one[order.at], other[order.at]];
    const less = numeric[order.at] ? Math.sign(value(a) - value(b)) || 0 : a.localeCompare(b, undefined, { numeric: true });
    return order.up ? less : -less;
  }

  function show() {
    const found = rows.filter(keep);
    if (order) found.sort(compare);
    const cell = (text, at) => h(at ? "td" : "th", { scope: at ? null : "row", class: look(text, at), text });
    const none = h("tr", {}, h("td", { class: "quiet", colspan: headers.length, text: "No row has that." }));
    body.replaceChildren(...(found.length ? found.map((row) => h("tr", {}, row.map(cell))) : [none]));
  }

  const heads = headers.map((name, at) =>
    h("th", { scope: "col", class: look(name, at, WIDE) }, h("button", { type: "button", class: "sort", on: { click: () => sort(at) } }, name)),
  );
  function sort(at) {
    order = { at, up: order?.at === at ? !order.up : true };
    heads.forEach((head, index) => {
      if (index === at) head.setAttribute("aria-sort", order.up ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    show();
  }
  show();
  const table = h("table", {}, caption && h("caption", { text: caption }), h("thead", {}, h("tr", {}, heads)), body);
  return {
    element: h("div", { class: "table", role: "region", "aria-label": title, tabindex: 0 }, table),
    filter(wanted) {
      keep = wanted;
      show();
    },
  };
}
