// A number and its powers in a base: which digits they show, and which of them are missing or come again.

const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** {powers: texts, counts: how often each digit of the base occurs}; n is a BigInt above 0. */
export function written(n, { exponents, base }) {
  const powers = exponents.map((exponent) => (n ** BigInt(exponent)).toString(base));
  const counts = [...SYMBOLS.slice(0, base)].map((digit) => powers.reduce((sum, text) => sum + text.split(digit).length - 1, 0));
  return { powers, counts };
}

/** What keeps the number from being an answer, in words; an empty text if nothing does. */
export function lacking({ counts }, { digits }) {
  const where = (test) => [...counts.keys()].filter((digit) => test(counts[digit])).map((digit) => SYMBOLS[digit]);
  const missing = where((count) => count === 0);
  const again = digits === "once" ? where((count) => count > 1) : [];
  const parts = [missing.length && `missing: ${missing.join(" ")}`, again.length && `more than once: ${again.join(" ")}`];
  return parts.filter(Boolean).join("; ");
}

/** The digits of the base, each with how often it occurs; `counts` is null before a number is tried. */
export function coverage({ h }, counts, { base, digits }) {
  return h(
    "div",
    { class: "digits", role: "img", "aria-label": `the digits of base ${base}` },
    [...SYMBOLS.slice(0, base)].map((digit, value) => {
      const count = counts?.[value];
      const kind = count === undefined ? "" : count === 0 ? "missing" : count > 1 && digits === "once" ? "again" : "shown";
      return h("span", { class: `digit ${kind}` }, digit, h("small", { text: count > 1 ? `×${count}` : "" }));
    }),
  );
}
