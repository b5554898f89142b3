// Racing: three cards, a clock, and where the town stands among all towns at the end.

import { share } from "./scores.js";
import { isPattern, randomBelow, shuffled } from "./tiles.js";
import { workshop } from "./workshop.js";

const LIMITS = [[90, "90 seconds"], [180, "3 minutes"], [300, "5 minutes"], [0, "no limit"]];
const HELD = 8;
const INTRO =
  "Three of the theme cards are drawn, and the tiles are thrown on the table. Build a complete town that scores well on all " +
  "three before the time is over. Then you see how many of all towns are better.";
const count = (number) => number.toLocaleString("en");
const plain = (number) => String(number).replace("-", "−");

export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Three different cards. "First to finish" means nothing to somebody who plays alone. */
export function drawCards(themes) {
  const left = themes.map(({ number }) => number).filter((number) => number !== 4);
  return Array.from({ length: 3 }, () => left.splice(randomBelow(left.length), 1)[0]).sort((a, b) => a - b);
}

export function racePart(context, tiles, themes, census, { open, onBest }) {
  const { api, dom, say, store } = context;
  const { h, labelled, announce } = dom;
  let race = kept();

  /** The race that was left, if it is one. */
  function kept() {
    const found = store.get("race");
    const known = (number) => themes.some((theme) => theme.number === number);
    const drawn = Array.isArray(found?.themes) && found.themes.length === 3 && found.themes.every(known);
    const whole = drawn && Number.isFinite(found.began) && (found.state === "running" || (found.state === "done" && isPattern(found.town)));
    return whole ? found : { state: "none" };
  }

  const clock = h("b", { class: "clock", role: "timer", "aria-label": "time" });
  const limit = h("select", {}, LIMITS.map(([seconds, text]) => h("option", { value: String(seconds), text })));
  limit.value = String(store.get("race-limit", 180));
  const cards = h("ul", { class: "cards-drawn", "aria-label": "Your three cards" });
  const result = h("div", { class: "race-result" });
  const shop = workshop(context, tiles, { key: "race-town", first: shuffled(), name: "Your town in the race", scored: showCards });
  const begin = h("button", { class: "main", type: "button", text: "Draw three cards and start", on: { click: start } });
  const finish = h("button", { class: "main", type: "button", text: "Finish", on: { click: () => end(Date.now()) } });
  const stop = h("button", { type: "button", text: "Give up", on: { click: giveUp } });
  const waits = h("div", {}, census.element());
  const past = h("ol", { class: "past" });

  const running = () => race.state === "running";
  const deadline = () => (race.limit ? race.began + 1000 * race.limit : Infinity);

  function keep() {
    store.set("race", race);
  }

  function start() {
    store.set("race-limit", Number(limit.value));
    race = { state: "running", themes: drawCards(themes), limit: Number(limit.value), began: Date.now() };
    keep();
    shop.set(shuffled());
    show();
    announce(`Your cards: ${race.themes.map((number) => themes[number - 1].title).join("; ")}`);
    shop.focus();
    // On a small screen clock, cards and tiles are seen together.
    const cut = element.getBoundingClientRect().top < 0 || shop.element.getBoundingClientRect().bottom > innerHeight;
    if (cut) element.scrollIntoView({ block: "start" });
  }

  function giveUp() {
    race = { state: "none" };
    keep();
    show();
  }

  function end(when) {
    race = { ...race, state: "done", took: Math.min(when, deadline()) - race.began, town: shop.town() };
    keep();
    show();
  }

  function tick() {
    if (!running()) return;
    const now = Date.now();
    clock.textContent = race.limit ? clockText(deadline() - now) : clockText(now - race.began);
    clock.classList.toggle("late", race.limit > 0 && deadline() - now < 15_000);
    if (now >= deadline()) end(now);
  }
  setInterval(tick, 250);

  function showCards(found) {
    if (race.state === "none") return cards.replaceChildren();
    cards.replaceChildren(
      ...race.themes.map((number) => {
        const { title, maximum, counts } = themes[number - 1];
        const points = found ? plain(found.points[number - 1]) : "–";
        const score = found && !found.complete ? `(${points})` : points;
        return h(
          "li",
          { class: "drawn" },
          h("span", { class: "number", text: number }),
          h("span", {}, h("b", { text: title }), h("small", { text: above(number) || counts })),
          h("span", { class: found?.complete ? "of" : "of unfinished" }, h("b", { text: score }), h("small", { text: ` / ${plain(maximum)}` })),
        );
      }),
    );
  }

  /** After the race: how many towns score more on a card. */
  function above(number) {
    const found = race.standing?.themes.find(({ theme }) => theme === number);
    if (!found) return "";
    const towns = found.below + found.equal + found.above;
    return found.above ? `${share(found.above, towns)} of all towns score more.` : "No town scores more.";
  }

  function show() {
    const { state } = race;
    element.dataset.race = state;
    shop.lock(state !== "running");
    [finish, stop, clock].forEach((each) => (each.hidden = state !== "running"));
    setting.hidden = begin.hidden = running();
    begin.textContent = state === "done" ? "Race again" : "Draw three cards and start";
    intro.hidden = state !== "none";
    showCards(shop.scores());
    result.replaceChildren();
    waits.hidden = true;
    if (state === "done") judge();
    showPast();
    tick();
  }

  async function judge() {
    const mine = race;
    try {
      const { problems } = await api.ask("score", { town: mine.town });
      if (race !== mine) return;
      if (problems.length) return incomplete(problems[0].message);
      if (!census.ready()) {
        waits.hidden = false;
        result.replaceChildren(h("p", { text: "Your town is complete. Its rank among all towns is told as soon as the census is there." }));
        return census.then(() => race === mine && show());
      }
      const standing = mine.standing ?? (await api.ask("standing", { town: mine.town, themes: mine.themes }));
      const best = await api.ask("best", { themes: mine.themes, rank: "duel", limit: 1 });
      if (race !== mine) return;
      if (!mine.standing) {
        race = { ...mine, standing };
        keep();
        remember(race);
      }
      tell(standing, best);
    } catch (error) {
      if (race === mine) say(error.message, true);
    }
  }

  function incomplete(why) {
    result.replaceChildren(
      h("h3", { text: "Your town is not complete" }),
      h("p", { text: `After ${clockText(race.took)} ${why}. Only complete towns count.` }),
    );
  }

  function tell({ duel, towns, points }, best) {
    const rank = duel.lost_to + 1;
    showCards(shop.scores());
    const example = best.examples[0];
    result.replaceChildren(
      h("h3", { text: `Rank ${count(rank)} of ${count(towns)} towns` }),
      h(
        "p",
        {},
        "In the duel on your three cards it beats ",
        h("b", { text: share(duel.beaten, towns) }),
        ` of all towns, ties with ${share(duel.tied, towns)} and loses to ${share(duel.lost_to, towns)}. `,
        `You took ${clockText(race.took)}.`,
      ),
      h(
        "div",
        { class: "side-by-side" },
        figure("Yours", race.town, points),
        figure("A best one by duel", example.town, example.points),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", text: "Go on with your town", on: { click: () => open(race.town) } }),
        h("button", { type: "button", text: "All best towns for these cards", on: { click: () => onBest(race.themes) } }),
      ),
    );
  }

  function figure(text, town, points) {
    const scores = race.themes.map((number) => plain(points[number - 1])).join(", ");
    return h("figure", {}, tiles.town(town, `${text}: ${town}`), h("figcaption", { text: `${text}: ${scores}` }));
  }

  function remember({ themes: cards, took, standing }) {
    const line = { cards, took, rank: standing.duel.lost_to + 1, beaten: standing.duel.percentile };
    store.set("races", [line, ...pastRaces()].slice(0, HELD));
    showPast();
  }

  function pastRaces() {
    const found = store.get("races");
    return Array.isArray(found) ? found.filter((each) => Array.isArray(each?.cards) && Number.isFinite(each.rank)) : [];
  }

  function showPast() {
    const races = pastRaces();
    history.hidden = races.length === 0;
    const line = ({ cards, took, rank }) => `cards ${cards.join(", ")}: rank ${count(rank)} in ${clockText(took)}`;
    past.replaceChildren(...races.map((each) => h("li", { text: line(each) })));
  }

  const setting = labelled("Time", limit);
  const bar = h("div", { class: "row race-bar" }, clock, setting, begin, finish, stop);
  const history = h("details", {}, h("summary", { text: "Your last races" }), past);
  const intro = h("p", { text: INTRO });
  const element = h(
    "div",
    { class: "desk" },
    h("section", { class: "panel bench-side", "aria-label": "Town" }, shop.element),
    h("section", { class: "panel", "aria-label": "Race" }, intro, bar, cards, waits, result, history),
  );
  return {
    element,
    undo: shop.undo,
    redo: shop.redo,
    start() {
      shop.start();
      show();
    },
  };
}
