// The solver panel: choose solvers and their options, and run them on an instance.

import { h } from "./elements.js";
import { capitalised, labelled, optionField, seedInput, submitForm } from "./form-fields.js";
import { solverRuns } from "./solver-runs.js";
import { changeFragment, readFragment } from "./url-fragment.js";

/** @import { Game, Job, LocalStore, OptionValue, SolveRequest, SolveResult, SolverDescription } from "./types.js" */

/**
 * Return {element, results}. `instance()` returns the text of the instance to solve; `onResult(job, request)` receives each result. With
 * `separateResults`, the caller adds the element `results` to the page. The page's URL can contain the names of the selected solvers.
 * @param {object} options
 * @param {Game} options.game
 * @param {LocalStore} options.store
 * @param {() => string} options.instance
 * @param {(job: Job<SolveResult<any>>, request: SolveRequest) => void} [options.onResult]
 * @param {boolean} [options.separateResults]
 */
export function solverPanel({ game, store, instance, onResult = () => {}, separateResults = false }) {
  const runs = solverRuns({ game, store, instance, onResult, onEmpty: () => solveButton.focus() });
  const error = h("p", { class: "trouble", role: "status" });
  const linked = (readFragment().solvers ?? "").split(",").filter((name) => game.solvers.includes(name));
  if (linked.length) changeFragment({ solvers: null });
  const chosen = new Set(linked.length ? linked : store.get("solvers", [game.solvers[0]]));
  /** @type {Record<string, OptionValue>} */
  const values = store.get("options", {});
  const options = h("div", { class: "grid" });
  const limit = h("input", { type: "number", min: 0.1, max: 60, step: "any", value: String(store.get("limit", 10)), required: true });
  const seed = seedInput(store.get("solve-seed", 0), { required: true });
  const solveButton = h("button", { class: "main", text: "Solve" });
  /** @type {ReturnType<typeof optionField>[]} */
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
    const summary = capitalised(solver.summary);
    const note = solver.missing.length ? `${summary} (not installed: ${solver.missing.join(", ")})` : summary;
    return h("label", { class: "choice" }, box, h("span", {}, h("b", { text: solver.name }), " ", h("small", { text: note })));
  });

  function showOptions() {
    const known = new Map();
    for (const solver of game.solver_list) {
      if (chosen.has(solver.name)) for (const option of solver.options) known.set(option.name, option);
    }
    fields = [...known.values()].map((option) => optionField(option, values[option.name] ?? option.default));
    options.replaceChildren(...fields);
    solveButton.disabled = chosen.size === 0;
  }

  /** Return the options of a solver that differ from their defaults. @param {SolverDescription} solver */
  function changedOptions(solver) {
    const defaults = new Map(solver.options.map((option) => [option.name, option.default]));
    const changed = fields.filter((field) => defaults.has(field.option) && field.read() !== defaults.get(field.option));
    return Object.fromEntries(changed.map((field) => [field.option, field.read()]));
  }

  function solve() {
    const text = instance();
    error.textContent = text ? "" : "There is no instance to solve.";
    if (!text) return;
    store.set("limit", Number(limit.value));
    store.set("solve-seed", Number(seed.value));
    for (const field of fields) values[field.option] = field.read();
    store.set("options", values);
    const solvers = game.solver_list.filter(({ name, missing }) => chosen.has(name) && !missing.length);
    const request = { game: game.name, instance: text, time_limit: Number(limit.value), seed: Number(seed.value) };
    // Each new run is inserted at the top, so the runs are added in reverse order.
    runs.add(solvers.reverse().map((solver) => ({ ...request, solver: solver.name, options: changedOptions(solver) })));
  }

  const form = submitForm(
    {},
    solve,
    h("fieldset", { class: "choices" }, h("legend", { text: "Solvers" }), boxes),
    options,
    h("div", { class: "row" }, labelled("Time limit in seconds", limit), labelled("Seed", seed), solveButton),
    error,
  );
  showOptions();
  const element = h("section", { class: "panel solver" }, h("h2", { text: "Solve" }), form, !separateResults && runs.element);
  return { element, results: runs.element };
}
