// What lies on the table, who may act now, and making a move: what all parts of playing share.

import { noteLine } from "./parts.js";
import { seatForm } from "./seats.js";

export class Table {
  /** `changed()` draws everything anew; `waiting()` only what depends on who may act. */
  constructor(context, known, { changed, waiting }) {
    const { Sitting, dom, game, store } = context;
    Object.assign(this, { context, dom, known, patches: known.patches, changed, waiting });
    this.note = noteLine(dom);
    this.busy = false;
    this.seats = seatForm(context, { onSeats: () => this.onSeats(), onStart: (how) => this.onStart(how) });
    this.sitting = new Sitting({ game, store, onChange: () => this.busy || this.changed(), parts: ["json"] });
  }

  get view() {
    return this.sitting.view?.json ?? null;
  }

  get mine() {
    return this.seats.me(this.view.to_move);
  }

  isPerson(player) {
    return this.seats.agentOf(player) === null;
  }

  get myTurn() {
    return this.view !== null && !this.view.over && !this.busy && this.isPerson(this.view.to_move);
  }

  /** Do it, and tell what went wrong; false if something did. */
  async tried(act) {
    try {
      await act();
      return true;
    } catch (error) {
      if (error.name !== "AbortError") this.note.tell("broken", error.message);
      return false;
    }
  }

  /** Make a move: it is seen at once, and the server has the last word. */
  make(move) {
    return this.alone(() => this.sitting.play(move));
  }

  /** Do what changes the course of the game; nobody else may until it is done. */
  async alone(act) {
    if (this.busy) return;
    this.busy = true;
    this.waiting();
    let failed = null;
    try {
      await act();
    } catch (error) {
      failed = error;
    }
    this.busy = false;
    if (this.view) this.changed();
    if (failed && failed.name !== "AbortError") this.note.tell("broken", failed.message);
  }
}
