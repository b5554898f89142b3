// Form controls with labels, and fields for the options that the API describes.

import { h } from "./elements.js";

/** @import { Child, Option, OptionValue, Properties } from "./types.js" */

let fieldCount = 0;

/**
 * Return a control with its label and an optional description. The returned element has the control as its property `control`.
 * @template {HTMLElement} Control
 * @param {string} text
 * @param {Control} control
 * @param {string | null} [description]
 */
export function labelled(text, control, description = null) {
  control.id ||= `field-${++fieldCount}`;
  if (description) control.setAttribute("aria-describedby", `${control.id}-note`);
  const label = h("label", { class: "name", for: control.id, text });
  const element = h("div", { class: "field" }, label, control, description && h("small", { id: `${control.id}-note`, text: description }));
  return Object.assign(element, { control });
}

/** Return a string with its first letter in upper case. @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Labels of options whose names are abbreviated in the API. @type {Record<string, string>} */
const LABELS = { cols: "columns" };

/**
 * Return a field for an option. The method `read()` of the field returns the value: a boolean for a checkbox, a number for a number field, otherwise a string.
 * @param {Option} option
 * @param {OptionValue} [value]
 */
export function optionField(option, value = option.default) {
  const control = optionControl(option, value);
  control.dataset.option = option.name;
  const read = () => {
    if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
    return control.type === "number" ? Number(control.value) : control.value;
  };
  const name = LABELS[option.name] ?? option.name.replaceAll("_", " ");
  return Object.assign(labelled(capitalised(name), control, option.help && capitalised(option.help)), { option: option.name, read });
}

/** @param {Option} option @param {OptionValue} value */
function optionControl(option, value) {
  if (option.kind === "boolean") return h("input", { type: "checkbox", checked: Boolean(value) });
  if (option.choices.length) return selectBox(option.choices.map((choice) => [String(choice), String(choice)]), String(value));
  if (option.kind === "integer" || option.kind === "number") {
    const step = option.kind === "integer" ? 1 : "any";
    return h("input", { type: "number", step, min: option.lowest, max: option.highest, value: String(value), required: true });
  }
  return h("input", { type: "text", value: Array.isArray(value) ? value.join(",") : String(value ?? "") });
}

/**
 * Return a select element.
 * @param {[value: string | number, text: string][]} choices
 * @param {string} [chosen]
 */
export function selectBox(choices, chosen) {
  const control = h("select", {}, choices.map(([value, text]) => h("option", { value: String(value), text })));
  if (chosen !== undefined) control.value = chosen;
  return control;
}

export const LARGEST_SEED = 2147483647;

/** Return a number input for a seed, without a label. @param {string | number} [value] @param {Properties} [others] */
export const seedInput = (value = "", others = {}) =>
  h("input", { type: "number", min: 0, max: LARGEST_SEED, step: 1, value: String(value), ...others });

/**
 * Return {element, value(), show(value)}: a row of radio buttons, and functions that return the chosen value and select another one. `choices` maps each value to its label; `onChoice(value)` is called when the user chooses one.
 * @param {string} name
 * @param {Record<string, Child>} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChoice
 */
export function radioButtons(name, choices, chosen, onChoice) {
  const group = `choice-${++fieldCount}`;
  const inputs = Object.keys(choices).map((value) => h("input", { type: "radio", name: group, value, on: { change: () => onChoice(value) } }));
  const show = (/** @type {string} */ value) => inputs.forEach((input) => (input.checked = input.value === String(value)));
  show(chosen);
  const labels = inputs.map((input) => h("label", {}, input, choices[input.value]));
  return {
    element: h("div", { class: "segments", role: "radiogroup", "aria-label": name }, labels),
    value: () => inputs.find((input) => input.checked)?.value ?? chosen,
    show,
  };
}

/**
 * Return a button. `key` is a keyboard shortcut that the tooltip of the button shows.
 * @param {string} text
 * @param {() => unknown} act
 * @param {Properties & { key?: string | null }} [properties]
 */
export function actionButton(text, act, { key = null, ...properties } = {}) {
  return h("button", { type: "button", title: key ? `${text} (${key})` : null, on: { click: act }, ...properties }, text);
}

/** Return a form that calls `onSubmit` instead of sending a request. @param {Properties} properties @param {() => unknown} onSubmit @param {...Child} children */
export function submitForm(properties, onSubmit, ...children) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    onSubmit();
  }
  return h("form", { ...properties, on: { submit } }, ...children);
}

/**
 * Return a button that starts a task or, while the task is running, cancels it. The method `cancel()` of the button also cancels the task;
 * `restart()` cancels the task if it is running, and then starts it.
 * @param {string} text
 * @param {(signal: AbortSignal) => Promise<void>} task
 * @param {Properties} [properties]
 */
export function cancellableButton(text, task, properties = {}) {
  /** @type {AbortController | null} */
  let running = null;
  /** @type {Promise<void>} */
  let ended = Promise.resolve();
  async function start() {
    running = new AbortController();
    button.textContent = "Cancel";
    try {
      await task(running.signal);
    } finally {
      running = null;
      button.textContent = text;
    }
  }
  function act() {
    if (running) {
      button.textContent = "Cancelling";
      running.abort();
    } else ended = start();
  }
  async function restart() {
    running?.abort();
    await ended.catch(() => null);
    if (!running) act();
  }
  const button = actionButton(text, act, properties);
  return Object.assign(button, { cancel: () => running?.abort(), restart });
}
