// Who plays: the opponent with its budget, who begins, and which circle is dealt.

import { button } from "./parts.js";

const HUMAN = "human";
/** What agents that search may use for a move. */
const BUDGETS = ["200it", "2000it", "0.5s", "1s", "3s", "10s"];
const SEARCHERS = new Set(["uct", "mcts"]);
const FIRST_OPPONENT = "one-ply";
const MOST_SEED = 2147483647;

/** Gives {element, names(), agentOf(player), me(), words(player)}. `onOpponent()` when it changes, `onStart({seed})` for a new game. */
export function seatForm(context, { onOpponent, onStart }) {
  const { dom, game, store } = context;
  const { h, labelled } = dom;
  const agents = [...game.agents.map(({ name, summary }) => [name, summary])];
  const select = (pairs, value) => {
    const made = h("select", {}, pairs.map(([name, title, words]) => h("option", { value: name, title, text: words ?? name })));
    if (pairs.some(([name]) => name === value)) made.value = value;
    return made;
  };
  const opponent = select([...agents, [HUMAN, "two people at one screen", "a person here"]], store.get("opponent", FIRST_OPPONENT));
  const budget = select(BUDGETS.map((each) => [each, "", each.endsWith("it") ? `${each.slice(0, -2)} iterations` : `${each.slice(0, -1)} seconds`]), store.get("budget", "0.5s"));
  const begins = select([["0", "", "you"], ["1", "", "the opponent"]], String(store.get("begins", 0)));
  const seed = h("input", { type: "number", min: 0, max: MOST_SEED, step: 1, value: String(store.get("play-seed", 1)) });
  const budgetField = labelled("Budget for a move", budget);
  const about = h("p", { class: "quiet about-opponent" });
  /** The seat of the person, as it was when the game began. */
  let seat = store.get("seat", 0) === 1 ? 1 : 0;

  const searches = () => SEARCHERS.has(opponent.value);
  const name = () => (searches() ? `${opponent.value}:${budget.value}` : opponent.value);

  function show() {
    budget.disabled = !searches();
    about.textContent = game.agents.find((agent) => agent.name === opponent.value)?.summary ?? "Two people take turns at this screen.";
  }

  for (const [field, key] of [[opponent, "opponent"], [budget, "budget"]]) {
    field.addEventListener("change", () => {
      store.set(key, field.value);
      show();
      onOpponent();
    });
  }
  begins.addEventListener("change", () => store.set("begins", Number(begins.value)));

  function begin(number) {
    seed.value = String(number);
    store.set("play-seed", number);
    sit(Number(begins.value));
    onStart({ seed: number });
  }

  function sit(player) {
    seat = player;
    store.set("seat", seat);
  }

  const another = button(dom, "Another deal", () => begin(1 + Math.floor(Math.random() * 1_000_000)));
  const fresh = h("button", { type: "submit", class: "main" }, "New game");
  const form = h("form", { class: "row" }, labelled("Opponent", opponent), budgetField, labelled("Who begins", begins), labelled("Deal", seed), fresh, another);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(Math.min(Math.max(Math.trunc(Number(seed.value)) || 0, 0), MOST_SEED));
  });
  show();
  return {
    element: h("section", { class: "panel seats-part" }, h("h2", { text: "Game and opponent" }), form, about),
    sit,
    seed: () => Number(seed.value),
    people: () => (opponent.value === HUMAN ? 2 : 1),
    /** The agent that plays for a player; null for a person. */
    agentOf: (player) => (opponent.value === HUMAN || player === seat ? null : name()),
    /** The player whose quilt lies in front of the person. */
    me: (toMove) => (opponent.value === HUMAN ? toMove : seat),
    words: (player) => (opponent.value === HUMAN ? `Player ${player + 1}` : player === seat ? "You" : name()),
    agents: () => [0, 1].map((player) => (opponent.value === HUMAN || player === seat ? HUMAN : name())),
  };
}
