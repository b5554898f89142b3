// The start page: a card for each game, and the tour.

import { get, messageOf } from "./api.js";
import { h, requiredElement } from "./elements.js";
import { showHeader } from "./page-header.js";
import { picture } from "./sanitised-svg.js";
import { plural } from "./text-format.js";

/** @import { Game } from "./types.js" */

/** @param {Game} game */
function featureList(game) {
  const features = [`${game.solvers.length} ${game.solvers.length === 1 ? "solver" : "solvers"}`];
  if (game.played) features.push(`play, ${plural(game.agents.length, "agent")}`);
  else if (game.page) features.push("play");
  if (game.hints) features.push("hints with reasons");
  if (game.generator) features.push("new instances");
  return features;
}

/** @param {Game} game */
function gameCard(game) {
  const stage = h("div", { class: "stage" });
  const initial = () => h("span", { class: "initial", text: game.title[0] });
  /** @type {Promise<{ svg: string | null }>} */
  const answer = get(`/games/${game.name}/card`);
  answer
    .then(({ svg }) => stage.replaceChildren(svg ? picture(svg, { "aria-hidden": "true" }) : initial()))
    .catch(() => stage.replaceChildren(initial()));
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card", href: `/games/${game.name}` },
      stage,
      h("h2", { text: game.title }),
      h("p", { text: game.summary }),
      h("ul", { class: "features" }, featureList(game).map((text) => h("li", { text }))),
    ),
  );
}

/** @param {Game[]} games */
function tourSteps(games) {
  const steps = games.flatMap((game) => game.tour.map((step) => ({ ...step, game: game.title })));
  return steps.map(({ title, text, address, game }) => h("li", {}, h("a", { href: address }, title), h("span", { class: "quiet", text: ` ${game}` }), h("br"), text));
}

async function start() {
  showHeader("/");
  /** @type {Game[]} */
  const games = await get("/games");
  requiredElement("#games").replaceChildren(...games.map(gameCard));
  requiredElement("#tour-steps").prepend(...tourSteps(games));
  // The tour is shown only when the cards above it are in place, so that it does not move.
  requiredElement(".tour").hidden = false;
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => requiredElement("#games").replaceChildren(h("li", { class: "failed", text: messageOf(error) })));
