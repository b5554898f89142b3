// Keyboard input that several pages share: undo and redo, and keys that work anywhere on a page.

/** Steps of the arrow keys as [rows, columns]. @type {Record<string, [number, number]>} */
export const ARROW_STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Return, for each arrow key, a function that calls `move` with the step of this key. @param {(rows: number, columns: number) => unknown} move @returns {Record<string, () => unknown>} */
export const arrowKeys = (move) => Object.fromEntries(Object.entries(ARROW_STEPS).map(([key, step]) => [key, () => move(...step)]));

/** Return whether the user may be typing into the target of an event. @param {EventTarget | null} target */
export const isTextEntry = (target) => target instanceof Element && target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select") !== null;

/** Return whether the target of an event already uses the arrow keys. @param {EventTarget | null} target */
export const usesArrowKeys = (target) => target instanceof Element && target.closest("[role=tablist], [role=radiogroup], .board-svg, input") !== null;

/** Return "undo" for Ctrl+Z, and "redo" for Ctrl+Y and Ctrl+Shift+Z; Cmd can replace Ctrl. For other keys, return null. @param {KeyboardEvent} event @returns {"undo" | "redo" | null} */
function undoOrRedo(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) return "undo";
  return key === "y" || key === "z" ? "redo" : null;
}

/** Undo or redo when the user presses the corresponding keys, unless the user is typing. @param {() => { undo: () => void, redo: () => void } | null} target returns what the keys act on, or null if the keys have no effect @param {Document | HTMLElement} [where] where the keys work; by default on the whole page */
export function listenForUndo(target, where = document) {
  where.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const command = undoOrRedo(event);
    const acted = command && !isTextEntry(event.target) ? target() : null;
    if (!command || !acted) return;
    event.preventDefault();
    acted[command]();
  });
}

/**
 * Call the function of a key that is pressed anywhere on the page, unless `isActive()` is false, the user is typing, or Alt, Ctrl or Meta is also pressed. In `keys`, a key
 * is named by its character in lower case or by a name such as "Escape". If the function returns false, the key keeps its usual effect. Arrow keys are ignored if the focused
 * element uses them itself, and so are keys that another listener has already handled.
 * @param {() => boolean} isActive
 * @param {Record<string, (event: KeyboardEvent) => unknown>} keys
 */
export function listenForKeys(isActive, keys) {
  document.addEventListener("keydown", (event) => {
    if (!isActive() || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isTextEntry(event.target)) return;
    if (event.key in ARROW_STEPS && usesArrowKeys(event.target)) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (Object.hasOwn(keys, name) && keys[name](event) !== false) event.preventDefault();
  });
}
