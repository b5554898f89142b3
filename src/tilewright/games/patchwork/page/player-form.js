// The forms for a new game: the level of the opponent (or "Custom", with a choice for both players), the deal, and the variant.

import { h } from "/pages/elements.js";
import { actionButton, capitalised, labelled, LARGEST_SEED, seedInput, selectBox, submitForm } from "/pages/form-fields.js";
import { CUSTOM, HUMAN, levelChoice, playerField, savedEntrant } from "/pages/player-settings.js";

/** @import { PageContext } from "/pages/types.js" */
/** @import { GameData, Variant } from "./types.js" */

const NAMES = ["Player 1 (begins)", "Player 2"];
const DEFAULT_LEVEL = "Medium";
const DEALS = 1_000_000;

/** @typedef {ReturnType<typeof playerForm>} PlayerForm */

/**
 * `onChange()` is called when the user chooses other players, and `onStart(seed, variant, deal)` when the user starts a game; `isFresh()` returns whether no move has been played yet.
 * @param {PageContext} context
 * @param {GameData} data
 * @param {{ onChange: () => void, onStart: (seed: number, variant: Variant, deal?: object) => void, isFresh: () => boolean }} callbacks
 */
export function playerForm({ game, store }, data, { onChange, onStart, isFresh }) {
  const seats = [0, 1].map((player) => playerField({ game, label: NAMES[player], timeLabel: `Thinking time of player ${player + 1}`, value: savedEntrant(store, player, player ? "one-ply" : HUMAN), onChange: changed }));
  const custom = h("div", { class: "row custom-players" }, seats.map(({ element }) => element), actionButton("⇅ Swap players", () => {
    swapSeats();
    changed();
  }));
  /** @type {{ level: string, seat: number }} */
  const saved = store.get("opponent", { level: store.get("seat-1") ? CUSTOM : DEFAULT_LEVEL, seat: 0 });
  /** The player (0 or 1) as whom the user plays if the opponent is chosen by level. */
  let personSeat = saved.seat === 1 ? 1 : 0;
  const levels = levelChoice({ game, chosen: saved.level, custom, onChange: changed });
  const order = selectBox([[0, "You begin"], [1, "Opponent begins"]], String(personSeat));
  order.setAttribute("aria-label", "Who begins");
  const seedField = seedInput(store.get("play-seed", 1));
  const patches = selectBox(Object.keys(data.sets).map((name) => [name, capitalised(name)]));
  const edition = selectBox(Object.keys(data.editions).map((name) => [name, capitalised(name)]));
  const spaces = Object.entries(data.editions).map(([name, specials]) => `${name} ${specials.join(", ")}`);
  const aboutVariants = h("p", { class: "quiet", text: `Spaces with a 1x1 patch on the time board: ${spaces.join("; ")}. In the set Paper, the patch of 2x2 squares is a corner of three squares instead.` });
  chooseVariant(store.get("variant", {}));
  const variant = () => ({ patches: patches.value, edition: edition.value });

  /** @param {Partial<Variant>} chosen */
  function chooseVariant(chosen) {
    if (String(chosen.patches) in data.sets) patches.value = String(chosen.patches);
    if (String(chosen.edition) in data.editions) edition.value = String(chosen.edition);
  }

  const isCustom = () => levels.value() === CUSTOM;
  const agentOf = (/** @type {number} */ player) => (isCustom() ? seats[player].agent() : player === personSeat ? null : levels.agent());
  const agents = () => [agentOf(0), agentOf(1)];
  const isPerson = (/** @type {number} */ player) => agentOf(player) === null;
  const personCount = () => [0, 1].filter(isPerson).length;

  function save() {
    store.set("opponent", { level: levels.value(), seat: personSeat });
    seats.forEach((seat, player) => store.set(`seat-${player}`, seat.value()));
    showChoice();
  }

  function changed() {
    save();
    onChange();
  }

  function showChoice() {
    order.hidden = isCustom();
    toggle.textContent = `Opponent: ${levels.value()} ${bar.classList.contains("open") ? "▴" : "▾"}`;
    toggle.setAttribute("aria-expanded", String(bar.classList.contains("open")));
  }

  function swapSeats() {
    const [one, other] = seats.map((seat) => seat.value());
    seats[0].set(other);
    seats[1].set(one);
  }

  /** @param {number} seed @param {object} [deal] */
  function start(seed, deal) {
    if (deal) chooseVariant(/** @type {Partial<Variant>} */ (deal));
    personSeat = Number(order.value);
    seedField.value = String(seed);
    store.set("play-seed", seed);
    store.set("variant", variant());
    bar.classList.remove("open");
    save();
    onStart(seed, variant(), deal);
  }

  const startRandom = () => start(1 + Math.floor(Math.random() * DEALS));

  /** Return the name of a player as the page shows it. @param {number} player */
  function nameOf(player) {
    const agent = agentOf(player);
    if (agent === null) return personCount() === 2 ? `Player ${player + 1}` : "You";
    const name = isCustom() ? capitalised(agent) : levels.value();
    return personCount() === 0 ? `${player + 1}: ${name}` : name;
  }

  order.addEventListener("change", () => isFresh() && start(Number(seedField.value)));
  const toggle = actionButton("Opponent", () => {
    bar.classList.toggle("open");
    showChoice();
  }, { class: "opponent-toggle", "aria-controls": "opponent-choice" });
  const newGame = actionButton("New game", startRandom, { class: "main new-game", title: "A game with a random deal" });
  const bar = h(
    "section",
    { class: "opponent-bar", "aria-label": "Opponent and new game" },
    toggle,
    h("div", { class: "opponent opponent-choice", id: "opponent-choice" }, h("span", { class: "name", "aria-hidden": "true", text: "Opponent" }), levels.element, order),
    newGame,
    custom,
  );
  const startChosen = () => start(Math.min(Math.max(Math.trunc(Number(seedField.value)) || 0, 0), LARGEST_SEED));
  const form = submitForm({}, startChosen, h("div", { class: "row" }, labelled("Deal", seedField), labelled("Edition", edition), labelled("Set of patches", patches), h("button", { type: "submit" }, "Start this deal")), aboutVariants);
  showChoice();
  return {
    bar,
    element: h("details", { class: "panel players-part" }, h("summary", { text: "Deal and edition" }), form),
    startRandom,
    /** Play the same deal again, even if another variant is chosen in the form. @param {number} seed @param {object} deal */
    rematch: start,
    /** If exactly one of the players is a person, let the person play as `player`. @param {number} player */
    givePersonSide(player) {
      if (personCount() !== 1 || isPerson(player)) return;
      if (isCustom()) swapSeats();
      else personSeat = player;
      order.value = String(personSeat);
      save();
    },
    seed: () => Number(seedField.value),
    variant,
    personCount,
    isPerson,
    agents,
    /** Return the player whose quilt is the main quilt: the person or, if two people play, the player to move; player 0 if only agents play. @param {number} toMove */
    frontPlayer: (toMove) => (personCount() === 2 ? toMove : isPerson(1) ? 1 : 0),
    nameOf,
    entrants: () => agents().map((agent) => agent ?? HUMAN),
  };
}
