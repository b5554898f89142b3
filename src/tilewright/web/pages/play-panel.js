// A panel to play any game: the board as a picture, the moves as a list, people or agents at the seats.

import { announce, download, elapsed, h, labelled, picture } from "./dom.js";
import { HUMAN, seat } from "./seats.js";
import { Sitting } from "./sitting.js";

const SHOWN = 200;
const MOST = 5000;
/** More moves than these are put in groups. */
const FEW = 30;
const PACES = { 0: "as fast as they can", 500: "half a second", 1000: "one second", 3000: "three seconds" };

/**
 * `deal()` gives the text of an instance to be played, for games whose deals are instances. `table(play)` gives a board of the game's own
 * in the place of the picture, {element, side, show(view), hint(move)}: it calls `play(move)`, `side` stands beside it, and the moves are still
 * listed, folded. Gives {element, sitting}.
 */
export function playPanel({ game, store, deal = () => null, table = null }) {
  const figure = h("div", { class: "picture stage" });
  const scores = h("p", { class: "facts", role: "status" });
  const note = h("p", { class: "hint", role: "status" });
  const trouble = h("p", { class: "trouble", role: "status" });
  const seed = h("input", { type: "number", min: 0, max: 2147483647, step: 1, value: String(store.get("play-seed", 1)) });
  const seats = [];
  const seatRow = h("div", { class: "row seats" });
  const story = h("ol", { class: "story" });
  const play = (move) => tried(() => sitting.play(move));
  const surface = table?.(play);
  const list = moveList(play);
  /** Agents that have answered once: their programs are compiled. Null is the one that gives hints. */
  const answered = new Set();
  let thinking = null;
  let waiting = 0;
  /** Agents do not move by themselves: somebody has stopped them, or nobody has let them begin. */
  let held = store.get("held", false);

  const sitting = new Sitting({ game, store, onChange: show, mostMoves: MOST, parts: surface ? ["moves", "json"] : null });

  const agent = (player) => seats[player]?.agent() ?? null;
  const onlyAgents = () => seats.length > 0 && seats.every((each) => each.agent() !== null);
  function name(player) {
    const plays = agent(player);
    if (sitting.view.players === 1) return plays ?? "you";
    return plays ? `player ${player + 1} (${plays})` : `player ${player + 1}`;
  }

  function hold(on) {
    held = on;
    store.set("held", held);
    clearTimeout(waiting);
    if (held) thinking?.abort();
  }

  function showSeats() {
    const { players } = sitting.view;
    for (let player = seats.length; player < players; player++) {
      seats.push(
        seat({
          game,
          store,
          player,
          players,
          onChange() {
            thinking?.abort();
            hold(onlyAgents());
            show();
          },
        }),
      );
      seatRow.append(seats[player].element);
    }
  }

  function result({ players, winner, scores: points }) {
    if (players === 1) return "The game is over.";
    const told = points.join(" to ");
    return winner === null ? `The game is over: a draw, ${told}.` : `The game is over: ${name(winner)} wins, ${told}.`;
  }

  function show() {
    const { view } = sitting;
    showSeats();
    if (surface) surface.show(view);
    else if (view.svg) figure.replaceChildren(picture(view.svg));
    else figure.replaceChildren(h("pre", { tabindex: 0, text: view.text ?? view.state }));
    const points = view.scores.map((score, player) => h("span", { text: `${name(player)}: ${score}` }));
    const mover = view.players === 1 && !agent(0) ? "Your" : `${name(view.to_move)}'s`;
    const state = view.over ? result(view) : `${mover} move.`;
    scores.replaceChildren(h("strong", { class: view.over ? "badge good" : "badge", text: state }), ...points);
    note.textContent = trouble.textContent = "";
    list.show(view);
    story.replaceChildren(...sitting.history.map((step) => h("li", { text: step.move.text })));
    story.scrollTop = story.scrollHeight;
    // An instance can be played where deals are instances; a circle of patches is none.
    if (sitting.deal) given.hidden = !("instance" in sitting.deal);
    showButtons();
    turn();
  }

  function showButtons() {
    const { view } = sitting;
    const agents = !view.over && agent(view.to_move) !== null;
    back.disabled = !sitting.undoable;
    forth.disabled = !sitting.undone.length;
    hint.disabled = view.over;
    go.textContent = held ? "Start" : "Pause";
    go.disabled = !agents;
    step.disabled = !agents || thinking !== null;
    watch.hidden = !onlyAgents();
  }

  async function tried(act) {
    try {
      await act();
    } catch (error) {
      if (error.name !== "AbortError") trouble.textContent = error.message;
    }
  }

  // --- Agents -------------------------------------------------------------------------------------------

  /** If an agent is to move, let it, unless agents are held. */
  function turn() {
    if (!held && !thinking && !sitting.view.over && agent(sitting.view.to_move)) think();
  }

  async function think() {
    const plays = agent(sitting.view.to_move);
    const mine = (thinking = new AbortController());
    const stop = elapsed(note, `${plays} is thinking`, !answered.has(plays));
    showButtons();
    let failed = null;
    try {
      const { move } = await sitting.agent(plays, { play: true, signal: mine.signal });
      answered.add(plays);
      announce(`${plays} plays ${move.text}`);
    } catch (error) {
      if (!mine.signal.aborted) failed = error.message;
    }
    thinking = null;
    stop();
    note.textContent = "";
    if (failed) {
      hold(true);
      trouble.textContent = failed;
    }
    showButtons();
    clearTimeout(waiting);
    waiting = setTimeout(turn, onlyAgents() ? Number(pace.value) : 0);
  }

  // --- What people do -----------------------------------------------------------------------------------

  const button = (text, act) => h("button", { type: "button", on: { click: () => tried(act) } }, text);
  const back = button("Undo", () => {
    thinking?.abort();
    hold(onlyAgents());
    return sitting.undo((mover) => onlyAgents() || agent(mover) === null);
  });
  const forth = button("Redo", () => {
    hold(onlyAgents());
    return sitting.redo();
  });
  const hint = button("Hint", async () => {
    const stop = elapsed(note, "thinking", !answered.has(null));
    const found = await sitting.agent(null, { values: true }).finally(stop);
    answered.add(null);
    surface?.hint(found.move.json);
    const value = found.values ? `, and values it at ${found.values[0].value.toPrecision(3)}` : "";
    note.textContent = `${found.agent} would play ${found.move.text}${value}.`;
  });
  const go = button("Pause", () => {
    hold(!held);
    showButtons();
    turn();
  });
  const step = button("One move", () => {
    hold(true);
    return think();
  });
  const save = button("Save record", async () => {
    const made = await sitting.record(seats.map((each) => each.value()));
    if (made === null) trouble.textContent = "A state that was set up has no record.";
    else download(`${game.name}.jsonl`, `${made.line}\n`);
  });
  function begin(from) {
    thinking?.abort();
    hold(onlyAgents());
    store.set("play-seed", Number(seed.value));
    return sitting.start({ seed: Number(seed.value), ...from });
  }
  const fresh = button("New game", () => begin({}));
  const given = button("Play the instance", () => begin({ deal: deal() }));
  given.hidden = true;
  const pace = h("select", {}, Object.entries(PACES).map(([value, text]) => h("option", { value, text })));
  pace.value = String(store.get("pace", 500));
  pace.addEventListener("change", () => store.set("pace", Number(pace.value)));
  const watch = h("div", { class: "row" }, step, labelled("Pause between moves", pace));
  watch.hidden = true;

  const side = h(
    "div",
    { class: "side" },
    h("div", { class: "row" }, back, forth, hint, go),
    watch,
    note,
    trouble,
    surface ? [surface.side, h("details", {}, h("summary", { text: "Moves as a list" }), list.element)] : list.element,
    h("details", {}, h("summary", { text: "The game so far" }), story, save),
  );
  const element = h(
    "section",
    { class: "panel play" },
    h("h2", { text: "Play" }),
    h("div", { class: "row table-setting" }, seatRow, h("div", { class: "row" }, labelled("Seed of the deal", seed), fresh, given)),
    scores,
    h("div", { class: "table-top" }, surface?.element ?? figure, side),
  );
  const dealt = elapsed(note, "setting up the table");
  tried(async () => (await resumed(sitting)) ?? sitting.start({ seed: Number(seed.value) })).then(() => {
    dealt();
    // An agent that is to move has said by now that it thinks.
    if (!thinking) note.textContent = "";
  });
  return { element, sitting };
}

/** Go on with the game that the browser keeps. Only one that the server cannot read is given up. */
async function resumed(sitting) {
  try {
    return await sitting.resume();
  } catch (error) {
    if (error.status !== 400) throw error;
    return null;
  }
}

/** Moves by what stands before their place: those with the stone `01` of `01@0,2-0,3`. A Map from that to a list, in the moves' order. */
function grouped(moves) {
  const groups = new Map();
  for (const move of moves) {
    const name = move.text.split("@")[0];
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(move);
  }
  return groups;
}

/** The legal moves as buttons, many of them in groups that open, and a field to find one or to type it. Gives {element, show(view)}. */
function moveList(play) {
  const moves = h("ol", { class: "moves", "aria-label": "Legal moves" });
  const filter = h("input", { type: "search", placeholder: "find one, or type it and press Enter" });
  let view = null;
  let opened = null;

  const item = (move) => h("li", {}, h("button", { type: "button", on: { click: () => make(move.json) } }, move.text));

  /** What was typed goes with the move, unless that is refused: then it can be mended. */
  async function make(move) {
    const [before, typed] = [view, filter.value];
    filter.value = "";
    await play(move);
    if (view === before) filter.value ||= typed;
  }

  /** A group has its buttons once it is open; one is open at a time. */
  function group([name, members]) {
    const buttons = h("ol");
    const fold = h("details", { open: name === opened, name: "moves" }, h("summary", {}, name, h("small", { text: ` ${members.length} moves` })), buttons);
    const unfold = () => buttons.children.length || buttons.append(...members.map(item));
    fold.addEventListener("toggle", () => {
      if (fold.open) unfold();
      if (fold.open) opened = name;
      else if (fold.isConnected && opened === name) opened = null;
    });
    if (fold.open) unfold();
    return h("li", { class: "group" }, fold);
  }

  function items(found) {
    const groups = grouped(found);
    if (found.length <= FEW || groups.size < 2 || groups.size === found.length) return found.slice(0, SHOWN).map(item);
    return [...groups].map((each) => (each[1].length > 1 ? group(each) : item(each[1][0])));
  }

  function show() {
    const wanted = filter.value.trim().toLowerCase();
    const found = view.moves.filter((move) => move.text.toLowerCase().includes(wanted));
    const focused = moves.contains(document.activeElement);
    moves.replaceChildren(...items(found));
    const hidden = view.moves_total - view.moves.length + (moves.querySelector("details") ? 0 : Math.max(0, found.length - SHOWN));
    if (hidden > 0 && !wanted) moves.append(h("li", { class: "quiet", text: `and ${hidden} more; type one above` }));
    // Who plays by keyboard goes on from the first move of the next list.
    if (focused) (moves.querySelector(":scope > li > button, details[open] button, summary") ?? filter).focus({ preventScroll: true });
  }

  filter.addEventListener("input", show);
  filter.addEventListener("keydown", (event) => {
    const text = filter.value.trim();
    if (event.key !== "Enter" || !text) return;
    event.preventDefault();
    make(text);
  });
  return {
    element: h("div", {}, labelled("Moves", filter), moves),
    show(now) {
      view = now;
      show();
    },
  };
}
