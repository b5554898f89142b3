// The course of the game: what was played, back and forth in it, how it ended, and its record.

import { button } from "./parts.js";
import { inWords, markerSign } from "./pictures.js";

/** Gives {element, buttons, keys, draw(), controls(), tellEnd(), lastMoves()}. `onAnalyse(record)` is called with the record of the game. */
export function coursePart(table, { interrupt, onAnalyse }) {
  const { dom, note, patches, seats, sitting } = table;
  const { copyButton, h, s } = dom;
  const story = h("div", { class: "place-story" });

  /** Back to the person's last move; where no person plays, one move. */
  function undo() {
    if (table.busy || !sitting.undoable) return;
    interrupt();
    table.alone(() => sitting.undo((mover) => table.isPerson(mover) || seats.people() === 0));
  }

  function redo() {
    if (table.busy || !sitting.undone.length) return;
    interrupt();
    table.alone(async () => {
      do await sitting.redo();
      while (sitting.undone.length && seats.people() > 0 && !table.isPerson(table.view.to_move));
    });
  }

  async function record() {
    const made = await sitting.record(seats.agents());
    if (!made) throw new Error("A position that was set up has no record.");
    return made;
  }

  const analyse = () => table.tried(async () => onAnalyse((await record()).record));
  const save = () => table.tried(async () => dom.download("patchwork.jsonl", `${(await record()).line}\n`));

  function draw() {
    const lines = sitting.history.map(({ move, mover }) => h("li", {}, markerSign(s, mover), ` ${seats.words(mover)}: ${inWords(move, patches)}`));
    story.replaceChildren(h("ol", { class: "story" }, lines));
    story.firstChild.scrollTop = story.firstChild.scrollHeight;
  }

  /** What the opponent has done since the person's last move. */
  function lastMoves() {
    const since = sitting.history.slice(sitting.history.findLastIndex(({ mover }) => table.isPerson(mover)) + 1);
    return since.length ? `${seats.words(since[0].mover)}: ${since.map(({ move }) => inWords(move, patches)).join(", then ")}. ` : "";
  }

  function tellEnd() {
    const { mine, view } = table;
    const [here, there] = [view.sides[mine], view.sides[1 - mine]];
    const won = seats.words(view.winner) === "You" ? "You win" : `${seats.words(view.winner)} wins`;
    const tie = here.score === there.score ? ", who was home first" : "";
    note.tell("good", `The game is over. ${won}${tie}, ${here.score} to ${there.score}. ${seats.words(mine)}: ${here.reckoning}.`, button(dom, "Analyse it", analyse, { class: "small" }));
  }

  const buttons = {
    undo: button(dom, "Undo", undo, { key: "Ctrl+Z" }),
    redo: button(dom, "Redo", redo, { key: "Ctrl+Y" }),
    analyse: button(dom, "Analyse", analyse, { class: "small" }),
    save: button(dom, "Save record", save, { class: "small" }),
    copy: copyButton(async () => (await record()).line, "Copy record"),
  };

  function controls() {
    buttons.undo.disabled = table.busy || !sitting.undoable;
    buttons.undo.title = sitting.ply || !sitting.left ? "Undo (key Ctrl+Z)" : "Back to the game before (key Ctrl+Z)";
    buttons.redo.disabled = table.busy || !sitting.undone.length;
    for (const name of ["analyse", "save", "copy"]) buttons[name].disabled = !sitting.deal || !sitting.history.length;
  }

  const element = h("details", { class: "panel" }, h("summary", { text: "The game so far" }), story, h("div", { class: "row" }, buttons.analyse, buttons.save, buttons.copy));
  return { element, buttons, keys: { u: undo, "ctrl+z": undo, "ctrl+y": redo }, record, draw, controls, lastMoves, tellEnd };
}
