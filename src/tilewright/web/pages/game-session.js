// A game in progress. The browser stores all states as text, so that an undo, a reload or a restart of the server loses nothing.

import { ApiError, post, postForEvents, statusOf } from "./api.js";

/** @import { ReplayedGame } from "./game-replay.js" */
/** @import { AgentMove, Deal, Game, LocalStore, Move, PositionView, RecordAnswer, Turn, UndoneTurn } from "./types.js" */

/**
 * The data of a game that the browser saves.
 * @template [MoveJson=any]
 * @typedef {{ state: string, history: Turn<MoveJson>[], undone?: UndoneTurn<MoveJson>[], deal: Deal | null, seed: number, key?: string, left?: SavedGame<MoveJson> | null }} SavedGame
 */

/**
 * The options of a turn: `move` is the person's move or null; `agents` contains, for each player, the name of an agent, or null for a person. `onPlayed()` is called
 * when the server has accepted the person's move, `onReply(reply)` after each move of an agent.
 * @template [Json=any]
 * @template [MoveJson=any]
 * @typedef {object} TurnOptions
 * @property {unknown} [move]
 * @property {(string | null)[]} agents
 * @property {number} [mostReplies] the maximum number of moves that agents play
 * @property {boolean} [values] whether replies contain the values of moves
 * @property {AbortSignal} [signal] ends the turn when it is aborted
 * @property {() => void} [onPlayed]
 * @property {(reply: AgentMove<Json, MoveJson>) => void} [onReply]
 */

/** The keys of a record that are not part of the deal. */
const NOT_DEAL = new Set(["game", "agents", "seed", "moves", "result"]);

/** Return a random key that identifies a game, so that the server can find the game's agents again. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");

/**
 * A game in progress: the deal, every state and every move. It is independent of any panel, so that a game's own page can use it.
 *
 * `parts` lists the optional parts that each view contains: some of "moves", "svg", "text" and "json"; null means all. `mostMoves` limits the number
 * of listed moves. After every change, the game is saved and `onChange(session)` is called.
 * @template [Json=any]
 * @template [MoveJson=any]
 */
export class GameSession {
  /** The current position; null until a game has been started or resumed. @type {PositionView<Json, MoveJson>} */
  view = /** @type {any} */ (null);
  /** @type {Turn<MoveJson>[]} */
  history = [];
  /** @type {UndoneTurn<MoveJson>[]} */
  undone = [];
  /** @type {Deal | null} */
  deal = null;
  seed = 0;
  key = newKey();
  /** The unfinished game that was replaced by this game. @type {SavedGame<MoveJson> | null} */
  left = null;
  /** The latest request that changes the game. @type {Promise<unknown>} */
  #lastChange = Promise.resolve();

  /** @param {{ game: Game, store: LocalStore, onChange?: (session: GameSession<Json, MoveJson>) => void, mostMoves?: number, parts?: string[] | null }} options */
  constructor({ game, store, onChange = () => {}, mostMoves = 500, parts = null }) {
    this.game = game;
    this.store = store;
    this.onChange = onChange;
    this.request = { game: game.name, most_moves: mostMoves, parts };
  }

  /** Clear the current game before a new one starts. If it is unfinished and has at least one move, it is stored, so that undo can return to it. */
  #leave() {
    if (this.view && !this.view.over && this.ply) this.left = this.#toSaved();
    Object.assign(this, { view: null, history: [], undone: [], deal: null, seed: 0, key: newKey() });
  }

  /** @returns {SavedGame<MoveJson>} */
  #toSaved() {
    const { view, history, undone, deal, seed, key } = this;
    return { state: view.state, history, undone, deal, seed, key };
  }

  get ply() {
    return this.history.length;
  }

  /** Whether undo is possible: there is a move to take back, or an unfinished game to which undo can return. */
  get undoable() {
    return this.ply > 0 || this.left !== null;
  }

  /** @param {PositionView<Json, MoveJson>} view */
  #update(view) {
    this.view = view;
    this.store.set("sitting", { ...this.#toSaved(), left: this.left });
    this.onChange(this);
    return view;
  }

  /** @param {SavedGame<MoveJson>} saved */
  async #restore({ state, history, undone = [], deal, seed, key = newKey(), left = null }) {
    const view = await this.#ask("/play/view", { state });
    Object.assign(this, { history, undone, deal, seed, key, left });
    return this.#update(view);
  }

  /** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<PositionView<Json, MoveJson>>} */
  #ask(path, body, signal) {
    return post(path, { ...this.request, ...body }, { signal });
  }

  /**
   * Run a request that changes the game. The request starts after all earlier requests of this kind have ended, because it depends on their results. A request that fails changes nothing.
   * @template Result
   * @param {() => Promise<Result>} change
   * @returns {Promise<Result>}
   */
  #afterEarlierChanges(change) {
    const result = this.#lastChange.then(change);
    this.#lastChange = result.catch(() => null);
    return result;
  }

  /** Start a new game, unless the signal is aborted before the server has answered. @param {{ seed?: number, deal?: unknown, keys?: object, signal?: AbortSignal }} [options] */
  start({ seed = 0, deal = null, keys = {}, signal } = {}) {
    return this.#afterEarlierChanges(async () => {
      const view = await this.#ask("/play/start", { seed, deal, keys }, signal);
      signal?.throwIfAborted();
      this.#leave();
      this.deal = view.deal ?? null;
      this.seed = seed;
      return this.#update(view);
    });
  }

  /** Continue the saved game; return null if there is none, or if the server cannot read it. */
  resume() {
    return this.#afterEarlierChanges(async () => {
      const saved = this.store.get("sitting");
      try {
        return saved ? await this.#restore(saved) : null;
      } catch (error) {
        if (statusOf(error) !== 400) throw error;
        return null;
      }
    });
  }

  /** Start from a state that is given as text, without a history. @param {string} state */
  setUp(state) {
    return this.#afterEarlierChanges(async () => {
      const view = await this.#ask("/play/view", { state });
      this.#leave();
      return this.#update(view);
    });
  }

  /** Continue a recorded game after its first `ply` moves; the later moves can be redone. @param {ReplayedGame<MoveJson>} game @param {number} ply */
  continueFrom({ record, states, turns }, ply) {
    const deal = Object.fromEntries(Object.entries(record).filter(([key]) => !NOT_DEAL.has(key)));
    const undone = turns.slice(ply).map((turn, index) => ({ ...turn, after: states[ply + index + 1] })).reverse();
    return this.#afterEarlierChanges(async () => {
      const view = await this.#ask("/play/view", { state: states[ply] });
      this.#leave();
      Object.assign(this, { history: turns.slice(0, ply), undone, deal, seed: record.seed });
      return this.#update(view);
    });
  }

  /** Play a move, given as text or JSON, in the current position. If the position changes before the server has answered, the move is not played. @param {unknown} move */
  play(move) {
    const before = this.view;
    return this.#afterEarlierChanges(async () => {
      if (this.view !== before) return this.view;
      const view = await this.#ask("/play/move", { state: before.state, move });
      return this.view === before && view.played ? this.#advance(view.played, view) : this.view;
    });
  }

  /** Add a move and the position after it to the game. @param {Move<MoveJson>} move @param {PositionView<Json, MoveJson>} view */
  #advance(move, view) {
    this.history.push({ state: this.view.state, move, mover: this.view.to_move });
    this.undone = [];
    return this.#update(view);
  }

  /**
   * Play a person's move, if one is given, and then the moves of the agents until a person is to move, the game is over or `mostReplies` moves of agents have been played,
   * all in one request.
   * @param {TurnOptions<Json, MoveJson>} options
   */
  turn({ move = null, agents, mostReplies = 20, values = false, signal, onPlayed, onReply }) {
    let { view: before } = this;
    let replies = 0;
    return this.#streamTurn({ move, agents, most_replies: mostReplies, values }, signal, (kind, data) => {
      if (kind !== "played" && kind !== "reply") return false;
      if (this.view !== before) throw new Error("The position has changed.");
      before = this.#advance(data.move, data.view);
      if (kind === "played") onPlayed?.();
      else {
        replies += 1;
        onReply?.(data);
      }
      return before.over || agents[before.to_move] === null || replies === mostReplies;
    });
  }

  /**
   * Send the request of a turn. The promise resolves when `onEvent` returns true, even if the response has not ended yet.
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   * @param {(kind: string, data: any) => boolean} onEvent
   * @returns {Promise<void>}
   */
  #streamTurn(body, signal, onEvent) {
    const { seed, ply, key } = this;
    let complete = false;
    return new Promise((resolve, reject) => {
      postForEvents("/play/turn", { ...this.request, state: this.view.state, seed, ply, key, ...body }, {
        signal,
        onEvent(kind, data) {
          if (complete) return;
          if (kind === "failed" || kind === "cancelled") throw new ApiError(data.error ?? "The turn was cancelled.", 422);
          complete = onEvent(kind, data);
          if (complete) resolve();
        },
      }).then(resolve, reject);
    });
  }

  /**
   * Take back the last move, and further moves until `until(mover)` is true for the player who is then to move. If no move has been played, return to the
   * game that this one has replaced.
   * @param {(mover: number) => boolean} [until]
   */
  undo(until = () => true) {
    return this.#afterEarlierChanges(async () => {
      if (!this.history.length) return this.left ? this.#restore(this.left) : this.view;
      const [history, undone] = [[...this.history], [...this.undone]];
      let { state } = this.view;
      for (let turn; (turn = history.pop()); ) {
        undone.push({ ...turn, after: state });
        ({ state } = turn);
        if (until(turn.mover)) break;
      }
      return this.#goTo(state, history, undone);
    });
  }

  redo() {
    return this.#afterEarlierChanges(async () => {
      const undone = [...this.undone];
      const next = undone.pop();
      if (!next) return this.view;
      const { after, ...turn } = next;
      return this.#goTo(after, [...this.history, turn], undone);
    });
  }

  /** Go to another position in this game, unless an agent moves before the server has answered. @param {string} state @param {Turn<MoveJson>[]} history @param {UndoneTurn<MoveJson>[]} undone */
  async #goTo(state, history, undone) {
    const before = this.view;
    const view = await this.#ask("/play/view", { state });
    if (this.view !== before) return this.view;
    Object.assign(this, { history, undone });
    return this.#update(view);
  }

  /**
   * Ask an agent for its move in the current state, without playing it; if `name` is null, ask the game's analyst.
   * @param {string | null} name
   * @param {{ values?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<AgentMove<Json, MoveJson>>}
   */
  async askAgent(name, { values = false, signal } = {}) {
    /** @type {AgentMove<Json, MoveJson> | null} */
    let answer = null;
    const agents = Array(this.view.players).fill(name ?? this.game.analyst);
    await this.#streamTurn({ agents, most_replies: 1, values }, signal, (kind, data) => {
      if (kind === "reply") answer = data;
      return answer !== null;
    });
    if (!answer) throw new Error("The agent chose no move.");
    return answer;
  }

  /** Return the record of the game so far. A game that was started from a state has no deal, so it has no record. @param {string[]} agents @returns {Promise<RecordAnswer<MoveJson>>} */
  async record(agents) {
    if (!this.deal) throw new Error("This position was set up by hand, so the game has no record.");
    const moves = this.history.map((turn) => turn.move.json);
    return post("/play/record", { game: this.game.name, deal: this.deal, agents, seed: this.seed, moves });
  }
}
