// The tab "Best known": the best known stacks with all twenty parts, level by level, and a set of benchmark instances from trivial to open.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { actionButton, labelled, selectBox } from "/pages/form-fields.js";
import { plural } from "/pages/text-format.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { PlacedPart } from "./types.js" */

/** @typedef {{ name: string, text: string, variant: string, best: string | null, bound: string | null, bound_from: string | null, methods: string[], effort: string }} KnownInstance */

/** @typedef {KnownInstance & { score: number, placements: PlacedPart[] }} KnownStack */

/** @type {Record<string, string>} */
const EFFORT = { quick: "about a second", minute: "about a minute", long: "longer", open: "open" };
/** @type {[string, string][]} */
const VARIANTS = [["", "All"], ["F", "F: any order"], ["K", "K: known deck"], ["U", "U: unknown deck"]];
const NUMERIC_COLUMNS = new Set(["best", "bound"]);
/** @type {Record<string, string>} */
const STACK_TITLES = { "F-9-2-20": "usual rules", "F-9-2-20 support=types": "parts rest on at least two different numbers" };

/** @param {PageContext} context @param {StackDrawing} drawing @param {{ onSolve: (text: string) => void }} callbacks */
export function bestKnownTab({ api, store }, drawing, { onSolve }) {
  const stackPicture = h("div", { class: "picture" });
  const levelPicture = h("div", { class: "picture" });
  const about = h("p", { class: "facts", role: "status" });
  const level = h("input", { type: "range", min: 1, max: 1, step: 1 });
  const error = h("p", { class: "trouble", role: "status" });
  const body = h("tbody", {});
  const variant = selectBox(VARIANTS);
  const which = h("select", {});
  /** @type {KnownStack[]} */
  let stacks = [];
  /** @type {KnownStack} */
  let stack;
  /** @type {KnownInstance[]} */
  let instances = [];

  function openStack() {
    stack = stacks.find(({ name }) => name === which.value) ?? stacks[0];
    const highest = Math.max(...stack.placements.map((each) => each.level));
    level.max = String(highest);
    level.value = String(Math.min(store.get("record-level", highest), highest));
    store.set("record", stack.name);
    showStack();
  }
  which.addEventListener("change", openStack);

  function showStack() {
    const upTo = Number(level.value);
    const { placements, best, bound, score } = stack;
    const onLevel = placements.filter((each) => each.level === upTo);
    const points = onLevel.reduce((sum, { value }) => sum + value * (upTo - 1), 0);
    stackPicture.replaceChildren(drawing.stackPicture(placements, upTo, `The stack up to level ${upTo}, with its heights`));
    levelPicture.replaceChildren(drawing.levelPicture(placements, upTo));
    const proved = best === bound;
    const facts = [
      proved ? "proved to be the best possible" : `upper bound ${bound}`,
      `Level ${upTo} of ${level.max}`,
      `parts: ${onLevel.map(({ value }) => value).join(", ")}`,
      `${plural(points, "point")} on this level`,
    ];
    about.replaceChildren(h("strong", { class: proved ? "badge good" : "badge", text: `${score} points` }), ...facts.map((text) => h("span", { text })));
    down.disabled = upTo === 1;
    up.disabled = upTo === Number(level.max);
    store.set("record-level", upTo);
  }

  const step = (/** @type {number} */ difference) => () => {
    level.value = String(Number(level.value) + difference);
    showStack();
  };
  const down = actionButton("Down", step(-1));
  const up = actionButton("Up", step(1));
  level.addEventListener("input", showStack);

  function showInstances() {
    store.set("family-variant", variant.value);
    const shown = instances.filter((each) => !variant.value || each.variant === variant.value);
    body.replaceChildren(...shown.map(instanceRow));
  }

  /** @param {KnownInstance} instance */
  function instanceRow({ name, text, best, bound, bound_from, methods, effort }) {
    const infeasible = best === null && bound === null;
    const proved = infeasible || (best !== null && best === bound);
    const status = infeasible ? "proved: no solution" : proved ? "proved" : "open";
    const solve = actionButton("Solve", () => onSolve(text), { class: "small", "aria-label": `Solve ${name}` });
    return h(
      "tr",
      {},
      h("td", { class: "name-of" }, h("code", { text: name })),
      h("td", { class: "number", text: best ?? "-" }),
      h("td", { class: "number", text: bound ?? "-" }),
      h("td", { text: [status, methods.length && `${proved ? "methods:" : "bound proved by"} ${methods.join(", ")}`, bound_from && `bound from ${bound_from.split(":")[0]}`].filter(Boolean).join(", ") }),
      h("td", { text: EFFORT[effort] ?? effort }),
      h("td", {}, solve),
    );
  }
  variant.addEventListener("change", showInstances);

  async function start() {
    try {
      /** @type {[{ records: KnownStack[] }, { instances: KnownInstance[] }]} */
      const answers = await Promise.all([api.ask("records"), api.ask("family")]);
      [{ records: stacks }, { instances }] = answers;
    } catch (failure) {
      error.textContent = messageOf(failure);
      return;
    }
    which.replaceChildren(...stacks.map(({ name, score }) => h("option", { value: name, text: `${score} points: ${STACK_TITLES[name] ?? name}` })));
    which.value = stacks.some(({ name }) => name === store.get("record")) ? store.get("record") : stacks[0].name;
    variant.value = VARIANTS.some(([value]) => value === store.get("family-variant")) ? store.get("family-variant") : "";
    openStack();
    showInstances();
  }

  const headers = ["instance", "best", "bound", "status", "time to solve", "solve it"];
  const element = h(
    "div",
    { class: "records" },
    error,
    h(
      "section",
      { class: "panel", "aria-label": "All twenty parts" },
      h("h2", { text: "All twenty parts in any order" }),
      h("div", { class: "row levels-of" }, labelled("Best known stack", which), down, labelled("Level", level), up),
      about,
      h("div", { class: "pair" }, figure("The stack up to this level, from above. Each cell shows its height.", stackPicture), figure("This level, and the level below it.", levelPicture)),
    ),
    h(
      "section",
      { class: "panel", "aria-label": "Benchmark instances" },
      h("h2", { text: "Benchmark instances, from trivial to open" }),
      h("p", { class: "quiet", text: "In an instance T-m-c-k, T is the variant. There are c copies of each number from 0 to m, and k of these parts are placed. No solution scores more than the bound." }),
      labelled("Variant", variant),
      h("div", { class: "scroll-table", tabindex: 0, role: "region", "aria-label": "Instances" }, h("table", {}, h("thead", {}, h("tr", {}, headers.map((text) => h("th", { scope: "col", class: NUMERIC_COLUMNS.has(text) ? "number" : "", text })))), body)),
    ),
  );
  return { element, start };
}

/** @param {string} caption @param {HTMLElement} content */
function figure(caption, content) {
  return h("figure", {}, content, h("figcaption", { class: "quiet", text: caption }));
}
