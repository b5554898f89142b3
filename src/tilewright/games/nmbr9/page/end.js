// When all cards are laid: the best stack that is found for this deck, beside one's own.

const SECONDS = { small: 8, large: 15 };
const SMALL = 8;

export function endPart({ api, dom, game, store }, stack) {
  const { h } = dom;
  const verdict = h("h2", { tabindex: -1 });
  const status = h("p", { class: "facts", role: "status" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Searching for the best stack" });
  const again = h("button", { type: "button", hidden: true }, "Search again");
  const mine = h("div", { class: "stacks" });
  const best = h("div", { class: "stacks" });
  const element = h(
    "section",
    { class: "panel end", hidden: true, "aria-label": "The end" },
    verdict,
    status,
    bar,
    again,
    h("div", { class: "pair" }, h("figure", {}, h("figcaption", {}, "Your stack"), mine), h("figure", {}, h("figcaption", {}, "The best stack found"), best)),
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
    verdict.textContent = `All cards are laid: ${shown.score} points`;
    draw(mine, view.json.placed, `Your stack: ${shown.score} points`);
    const kept = store.get("best");
    if (kept?.deck === shown.deck && kept.result) showBest(kept.result);
    else search(shown, kept?.deck === shown.deck ? kept.id : null);
    if (hidden && sitting.history.length && document.documentElement.dataset.ready) {
      verdict.focus({ preventScroll: true });
      element.scrollIntoView({ block: "start" });
    }
  }

  async function search({ deck, instance }, id) {
    if (running === deck) return;
    running = deck;
    again.hidden = true;
    bar.classList.remove("idle");
    bar.value = 0;
    best.replaceChildren(h("div", { class: "picture heights" }, h("p", { class: "quiet", text: "The search is on." })));
    status.replaceChildren(h("span", { text: "Searching for the best stack for this deck." }));
    const limit = instance.cards > SMALL ? SECONDS.large : SECONDS.small;
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
      const result = { objective, bound, proved: job.result.status === "optimal", placements: solution.placements };
      store.set("best", { deck, result });
      if (current()) showBest(result);
    } catch (error) {
      if (current()) {
        status.replaceChildren(h("span", { class: "failed", text: error.message }));
        bar.classList.add("idle");
        again.hidden = false;
        store.remove("best");
      }
    } finally {
      if (running === deck) running = null;
    }
  }

  function showBest({ objective, bound, proved, placements }) {
    bar.classList.add("idle");
    again.hidden = true;
    draw(best, placements, `The best stack found: ${objective} points`);
    const { score } = shown;
    const told = [`You: ${score}`, proved ? `the best possible: ${objective}` : `the best found: ${objective}`];
    if (!proved && bound !== null) told.push(`no stack has more than ${bound}`);
    const judged =
      score > objective ? "You beat the search!" : score === objective ? (proved ? "Yours is as good as any!" : "As good as the search!") : `${objective - score} more were possible.`;
    status.replaceChildren(h("strong", { class: score >= objective ? "badge good" : "badge", text: judged }), ...told.map((text) => h("span", { text })));
  }

  again.addEventListener("click", () => shown && search(shown, null));
  return { element, show };
}
