// A form for the generator of a game.

import { messageOf, run } from "./api.js";
import { h } from "./elements.js";
import { showJobElapsed } from "./feedback.js";
import { LARGEST_SEED, labelled, optionField, seedInput } from "./form-fields.js";
import { commandLine } from "./solve-result.js";
import { asSentence } from "./text-format.js";
import { changeFragment, readFragment } from "./url-fragment.js";

/** @import { Game, Job, LocalStore, OptionValue, ParsedInstance } from "./types.js" */

/** Return the generator options and the seed in the page's URL; null if the URL has none. */
function linkedRequest() {
  const { generate, seed = "0" } = readFragment();
  if (generate === undefined) return null;
  changeFragment({ generate: null, seed: null });
  const settings = generate.split(",").map((setting) => setting.split("="));
  /** @type {Record<string, OptionValue>} */
  const options = Object.fromEntries(settings.map(([name, value = ""]) => [name, value === "false" ? false : value]));
  return { options, seed: /^\d{1,9}$/.test(seed) ? Number(seed) : 0 };
}

/** Return the form. `onGenerated(text)` is called for each generated instance. If the page's URL contains generator options, an instance is generated at once. @param {Game} game @param {LocalStore} store @param {(text: string) => void} onGenerated */
export function generatorForm(game, store, onGenerated) {
  /** @type {Record<string, OptionValue>} */
  const saved = store.get("generator", {});
  const linked = linkedRequest();
  /** @type {Record<string, OptionValue>} */
  const values = { ...saved, ...linked?.options };
  const fields = (game.generator ?? []).map((option) => optionField(option, values[option.name] ?? option.default));
  const seed = seedInput(linked?.seed ?? store.get("seed", 0), { required: true });
  const button = h("button", { text: "Generate" });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const status = h("span", { class: "quiet", role: "status" });
  /** @type {AbortController | null} */
  let controller = null;
  cancel.addEventListener("click", () => {
    cancel.textContent = "Cancelling";
    controller?.abort();
  });
  function showStatus(/** @type {string} */ text, failed = false) {
    status.className = failed ? "failed" : "quiet";
    status.textContent = text;
  }
  async function generate() {
    const options = Object.fromEntries(fields.map((field) => [field.option, field.read()]));
    store.set("generator", options);
    store.set("seed", Number(seed.value));
    const { signal } = (controller = new AbortController());
    button.disabled = true;
    Object.assign(cancel, { hidden: false, textContent: "Cancel" });
    showStatus("");
    const { stop, ...listeners } = showJobElapsed(status, "Generating.");
    try {
      /** @type {Promise<Job<ParsedInstance>>} */
      const running = run("/generate", { game: game.name, seed: Number(seed.value), options }, { signal, ...listeners });
      const job = await running.finally(stop);
      if (job.state === "cancelled") showStatus("Cancelled.");
      else if (job.state !== "done" || !job.result) showStatus(asSentence(job.error ?? job.state), true);
      else if (job.result.text === null) {
        const settings = Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
        const command = commandLine("tilewright", "generate", game.name, "--seed", seed.value, ...settings);
        showStatus(`The instance has ${job.result.parts} parts, too many for this page. Use the command line: ${command}`, true);
      } else {
        showStatus("");
        onGenerated(job.result.text);
        seed.value = String((Number(seed.value) + 1) % (LARGEST_SEED + 1));
        store.set("seed", Number(seed.value));
      }
    } catch (error) {
      showStatus(messageOf(error), true);
    }
    const focused = document.activeElement === cancel || document.activeElement === document.body;
    button.disabled = false;
    cancel.hidden = true;
    if (focused) button.focus();
  }
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    void generate();
  }

  const form = h(
    "form",
    { on: { submit } },
    h("div", { class: "grid" }, fields, labelled("Seed", seed, "The same seed always generates the same instance.")),
    h("div", { class: "row" }, button, cancel, status),
  );
  if (linked) queueMicrotask(generate);
  return h("details", { class: "generator", open: linked !== null }, h("summary", { text: "Generate an instance" }), form);
}
