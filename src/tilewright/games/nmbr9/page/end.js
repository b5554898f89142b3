// When all cards are laid: the best stack that is found for this deck, beside one's own.

import { keepGame, recordButtons } from "./games.js";
import { inPoints } from "./stack.js";

const SECONDS = { small: 8, large: 15, longer: 60 };
const SMALL = 8;
const PAUSE = 4_000;

/** Gives {element, show(sitting)}. `onLook(record)` is called when somebody wants to see the game again, `onKept()` when it was kept. */
export function endPart(context, stack, { record, onLook, onKept }) {
  const { api, dom, game, store } = context;
  const { h } = dom;
  const verdict = h("h2", { tabindex: -1 });
  const status = h("p", { class: "facts", role: "status" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Searching for the best stack" });
  const again = h("button", { type: "button", hidden: true }, "Search again");
  const mine = h("div", { class: "stacks" });
  const best = h("div", { class: "stacks" });
  const bestName = h("figcaption", {}, "The best stack found");
  const element = h(
    "section",
    { class: "panel end", hidden: true, "aria-label": "The end" },
    verdict,
    status,
    bar,
    h("div", { class: "row" }, again, recordButtons(context, record, onLook)),
    h("div", { class: "pair" }, h("figure", {}, h("figcaption", {}, "Your stack"), mine), h("figure", {}, bestName, best)),
  );
  let shown = null;
  let running = null;

  /** The stack, then its levels. */
  function draw(figure, placed, name) {
    const highest = Math.max(...placed.map(({ level }) => level));
    const levels = Array.from({ length: highest }, (_, at) =>
      h("figure", {}, h("div", { class: "picture" }, stack.levelPicture(placed, at + 1)), h("figcaption", { class: "quiet", text: `level ${at + 1}` })),
    );
    figure.replaceChildren(h("div", { class: "picture heights" }, stack.picture(placed, highest, name)), h("div", { class: "each-level" }, levels));
  }

  function show(sitting) {
    const { view, deal } = sitting;
    const hidden = element.hidden;
    element.hidden = !view.over || !deal;
    shown = element.hidden ? null : { score: view.scores[0], deck: JSON.stringify(deal.instance), instance: deal.instance };
    if (!shown) return;
    verdict.textContent = `All cards are laid: ${inPoints(shown.score)}`;
    draw(mine, view.json.placed, `Your stack: ${inPoints(shown.score)}`);
    if (hidden) keep();
    const kept = store.get("best");
    if (kept?.deck === shown.deck && kept.result) showBest(kept.result);
    else search(shown, kept?.deck === shown.deck ? kept.id : null);
    if (hidden && sitting.history.length && document.documentElement.dataset.ready) {
      verdict.focus({ preventScroll: true });
      element.scrollIntoView({ block: "start" });
    }
  }

  async function keep() {
    // A game that cannot be kept can still be saved by hand.
    const made = await record().catch(() => null);
    if (!made) return;
    keepGame(store, made.record);
    onKept();
  }

  async function search({ deck, instance }, id, limit = instance.cards > SMALL ? SECONDS.large : SECONDS.small) {
    if (running === deck) return;
    running = deck;
    const kept = store.get("best");
    const before = kept?.deck === deck ? kept.result : null;
    again.hidden = true;
    bar.classList.remove("idle");
    bar.value = 0;
    best.replaceChildren(h("div", { class: "picture heights" }, h("p", { class: "quiet", text: "The search is on." })));
    status.replaceChildren(h("span", { text: "Searching for the best stack for this deck." }));
    const body = { game: game.name, instance, solver: "auto", time_limit: limit, seed: 0, threads: 1, options: {} };
    const current = () => shown?.deck === deck;
    try {
      const job = await api.run("/jobs", body, {
        id,
        onStart: (started) => store.set("best", { deck, id: started.id }),
        onProgress: ({ best: found, bound, elapsed }) => {
          if (!current()) return;
          bar.value = Math.min(1, elapsed / limit);
          const told = [`${elapsed.toFixed(0)} of at most ${limit} s`, found !== null && `best ${found}`, bound !== null && `no stack has more than ${bound}`];
          status.replaceChildren(...told.filter(Boolean).map((text) => h("span", { text })));
        },
      });
      if (!job.result?.solution) throw new Error(job.error ?? "No stack was found in time.");
      const { objective, bound, solution } = job.result;
      const result = better(before, { objective, bound, proved: job.result.status === "optimal", placements: solution.placements });
      store.set("best", { deck, result });
      if (current()) showBest(result);
    } catch (error) {
      if (current()) failed(error, deck);
    } finally {
      if (running === deck) running = null;
    }
  }

  function failed(error, deck) {
    status.replaceChildren(h("span", { class: "failed", text: error.message }));
    bar.classList.add("idle");
    store.remove("best");
    offer("Search again", undefined);
    // A server that is started again is asked again.
    if (error.status === 0) setTimeout(() => shown?.deck === deck && search(shown, null), PAUSE);
  }

  function offer(text, seconds) {
    again.textContent = text;
    again.hidden = false;
    again.onclick = () => shown && search(shown, null, seconds);
  }

  function showBest({ objective, bound, proved, placements }) {
    bar.classList.add("idle");
    if (proved) again.hidden = true;
    else offer("Search for a minute", SECONDS.longer);
    bestName.textContent = proved ? "A best stack, which is proved" : "The best stack found";
    draw(best, placements, `${bestName.textContent}: ${inPoints(objective)}`);
    const { score } = shown;
    const told = [`You: ${score}`, proved ? `the best possible: ${objective}` : `the best found: ${objective}`];
    if (!proved && bound !== null) told.push(`no stack has more than ${bound}`);
    const judged =
      score > objective ? "You beat the search!" : score === objective ? (proved ? "Yours is as good as any!" : "As good as the search!") : `${inPoints(objective - score)} more ${objective - score === 1 ? "was" : "were"} possible.`;
    status.replaceChildren(h("strong", { class: score >= objective ? "badge good" : "badge", text: judged }), ...told.map((text) => h("span", { text })));
  }

  return { element, show };
}

/** Two searches of one deck: the higher stack and the lower bound of both. */
function better(one, other) {
  if (!one) return other;
  const best = one.objective > other.objective ? one : other;
  const bounds = [one.bound, other.bound].filter((bound) => bound !== null);
  const bound = bounds.length ? Math.min(...bounds) : null;
  return { ...best, bound, proved: one.proved || other.proved || bound === best.objective };
}
