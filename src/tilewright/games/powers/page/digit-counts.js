// The powers of a number in a base: the digits that occur, and those that are missing or repeated.

import { h } from "/pages/elements.js";

const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** @typedef {{ exponents: number[], base: number, digits: "once" | "at-least-once" }} PowersInstance */

/** The powers as strings, and the number of times that each digit of the base occurs in them. @typedef {{ powers: string[], counts: number[] }} WrittenPowers */

/** Write the powers of a positive number in the base of the instance. @param {bigint} n @param {PowersInstance} instance @returns {WrittenPowers} */
export function writePowers(n, { exponents, base }) {
  const powers = exponents.map((exponent) => (n ** BigInt(exponent)).toString(base));
  const counts = [...SYMBOLS.slice(0, base)].map((digit) => powers.reduce((sum, text) => sum + text.split(digit).length - 1, 0));
  return { powers, counts };
}

/** Describe in words why a number is not a solution; return an empty string if it is one. @param {WrittenPowers} written @param {PowersInstance} instance */
export function problemText({ counts }, { digits }) {
  const digitsWith = (/** @type {(count: number) => boolean} */ test) => [...counts.keys()].filter((digit) => test(counts[digit])).map((digit) => SYMBOLS[digit]);
  const missing = digitsWith((count) => count === 0);
  const repeated = digits === "once" ? digitsWith((count) => count > 1) : [];
  const parts = [missing.length && `missing: ${missing.join(" ")}`, repeated.length && `more than once: ${repeated.join(" ")}`];
  return parts.filter(Boolean).join("; ");
}

/** Return elements that show how often each digit of the base occurs. `counts` is undefined if no valid number has been entered. @param {number[] | undefined} counts @param {PowersInstance} instance */
export function digitCounts(counts, { base, digits }) {
  return h(
    "div",
    { class: "digits", role: "img", "aria-label": `Digits of base ${base}` },
    [...SYMBOLS.slice(0, base)].map((digit, value) => {
      const count = counts?.[value];
      const kind = count === undefined ? "" : count === 0 ? "missing" : count > 1 && digits === "once" ? "again" : "shown";
      return h("span", { class: `digit ${kind}` }, digit, h("small", { text: count !== undefined && count > 1 ? `×${count}` : "" }));
    }),
  );
}
