// The moves so far, undo and redo, the result, and the record of the game.

import { h } from "/pages/elements.js";
import { copyButton, download } from "/pages/announcements-and-progress.js";
import { actionButton } from "/pages/form-fields.js";
import { briefMoveText, moveIcons, moveText } from "./move-text.js";
import { markerIcon } from "./time-board.js";

/** @import { PlayState } from "./play-state.js" */
/** @import { PlayRecord } from "./types.js" */

/** `onAnalyse(record)` is called when the user wants to analyse the game. @param {PlayState} play @param {{ interruptAgents: () => void, onAnalyse: (record: PlayRecord) => void }} callbacks */
export function gameHistory(play, { interruptAgents, onAnalyse }) {
  const { status, players, session } = play;
  const list = h("ol", { class: "moves-so-far" });

  /** Take back the person's last move and all moves after it; if no person plays, take back one move. */
  function undo() {
    if (play.busy || !session.undoable) return;
    interruptAgents();
    play.exclusively(() => session.undo((mover) => players.isPerson(mover) || players.personCount() === 0));
  }

  function redo() {
    if (play.busy || !session.undone.length) return;
    interruptAgents();
    play.exclusively(async () => {
      do await session.redo();
      while (session.undone.length && players.personCount() > 0 && !players.isPerson(play.position.to_move));
    });
  }

  const createRecord = () => session.record(players.entrants());
  const analyse = () => play.reportErrors(async () => onAnalyse((await createRecord()).record));
  const save = () => play.reportErrors(async () => download("patchwork.jsonl", `${(await createRecord()).line}\n`));

  function draw() {
    list.replaceChildren(...session.history.map(({ move, mover }) => h("li", {}, markerIcon(mover), moveIcons([move.json], play.patches), ` ${players.nameOf(mover)}: ${moveText(move.json, play.patches)}`)));
    list.scrollTop = list.scrollHeight;
  }

  /** Return the opponent's moves since the person's last move, and a description of these moves in words. */
  function lastMoves() {
    const since = session.history.slice(session.history.findLastIndex(({ mover }) => players.isPerson(mover)) + 1);
    const moves = since.map(({ move }) => move.json);
    return { moves, text: since.length ? `${players.nameOf(since[0].mover)}: ${moves.map((move) => briefMoveText(move, play.patches)).join(", then ")}. ` : "" };
  }

  function showResult() {
    const { frontPlayer: front, position } = play;
    const [own, other] = [position.sides[front], position.sides[1 - front]];
    const winningPlayer = position.winner ?? front;
    const winner = players.nameOf(winningPlayer);
    const won = winner === "You" ? "You win" : `${winner} wins`;
    const scores = winningPlayer === front ? `${own.score} to ${other.score}` : `${other.score} to ${own.score}`;
    const { deal, seed } = session;
    const tie = own.score === other.score ? " by reaching the end first" : "";
    status.show(
      "good",
      `The game is over. ${won}${tie}, ${scores}. ${players.nameOf(front)}: ${own.reckoning}.`,
      actionButton("Analyse", analyse, { class: "small", title: "Evaluate every move of this game" }),
      ...(deal ? [actionButton("Rematch", () => players.rematch(seed, { ...deal, patches: position.patches, edition: position.edition }), { class: "small", title: "Play the same deal again" })] : []),
      actionButton("New game", players.startRandom, { class: "small", title: "A game with a random deal" }),
    );
  }

  const buttons = {
    undo: actionButton("Undo", undo, { key: "Ctrl+Z" }),
    redo: actionButton("Redo", redo, { key: "Ctrl+Y" }),
    analyse: actionButton("Analyse", analyse, { class: "small", title: "Evaluate every move of this game" }),
    save: actionButton("Save record", save, { class: "small" }),
    copy: copyButton(async () => (await createRecord()).line, "Copy record"),
  };

  function updateButtons() {
    buttons.undo.disabled = play.busy || !session.undoable;
    buttons.undo.title = session.ply || !session.left ? "Undo (Ctrl+Z)" : "Return to the previous game (Ctrl+Z)";
    buttons.redo.disabled = play.busy || !session.undone.length;
    for (const button of [buttons.analyse, buttons.save, buttons.copy]) button.disabled = !session.deal || !session.history.length;
  }

  const element = h("details", { class: "panel" }, h("summary", { text: "Moves so far" }), h("div", { class: "slot-history" }, list), h("div", { class: "row" }, buttons.analyse, buttons.save, buttons.copy));
  return { element, buttons, keys: { u: undo }, undo, redo, createRecord, draw, updateButtons, lastMoves, showResult };
}
