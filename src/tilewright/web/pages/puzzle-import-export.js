// Opens puzzles from text and URLs, and shows the current puzzle as links and text.

import { messageOf } from "./api.js";
import { h } from "./elements.js";
import { copyButton } from "./announcements-and-progress.js";
import { actionButton, capitalised, labelled, submitForm } from "./form-fields.js";
import { shareLink } from "./url-fragment.js";

/** @import { Puzzle } from "./puzzle-places-and-clues.js" */
/** @import { PageContext } from "./types.js" */

/** Labels of notations. A notation that is not listed here is labelled with its name. @type {Record<string, string>} */
const NOTATIONS = { url: "puzz.link URL", pzprv3: "puzz.link file", json: "JSON" };

/** Notations whose texts are shown in a box of several lines. */
const WITH_LINES = ["text", "pzprv3", "json"];

/** @param {PageContext} context @param {(text: string, name: string) => Promise<void>} onOpen */
export function importPanel({ game }, onOpen) {
  const area = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" });
  const error = h("p", { class: "trouble", role: "status" });

  async function open() {
    const text = area.value.trim();
    if (!text) {
      error.textContent = "Enter a puzzle first.";
      return;
    }
    try {
      await onOpen(text, "Imported");
      error.textContent = "";
      // The user may have entered another puzzle in the meantime.
      if (area.value.trim() === text) area.value = "";
    } catch (failure) {
      error.textContent = capitalised(messageOf(failure));
    }
  }

  const form = submitForm(
    {},
    open,
    labelled("A puzzle in any notation", area, game.syntax),
    error,
    h("div", { class: "row" }, h("button", { class: "main", text: "Open" })),
  );
  return h("details", { class: "panel" }, h("summary", { text: "Import" }), form);
}

/** Return {element, refresh()}; `currentPuzzle()` returns the puzzle to export, and `filled()` the player's entries, or null while the editor is shown. @param {PageContext} context @param {() => Puzzle} currentPuzzle @param {() => string | null} filled */
export function exportPanel({ api }, currentPuzzle, filled) {
  const link = selectOnFocus(h("input", { readonly: true, spellcheck: "false" }));
  const positionLink = copyButton(() => shareLink({ instance: currentPuzzle().line, filled: filled() ?? "" }), "Copy link with your entries");
  const notations = h("div", { class: "notations" });
  let newestRequest = 0;

  async function refresh() {
    const request = ++newestRequest;
    const puzzle = currentPuzzle();
    link.value = shareLink({ instance: puzzle.line });
    positionLink.hidden = filled() === null;
    if (!element.open) return;
    /** @type {Promise<{ line: string, formats: Record<string, string> }>} */
    const exported = api.ask("export", { board: puzzle.line });
    try {
      const { line, formats } = await exported;
      if (request !== newestRequest) return;
      link.value = shareLink({ instance: line });
      notations.replaceChildren(...Object.entries(formats).map(([name, text]) => notation(name, text)));
    } catch (error) {
      if (request === newestRequest) notations.replaceChildren(h("p", { class: "trouble", text: messageOf(error) }));
    }
  }

  /** @param {string} name @param {string} text */
  function notation(name, text) {
    const control = WITH_LINES.includes(name) ? h("textarea", { rows: 3 }) : h("input", {});
    control.readOnly = true;
    control.value = text;
    return shareLine(NOTATIONS[name] ?? capitalised(name), selectOnFocus(control));
  }

  const element = h(
    "details",
    { class: "panel", on: { toggle: refresh } },
    h("summary", { text: "Share, export, print" }),
    shareLine("Link to this puzzle", link),
    h("div", { class: "row" }, positionLink),
    notations,
    h("div", { class: "row" }, actionButton("Print", () => print())),
  );
  return { element, refresh };
}

/** @param {string} name @param {HTMLInputElement | HTMLTextAreaElement} control */
function shareLine(name, control) {
  return h("div", { class: "share-line" }, labelled(name, control), copyButton(() => control.value, "Copy", `Copy: ${name}`));
}

/** @template {HTMLInputElement | HTMLTextAreaElement} Control @param {Control} control */
function selectOnFocus(control) {
  control.addEventListener("focus", () => control.select());
  return control;
}
