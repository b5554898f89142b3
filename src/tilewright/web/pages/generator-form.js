// Forms for the generator of a game.

import { messageOf, run, statusOf } from "./api.js";
import { h } from "./elements.js";
import { showJobElapsed } from "./announcements-and-progress.js";
import { cancellableButton, LARGEST_SEED, labelled, optionField, seedInput, submitForm } from "./form-fields.js";
import { commandLine } from "./solve-result.js";
import { asSentence } from "./text-format.js";
import { changeFragment, readFragment } from "./url-fragment.js";

/** @import { Game, Job, JobOptions, LocalStore, Option, OptionValue, ParsedInstance } from "./types.js" */

/**
 * Return {form, button, readOptions(), generate(request, use, jobOptions)}: a form whose button carries out `task`, or cancels it. `readOptions()` returns
 * the values in the form and saves them.
 * @param {{ game: Game, store: LocalStore, options: Option[], linked?: Record<string, OptionValue>, seedField: HTMLElement, task: (signal: AbortSignal) => Promise<void> }} parameters `linked` values come from the page's URL and replace the saved ones
 */
export function generatorControls({ game, store, options, linked = {}, seedField, task }) {
  /** @type {Record<string, OptionValue>} */
  const values = { ...store.get("generator", {}), ...linked };
  const fields = options.map((option) => optionField(option, values[option.name] ?? option.default));
  const button = cancellableButton("Generate", async (signal) => {
    if (form.reportValidity()) await task(signal);
  }, { type: "submit" });
  const status = h("span", { class: "quiet", role: "status" });
  const form = submitForm({}, () => null, h("div", { class: "grid" }, fields, seedField), h("div", { class: "row" }, button, status));

  function readOptions() {
    const read = Object.fromEntries(fields.map((field) => [field.option, field.read()]));
    store.set("generator", read);
    return read;
  }

  function showStatus(/** @type {string} */ text, failed = false) {
    status.className = failed ? "failed" : "quiet";
    status.textContent = text;
  }

  /** Generate an instance and call `use` with it. Errors are shown, including those that `use` throws. Return whether the server responded. @param {{ seed: number, options: Record<string, OptionValue> }} request @param {(generated: ParsedInstance) => unknown} use @param {JobOptions} jobOptions */
  async function generate(request, use, { onStart, ...jobOptions }) {
    showStatus("");
    const timer = showJobElapsed(status, "Generating.");
    const onStarted = (/** @type {Job} */ job) => {
      timer.onStart(job);
      onStart?.(job);
    };
    try {
      /** @type {Promise<Job<ParsedInstance>>} */
      const running = run("/generate", { game: game.name, ...request }, { ...jobOptions, onStart: onStarted, onPhase: timer.onPhase });
      const job = await running.finally(timer.stop);
      if (job.state === "cancelled") showStatus("Cancelled.");
      else if (job.state !== "done" || !job.result) showStatus(asSentence(job.error ?? job.state), true);
      else {
        showStatus("");
        await use(job.result);
      }
      return true;
    } catch (error) {
      showStatus(messageOf(error), true);
      return statusOf(error) !== 0;
    }
  }

  return { form, button, readOptions, generate };
}

/** Return the generator options and the seed in the page's URL, and remove them from the URL; return null if the URL contains no generator options. */
function linkedRequest() {
  const { generate, seed = "0" } = readFragment();
  if (generate === undefined) return null;
  changeFragment({ generate: null, seed: null });
  const settings = generate.split(",").map((setting) => setting.split("="));
  /** @type {Record<string, OptionValue>} */
  const options = Object.fromEntries(settings.map(([name, value = ""]) => [name, value === "false" ? false : value]));
  return { options, seed: /^\d{1,10}$/.test(seed) ? Math.min(Number(seed), LARGEST_SEED) : 0 };
}

/** Return the form of a game's generator. `onGenerated(text)` is called for each generated instance that is small enough for the page. If the page's URL contains generator options, an instance is generated at once. @param {Game} game @param {LocalStore} store @param {(text: string) => void} onGenerated */
export function generatorForm(game, store, onGenerated) {
  const linked = linkedRequest();
  const seed = seedInput(linked?.seed ?? store.get("seed", 0), { required: true });
  const seedField = labelled("Seed", seed, "The same seed and options always generate the same instance.");
  const controls = generatorControls({ game, store, options: game.generator ?? [], seedField, linked: linked?.options, task: generate });
  /** @param {AbortSignal} signal */
  async function generate(signal) {
    const options = controls.readOptions();
    store.set("seed", Number(seed.value));
    await controls.generate({ seed: Number(seed.value), options }, ({ text, parts }) => {
      if (text === null) {
        const settings = Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
        const command = commandLine("tilewright", "generate", game.name, "--seed", seed.value, ...settings);
        throw new Error(`The instance has ${parts} parts, too many for this page. Use the command line: ${command}`);
      }
      onGenerated(text);
      seed.value = String((Number(seed.value) + 1) % (LARGEST_SEED + 1));
      store.set("seed", Number(seed.value));
    }, { signal });
  }
  if (linked) queueMicrotask(controls.button.restart);
  return h("details", { class: "generator", open: linked !== null }, h("summary", { text: "Generate an instance" }), controls.form);
}
