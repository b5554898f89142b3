// The instance: examples, a generator, a text in any notation, and what the server reads from it.

import { ApiError, post, run } from "./api.js";
import { copyButton, debounced, elapsed, h, labelled, optionField, picture } from "./dom.js";
import { commandLine } from "./result.js";
import { clearFragment, readFragment, shareLink } from "./store.js";

export const asText = (instance) => (typeof instance === "string" ? instance : JSON.stringify(instance));

/**
 * A panel for the instance of a game. `onChange(read)` is told what the server reads (the answer of `parse`), or null while the
 * text is wrong; `editor` is an element that stands above the text. Gives {element, text(), read(), set(text)}.
 */
export function instancePanel({ game, store, onChange = () => {}, editor = null }) {
  let read = null;
  let newest = 0;
  const area = h("textarea", { rows: 5, spellcheck: "false", autocomplete: "off" });
  const trouble = h("p", { class: "trouble", role: "status" });
  const figure = h("div", { class: "picture stage" });
  const notations = h("div", { class: "row notations" });

  async function look() {
    const mine = ++newest;
    const text = area.value.trim();
    store.set("instance", text);
    if (!text) {
      read = null;
      trouble.textContent = "";
      figure.classList.add("stale");
      return;
    }
    let found = null;
    try {
      found = await post("/parse", { game: game.name, instance: text });
      if (mine === newest) trouble.textContent = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === newest) trouble.textContent = error.message;
    }
    if (mine !== newest) return;
    read = found;
    area.setAttribute("aria-invalid", String(found === null));
    // While the text is wrong, the picture is that of another one.
    figure.classList.toggle("stale", found === null);
    if (found?.svg) figure.replaceChildren(picture(found.svg));
    else if (found) figure.replaceChildren(h("p", { class: "quiet", text: `${found.parts} parts; there is no picture of them.` }));
    notations.replaceChildren(
      ...Object.entries(found?.formats ?? {}).map(([name, written]) => copyButton(() => written, `Copy as ${name}`)),
      copyButton(() => shareLink({ instance: found?.text ?? text }), "Copy link"),
    );
    onChange(found);
  }

  function set(text) {
    area.value = text;
    look();
  }

  const later = debounced(look);
  area.addEventListener("input", () => {
    store.set("instance", area.value.trim());
    later();
  });
  const element = h(
    "section",
    { class: "panel instance" },
    h("h2", { text: "Instance" }),
    game.examples.length > 0 && examples(game, set),
    editor,
    labelled("The instance", area, game.syntax),
    trouble,
    notations,
    game.generator && generatorForm(game, store, set),
    figure,
  );
  /** The instance of a link. Once it is read it is kept as any other; a reload must not bring it back. */
  function linked() {
    const { instance } = readFragment();
    if (instance !== undefined) clearFragment();
    return instance;
  }
  addEventListener("hashchange", () => {
    const text = linked();
    if (text !== undefined) set(text);
  });
  const start = linked() ?? store.get("instance") ?? (game.examples[0] ? asText(game.examples[0].instance) : "");
  queueMicrotask(() => set(start));
  return { element, text: () => area.value.trim(), read: () => read, set };
}

function examples(game, set) {
  const choose = h(
    "select",
    {},
    h("option", { value: "", text: "choose one" }),
    game.examples.map((example, at) => h("option", { value: String(at), text: example.title })),
  );
  choose.addEventListener("change", () => {
    if (choose.value !== "") set(asText(game.examples[Number(choose.value)].instance));
  });
  return labelled("An example", choose);
}

/** A form for the generator of a game; `made(text, job)` is told each instance that it makes. */
export function generatorForm(game, store, made) {
  const values = store.get("generator", {});
  const fields = game.generator.map((option) => optionField(option, values[option.name] ?? option.default));
  const seed = h("input", { type: "number", min: 0, max: 2147483647, step: 1, value: String(store.get("seed", 0)), required: true });
  const button = h("button", { text: "Generate" });
  const status = h("span", { class: "quiet", role: "status" });
  let generated = false;
  function tell(text, failed = false) {
    status.className = failed ? "failed" : "quiet";
    status.textContent = text;
  }
  async function generate(event) {
    event.preventDefault();
    const options = Object.fromEntries(fields.map((field) => [field.field.dataset.option, field.read()]));
    store.set("generator", options);
    store.set("seed", Number(seed.value));
    button.disabled = true;
    tell("");
    const stop = elapsed(status, "working", !generated);
    try {
      const job = await run("/generate", { game: game.name, seed: Number(seed.value), options }).finally(stop);
      generated = true;
      tell(job.state === "done" ? "" : (job.error ?? job.state), job.state !== "done");
      if (job.state === "done" && job.result.text === null) {
        const sets = Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
        const command = commandLine("tilewright", "generate", game.name, "--seed", seed.value, ...sets);
        tell(`${job.result.parts} parts are too many for a page; on the command line: ${command}`, true);
      } else if (job.state === "done") {
        made(job.result.text, job);
        seed.value = String((Number(seed.value) + 1) % 2147483648);
        store.set("seed", Number(seed.value));
      }
    } catch (error) {
      tell(error.message, true);
    }
    button.disabled = false;
    if (document.activeElement === document.body) button.focus();
  }
  const form = h(
    "form",
    { on: { submit: generate } },
    h("div", { class: "grid" }, fields, labelled("seed", seed, "the same seed gives the same instance")),
    h("div", { class: "row" }, button, status),
  );
  return h("details", { class: "generator" }, h("summary", { text: "Generate one" }), form);
}
