// The settings of one player: a person, or an agent with its thinking time.

import { h } from "./elements.js";
import { capitalised, labelled, selectBox } from "./form-fields.js";

/** @import { AgentDescription, Game, LocalStore } from "./types.js" */

export const HUMAN = "human";

/** @type {[string, string][]} */
const BUDGETS = [["", "Default"], ["0.2s", "0.2 seconds"], ["1s", "1 second"], ["5s", "5 seconds"], ["200it", "200 iterations"], ["2000it", "2000 iterations"]];

/** Return whether an agent takes a budget: the summary of such an agent shows an example, "a budget: mcts:2000it or mcts:1s". @param {AgentDescription} agent */
const takesBudget = ({ name, summary }) => summary.includes(`${name}:`);

/**
 * Return {element, value(), agent()}. `value()` is the entrant as the API and records write it, "human" or "mcts:1s"; `agent()` is null for a person.
 * @param {{ game: Game, store: LocalStore, player: number, players: number, onChange: () => void }} options
 */
export function playerSettings({ game, store, player, players, onChange }) {
  const who = selectBox([[HUMAN, "You"], .../** @type {[string, string][]} */ (game.agents.map(({ name }) => [name, name]))]);
  const budget = selectBox(BUDGETS);
  const key = `seat-${player}`;
  const analyst = game.analyst ?? game.agents[0].name;
  choose(store.get(key, player === 1 ? analyst : HUMAN));

  /** @param {string} entrant */
  function choose(entrant) {
    const [name, amount = ""] = String(entrant).split(":");
    for (const { control, value } of [{ control: who, value: name }, { control: budget, value: amount }]) {
      if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value, text: value }));
      control.value = value;
    }
  }

  const chosenAgent = () => game.agents.find(({ name }) => name === who.value.split("+")[0]);
  function value() {
    const agent = chosenAgent();
    return who.value !== HUMAN && budget.value && agent && takesBudget(agent) ? `${who.value}:${budget.value}` : who.value;
  }

  const about = h("small", { class: "about" });
  const budgetField = labelled(players === 1 ? "Thinking time per move" : `Thinking time of player ${player + 1}`, budget);
  function show() {
    const agent = chosenAgent();
    about.textContent = capitalised(agent?.summary ?? "");
    budgetField.hidden = !agent || !takesBudget(agent);
  }
  for (const control of [who, budget]) {
    control.addEventListener("change", () => {
      store.set(key, value());
      show();
      onChange();
    });
  }
  show();
  const name = players === 1 ? "Player" : `Player ${player + 1}`;
  const element = h("div", { class: "player" }, h("div", { class: "row" }, labelled(name, who), budgetField), about);
  return { element, value, agent: () => (value() === HUMAN ? null : value()) };
}
