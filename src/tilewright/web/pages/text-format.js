// Formats numbers and durations for display.

/** Format seconds as 3:07 or 1:02:45. @param {number} seconds */
export function clockText(seconds) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Format a number with thousands separators: 526,070,976. @param {number} number */
export const withSeparators = (number) => number.toLocaleString("en");

/** Format a number with a typographic minus sign. @param {number} number */
export const withMinusSign = (number) => String(number).replace("-", "−");

/** Format a duration: "410 ms", "3.20 s", "1,230 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return "< 1 ms";
  if (seconds < 0.9995) return `${Math.round(1000 * seconds)} ms`;
  return `${seconds < 999.5 ? seconds.toPrecision(3) : withSeparators(Math.round(seconds))} s`;
}

/** Capitalise the first letter of a server message if its first word consists of lower-case letters, unlike `rows=3`. @param {string} text */
export const asSentence = (text) => text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());

/** Format a count with its noun: "1 card", "3 cards". @param {number} count @param {string} noun */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
