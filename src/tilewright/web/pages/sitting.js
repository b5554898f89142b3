// A game that is played: states as texts in the browser, so that undo, reload and a restart of the server cost nothing.

import { post, run } from "./api.js";

/**
 * The course of a game as the browser keeps it: what was dealt, every state and every move. It belongs to no panel, so that a page of
 * its own can build on it.
 *
 * `parts` says what its views hold beside the state (["moves", "svg", "text", "json"]; null for all of it), `mostMoves` how many moves.
 * Fields: `view` (the answer of the play API for the state now), `history` ([{state, move, mover}]), `deal`, `seed`, `undoable`.
 * Methods: `start({seed, deal, keys})`, `play(move)`, `undo(until)`, `redo()`, `agent(name, {values, signal})`, `record(agents)`, `resume()`. Each
 * change calls `onChange(sitting)`.
 */
export class Sitting {
  constructor({ game, store, onChange = () => {}, mostMoves = 500, parts = null }) {
    Object.assign(this, { game, store, onChange, asked: { game: game.name, most_moves: mostMoves, parts }, left: null });
    this.#forget();
  }

  #forget() {
    Object.assign(this, { view: null, history: [], undone: [], deal: null, seed: 0 });
  }

  /** Forget a game for another one; where it was left, so that nobody loses one by a slip of the finger, an undo goes back to it. */
  #leave() {
    if (this.view && !this.view.over && this.ply) this.left = this.#course();
    this.#forget();
  }

  #course() {
    const { view, history, undone, deal, seed } = this;
    return { state: view.state, history, undone, deal, seed };
  }

  get ply() {
    return this.history.length;
  }

  /** Whether there is a move to take back, or a game before this one that was not finished. */
  get undoable() {
    return this.ply > 0 || this.left !== null;
  }

  #keep(view) {
    this.view = view;
    this.store.set("sitting", { ...this.#course(), left: this.left });
    this.onChange(this);
    return view;
  }

  async #restore({ state, history, undone = [], deal, seed, left = null }) {
    const view = await this.#ask("/play/view", { state });
    Object.assign(this, { history, undone, deal, seed, left });
    return this.#keep(view);
  }

  #ask(path, body) {
    return post(path, { ...this.asked, ...body });
  }

  /** Deal anew. */
  async start({ seed = 0, deal = null, keys = {} } = {}) {
    const view = await this.#ask("/play/start", { seed, deal, keys });
    this.#leave();
    this.deal = view.deal;
    this.seed = seed;
    return this.#keep(view);
  }

  /** Go on where the browser was left; null if there is nothing to go on with. */
  async resume() {
    const kept = this.store.get("sitting");
    return kept ? this.#restore(kept) : null;
  }

  /** Set up any state, given as text; there is no history before it. */
  async setUp(state) {
    const view = await this.#ask("/play/view", { state });
    this.#leave();
    return this.#keep(view);
  }

  /** Play a move, as text or JSON. */
  async play(move) {
    const before = this.view;
    const view = await this.#ask("/play/move", { state: before.state, move });
    if (this.view !== before) return this.view; // another move was quicker
    this.history.push({ state: before.state, move: view.played, mover: before.to_move });
    this.undone = [];
    return this.#keep(view);
  }

  /** Take back the last move, and more until `until(mover)` holds for the one who is then to move; where there is none, go back to the game before. */
  async undo(until = () => true) {
    if (!this.history.length) return this.left ? this.#restore(this.left) : this.view;
    let next = this.view.state;
    do {
      const step = this.history.pop();
      this.undone.push({ ...step, after: next });
      next = step.state;
      if (until(step.mover)) break;
    } while (this.history.length);
    return this.#keep(await this.#ask("/play/view", { state: next }));
  }

  async redo() {
    const step = this.undone.pop();
    if (!step) return this.view;
    const { after, ...made } = step;
    this.history.push(made);
    return this.#keep(await this.#ask("/play/view", { state: after }));
  }

  /** Ask an agent about the state now; gives {move, values, view}. `play` decides whether its move is made. */
  async agent(name, { values = false, play = false, signal } = {}) {
    const before = this.view;
    const body = { ...this.asked, state: before.state, agent: name, seed: this.seed, ply: this.ply, values };
    const job = await run("/play/agent", body, { signal });
    if (job.state !== "done") throw new Error(job.error ?? job.state);
    if (play && this.view === before) {
      this.history.push({ state: before.state, move: job.result.move, mover: before.to_move });
      this.undone = [];
      this.#keep(job.result.view);
    }
    return job.result;
  }

  /** The record of the game so far; null for a state that was set up, which has no deal. */
  async record(agents) {
    if (!this.deal) return null;
    const moves = this.history.map((step) => step.move.json);
    return post("/play/record", { game: this.game.name, deal: this.deal, agents, seed: this.seed, moves });
  }
}
