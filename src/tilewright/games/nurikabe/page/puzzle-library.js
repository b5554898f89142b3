// The library: a table of puzzles by size and difficulty.

import { messageOf } from "/pages/api.js";
import { h } from "/pages/elements.js";
import { Puzzle } from "./puzzle.js";
import { progressStatus } from "./puzzle-progress.js";

/** @import { PageContext } from "/pages/types.js" */

/** @typedef {{ puzzle: string, rows: number, cols: number, difficulty: string }} LibraryPuzzle */

const DIFFICULTIES = ["easy", "medium", "hard", "expert"];
const SYMBOLS = { solved: "✓", started: "◐", "": "○" };

/** Return {element, load(line), refresh(line), showError(error)}; `onOpen(puzzle)` is called when the user chooses a puzzle. @param {PageContext} context @param {(puzzle: Puzzle) => void} onOpen */
export function puzzleLibrary({ api, showMessage, store }, onOpen) {
  const content = h("div", { class: "library" }, h("p", { class: "quiet", text: "Loading." }));
  /** @type {{ button: HTMLButtonElement, line: string, name: string }[]} */
  let entries = [];

  /** @param {LibraryPuzzle | undefined} puzzle */
  function tableCell(puzzle) {
    if (!puzzle) return h("td");
    const name = `${puzzle.rows} x ${puzzle.cols}, ${puzzle.difficulty}`;
    const open = async () => {
      try {
        /** @type {{ rows: number[][] }} */
        const { rows } = await api.ask("open", { board: puzzle.puzzle });
        onOpen(new Puzzle(rows, "Library"));
      } catch (error) {
        showMessage(messageOf(error), true);
      }
    };
    const button = h("button", { type: "button", on: { click: open } });
    entries.push({ button, line: puzzle.puzzle, name });
    return h("td", {}, button);
  }

  /** Show the progress of each puzzle, and mark the current one. @param {string} currentLine */
  function refresh(currentLine) {
    for (const { button, line, name } of entries) {
      const status = progressStatus(store, line);
      button.textContent = SYMBOLS[status];
      button.className = status;
      button.title = status ? `${name}, ${status}` : name;
      button.setAttribute("aria-label", button.title);
      if (line === currentLine) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {string} currentLine */
  async function load(currentLine) {
    /** @type {{ puzzles: LibraryPuzzle[] }} */
    const { puzzles } = await api.ask("library");
    const sizeOf = (/** @type {LibraryPuzzle} */ { rows, cols }) => `${rows} x ${cols}`;
    const sizes = [...new Set(puzzles.map(sizeOf))];
    entries = [];
    const rows = sizes.map((size) => {
      const sameSize = puzzles.filter((puzzle) => sizeOf(puzzle) === size);
      const cells = DIFFICULTIES.map((difficulty) => tableCell(sameSize.find((puzzle) => puzzle.difficulty === difficulty)));
      return h("tr", {}, h("th", { scope: "row", text: size }), cells);
    });
    const headers = h("tr", {}, h("th", { scope: "col", text: "size" }), DIFFICULTIES.map((text) => h("th", { scope: "col", text })));
    content.replaceChildren(h("table", {}, h("thead", {}, headers), h("tbody", {}, rows)));
    refresh(currentLine);
  }

  const element = h("section", { class: "panel" }, h("h2", { text: "Library" }), content);
  const showError = (/** @type {unknown} */ error) => content.replaceChildren(h("p", { class: "failed", text: messageOf(error) }));
  return { element, load, refresh, showError };
}
