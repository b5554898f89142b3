// Where puzzles come from and go to: the library, the generator, texts and links.

import { button } from "./parts.js";
import { Puzzle } from "./puzzle.js";
import { progressOf } from "./record.js";

const GRADES = ["easy", "medium", "hard", "expert"];
const SIGNS = { solved: "✓", begun: "◐", "": "○" };
const TOLD = { solved: ", solved", begun: ", begun", "": "" };
const LARGEST_SEED = 2147483647;

/** The library as a table of sizes and grades. Gives {element, refresh(line)}; `onOpen(puzzle)` hears what is chosen. */
export function library({ api, dom, say, store }, onOpen) {
  const { h } = dom;
  const place = h("div", { class: "shelf" }, h("p", { class: "quiet", text: "One moment." }));
  let buttons = [];
  let puzzles = [];

  function cell(found) {
    if (!found) return h("td");
    const name = `${found.rows} x ${found.cols}, ${found.difficulty}`;
    const open = async () => {
      try {
        const { rows } = await api.ask("open", { board: found.puzzle });
        onOpen(new Puzzle(rows, "Library"));
      } catch (error) {
        say(error.message, true);
      }
    };
    const one = h("button", { type: "button", data: { line: found.puzzle, name }, on: { click: open } });
    buttons.push(one);
    return h("td", {}, one);
  }

  function refresh(line) {
    for (const one of buttons) {
      const progress = progressOf(store, one.dataset.line);
      one.textContent = SIGNS[progress];
      one.className = progress;
      one.setAttribute("aria-label", one.dataset.name + TOLD[progress]);
      one.title = one.getAttribute("aria-label");
      if (one.dataset.line === line) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }

  async function fill(line) {
    ({ puzzles } = await api.ask("library"));
    const sizes = [...new Set(puzzles.map(({ rows, cols }) => `${rows} x ${cols}`))];
    const of = (size, grade) => puzzles.find(({ rows, cols, difficulty }) => `${rows} x ${cols}` === size && difficulty === grade);
    buttons = [];
    const rows = sizes.map((size) => h("tr", {}, h("th", { scope: "row", text: size }), GRADES.map((grade) => cell(of(size, grade)))));
    const head = h("tr", {}, h("th", { scope: "col", text: "size" }), GRADES.map((grade) => h("th", { scope: "col", text: grade })));
    place.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
    refresh(line);
  }

  const element = h("section", { class: "panel" }, h("h2", { text: "Library" }), place);
  return { element, refresh, fill, failed: (error) => place.replaceChildren(h("p", { class: "failed", text: error.message })) };
}

/** A form that makes a new puzzle of a size and a grade. Gives {element, resume()}. */
export function generator({ api, dom, game, store }, onOpen) {
  const { h, labelled, optionField } = dom;
  const kept = store.get("generator") ?? {};
  const fields = game.generator.map((option) => optionField({ ...option, help: null }, kept[option.name] ?? option.default));
  const seed = h("input", { type: "number", min: 0, max: LARGEST_SEED, step: 1, placeholder: "by chance" });
  const make = h("button", { class: "main", text: "Generate" });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const status = h("span", { class: "quiet", role: "status" });
  let stop = null;
  cancel.addEventListener("click", () => stop?.abort());

  function generate(event) {
    event.preventDefault();
    const options = Object.fromEntries(fields.map((field) => [field.field.dataset.option, field.read()]));
    const number = seed.value === "" ? Math.floor(Math.random() * 1_000_000) : Number(seed.value);
    store.set("generator", options);
    compose({ id: null, number, options });
  }

  async function compose({ id, number, options }) {
    stop = new AbortController();
    make.disabled = true;
    cancel.hidden = false;
    const told = dom.elapsed(status, "Composing", false);
    try {
      const onStart = (started) => store.set("composing", { id: started.id, number, options });
      const job = await api.run("/generate", { game: game.name, seed: number, options }, { id, onStart, signal: stop.signal });
      told();
      status.textContent = { done: "", cancelled: "Cancelled." }[job.state] ?? job.error;
      if (job.state === "done") onOpen(new Puzzle(job.result.instance.rows, `Seed ${number}`));
    } catch (error) {
      told();
      status.textContent = error.message;
    }
    store.remove("composing");
    make.disabled = false;
    cancel.hidden = true;
  }

  const form = h(
    "form",
    { on: { submit: generate } },
    h("div", { class: "grid" }, fields, labelled("seed", seed)),
    h("div", { class: "row" }, make, cancel, status),
  );
  const element = h("details", { class: "panel" }, h("summary", { text: "Generate a puzzle" }), form);
  return {
    element,
    /** Go on with what a reload has interrupted. */
    resume() {
      const begun = store.get("composing");
      if (!begun?.options) return;
      element.open = true;
      compose(begun);
    },
  };
}

/** A field for a puzzle in any notation. */
export function importer({ api, dom, game }, onOpen) {
  const { h, labelled } = dom;
  const area = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" });
  const trouble = h("p", { class: "trouble", role: "status" });

  async function open(event) {
    event.preventDefault();
    const board = area.value.trim();
    if (!board) return (trouble.textContent = "There is nothing to open.");
    try {
      const { rows, state } = await api.ask("open", { board });
      trouble.textContent = "";
      area.value = "";
      onOpen(new Puzzle(rows, "Imported"), state);
    } catch (error) {
      trouble.textContent = error.message;
    }
  }

  const form = h(
    "form",
    { on: { submit: open } },
    labelled("A puzz.link URL, or any other notation", area, game.syntax),
    trouble,
    h("div", { class: "row" }, h("button", { class: "main", text: "Open" })),
  );
  return h("details", { class: "panel" }, h("summary", { text: "Import" }), form);
}

/** Links and texts of the puzzle at hand, and the printer. `current()` gives the puzzle. Gives {element, refresh()}. */
export function exporter({ api, dom, share }, current) {
  const { h, labelled, copyButton } = dom;
  const texts = { link: field("input"), url: field("input"), text: field("textarea") };
  let newest = 0;

  function field(tag) {
    const control = h(tag, { readonly: true, spellcheck: "false", rows: tag === "textarea" ? 3 : null });
    control.addEventListener("focus", () => control.select());
    return control;
  }

  async function refresh() {
    const mine = ++newest;
    const puzzle = current();
    texts.link.value = share.shareLink({ instance: puzzle.line });
    texts.url.value = texts.text.value = "";
    if (!element.open) return;
    const { url, text } = await api.ask("open", { board: puzzle.line }).catch((error) => ({ url: error.message, text: "" }));
    if (mine === newest) [texts.url.value, texts.text.value] = [url, text];
  }

  const line = (name, control) => h("div", { class: "share-line" }, labelled(name, control), copyButton(() => control.value));
  const element = h(
    "details",
    { class: "panel", on: { toggle: refresh } },
    h("summary", { text: "Share, export, print" }),
    line("Link to this puzzle", texts.link),
    line("puzz.link URL", texts.url),
    line("Text", texts.text),
    h("div", { class: "row" }, button(dom, "Print", () => print())),
  );
  return { element, refresh };
}
