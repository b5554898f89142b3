// The editor of powers: a base, exponents as chips, how often each digit is to occur, and a number to try by yourself.

import { coverage, lacking, written } from "./digits.js";

const [LARGEST_BASE, LARGEST_EXPONENT, MOST_EXPONENTS] = [36, 64, 16];
const MODES = { once: "once", "at-least-once": "at least once" };
const START = { exponents: [3, 4], base: 10, digits: "once" };
/** Longer powers are shown by their beginnings. */
const SHOWN = 36;

/** See `editor` of the generic page. */
export function powersEditor({ dom, store }, write) {
  const { h, labelled, segments } = dom;
  let asked = store.get("asked", START);
  let answer = null;
  const base = h("input", { type: "number", min: 2, max: LARGEST_BASE, step: 1, required: true });
  base.addEventListener("change", () => base.validity.valid && change({ base: Number(base.value) }));
  const digits = segments("Each digit occurs", MODES, asked.digits, (chosen) => change({ digits: chosen }));
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Powers of n" });
  const exponent = h("input", { type: "number", min: 1, max: LARGEST_EXPONENT, step: 1, value: "2", required: true });
  const add = h("button", { text: "Add" });
  const form = h("form", { class: "row adding", on: { submit: addOne } }, labelled("New exponent", exponent), add);
  const tried = h("input", { type: "text", inputmode: "numeric", maxlength: 30, autocomplete: "off", pattern: "[1-9][0-9]*", value: store.get("tried", "") });
  tried.addEventListener("input", () => take(tried.value));
  const step = (by, sign, name) => h("button", { type: "button", "aria-label": name, on: { click: () => take(String(stepped(by))) } }, sign);
  const look = h("button", { type: "button", hidden: true, on: { click: () => take(String(answer)) } });
  const verdict = h("p", { class: "verdict", role: "status" });
  const powers = h("div", { class: "powers" });
  const element = h(
    "div",
    { class: "powers-editor" },
    h("div", { class: "row" }, labelled("Base", base), h("div", { class: "field" }, h("span", { class: "name", text: "Each digit occurs" }), digits.element)),
    h("div", { class: "row" }, h("div", { class: "field" }, h("span", { class: "name", text: "Powers of n" }), chips), form),
    h("div", { class: "row trying" }, labelled("Try a number n", tried), step(-1, "−", "The number before"), step(1, "+", "The next number"), look),
    h("div", { class: "sheet" }, powers, verdict),
  );

  // --- Changing -------------------------------------------------------------------------------------

  function change(values) {
    asked = { ...asked, ...values };
    answer = null;
    show();
    write(textOf(asked));
  }

  function addOne(event) {
    event.preventDefault();
    if (asked.exponents.length < MOST_EXPONENTS) change({ exponents: [...asked.exponents, Number(exponent.value)] });
  }

  function remove(at) {
    change({ exponents: asked.exponents.filter((_, other) => other !== at) });
    chips.children[Math.min(at, chips.children.length - 1)].focus();
  }

  function take(text) {
    if (tried.value !== text) tried.value = text;
    store.set("tried", text);
    showTried();
  }

  const number = () => (/^[1-9][0-9]{0,29}$/.test(tried.value.trim()) ? BigInt(tried.value.trim()) : null);

  function stepped(by) {
    const next = (number() ?? 0n) + BigInt(by);
    return next < 1n ? 1n : next;
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  function show() {
    store.set("asked", asked);
    if (base !== document.activeElement) base.value = String(asked.base);
    digits.show(asked.digits);
    // Without a power there is nothing to ask: the last one stays.
    const alone = asked.exponents.length === 1;
    chips.replaceChildren(
      ...asked.exponents.map((each, at) => {
        const name = alone ? `n to the power ${each}` : `Take n to the power ${each} away`;
        const chip = h("button", { type: "button", class: "chip", "aria-label": name, "aria-disabled": alone ? "true" : null }, "n", h("sup", { text: String(each) }));
        if (!alone) chip.append(h("span", { "aria-hidden": "true", text: "✕" }));
        chip.addEventListener("click", () => !alone && remove(at));
        return chip;
      }),
    );
    add.disabled = asked.exponents.length >= MOST_EXPONENTS;
    showTried();
  }

  function showTried() {
    const n = number();
    const found = n === null ? null : written(n, asked);
    const line = (each, at) => {
      const text = found?.powers[at] ?? "";
      const cells = [...text.slice(0, SHOWN)].map((digit) => h("span", { class: `digit ${found.counts[parseInt(digit, 36)] > 1 && asked.digits === "once" ? "again" : "shown"}`, text: digit }));
      const more = text.length > SHOWN && h("span", { class: "more", text: `… ${text.length} digits` });
      return [h("span", { class: "name" }, "n", h("sup", { text: String(each) })), h("div", { class: "digits" }, cells, more)];
    };
    powers.replaceChildren(...asked.exponents.flatMap(line), h("span", { class: "name", text: "all" }), coverage(dom, found?.counts, asked));
    tell(n, found);
    look.hidden = answer === null;
    look.textContent = `Show ${answer}`;
  }

  function tell(n, found) {
    const lacks = found && lacking(found, asked);
    verdict.className = found && !lacks ? "verdict good" : "verdict";
    if (!found) verdict.textContent = tried.value.trim() ? "Expected a whole number from 1 on, of at most 30 digits." : "Try a number: its powers are written here.";
    else verdict.textContent = lacks ? `${n}: ${lacks}.` : `${n} is an answer: every digit occurs ${MODES[asked.digits]}.`;
  }

  show();
  return {
    element,
    show(read) {
      if (!read) return;
      if (textOf(read.instance) !== textOf(asked)) answer = null;
      asked = read.instance;
      show();
    },
    /** An answer can be looked at, if it is a number that JavaScript can hold. */
    found({ result }) {
      const n = result?.solution?.n;
      if (!Number.isSafeInteger(n)) return;
      answer = n;
      showTried();
    },
  };
}

/** The inline form, which has no place for another base than ten; else JSON. */
function textOf({ exponents, base, digits }) {
  if (base !== 10) return JSON.stringify({ exponents, base, digits });
  return exponents.join() + (digits === "once" ? "" : `:${digits}`);
}
