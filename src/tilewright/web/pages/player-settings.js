// Fields to choose the players: a person, an agent with its thinking time, or an opponent of a certain level.

import { h } from "./elements.js";
import { capitalised, labelled, radioButtons, selectBox } from "./form-fields.js";

/** @import { Game, LocalStore } from "./types.js" */

export const HUMAN = "human";
export const CUSTOM = "Custom";

/** Budgets per move; an empty budget is the agent's default. @type {[string, string][]} */
const BUDGETS = [["", "Default"], ["0.5s", "0.5 seconds"], ["1s", "1 second"], ["3s", "3 seconds"], ["10s", "10 seconds"], ["200it", "200 iterations"], ["2000it", "2000 iterations"]];

/**
 * Return the fields for one player. `value()` returns the player as written in the API and in records, such as "human" or "mcts:1s"; `agent()` returns
 * the same text for an agent, and null for a person.
 * @param {{ game: Game, label: string, timeLabel?: string, people?: boolean, value: string, onChange: () => void }} options
 */
export function playerField({ game, label, timeLabel = "Thinking time", people = true, value: first, onChange }) {
  /** @type {[string, string][]} */
  const agents = game.agents.map(({ name }) => [name, capitalised(name)]);
  const who = selectBox(people ? [[HUMAN, "You"], ...agents] : agents);
  const budget = selectBox(BUDGETS);
  const about = h("small", { class: "about" });
  const budgetField = labelled(timeLabel, budget);
  const chosenAgent = () => game.agents.find(({ name }) => name === who.value.split("+")[0]);

  /** @param {string} entrant */
  function set(entrant) {
    const [name, amount = ""] = String(entrant).split(":");
    for (const [control, value] of /** @type {[HTMLSelectElement, string][]} */ ([[who, name], [budget, amount]])) {
      if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value, text: value }));
      control.value = value;
    }
    show();
  }

  function show() {
    const agent = chosenAgent();
    about.textContent = agent ? `${capitalised(agent.summary)}.` : "";
    budgetField.hidden = !agent?.takes_budget;
  }

  const value = () => (budget.value && chosenAgent()?.takes_budget ? `${who.value}:${budget.value}` : who.value);
  for (const control of [who, budget]) {
    control.addEventListener("change", () => {
      show();
      onChange();
    });
  }
  set(first);
  const element = h("div", { class: "player" }, h("div", { class: "row" }, labelled(label, who), budgetField), about);
  return { element, value, set, agent: () => (value() === HUMAN ? null : value()) };
}

/** Return the saved value of a player's field, such as "human" or "mcts:1s". Earlier versions saved a list of the name and the budget. @param {LocalStore} store @param {number} player @param {string} fallback */
export function savedEntrant(store, player, fallback) {
  const saved = store.get(`seat-${player}`, fallback);
  return Array.isArray(saved) ? saved.filter(Boolean).join(":") : String(saved);
}

/**
 * Return the levels of a game as radio buttons. The choice `none`, if it is given, comes before them, and "Custom" comes after them; "Custom" shows the element `custom`.
 * @param {{ game: Game, chosen: string, none?: string | null, custom: HTMLElement, onChange: (name: string) => void }} options
 */
export function levelChoice({ game, chosen, none = null, custom, onChange }) {
  const names = [...(none ? [none] : []), ...game.levels.map(({ name }) => name), CUSTOM];
  const radios = radioButtons("Opponent", Object.fromEntries(names.map((name) => [name, name])), names.includes(chosen) ? chosen : names[0], choose);
  /** @param {string} name */
  function choose(name) {
    custom.hidden = name !== CUSTOM;
    onChange(name);
  }
  custom.hidden = radios.value() !== CUSTOM;
  return {
    element: radios.element,
    value: radios.value,
    /** Return the agent of the chosen level; null if the choice is "Custom" or `none`, which are not levels. */
    agent: () => game.levels.find(({ name }) => name === radios.value())?.agent ?? null,
  };
}

/**
 * Return controls for choosing an opponent in a one-player game: nobody, a level, or any agent. The choice is saved.
 * @param {{ game: Game, store: LocalStore, onChange: () => void }} options
 */
export function opponentChoice({ game, store, onChange }) {
  const saved = store.get("opponent", { level: "Nobody", agent: game.levels[0]?.agent ?? game.agents[0].name });
  const field = playerField({ game, label: "Agent", people: false, value: saved.agent, onChange: changed });
  const levels = levelChoice({ game, chosen: saved.level, none: "Nobody", custom: field.element, onChange: changed });
  function changed() {
    store.set("opponent", { level: levels.value(), agent: field.value() });
    onChange();
  }
  const agent = () => (levels.value() === CUSTOM ? field.value() : levels.agent());
  return {
    element: h("div", { class: "opponent" }, h("span", { class: "name", "aria-hidden": "true", text: "Opponent" }), levels.element, field.element),
    agent,
    name: () => (levels.value() === CUSTOM ? capitalised(field.value()) : levels.value()),
  };
}
