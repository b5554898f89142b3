// The page of one game: its own module, if it brings one, else the generic one. docs/web.md tells what a module is given.

import * as api from "./api.js";
import { Board } from "./board.js";
import * as dom from "./dom.js";
import { mount as generic } from "./generic.js";
import { generatorForm, instancePanel } from "./instance-panel.js";
import { playPanel } from "./play-panel.js";
import * as result from "./result.js";
import { header, preparation, say } from "./shell.js";
import { Sitting } from "./sitting.js";
import { solverPanel } from "./solver-panel.js";
import { changedElsewhere, clearFragment, readFragment, shareLink, store } from "./store.js";

const { h } = dom;
const name = location.pathname.split("/")[2];
const root = document.querySelector("main");

/** A tab to which somebody comes back shows what is kept now, if another tab has gone on: nothing is overwritten with what is older. */
function followOtherTabs() {
  let behind = false;
  changedElsewhere(name, () => (behind = true));
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden || !behind) return;
    // A page cannot be loaded from a server that is away.
    const there = await api.get("/status").catch(() => null);
    if (there) location.reload();
  });
}

async function start() {
  header(location.pathname);
  const game = await api.get(`/games/${encodeURIComponent(name)}`);
  document.title = `${game.title} - Tilewright`;
  const body = h("div", { class: "game" });
  root.replaceChildren(h("div", { class: "title" }, h("h1", { text: game.title }), h("p", { text: game.summary })), body);
  const context = {
    game,
    api: { ...api, ask: (question, data, options) => api.ask(game.name, question, data, options) },
    store: store(game.name),
    dom,
    Board,
    Sitting,
    panels: { generic, generatorForm, instancePanel, playPanel, solverPanel, ...result },
    share: { readFragment, shareLink, clearFragment },
    preparation: (told, signal) => preparation(game.name, told, signal),
    say,
    base: `/games/${game.name}/page/`,
  };
  let mount = generic;
  if (game.page) ({ mount } = await import(`${context.base}page.js`));
  await mount(body, context);
  document.documentElement.dataset.ready = "true";
  followOtherTabs();
}

start().catch((error) => root.replaceChildren(h("p", { class: "failed", text: error.message }), h("a", { href: "/" }, "All games")));
