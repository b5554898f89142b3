// Opens puzzles from text and URLs, and shows the current puzzle as links and text.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { copyButton } from "/pages/feedback.js";
import { actionButton, labelled } from "/pages/form-fields.js";
import { shareLink } from "/pages/url-fragment.js";
import { Puzzle } from "./puzzle.js";

/** @import { PageContext } from "/pages/types.js" */

/** The answer to the question "open". `state` has the painted cells, if the text has any. @typedef {{ rows: number[][], line: string, url: string, text: string, state: string[] | null }} OpenedPuzzle */

/** @param {PageContext} context @param {(puzzle: Puzzle, state: string[] | null) => void} onOpen */
export function importPanel({ api, game }, onOpen) {
  const area = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" });
  const error = h("p", { class: "trouble", role: "status" });

  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    const board = area.value.trim();
    if (!board) {
      error.textContent = "Enter a puzzle first.";
      return;
    }
    try {
      /** @type {OpenedPuzzle} */
      const { rows, state } = await api.ask("open", { board });
      error.textContent = "";
      area.value = "";
      onOpen(new Puzzle(rows, "Imported"), state);
    } catch (failure) {
      error.textContent = messageOf(failure);
    }
  }

  const form = h(
    "form",
    { on: { submit: open } },
    labelled("A puzz.link URL, or any other notation", area, game.syntax),
    error,
    h("div", { class: "row" }, h("button", { class: "main", text: "Open" })),
  );
  return h("details", { class: "panel" }, h("summary", { text: "Import" }), form);
}

/** Return {element, refresh()}; `currentPuzzle()` returns the puzzle to export. @param {PageContext} context @param {() => Puzzle} currentPuzzle */
export function exportPanel({ api }, currentPuzzle) {
  const link = selectOnFocus(h("input", { readonly: true, spellcheck: "false" }));
  const url = selectOnFocus(h("input", { readonly: true, spellcheck: "false" }));
  const text = selectOnFocus(h("textarea", { readonly: true, spellcheck: "false", rows: 3 }));
  let newestRequest = 0;

  async function refresh() {
    const request = ++newestRequest;
    const puzzle = currentPuzzle();
    link.value = shareLink({ instance: puzzle.line });
    url.value = text.value = "";
    if (!element.open) return;
    /** @type {Promise<Pick<OpenedPuzzle, "url" | "text">>} */
    const opened = api.ask("open", { board: puzzle.line });
    const answer = await opened.catch((error) => ({ url: messageOf(error), text: "" }));
    if (request === newestRequest) [url.value, text.value] = [answer.url, answer.text];
  }

  const line = (/** @type {string} */ name, /** @type {HTMLInputElement | HTMLTextAreaElement} */ control) =>
    h("div", { class: "share-line" }, labelled(name, control), copyButton(() => control.value));
  const element = h(
    "details",
    { class: "panel", on: { toggle: refresh } },
    h("summary", { text: "Share, export, print" }),
    line("Link to this puzzle", link),
    line("puzz.link URL", url),
    line("Text", text),
    h("div", { class: "row" }, actionButton("Print", () => print())),
  );
  return { element, refresh };
}

/** @template {HTMLInputElement | HTMLTextAreaElement} Control @param {Control} control */
function selectOnFocus(control) {
  control.addEventListener("focus", () => control.select());
  return control;
}
