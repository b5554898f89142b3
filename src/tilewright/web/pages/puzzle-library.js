// The library: the puzzle of the day, a table of puzzles by size and difficulty, and a list of puzzles that have a name instead of a difficulty.

import { messageOf } from "./api.js";
import { h } from "./elements.js";
import { actionButton, capitalised } from "./form-fields.js";
import { progressStatus } from "./puzzle-progress.js";

/** @import { PageContext } from "./types.js" */

/** `line` is the text that identifies the puzzle. @typedef {{ name: string, line: string, rows: number, cols: number, difficulty: string }} LibraryPuzzle */

const DIFFICULTIES = ["easy", "medium", "hard", "expert"];
const SYMBOLS = { solved: "✓", started: "◐", "": "○" };
/** The number of library entries by which the puzzle of the day advances each day. It is prime, so that every puzzle gets its turn. */
const DAY_STEP = 7919;

/** Return the puzzle of a day, which depends only on the date and the library. @param {LibraryPuzzle[]} puzzles @param {Date} date */
export function puzzleOfTheDay(puzzles, date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  return puzzles[(day * DAY_STEP) % puzzles.length];
}

/** Return {element, load(line), refresh(line), openNext(line), showError(error)}; `onOpen(text, name)` is called when the user chooses a puzzle. @param {PageContext} context @param {(text: string, name: string) => Promise<void>} onOpen */
export function puzzleLibrary({ api, showMessage, store }, onOpen) {
  const content = h("div", { class: "library" });
  /** @type {LibraryPuzzle[]} */
  let puzzles = [];
  /** @type {{ button: HTMLButtonElement, puzzle: LibraryPuzzle }[]} */
  let entries = [];

  /** @param {LibraryPuzzle} puzzle @param {string} [name] */
  const open = (puzzle, name = "Library") => onOpen(puzzle.line, name).catch((error) => showMessage(messageOf(error), true));

  /** @param {LibraryPuzzle} puzzle */
  function puzzleButton(puzzle) {
    const button = actionButton("", () => open(puzzle));
    entries.push({ button, puzzle });
    return button;
  }

  /** Show the progress of each puzzle, and mark the current one. @param {string} currentLine */
  function refresh(currentLine) {
    for (const { button, puzzle } of entries) {
      const status = progressStatus(store, puzzle.line);
      const name = `${sizeOf(puzzle)}, ${puzzle.difficulty}${numberOf(puzzle)}`;
      button.textContent = hasGrade(puzzle) ? SYMBOLS[status] : `${SYMBOLS[status]} ${name}`;
      button.className = status;
      button.title = status ? `${name}, ${status}` : name;
      button.setAttribute("aria-label", button.title);
      if (puzzle.line === currentLine) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** Open the next unsolved puzzle after the current one. @param {string} currentLine */
  function openNext(currentLine) {
    const current = puzzles.findIndex((puzzle) => puzzle.line === currentLine);
    const inOrder = [...puzzles.slice(current + 1), ...puzzles.slice(0, Math.max(current, 0))];
    const next = inOrder.find((puzzle) => progressStatus(store, puzzle.line) !== "solved");
    const isSolved = progressStatus(store, currentLine) === "solved";
    if (next) open(next);
    else showMessage(`You have solved all ${current >= 0 && !isSolved ? "other " : ""}puzzles in the library. You can generate more.`);
  }

  /** @param {string} currentLine */
  async function load(currentLine) {
    /** @type {{ puzzles: LibraryPuzzle[] }} */
    const answer = await api.ask("library");
    ({ puzzles } = answer);
    if (puzzles.length === 0) {
      content.replaceChildren(h("p", { class: "quiet", text: "There is no library for this kind of puzzle yet." }));
      return;
    }
    const sizes = [...new Set(puzzles.filter(hasGrade).map(sizeOf))];
    const difficulties = DIFFICULTIES.filter((difficulty) => puzzles.some((puzzle) => puzzle.difficulty === difficulty));
    entries = [];
    const rows = sizes.map((size) => {
      const cells = difficulties.map((difficulty) =>
        h("td", {}, h("div", { class: "same-grade" }, puzzles.filter((puzzle) => sizeOf(puzzle) === size && puzzle.difficulty === difficulty).map(puzzleButton))),
      );
      return h("tr", {}, h("th", { scope: "row", text: size }), cells);
    });
    const headers = h("tr", {}, h("th", { scope: "col", text: "Size" }), difficulties.map((text) => h("th", { scope: "col", text: capitalised(text) })));
    content.replaceChildren(
      actionButton("Puzzle of the day", () => open(puzzleOfTheDay(puzzles, new Date()), "Puzzle of the day"), { class: "daily" }),
      ...(rows.length > 0 ? [h("table", {}, h("thead", {}, headers), h("tbody", {}, rows))] : []),
      h("div", { class: "named" }, puzzles.filter((puzzle) => !hasGrade(puzzle)).map(puzzleButton)),
    );
    refresh(currentLine);
  }

  const element = h("section", { class: "panel" }, h("h2", { text: "Library" }), content);
  const showError = (/** @type {unknown} */ error) => content.replaceChildren(h("p", { class: "failed", text: messageOf(error) }));
  return { element, load, refresh, openNext, showError };
}

/** Return whether a puzzle's difficulty has a column in the table. Other puzzles have a name as their difficulty, such as "pentominoes-three-holes". @param {LibraryPuzzle} puzzle */
const hasGrade = ({ difficulty }) => DIFFICULTIES.includes(difficulty);

/** @param {LibraryPuzzle} puzzle */
const sizeOf = ({ rows, cols }) => `${rows} x ${cols}`;

/** Return the number that distinguishes puzzles of the same size and difficulty, such as " (2)"; empty for the first puzzle. @param {LibraryPuzzle} puzzle */
function numberOf({ name, rows, cols, difficulty }) {
  const suffix = name.slice(`${rows}x${cols}-${difficulty}-`.length);
  return suffix ? ` (${suffix})` : "";
}
