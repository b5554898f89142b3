// Any solvers on any instance, side by side: live progress, cancel, results. A reload loses nothing.

import { h, labelled, optionField } from "./dom.js";
import { solveLanes } from "./lanes.js";

/**
 * A panel for the solvers of a game. `instance()` gives the text to solve; `onResult(job, question)` is told each result; `apart` keeps
 * the results out of the panel, for a page that has a wider place for them. Results of another
 * instance than the text of now are marked. Gives {element, results, solve(names)}.
 */
export function solverPanel({ game, store, instance, onResult = () => {}, apart = false }) {
  const lanes = solveLanes({ game, store, instance, onResult, onEmpty: () => go.focus() });
  const trouble = h("p", { class: "trouble", role: "status" });
  const chosen = new Set(store.get("solvers", [game.solvers[0]]));
  const values = store.get("options", {});
  const options = h("div", { class: "grid" });
  const limit = h("input", { type: "number", min: 0.1, max: 60, step: "any", value: String(store.get("limit", 10)), required: true });
  const seed = h("input", { type: "number", min: 0, max: 2147483647, step: 1, value: String(store.get("solve-seed", 0)), required: true });
  const go = h("button", { class: "main", text: "Solve" });
  let fields = [];

  const boxes = game.solver_list.map((solver) => {
    const box = h("input", { type: "checkbox", value: solver.name, checked: chosen.has(solver.name) && !solver.missing.length });
    box.disabled = solver.missing.length > 0;
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(solver.name);
      else chosen.delete(solver.name);
      store.set("solvers", [...chosen]);
      showOptions();
    });
    const note = solver.missing.length ? `${solver.summary} (${solver.missing.join(", ")} is not installed)` : solver.summary;
    return h("label", { class: "choice" }, box, h("span", {}, h("b", { text: solver.name }), " ", h("small", { text: note })));
  });

  function showOptions() {
    const known = new Map();
    for (const solver of game.solver_list) {
      if (chosen.has(solver.name)) for (const option of solver.options) known.set(option.name, option);
    }
    fields = [...known.values()].map((option) => optionField(option, values[option.name] ?? option.default));
    options.replaceChildren(...fields);
    go.disabled = chosen.size === 0;
  }

  function optionsOf(solver) {
    const names = new Set(solver.options.map((option) => option.name));
    const given = fields.map((field) => [field.field.dataset.option, field.read()]).filter(([name]) => names.has(name));
    const defaults = Object.fromEntries(solver.options.map((option) => [option.name, option.default]));
    return Object.fromEntries(given.filter(([name, value]) => value !== defaults[name]));
  }

  function solve(names = [...chosen]) {
    const text = instance();
    trouble.textContent = text ? "" : "There is no instance to solve.";
    if (!text) return;
    store.set("limit", Number(limit.value));
    store.set("solve-seed", Number(seed.value));
    for (const field of fields) values[field.field.dataset.option] = field.read();
    store.set("options", values);
    const asked = game.solver_list.filter(({ name, missing }) => names.includes(name) && !missing.length);
    const question = { game: game.name, instance: text, time_limit: Number(limit.value), seed: Number(seed.value) };
    // The newest lane stands first: in this order the lanes stand as the solvers do.
    lanes.add(asked.reverse().map((solver) => ({ ...question, solver: solver.name, options: optionsOf(solver) })));
  }

  const form = h(
    "form",
    {
      on: {
        submit(event) {
          event.preventDefault();
          solve();
        },
      },
    },
    h("fieldset", { class: "choices" }, h("legend", { text: "Solvers" }), boxes),
    options,
    h("div", { class: "row" }, labelled("Time limit in seconds", limit), labelled("Seed", seed), go),
    trouble,
  );
  showOptions();
  const element = h("section", { class: "panel solver" }, h("h2", { text: "Solve" }), form, !apart && lanes.element);
  return { element, results: lanes.element, solve };
}
