// A form that generates a puzzle of a chosen size and difficulty. An unfinished job continues after a reload.

import { h } from "./elements.js";
import { labelled, seedInput } from "./form-fields.js";
import { generatorControls } from "./generator-form.js";

/** @import { OptionValue, PageContext } from "./types.js" */

/** @typedef {{ id: string | null, number: number, options: Record<string, OptionValue> }} GeneratorJob */

/** Return {element, resume()}; `onOpen(text, name)` is called with each generated puzzle. @param {PageContext} context @param {(text: string, name: string) => Promise<void>} onOpen */
export function puzzleGenerator({ game, store }, onOpen) {
  const options = (game.generator ?? []).map((option) => ({ ...option, help: null }));
  const seed = seedInput("", { placeholder: "Random" });
  const controls = generatorControls({ game, store, options, seedField: labelled("Seed", seed), task: generate });
  controls.button.classList.add("main");
  /** The job that was unfinished when the page was reloaded or closed. @type {GeneratorJob | null} */
  let unfinished = store.get("composing")?.options ? store.get("composing") : null;

  /** @param {AbortSignal} signal */
  async function generate(signal) {
    const number = seed.value === "" ? Math.floor(Math.random() * 1_000_000) : Number(seed.value);
    const job = unfinished ?? { id: null, number, options: controls.readOptions() };
    unfinished = null;
    // Saved before the server answers: if the page is reloaded before the answer arrives, the request is sent again.
    store.set("composing", job);
    const responded = await controls.generate(
      { seed: job.number, options: job.options },
      ({ text, instance }) => onOpen(text ?? JSON.stringify(instance), `Seed ${job.number}`),
      { id: job.id, onStart: ({ id }) => store.set("composing", { ...job, id }), signal },
    );
    if (responded) store.remove("composing");
  }

  const element = h("details", { class: "panel" }, h("summary", { text: "Generate a puzzle" }), controls.form);
  return {
    element,
    resume() {
      if (!unfinished) return;
      element.open = true;
      controls.button.restart();
    },
  };
}
