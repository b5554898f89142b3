// A table whose rows can be sorted by a click on a column header, and filtered.

import { h } from "./elements.js";

const NUMBER = /^([~≥<]? ?-?\d[\d.,e+-]*( \(.*\))?|not solved)?$/;
/** The text of a cell is wrapped if it has more characters than this. */
const LONGEST_CELL = 30;
/** The text of a header is wrapped if it has more characters than this. */
const LONGEST_HEADER = 20;
/** Return the number in a cell, for sorting, without a remark in parentheses; infinity if the cell contains no number. @param {string} text */
const numberIn = (text) => (/\d/.test(text) ? Number.parseFloat(text.replace(/\(.*\)/, "").replace(/[^\d.e+-]/g, "")) : Number.POSITIVE_INFINITY);

/** @typedef {{ title: string, headers: string[], rows: string[][], caption?: string | null }} TableData */

/** Return the table as {element, filter(keep)}; `keep(row)` returns whether a row is shown. @param {TableData} data */
export function sortableTable({ title, headers, rows, caption = null }) {
  const numeric = headers.map((_, column) => rows.every((row) => NUMBER.test(row[column])));
  const cellClass = (/** @type {string} */ text, /** @type {number} */ column, longest = LONGEST_CELL) =>
    [numeric[column] && "number", text.length > longest && "long"].filter(Boolean).join(" ") || null;
  const body = h("tbody");
  /** @type {(row: string[]) => boolean} */
  let keep = () => true;
  /** @type {{ column: number, ascending: boolean } | null} */
  let order = null;

  /** @param {string[]} one @param {string[]} other @param {{ column: number, ascending: boolean }} by */
  function compare(one, other, { column, ascending }) {
    const [a, b] = [one[column], other[column]];
    const difference = numeric[column] ? Math.sign(numberIn(a) - numberIn(b)) || 0 : a.localeCompare(b, undefined, { numeric: true });
    return ascending ? difference : -difference;
  }

  function show() {
    const shown = rows.filter(keep);
    const by = order;
    if (by) shown.sort((one, other) => compare(one, other, by));
    const cell = (/** @type {string} */ text, /** @type {number} */ column) =>
      h(column ? "td" : "th", { scope: column ? null : "row", class: cellClass(text, column), text });
    const none = h("tr", {}, h("td", { class: "quiet", colspan: headers.length, text: "No matching rows." }));
    body.replaceChildren(...(shown.length ? shown.map((row) => h("tr", {}, row.map(cell))) : [none]));
  }

  const headerCells = headers.map((name, column) =>
    h("th", { scope: "col", class: cellClass(name, column, LONGEST_HEADER) }, h("button", { type: "button", class: "sort", on: { click: () => sort(column) } }, name)),
  );
  /** @param {number} column */
  function sort(column) {
    const ascending = order?.column === column ? !order.ascending : true;
    order = { column, ascending };
    headerCells.forEach((cell, index) => {
      if (index === column) cell.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
    show();
  }
  show();
  const table = h("table", {}, caption && h("caption", { text: caption }), h("thead", {}, h("tr", {}, headerCells)), body);
  return {
    element: h("div", { class: "scroll-table", role: "region", "aria-label": title, tabindex: 0 }, table),
    /** @param {(row: string[]) => boolean} test */
    filter(test) {
      keep = test;
      show();
    },
  };
}
