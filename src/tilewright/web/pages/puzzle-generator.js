// A form that generates a puzzle of a chosen size and difficulty. An unfinished job continues after a reload.

import { messageOf, statusOf } from "./api.js";
import { h } from "./elements.js";
import { showJobElapsed } from "./feedback.js";
import { labelled, optionField, seedInput } from "./form-fields.js";
import { asSentence } from "./text-format.js";

/** @import { Job, OptionValue, PageContext, ParsedInstance } from "./types.js" */

/** @typedef {{ id: string | null, number: number, options: Record<string, OptionValue> }} GeneratorJob */

/** Return {element, resume()}; `onOpen(text, name)` is called with each generated puzzle. @param {PageContext} context @param {(text: string, name: string) => Promise<void>} onOpen */
export function puzzleGenerator({ api, game, store }, onOpen) {
  const saved = store.get("generator") ?? {};
  const fields = (game.generator ?? []).map((option) => optionField({ ...option, help: null }, saved[option.name] ?? option.default));
  const seed = seedInput("", { placeholder: "Random" });
  const generateButton = h("button", { class: "main", text: "Generate" });
  const cancel = h("button", { type: "button", text: "Cancel", hidden: true });
  const status = h("span", { class: "quiet", role: "status" });
  /** @type {AbortController | null} */
  let controller = null;
  cancel.addEventListener("click", () => controller?.abort());

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const options = Object.fromEntries(fields.map((field) => [field.option, field.read()]));
    const number = seed.value === "" ? Math.floor(Math.random() * 1_000_000) : Number(seed.value);
    store.set("generator", options);
    generate({ id: null, number, options });
  }

  /** @param {GeneratorJob} request */
  async function generate({ id, number, options }) {
    controller = new AbortController();
    generateButton.disabled = true;
    cancel.hidden = false;
    const timer = showJobElapsed(status, "Generating.");
    let unfinished = false;
    // Saved before the server answers, so that a reload resumes a request whose answer was lost.
    store.set("composing", { id, number, options });
    try {
      const onStart = (/** @type {Job} */ started) => {
        timer.onStart(started);
        store.set("composing", { id: started.id, number, options });
      };
      /** @type {Job<ParsedInstance>} */
      const job = await api.run("/generate", { game: game.name, seed: number, options }, { id, onStart, onPhase: timer.onPhase, signal: controller.signal });
      timer.stop();
      status.textContent = job.state === "done" ? "" : job.state === "cancelled" ? "Cancelled." : asSentence(job.error ?? job.state);
      if (job.state === "done" && job.result) await onOpen(job.result.text ?? JSON.stringify(job.result.instance), `Seed ${number}`);
    } catch (error) {
      timer.stop();
      status.textContent = messageOf(error);
      unfinished = statusOf(error) === 0;
    }
    if (!unfinished) store.remove("composing");
    generateButton.disabled = false;
    cancel.hidden = true;
  }

  const form = h(
    "form",
    { on: { submit } },
    h("div", { class: "grid" }, fields, labelled("Seed", seed)),
    h("div", { class: "row" }, generateButton, cancel, status),
  );
  const element = h("details", { class: "panel" }, h("summary", { text: "Generate a puzzle" }), form);
  return {
    element,
    resume() {
      /** @type {GeneratorJob | null} */
      const unfinished = store.get("composing");
      if (!unfinished?.options) return;
      element.open = true;
      generate(unfinished);
    },
  };
}
