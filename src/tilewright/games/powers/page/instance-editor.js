// The instance editor of Powers: the base, the exponents, how often each digit must occur, and a field to try a number.

import { h } from "/pages/elements.js";
import { actionButton, labelled, radioButtons, submitForm } from "/pages/form-fields.js";
import { digitCounts, problemText, writePowers } from "./digit-counts.js";

/** @import { InstanceEditor, Job, PageContext, ParsedInstance, SolveResult } from "/pages/types.js" */
/** @import { PowersInstance, WrittenPowers } from "./digit-counts.js" */

const [LARGEST_BASE, LARGEST_EXPONENT, MOST_EXPONENTS] = [36, 64, 16];
const MODES = { once: "once", "at-least-once": "at least once" };
/** @type {PowersInstance} */
const START = { exponents: [3, 4], base: 10, digits: "once" };
/** The number of digits above which a power is truncated. */
const MOST_DIGITS = 36;

/** @param {PageContext} context @param {(text: string) => void} write @returns {InstanceEditor} */
export function createPowersEditor({ store }, write) {
  let instance = store.get("asked", START);
  /** @type {number | null} */
  let answer = null;
  const base = h("input", { type: "number", min: 2, max: LARGEST_BASE, step: 1, required: true });
  base.addEventListener("change", () => base.validity.valid && change({ base: Number(base.value) }));
  const digits = radioButtons("Each digit occurs", MODES, instance.digits, (chosen) => change({ digits: chosen === "once" ? "once" : "at-least-once" }));
  /** @type {HTMLButtonElement[]} */
  let chips = [];
  const chipRow = h("div", { class: "chips", role: "group", "aria-label": "Powers of n" });
  const exponent = h("input", { type: "number", min: 1, max: LARGEST_EXPONENT, step: 1, value: "2", required: true });
  const add = h("button", { text: "Add" });
  const form = submitForm({ class: "row adding" }, addExponent, labelled("New exponent", exponent), add);
  const tried = h("input", { type: "text", inputmode: "numeric", maxlength: 30, autocomplete: "off", pattern: "[1-9][0-9]*", value: store.get("tried", "") });
  tried.addEventListener("input", () => tryNumber(tried.value));
  const stepButton = (/** @type {number} */ difference, /** @type {string} */ text, /** @type {string} */ name) =>
    actionButton(text, () => tryNumber(String(neighbour(difference))), { "aria-label": name });
  const showAnswer = actionButton("", () => tryNumber(String(answer)), { hidden: true });
  const verdict = h("p", { class: "verdict", role: "status" });
  const powers = h("div", { class: "powers" });
  const element = h(
    "div",
    { class: "powers-editor" },
    h("div", { class: "row" }, labelled("Base", base), h("div", { class: "field" }, h("span", { class: "name", text: "Each digit occurs" }), digits.element)),
    h("div", { class: "row" }, h("div", { class: "field" }, h("span", { class: "name", text: "Powers of n" }), chipRow), form),
    h("div", { class: "row trying" }, labelled("Try a number n", tried), stepButton(-1, "−", "Previous number"), stepButton(1, "+", "Next number"), showAnswer),
    h("div", { class: "sheet" }, powers, verdict),
  );

  // --- Changes --------------------------------------------------------------------------------------

  /** @param {Partial<PowersInstance>} values */
  function change(values) {
    instance = { ...instance, ...values };
    answer = null;
    show();
    write(textOf(instance));
  }

  function addExponent() {
    if (instance.exponents.length < MOST_EXPONENTS) change({ exponents: [...instance.exponents, Number(exponent.value)] });
  }

  /** @param {number} index */
  function removeExponent(index) {
    change({ exponents: instance.exponents.filter((_, other) => other !== index) });
    chips[Math.min(index, chips.length - 1)].focus();
  }

  /** @param {string} text */
  function tryNumber(text) {
    if (tried.value !== text) tried.value = text;
    store.set("tried", text);
    showTried();
  }

  const triedNumber = () => (/^[1-9][0-9]{0,29}$/.test(tried.value.trim()) ? BigInt(tried.value.trim()) : null);

  /** @param {number} difference */
  function neighbour(difference) {
    const next = (triedNumber() ?? 0n) + BigInt(difference);
    return next < 1n ? 1n : next;
  }

  // --- Display --------------------------------------------------------------------------------------

  function show() {
    store.set("asked", instance);
    if (base !== document.activeElement) base.value = String(instance.base);
    digits.show(instance.digits);
    // An instance needs at least one exponent, so the only remaining exponent cannot be removed.
    const only = instance.exponents.length === 1;
    chips = instance.exponents.map((each, index) => {
      const name = only ? `n to the power ${each}` : `Remove n to the power ${each}`;
      const chip = h("button", { type: "button", class: "chip", "aria-disabled": only ? "true" : null }, h("span", { class: "unseen", text: name }), h("span", { "aria-hidden": "true" }, "n", h("sup", { text: String(each) })));
      if (!only) chip.append(h("span", { class: "remove", "aria-hidden": "true", text: "✕" }));
      chip.addEventListener("click", () => !only && removeExponent(index));
      return chip;
    });
    chipRow.replaceChildren(...chips);
    add.disabled = instance.exponents.length >= MOST_EXPONENTS;
    showTried();
  }

  function showTried() {
    const n = triedNumber();
    const written = n === null ? null : writePowers(n, instance);
    const powerRow = (/** @type {number} */ each, /** @type {number} */ index) => {
      const text = written?.powers[index] ?? "";
      const isRepeated = (/** @type {string} */ digit) => instance.digits === "once" && (written?.counts[parseInt(digit, 36)] ?? 0) > 1;
      const cells = [...text.slice(0, MOST_DIGITS)].map((digit) => h("span", { class: `digit ${isRepeated(digit) ? "again" : "shown"}`, text: digit }));
      const more = text.length > MOST_DIGITS && h("span", { class: "more", text: `… ${text.length} digits` });
      return [h("span", { class: "name" }, "n", h("sup", { text: String(each) })), h("div", { class: "digits" }, cells, more)];
    };
    powers.replaceChildren(...instance.exponents.flatMap(powerRow), h("span", { class: "name", text: "All" }), digitCounts(written?.counts, instance));
    showVerdict(n, written);
    showAnswer.hidden = answer === null;
    showAnswer.textContent = `Show ${answer}`;
  }

  /** @param {bigint | null} n @param {WrittenPowers | null} written */
  function showVerdict(n, written) {
    const problem = written && problemText(written, instance);
    verdict.className = written && !problem ? "verdict good" : "verdict";
    if (!written) verdict.textContent = tried.value.trim() ? "Enter a positive whole number of at most 30 digits." : "Try a number to see its powers here.";
    else verdict.textContent = problem ? `${n}: ${problem}.` : `${n} is a solution: every digit occurs ${MODES[instance.digits]}.`;
  }

  show();
  return {
    element,
    /** @param {ParsedInstance<PowersInstance> | null} parsed */
    show(parsed) {
      if (!parsed) return;
      if (textOf(parsed.instance) !== textOf(instance)) answer = null;
      instance = parsed.instance;
      show();
    },
    /** Show a button that enters a solver's answer as the number to try, if JavaScript can represent the answer exactly. @param {Job<SolveResult<{ n: number }>>} job */
    showResult({ result }) {
      const n = result?.solution?.n;
      if (n === undefined || !Number.isSafeInteger(n)) return;
      answer = n;
      showTried();
    },
  };
}

/** Return an instance in the inline notation, or as JSON if its base is not ten: the inline notation cannot express a base. @param {PowersInstance} instance */
function textOf({ exponents, base, digits }) {
  if (base !== 10) return JSON.stringify({ exponents, base, digits });
  return exponents.join() + (digits === "once" ? "" : `:${digits}`);
}
