// Keyboard input that several pages share: undo and redo, and keys that work anywhere on a page.

/** Steps of the arrow keys as [rows, columns]. @type {Record<string, [number, number]>} */
export const ARROW_STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Return whether the user may be typing into the target of an event. @param {EventTarget | null} target @param {string} [others] more selectors, starting with a comma */
export function isTextEntry(target, others = "") {
  return target instanceof Element && target.closest(`input:not([type=checkbox]):not([type=radio]), textarea, select${others}`) !== null;
}

/** Return whether the target of an event already uses the arrow keys. @param {EventTarget | null} target */
export const usesArrowKeys = (target) => target instanceof Element && target.closest("[role=tablist], [role=radiogroup], .board-svg, input") !== null;

/** Return "undo" for Ctrl+Z, "redo" for Ctrl+Y and Ctrl+Shift+Z, else null. @param {KeyboardEvent} event @returns {"undo" | "redo" | null} */
export function undoOrRedo(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) return "undo";
  return key === "y" || key === "z" ? "redo" : null;
}

/**
 * Call the function of a key that is pressed anywhere on the page, unless the user is typing. A key is named by a lower-case letter, such as "z" or, with Ctrl, "ctrl+z",
 * or by a name such as "Escape".
 * @param {() => boolean} isActive
 * @param {Record<string, () => unknown>} keys
 */
export function listenForKeys(isActive, keys) {
  document.addEventListener("keydown", (event) => {
    if (!isActive() || event.altKey || event.metaKey || event.defaultPrevented || isTextEntry(event.target)) return;
    if (event.key in ARROW_STEPS && usesArrowKeys(event.target)) return;
    const name = event.ctrlKey ? `ctrl+${event.key.toLowerCase()}` : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!Object.hasOwn(keys, name)) return;
    event.preventDefault();
    keys[name]();
  });
}
