// The start page: a card for each game, with a picture that the drawing room has just made.

import { get } from "./api.js";
import { h, picture } from "./dom.js";
import { header } from "./shell.js";

function abilities(game) {
  const can = [`${game.solvers.length} ${game.solvers.length === 1 ? "solver" : "solvers"}`];
  if (game.played) can.push(`play, ${game.agents.length} agents`);
  else if (game.page) can.push("play");
  if (game.hints) can.push("hints with reasons");
  if (game.generator) can.push("new instances");
  return can;
}

function card(game) {
  const stage = h("div", { class: "stage" });
  get(`/games/${game.name}/card`)
    .then(({ svg }) => stage.replaceChildren(svg ? picture(svg, { "aria-hidden": "true" }) : h("span", { class: "initial", text: game.title[0] })))
    .catch(() => stage.replaceChildren(h("span", { class: "initial", text: game.title[0] })));
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card", href: `/games/${game.name}` },
      stage,
      h("h2", { text: game.title }),
      h("p", { text: game.summary }),
      h("ul", { class: "abilities" }, abilities(game).map((text) => h("li", { text }))),
    ),
  );
}

function tour(games) {
  const steps = games.flatMap((game) => game.tour.map((step) => ({ ...step, game: game.title })));
  return steps.map(({ title, text, address, game }) => h("li", {}, h("a", { href: address }, title), h("span", { class: "quiet", text: ` ${game}` }), h("br"), text));
}

async function start() {
  header("/");
  const games = await get("/games");
  document.querySelector("#games").replaceChildren(...games.map(card));
  document.querySelector("#tour-steps").prepend(...tour(games));
  // Not seen before the cards above it are there, so that it never jumps.
  document.querySelector(".tour").hidden = false;
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => document.querySelector("#games").replaceChildren(h("li", { class: "failed", text: error.message })));
