// The page of one game. The game's own module, if there is one, fills the page or adds to the generic page. docs/web.md describes the context that a module receives.

import * as api from "./api.js";
import { Board } from "./interactive-board.js";
import * as elements from "./elements.js";
import * as feedback from "./announcements-and-progress.js";
import * as formFields from "./form-fields.js";
import { GameSession } from "./game-session.js";
import { generatorForm } from "./generator-form.js";
import { mountGenericPage } from "./generic-page.js";
import { instancePanel } from "./instance-panel.js";
import { listenForKeyHelp } from "./key-help.js";
import { localStore, onChangeInOtherTab } from "./local-storage.js";
import { showMessage } from "./messages.js";
import { showHeader } from "./page-header.js";
import { playPanel } from "./play-panel.js";
import { watchPreparation } from "./watch-data-preparation.js";
import * as solveResult from "./solve-result.js";
import { solverPanel } from "./solver-panel.js";
import { picture } from "./sanitised-svg.js";
import * as share from "./url-fragment.js";

/** @import { Game, PageContext, PageModule } from "./types.js" */

export const dom = { ...elements, ...feedback, ...formFields, picture };
export const panels = { mountGenericPage, generatorForm, instancePanel, playPanel, solverPanel, ...solveResult };

const { h } = dom;
const name = location.pathname.split("/")[2];
const root = dom.requiredElement("main");

/** If another tab has changed the saved data, reload this tab when it becomes visible, so that it never overwrites newer data. */
function reloadAfterOtherTabs() {
  let outdated = false;
  onChangeInOtherTab(name, () => (outdated = true));
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden || !outdated) return;
    // The page can be reloaded only if the server is running.
    const status = await api.get("/status").catch(() => null);
    if (status) location.reload();
  });
}

async function start() {
  showHeader(location.pathname);
  /** @type {Game} */
  const game = await api.get(`/games/${encodeURIComponent(name)}`);
  document.title = `${game.title} - Tilewright`;
  const body = h("div", { class: "game" });
  const loading = h("p", { class: "quiet", role: "status" });
  const stopTimer = feedback.showElapsed(loading, "Loading.");
  const notices = root.querySelector(":scope > .notices");
  root.replaceChildren(...(notices ? [notices] : []), h("div", { class: "title" }, h("h1", { text: game.title }), h("p", { text: game.summary })), body, loading);
  /** @type {PageContext} */
  const context = {
    game,
    api: { ...api, ask: (question, data, options) => api.ask(game.name, question, data, options) },
    store: localStore(game.name),
    dom,
    Board,
    GameSession,
    panels,
    share,
    watchPreparation: (onChange) => watchPreparation(game.name, onChange),
    showMessage,
    baseUrl: `/games/${game.name}/page/`,
  };
  /** @type {PageModule} */
  const page = game.page ? await import(`${context.baseUrl}page.js`) : {};
  if (game.page && !page.mount) await elements.loadStylesheet(`${context.baseUrl}page.css`);
  await (page.mount ?? mountGenericPage)(body, context, page);
  stopTimer();
  loading.remove();
  document.documentElement.dataset.ready = "true";
  reloadAfterOtherTabs();
  listenForKeyHelp();
}

start().catch((error) => {
  const notices = root.querySelector(":scope > .notices");
  const actions = [dom.retryButton(error, () => location.reload()), h("a", { href: "/" }, "All games")];
  root.replaceChildren(...(notices ? [notices] : []), h("p", { class: "failed", text: api.messageOf(error) }), h("p", { class: "row" }, ...actions));
});
