// A form for the generator of a game.

import { messageOf, run } from "./api.js";
import { h } from "./elements.js";
import { showElapsed } from "./feedback.js";
import { LARGEST_SEED, labelled, optionField, seedInput } from "./form-fields.js";
import { commandLine } from "./solve-result.js";

/** @import { Game, Job, LocalStore, OptionValue, ParsedInstance } from "./types.js" */

/** Call `onGenerated(text)` for each instance that is generated. @param {Game} game @param {LocalStore} store @param {(text: string) => void} onGenerated */
export function generatorForm(game, store, onGenerated) {
  /** @type {Record<string, OptionValue>} */
  const values = store.get("generator", {});
  const fields = (game.generator ?? []).map((option) => optionField(option, values[option.name] ?? option.default));
  const seed = seedInput(store.get("seed", 0), { required: true });
  const button = h("button", { text: "Generate" });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const status = h("span", { class: "quiet", role: "status" });
  let hasGenerated = false;
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
  /** @param {SubmitEvent} event */
  async function generate(event) {
    event.preventDefault();
    const options = Object.fromEntries(fields.map((field) => [field.option, field.read()]));
    store.set("generator", options);
    store.set("seed", Number(seed.value));
    const { signal } = (controller = new AbortController());
    button.disabled = true;
    Object.assign(cancel, { hidden: false, textContent: "Cancel" });
    showStatus("");
    const stopTimer = showElapsed(status, "Generating.", !hasGenerated);
    try {
      /** @type {Promise<Job<ParsedInstance>>} */
      const running = run("/generate", { game: game.name, seed: Number(seed.value), options }, { signal });
      const job = await running.finally(stopTimer);
      hasGenerated ||= job.state === "done";
      if (job.state === "cancelled") showStatus("Cancelled.");
      else if (job.state !== "done" || !job.result) showStatus(job.error ?? job.state, true);
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
  const form = h(
    "form",
    { on: { submit: generate } },
    h("div", { class: "grid" }, fields, labelled("Seed", seed, "The same seed gives the same instance.")),
    h("div", { class: "row" }, button, cancel, status),
  );
  return h("details", { class: "generator" }, h("summary", { text: "Generate an instance" }), form);
}
