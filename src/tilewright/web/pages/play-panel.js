// A game that is played: states as texts in the browser, so that undo, reload and a restart of the server cost nothing.

import { post, run } from "./api.js";
import { announce, download, h, labelled, picture } from "./dom.js";

const SHOWN = 200;

/**
 * The course of a game as the browser keeps it: what was dealt, every state and every move. It belongs to no panel, so that a page of
 * its own can build on it.
 *
 * `parts` says what its views hold beside the state (["moves", "svg", "text", "json"]; null for all of it), `mostMoves` how many moves.
 * Fields: `view` (the answer of the play API for the state now), `history` ([{state, move, mover}]), `deal`, `seed`.
 * Methods: `start({seed, deal, keys})`, `play(move)`, `undo(until)`, `redo()`, `agent(name, {values, signal})`, `record(agents)`, `resume()`. Each
 * change calls `onChange(sitting)`.
 */
export class Sitting {
  constructor({ game, store, onChange = () => {}, mostMoves = 500, parts = null }) {
    Object.assign(this, { game, store, onChange, asked: { game: game.name, most_moves: mostMoves, parts } });
    this.#forget();
  }

  #forget() {
    Object.assign(this, { view: null, history: [], undone: [], deal: null, seed: 0 });
  }

  get ply() {
    return this.history.length;
  }

  #keep(view) {
    this.view = view;
    const { history, undone, deal, seed } = this;
    this.store.set("sitting", { state: view.state, history, undone, deal, seed });
    this.onChange(this);
    return view;
  }

  #ask(path, body) {
    return post(path, { ...this.asked, ...body });
  }

  /** Deal anew. */
  async start({ seed = 0, deal = null, keys = {} } = {}) {
    const view = await this.#ask("/play/start", { seed, deal, keys });
    this.#forget();
    this.deal = view.deal;
    this.seed = seed;
    return this.#keep(view);
  }

  /** Go on where the browser was left; null if there is nothing to go on with. */
  async resume() {
    const kept = this.store.get("sitting");
    if (!kept) return null;
    const view = await this.#ask("/play/view", { state: kept.state });
    Object.assign(this, { history: kept.history, undone: kept.undone ?? [], deal: kept.deal, seed: kept.seed });
    return this.#keep(view);
  }

  /** Set up any state, given as text; there is no history before it. */
  async setUp(state) {
    const view = await this.#ask("/play/view", { state });
    this.#forget();
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

  /** Take back the last move, and more until `until(mover)` holds for the one who is then to move. */
  async undo(until = () => true) {
    if (!this.history.length) return this.view;
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

/** A panel to play any game: the board as a picture, the moves as a list, agents at the other seats. Gives {element, sitting}. */
export function playPanel({ game, store, deal = () => null }) {
  const figure = h("div", { class: "picture stage" });
  const scores = h("p", { class: "facts", role: "status" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const filter = h("input", { type: "search", placeholder: "filter, or type a move and press Enter" });
  const story = h("ol", { class: "story" });
  const trouble = h("p", { class: "trouble", role: "status" });
  const hintText = h("p", { class: "hint", role: "status" });
  const seed = h("input", { type: "number", min: 0, max: 2147483647, step: 1, value: String(store.get("play-seed", 1)) });
  const seats = [];
  let thinking = null;

  const sitting = new Sitting({ game, store, onChange: show });

  const name = (player) => (sitting.view.players === 1 ? "you" : `player ${player + 1}`);
  const seated = (player) => seats[player]?.field.value ?? "human";

  function showSeats() {
    for (let player = seats.length; player < sitting.view.players; player++) {
      const choose = h(
        "select",
        {},
        h("option", { value: "human", text: "you" }),
        game.agents.map((agent) => h("option", { value: agent.name, text: agent.name, title: agent.summary })),
      );
      const budget = player === 1 ? (game.analyst ?? game.agents[0].name) : "human";
      const wanted = store.get(`seat-${player}`, budget);
      if (![...choose.options].some((option) => option.value === wanted)) choose.append(h("option", { value: wanted, text: wanted }));
      choose.value = wanted;
      choose.addEventListener("change", () => {
        store.set(`seat-${player}`, choose.value);
        turn();
      });
      const seat = labelled(sitting.view.players === 1 ? "Who plays" : `Player ${player + 1}`, choose);
      seats.push(seat);
      seatRow.append(seat);
    }
  }

  function show() {
    const { view } = sitting;
    showSeats();
    if (view.svg) figure.replaceChildren(picture(view.svg));
    else figure.replaceChildren(h("pre", { tabindex: 0, text: view.text ?? view.state }));
    const points = view.scores.map((score, player) => h("span", { text: `${name(player)}: ${score}` }));
    let turnText = view.over ? "The game is over." : `${view.players === 1 ? "Your" : `${name(view.to_move)}'s`} move.`;
    if (view.over && view.players === 2) turnText += view.winner === null ? " A draw." : ` ${name(view.winner)} wins.`;
    scores.replaceChildren(h("strong", { class: view.over ? "badge good" : "badge", text: turnText }), ...points);
    hintText.textContent = trouble.textContent = "";
    showMoves();
    story.replaceChildren(...sitting.history.map((step) => h("li", { text: step.move.text })));
    story.scrollTop = story.scrollHeight;
    back.disabled = !sitting.history.length;
    forth.disabled = !sitting.undone.length;
    hint.disabled = view.over;
    turn();
  }

  function showMoves() {
    const { view } = sitting;
    const wanted = filter.value.trim().toLowerCase();
    const found = view.moves.filter((move) => move.text.toLowerCase().includes(wanted));
    moves.replaceChildren(
      ...found.slice(0, SHOWN).map((move) =>
        h("li", {}, h("button", { type: "button", on: { click: () => tried(() => sitting.play(move.json)) } }, move.text)),
      ),
    );
    const hidden = view.moves_total - view.moves.length + Math.max(0, found.length - SHOWN);
    if (hidden > 0 && !wanted) moves.append(h("li", { class: "quiet", text: `and ${hidden} more; type one above` }));
  }

  async function tried(act) {
    try {
      await act();
    } catch (error) {
      if (error.name !== "AbortError") trouble.textContent = error.message;
    }
  }

  /** If an agent is to move, let it. */
  async function turn() {
    const { view } = sitting;
    const agent = view.over ? "human" : seated(view.to_move);
    if (agent === "human" || thinking) return;
    thinking = new AbortController();
    scores.append(h("span", { class: "quiet", text: `${agent} is thinking` }));
    stop.hidden = false;
    await tried(() => sitting.agent(agent, { play: true, signal: thinking.signal }).then(({ move }) => announce(`${agent} plays ${move.text}`)));
    const stopped = thinking.signal.aborted;
    thinking = null;
    stop.hidden = true;
    if (!stopped && !trouble.textContent) turn();
  }

  const button = (text, act) => h("button", { type: "button", on: { click: () => tried(act) } }, text);
  const people = () => [...Array(sitting.view.players).keys()].filter((player) => seated(player) === "human");
  const back = button("Undo", () => {
    thinking?.abort();
    return sitting.undo((mover) => people().includes(mover) || !people().length);
  });
  const forth = button("Redo", () => sitting.redo());
  const hint = button("Hint", async () => {
    hintText.textContent = "thinking";
    const found = await sitting.agent(null, { values: true });
    const value = found.values ? `, and values it at ${found.values[0].value.toPrecision(3)}` : "";
    hintText.textContent = `${found.agent} would play ${found.move.text}${value}.`;
  });
  const stop = button("Stop", () => thinking?.abort());
  stop.hidden = true;
  const save = button("Save record", async () => {
    const made = await sitting.record([...Array(sitting.view.players).keys()].map(seated));
    if (made === null) trouble.textContent = "A state that was set up has no record.";
    else download(`${game.name}.jsonl`, `${made.line}\n`);
  });
  const fresh = button("New game", () => {
    thinking?.abort();
    store.set("play-seed", Number(seed.value));
    return sitting.start({ seed: Number(seed.value) });
  });
  const given = button("Play the instance", () => {
    thinking?.abort();
    return sitting.start({ seed: Number(seed.value), deal: deal() });
  });
  filter.addEventListener("input", showMoves);
  filter.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !filter.value.trim()) return;
    event.preventDefault();
    const text = filter.value.trim();
    tried(async () => {
      await sitting.play(text);
      filter.value = "";
      showMoves();
    });
  });
  const seatRow = h("div", { class: "row seats" });
  const element = h(
    "section",
    { class: "panel play" },
    h("h2", { text: "Play" }),
    h("div", { class: "row" }, seatRow, labelled("Seed", seed), fresh, given),
    scores,
    h("div", { class: "row" }, back, forth, hint, stop, save),
    hintText,
    trouble,
    h("div", { class: "table-top" }, figure, h("div", { class: "side" }, labelled("Moves", filter), moves, h("details", {}, h("summary", { text: "The game so far" }), story))),
  );
  tried(async () => (await sitting.resume().catch(() => null)) ?? sitting.start({ seed: Number(seed.value) }));
  return { element, sitting };
}
