// The form for both players: a person, or an agent with its thinking time. It also has the seed of the deal and the variant of the game.

import { h } from "/pages/elements.js";
import { actionButton, labelled, LARGEST_SEED, seedInput, selectBox } from "/pages/form-fields.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData, Variant } from "./types.js" */

const HUMAN = "human";
/** The budgets per move that the form offers for agents that search. */
const BUDGETS = ["200it", "2000it", "0.5s", "1s", "3s", "10s"];
const SEARCHING_AGENTS = new Set(["uct", "mcts"]);
const DEFAULT_PLAYERS = [HUMAN, "one-ply"];
const DEFAULT_BUDGET = "0.5s";
const NAMES = ["Player 1 (begins)", "Player 2"];

/** @param {string} budget */
const budgetText = (budget) => (budget.endsWith("it") ? `${budget.slice(0, -2)} iterations` : `${budget.slice(0, -1)} seconds`);

/** Return the field for one player. @param {PageContext} context @param {number} player @param {() => void} onChange */
function playerField({ game, store }, player, onChange) {
  /** @type {[string, string][]} */
  const options = [[HUMAN, "You"], .../** @type {[string, string][]} */ (game.agents.map(({ name }) => [name, name]))];
  const who = selectBox(options);
  const budget = selectBox(BUDGETS.map((each) => [each, budgetText(each)]));

  /** @param {string[]} chosen */
  function set([name, amount]) {
    if (options.some(([value]) => value === name)) who.value = name;
    if (BUDGETS.includes(amount)) budget.value = amount;
    budget.disabled = !SEARCHING_AGENTS.has(who.value);
    store.set(`seat-${player}`, [who.value, budget.value]);
  }

  for (const control of [who, budget]) {
    control.addEventListener("change", () => {
      set([who.value, budget.value]);
      onChange();
    });
  }
  const saved = store.get(`seat-${player}`);
  set(Array.isArray(saved) ? saved : [DEFAULT_PLAYERS[player], DEFAULT_BUDGET]);
  return {
    element: h("div", { class: "player-field" }, labelled(NAMES[player], who), labelled("Thinking time", budget)),
    values: () => [who.value, budget.value],
    set,
    summary: () => game.agents.find(({ name }) => name === who.value)?.summary,
    /** Return the agent with its budget; null for a person. */
    agent: () => (who.value === HUMAN ? null : SEARCHING_AGENTS.has(who.value) ? `${who.value}:${budget.value}` : who.value),
  };
}

/** @typedef {ReturnType<typeof playerForm>} PlayerForm */

/** `onChange()` is called when a player changes, `onStart(seed, variant)` when the user starts a game. @param {PageContext} context @param {GameData} data @param {{ onChange: () => void, onStart: (seed: number, variant: Variant) => void }} callbacks */
export function playerForm(context, data, { onChange, onStart }) {
  const { store } = context;
  const about = h("p", { class: "quiet about-players" });
  const players = [0, 1].map((player) => playerField(context, player, changed));
  const seedField = seedInput(store.get("play-seed", 1));
  const patches = selectBox(Object.keys(data.sets).map((name) => [name, name]));
  const edition = selectBox(Object.keys(data.editions).map((name) => [name, name]));
  const spaces = Object.entries(data.editions).map(([name, specials]) => `${name} on ${specials.join(", ")}`);
  const aboutVariants = h("p", { class: "quiet", text: `1x1 patches: ${spaces.join("; ")}. Patch 4: a square in the box, a corner in the program of the paper.` });
  const saved = store.get("variant");
  if (saved?.patches in data.sets) patches.value = saved.patches;
  if (saved?.edition in data.editions) edition.value = saved.edition;
  const variant = () => ({ patches: patches.value, edition: edition.value });

  const isPerson = (/** @type {number} */ player) => players[player].agent() === null;
  const personCount = () => [0, 1].filter(isPerson).length;

  function changed() {
    showSummaries();
    onChange();
  }

  function showSummaries() {
    const summaries = players.flatMap((each) => (each.summary() ? [`${each.agent()}: ${each.summary()}.`] : []));
    about.textContent = [...new Set(summaries)].join(" ") || "Two people take turns on this screen.";
  }

  function swap() {
    const [one, other] = players.map((each) => each.values());
    players[0].set(other);
    players[1].set(one);
    showSummaries();
  }

  /** @param {number} seed */
  function start(seed) {
    seedField.value = String(seed);
    store.set("play-seed", seed);
    store.set("variant", variant());
    onStart(seed, variant());
  }

  /** Return the name of a player as the page shows it. @param {number} player */
  function nameOf(player) {
    const agent = players[player].agent();
    if (agent === null) return personCount() === 2 ? `Player ${player + 1}` : "You";
    return personCount() === 0 ? `${player + 1}: ${agent}` : agent;
  }

  const swapButton = actionButton("⇅ Swap players", () => {
    swap();
    onChange();
  });
  const randomDeal = actionButton("Random deal", () => start(1 + Math.floor(Math.random() * 1_000_000)));
  const newGame = h("button", { type: "submit", class: "main" }, "New game");
  const form = h("form", {}, h("div", { class: "row" }, players.map((each) => each.element), swapButton), h("div", { class: "row" }, labelled("Deal", seedField), labelled("Edition", edition), labelled("Set of patches", patches), newGame, randomDeal), aboutVariants);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(Math.min(Math.max(Math.trunc(Number(seedField.value)) || 0, 0), LARGEST_SEED));
  });
  showSummaries();
  return {
    element: h("section", { class: "panel players-part" }, h("h2", { text: "Players" }), form, about),
    /** If exactly one person plays, let the person play this side. @param {number} player */
    givePersonSide(player) {
      if (personCount() === 1 && !isPerson(player)) swap();
    },
    seed: () => Number(seedField.value),
    variant,
    personCount,
    isPerson,
    agentOf: (/** @type {number} */ player) => players[player].agent(),
    /** Return the player whose quilt is in front. @param {number} toMove */
    frontPlayer: (toMove) => (personCount() === 2 ? toMove : isPerson(1) ? 1 : 0),
    nameOf,
    entrants: () => players.map((each) => each.agent() ?? HUMAN),
  };
}
