// Any solvers on any instance, side by side: live progress, cancel, results. A reload loses nothing.

import { run } from "./api.js";
import { h, labelled, optionField } from "./dom.js";
import { resultView } from "./result.js";

const LANES = 8;

/**
 * A panel for the solvers of a game. `instance()` gives the text to solve; `onResult(job, question)` is told each result. Gives
 * {element, solve(names)}.
 */
export function solverPanel({ game, store, instance, onResult = () => {} }) {
  const lanes = h("div", { class: "lanes" });
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

  // --- Lanes: one for each solver at work or done -----------------------------------------------------

  let kept = store.get("lanes", []);

  function keep() {
    // Pictures are large; if there is no room for them, the results are kept without.
    if (!store.set("lanes", kept)) store.set("lanes", kept.map((lane) => ({ ...lane, job: lane.job && { ...lane.job, svg: null } })));
  }

  function show(lane) {
    const body = h("div", { class: "body" });
    const remove = h("button", { type: "button", class: "small", "aria-label": `Remove ${lane.question.solver}`, text: "Remove" });
    const element = h(
      "article",
      { class: "lane", "aria-label": `${game.title}, ${lane.question.solver}` },
      h("header", {}, h("h3", { text: lane.question.solver }), remove),
      body,
    );
    const stop = new AbortController();
    remove.addEventListener("click", () => {
      stop.abort();
      kept = kept.filter((other) => other !== lane);
      keep();
      element.remove();
    });
    lanes.prepend(element);
    if (lane.job) body.replaceChildren(resultView(lane.job, lane.question));
    else follow(lane, body, stop);
  }

  async function follow(lane, body, stop) {
    const status = h("p", { class: "progress", role: "status", text: "waiting for a free worker" });
    const bar = h("progress", { "aria-label": "time used", max: lane.question.time_limit });
    const cancel = h("button", { type: "button", text: "Cancel", on: { click: () => stop.abort() } });
    body.replaceChildren(status, bar, cancel);
    let started = 0;
    const clock = setInterval(() => {
      if (started) bar.value = Math.min(lane.question.time_limit, (Date.now() - started) / 1000);
    }, 200);
    try {
      const job = await run("/jobs", lane.question, {
        id: lane.id,
        signal: stop.signal,
        onStart(begun) {
          lane.id = begun.id;
          keep();
        },
        onProgress(glance) {
          started = Date.now() - 1000 * glance.elapsed;
          status.textContent = progressText(glance);
        },
      });
      if (!kept.includes(lane)) return;
      lane.job = job;
      keep();
      body.replaceChildren(resultView(job, lane.question));
      onResult(job, lane.question);
    } catch (error) {
      kept = kept.filter((other) => other !== lane);
      keep();
      body.replaceChildren(h("p", { class: "failed", text: error.message }));
    } finally {
      clearInterval(clock);
    }
  }

  function solve(names = [...chosen]) {
    const text = instance();
    trouble.textContent = text ? "" : "There is no instance to solve.";
    if (!text) return;
    store.set("limit", Number(limit.value));
    store.set("solve-seed", Number(seed.value));
    for (const field of fields) values[field.field.dataset.option] = field.read();
    store.set("options", values);
    // In the order of the list, so that the first one asked stands first.
    for (const solver of game.solver_list.filter(({ name }) => names.includes(name)).reverse()) {
      const question = {
        game: game.name,
        instance: text,
        solver: solver.name,
        time_limit: Number(limit.value),
        seed: Number(seed.value),
        options: optionsOf(solver),
      };
      const lane = { question, id: null, job: null };
      kept.push(lane);
      show(lane);
    }
    while (kept.length > LANES && kept[0].job) {
      kept.shift();
      lanes.lastElementChild.remove();
    }
    keep();
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
    h("div", { class: "row" }, labelled("Seconds", limit), labelled("Seed", seed), go),
    trouble,
  );
  showOptions();
  kept.forEach(show);
  return { element: h("section", { class: "panel solver" }, h("h2", { text: "Solve" }), form, lanes), solve };
}

/** A glance at a running solve: "3.2 s, best 12, bound 15". */
export function progressText({ best, bound, elapsed, note }) {
  const parts = [`${elapsed.toFixed(1)} s`];
  if (best !== null) parts.push(`best ${best}`);
  if (bound !== null) parts.push(`bound ${bound}`);
  if (note) parts.push(note);
  return parts.join(", ");
}
