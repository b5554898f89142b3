// The list of a page's keys, in a dialog that the ? key opens.

import { h } from "./elements.js";
import { listenForKeys } from "./keyboard.js";

/** Keys and what they do. @typedef {[keys: string, effect: string][]} KeyList */

/** The keys of pages that do not define their own list. @type {KeyList} */
const COMMON = [
  ["Tab, Shift+Tab", "Next control; previous control."],
  ["Enter, Space", "Press the focused button, or act on the cell at the cursor of a board."],
  ["Arrow keys", "Move the cursor of a board, or choose a tab."],
  ["+, −, 0", "On a board: zoom in, zoom out, show the whole board."],
  ["Ctrl+Z, Ctrl+Y", "In an editor: undo; redo."],
];

/** @type {KeyList} */
let keys = COMMON;
/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Set the keys of this page. @param {KeyList} list */
export function setKeyHelp(list) {
  keys = list;
}

/** Return a list of keys as an element. @param {KeyList} list */
export const keyTable = (list) => h("dl", { class: "keys" }, list.flatMap(([names, effect]) => [h("dt", { text: names }), h("dd", { text: effect })]));

/** Open the dialog, or close it if it is open. */
function toggleKeyHelp() {
  if (dialog?.open) {
    dialog.close();
    return;
  }
  dialog ??= document.body.appendChild(h("dialog", { class: "key-help", "aria-label": "Keys" }));
  const close = h("button", { type: "button", class: "small", autofocus: true, on: { click: () => dialog?.close() } }, "Close");
  dialog.replaceChildren(h("h2", { text: "Keys" }), keyTable([...keys, ["?", "This list."]]), close);
  dialog.showModal();
}

/** Open or close the list of keys when the user presses ? anywhere on the page, unless the user is typing. */
export const listenForKeyHelp = () => listenForKeys(() => true, { "?": toggleKeyHelp });
