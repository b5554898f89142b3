// The state that all modules of the play tab share: the game, the players, whose turn it is, and the status line.

import { isAbort, messageOf } from "/pages/api.js";
import { statusLine } from "/pages/announcements-and-progress.js";
import { moveIcons } from "./move-text.js";
import { playerForm } from "./player-form.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData, MoveJson, Position, Session, Variant } from "./types.js" */

export class PlayState {
  /** Whether a change that the user asked for (a move, an undo, a redo, another game) is in progress. No other such change may begin in the meantime. */
  busy = false;
  status = statusLine();

  /**
   * `onPosition()` draws everything; `onBusy()` is called when a change to the game begins, and only discards the suggested move and updates the buttons; `onMove(move)` is called with a person's move; `onPlayers()` is called when the user
   * chooses other players, and `onStart(seed, variant)` when the user starts a game.
   * @param {PageContext} context
   * @param {GameData} data
   * @param {{ onPosition: () => void, onBusy: () => void, onMove: (move: MoveJson) => unknown, onPlayers: () => void, onStart: (seed: number, variant: Variant) => void }} callbacks
   */
  constructor(context, data, { onPosition, onBusy, onMove, onPlayers, onStart }) {
    const { GameSession, game, store } = context;
    this.context = context;
    this.data = data;
    this.onPosition = onPosition;
    this.onBusy = onBusy;
    /** Plays a person's move, and lets the agents reply. */
    this.play = onMove;
    this.players = playerForm(context, data, { onChange: onPlayers, onStart, isFresh: () => this.hasPosition && this.session.ply === 0 });
    /** @type {Session} */
    this.session = new GameSession({ game, store, onChange: () => this.busy || this.onPosition(), parts: ["json"] });
  }

  /** Whether a game has been started or resumed. */
  get hasPosition() {
    return this.session.view !== null;
  }

  /** @returns {Position} */
  get position() {
    return this.session.view.json;
  }

  /** The patches of the game's set. */
  get patches() {
    return this.data.sets[this.position.patches];
  }

  /** The player whose quilt is the main quilt, which is drawn large. */
  get frontPlayer() {
    return this.players.frontPlayer(this.position.to_move);
  }

  /** Whether a person may move now. */
  get isPersonsTurn() {
    return this.hasPosition && !this.position.over && !this.busy && this.players.isPerson(this.position.to_move);
  }

  /** Run a function, and show the error if it throws one. @param {() => unknown} act */
  async reportErrors(act) {
    try {
      await act();
    } catch (error) {
      if (!isAbort(error)) this.status.show("broken", messageOf(error));
    }
  }

  /** Show a message with pictures of the patches that the given moves buy. @param {string} kind @param {string} text @param {MoveJson[]} moves @param {...Node} buttons */
  showWithPictures(kind, text, moves, ...buttons) {
    this.status.show(kind, text, ...buttons);
    this.status.element.querySelector(".words")?.replaceChildren(...moveIcons(moves, this.patches), text);
  }

  /** Run a function that changes the game, unless another change that the user asked for is in progress. @param {() => unknown} act */
  async exclusively(act) {
    if (this.busy) return;
    this.busy = true;
    this.onBusy();
    let failure = null;
    try {
      await act();
    } catch (error) {
      failure = error;
    }
    this.busy = false;
    if (this.hasPosition) this.onPosition();
    if (failure && !isAbort(failure)) this.status.show("broken", messageOf(failure));
  }
}
