// What is known: the best stack with all twenty parts, level by level, and a family of instances from trivial to open.

import { inPoints } from "./stack.js";

const EFFORT = { quick: "about a second", minute: "about a minute", long: "longer", open: "open" };
const VARIANTS = [["", "all"], ["F", "F: any order"], ["K", "K: known deck"], ["U", "U: unknown deck"]];
const NUMBERS = new Set(["best", "bound"]);

/** The stacks of the whole game that a person may look at. */
const TITLES = { "F-9-2-20": "the usual rules", "F-9-2-20 support=types": "on two different numbers" };

export function recordsPart({ api, dom, store }, stack, { onSolve }) {
  const { h, labelled } = dom;
  const whole = h("div", { class: "picture" });
  const single = h("div", { class: "picture" });
  const about = h("p", { class: "facts", role: "status" });
  const level = h("input", { type: "range", min: 1, max: 1, step: 1 });
  const trouble = h("p", { class: "trouble", role: "status" });
  const body = h("tbody", {});
  const variant = h("select", {}, VARIANTS.map(([value, text]) => h("option", { value, text })));
  const which = h("select", {});
  let records = [];
  let record = null;
  let family = [];

  function openRecord() {
    record = records.find(({ name }) => name === which.value) ?? records[0];
    const highest = Math.max(...record.placements.map((each) => each.level));
    level.max = String(highest);
    level.value = String(Math.min(store.get("record-level", highest), highest));
    store.set("record", record.name);
    showRecord();
  }
  which.addEventListener("change", openRecord);

  function showRecord() {
    const upTo = Number(level.value);
    const lying = record.placements.filter((each) => each.level === upTo);
    const points = lying.reduce((sum, { value }) => sum + value * (upTo - 1), 0);
    whole.replaceChildren(stack.picture(record.placements, upTo, `The record up to level ${upTo}, with its heights`));
    single.replaceChildren(stack.levelPicture(record.placements, upTo));
    const proved = record.best === record.bound;
    const standing = proved ? "no stack has more, which is proved" : `no stack has more than ${record.bound}; the best may lie between`;
    const told = [standing, `Level ${upTo} of ${level.max}`, `parts ${lying.map(({ value }) => value).join(", ")}`, `${inPoints(points)} on it`];
    about.replaceChildren(h("strong", { class: proved ? "badge good" : "badge", text: `${record.score} points` }), ...told.map((text) => h("span", { text })));
    down.disabled = upTo === 1;
    up.disabled = upTo === Number(level.max);
    store.set("record-level", upTo);
  }

  const step = (by) => () => {
    level.value = String(Number(level.value) + by);
    showRecord();
  };
  const down = h("button", { type: "button", on: { click: step(-1) } }, "Down");
  const up = h("button", { type: "button", on: { click: step(1) } }, "Up");
  level.addEventListener("input", showRecord);

  function showFamily() {
    store.set("family-variant", variant.value);
    const shown = family.filter((each) => !variant.value || each.variant === variant.value);
    body.replaceChildren(...shown.map(row));
  }

  function row({ name, text, best, bound, methods, effort }) {
    const impossible = best === null && bound === null;
    const proved = impossible || (best !== null && best === bound);
    const standing = impossible ? "proved: no solution" : proved ? "proved" : "open";
    const open = h("button", { type: "button", class: "small", "aria-label": `Solve ${name}`, on: { click: () => onSolve(text) } }, "Solve");
    return h(
      "tr",
      {},
      h("td", { class: "name-of" }, h("code", { text: name })),
      h("td", { class: "number", text: best ?? "-" }),
      h("td", { class: "number", text: bound ?? "-" }),
      h("td", { text: [standing, methods.length && `${proved ? "by" : "bound by"} ${methods.join(", ")}`].filter(Boolean).join(", ") }),
      h("td", { text: EFFORT[effort] ?? effort }),
      h("td", {}, open),
    );
  }
  variant.addEventListener("change", showFamily);

  async function start() {
    try {
      [{ records }, { instances: family }] = await Promise.all([api.ask("records"), api.ask("family")]);
    } catch (error) {
      trouble.textContent = error.message;
      return;
    }
    which.replaceChildren(...records.map(({ name, score }) => h("option", { value: name, text: `${score} points: ${TITLES[name] ?? name}` })));
    which.value = records.some(({ name }) => name === store.get("record")) ? store.get("record") : records[0].name;
    variant.value = VARIANTS.some(([value]) => value === store.get("family-variant")) ? store.get("family-variant") : "";
    openRecord();
    showFamily();
  }

  const heads = ["instance", "best", "bound", "standing", "time to solve", ""];
  const element = h(
    "div",
    { class: "records" },
    trouble,
    h(
      "section",
      { class: "panel", "aria-label": "The record" },
      h("h2", { text: "All twenty parts in any order" }),
      h("div", { class: "row levels-of" }, labelled("The best stack found", which), down, labelled("Level", level), up),
      about,
      h("div", { class: "pair" }, figure(h, "The stack up to this level, seen from above; each cell shows its height", whole), figure(h, "This level alone, and what it lies on", single)),
    ),
    h(
      "section",
      { class: "panel", "aria-label": "The family" },
      h("h2", { text: "A family of instances from trivial to open" }),
      h("p", { class: "quiet", text: "A name T-m-c-k: c copies of the numbers 0 to m, of which k are laid. Best is the best value found; none can exceed the bound." }),
      labelled("Variant", variant),
      h("div", { class: "table", tabindex: 0, role: "region", "aria-label": "The instances" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", class: NUMBERS.has(text) ? "number" : "", text })))), body)),
    ),
  );
  return { element, start };
}

function figure(h, caption, content) {
  return h("figure", {}, content, h("figcaption", { class: "quiet", text: caption }));
}
