// Who plays: a person or an agent with its budget at each of the two seats, and which circle is dealt.

import { button } from "./parts.js";

const HUMAN = "human";
/** What agents that search may use for a move. */
const BUDGETS = ["200it", "2000it", "0.5s", "1s", "3s", "10s"];
const SEARCHERS = new Set(["uct", "mcts"]);
const USUAL = [HUMAN, "one-ply"];
const NAMES = ["Player 1 (begins)", "Player 2"];
const MOST_SEED = 2147483647;

/** A choice of who sits at a seat: {element, who(), take(who)}. `changed()` is called when somebody else sits down. */
function seat({ dom, game, store }, player, changed) {
  const { h, labelled } = dom;
  const options = [[HUMAN, "a person"], ...game.agents.map(({ name }) => [name, name])];
  const chosen = h("select", {}, options.map(([value, text]) => h("option", { value, text })));
  const budgets = BUDGETS.map((each) => h("option", { value: each, text: each.endsWith("it") ? `${each.slice(0, -2)} iterations` : `${each.slice(0, -1)} seconds` }));
  const budget = h("select", {}, budgets);

  function take([name, amount]) {
    if (options.some(([value]) => value === name)) chosen.value = name;
    if (BUDGETS.includes(amount)) budget.value = amount;
    budget.disabled = !SEARCHERS.has(chosen.value);
    store.set(`seat-${player}`, [chosen.value, budget.value]);
  }

  for (const each of [chosen, budget]) {
    each.addEventListener("change", () => {
      take([chosen.value, budget.value]);
      changed();
    });
  }
  const kept = store.get(`seat-${player}`);
  take(Array.isArray(kept) ? kept : [USUAL[player], "0.5s"]);
  return {
    element: h("div", { class: "seat" }, labelled(NAMES[player], chosen), labelled("its budget", budget)),
    taken: () => [chosen.value, budget.value],
    take,
    summary: () => game.agents.find(({ name }) => name === chosen.value)?.summary,
    /** The agent as it is called; null for a person. */
    agent: () => (chosen.value === HUMAN ? null : SEARCHERS.has(chosen.value) ? `${chosen.value}:${budget.value}` : chosen.value),
  };
}

/** Gives {element, agentOf(player), people(), me(toMove), words(player), agents(), sit(player), seed()}. `onSeats()` hears changes, `onStart({seed})` starts. */
export function seatForm(context, { onSeats, onStart }) {
  const { dom, store } = context;
  const { h, labelled } = dom;
  const about = h("p", { class: "quiet about-seats" });
  const seats = [0, 1].map((player) => seat(context, player, changed));
  const number = h("input", { type: "number", min: 0, max: MOST_SEED, step: 1, value: String(store.get("play-seed", 1)) });

  const isPerson = (player) => seats[player].agent() === null;
  const people = () => [0, 1].filter(isPerson).length;

  function changed() {
    tell();
    onSeats();
  }

  function tell() {
    const told = seats.flatMap((each) => (each.summary() ? [`${each.agent()}: ${each.summary()}.`] : []));
    about.textContent = [...new Set(told)].join(" ") || "Two people take turns at this screen.";
  }

  function swap() {
    const [one, other] = seats.map((each) => each.taken());
    seats[0].take(other);
    seats[1].take(one);
    tell();
  }

  function begin(seed) {
    number.value = String(seed);
    store.set("play-seed", seed);
    onStart({ seed });
  }

  function words(player) {
    const name = seats[player].agent();
    if (name === null) return people() === 2 ? `Player ${player + 1}` : "You";
    return people() === 0 ? `${player + 1}: ${name}` : name;
  }

  const another = button(dom, "Another deal", () => begin(1 + Math.floor(Math.random() * 1_000_000)));
  const turned = button(dom, "⇅ Swap seats", () => {
    swap();
    onSeats();
  });
  const fresh = h("button", { type: "submit", class: "main" }, "New game");
  const form = h("form", {}, h("div", { class: "row" }, seats.map((each) => each.element), turned), h("div", { class: "row" }, labelled("Deal", number), fresh, another));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(Math.min(Math.max(Math.trunc(Number(number.value)) || 0, 0), MOST_SEED));
  });
  tell();
  return {
    element: h("section", { class: "panel seats-part" }, h("h2", { text: "Who plays" }), form, about),
    /** If one person plays, that is this seat's. */
    sit: (player) => people() === 1 && !isPerson(player) && swap(),
    seed: () => Number(number.value),
    people,
    agentOf: (player) => seats[player].agent(),
    /** The player whose quilt lies in front of the person. */
    me: (toMove) => (people() === 2 ? toMove : isPerson(1) ? 1 : 0),
    words,
    agents: () => seats.map((each) => each.agent() ?? HUMAN),
  };
}
