// Who plays: a person or an agent with its budget at each seat.

import { h, labelled } from "./dom.js";

export const HUMAN = "human";

const BUDGETS = { "": "its own", "0.2s": "0.2 seconds", "1s": "1 second", "5s": "5 seconds", "200it": "200 iterations", "2000it": "2000 iterations" };

/** An agent takes a budget if its summary shows one: "a budget: mcts:2000it or mcts:1s". */
function takesBudget({ name, summary }) {
  return summary.includes(`${name}:`);
}

/**
 * A seat: who sits there, kept in the store. `onChange()` when that changes. Gives {element, value(), agent()}: `value` is as the API and
 * records have it, "human" or "mcts:1s"; `agent` is null for a person.
 */
export function seat({ game, store, player, players, onChange }) {
  const who = h(
    "select",
    {},
    h("option", { value: HUMAN, text: "you" }),
    game.agents.map((agent) => h("option", { value: agent.name, text: agent.name })),
  );
  const budget = h("select", {}, Object.entries(BUDGETS).map(([value, text]) => h("option", { value, text })));
  const key = `seat-${player}`;
  const analyst = game.analyst ?? game.agents[0].name;
  choose(store.get(key, player === 1 ? analyst : HUMAN));

  function choose(entrant) {
    const [name, allowed = ""] = String(entrant).split(":");
    for (const [field, value] of [[who, name], [budget, allowed]]) {
      if (![...field.options].some((option) => option.value === value)) field.append(h("option", { value, text: value }));
      field.value = value;
    }
  }

  const known = () => game.agents.find(({ name }) => name === who.value.split("+")[0]);
  const value = () => (who.value === HUMAN ? HUMAN : budget.value && takesBudget(known() ?? { summary: "" }) ? `${who.value}:${budget.value}` : who.value);

  const title = players === 1 ? "Who plays" : `Player ${player + 1}`;
  const about = h("small", { class: "about" });
  const thinks = labelled(players === 1 ? "Budget for a move" : `Budget of player ${player + 1}`, budget);
  function show() {
    const agent = known();
    about.textContent = agent?.summary ?? "";
    thinks.hidden = !agent || !takesBudget(agent);
  }
  for (const field of [who, budget]) {
    field.addEventListener("change", () => {
      store.set(key, value());
      show();
      onChange();
    });
  }
  show();
  const element = h("div", { class: "seat" }, h("div", { class: "row" }, labelled(title, who), thinks), about);
  return { element, value, agent: () => (value() === HUMAN ? null : value()) };
}
