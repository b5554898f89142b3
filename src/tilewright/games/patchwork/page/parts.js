// Parts of the table that playing, replaying and setting up share.

import { inWords, markerSign, patchAlone, percent, quiltAlone, timeBoard } from "./pictures.js";

/** A button that is known by its words, with a key that does the same. */
export function button({ h }, words, act, { key = null, ...properties } = {}) {
  const title = key ? `${words} (key ${key})` : null;
  return h("button", { type: "button", title, on: { click: act }, ...properties }, words);
}

/** A line that says what is going on; `kind` is quiet, busy, hint, broken or good. Its room is there from the start. */
export function noteLine({ elapsed, h }) {
  const words = h("span", { class: "words" });
  const actions = h("span", { class: "actions" });
  const element = h("div", { class: "note quiet", role: "status" }, words, actions);
  let stop = () => {};

  function tell(kind, text, ...buttons) {
    stop();
    element.className = `note ${kind}`;
    element.removeAttribute("title");
    if (words.textContent !== text) words.textContent = text;
    actions.replaceChildren(...buttons);
  }

  return {
    element,
    tell,
    /** Something that may take long: the seconds are counted until something else is told. */
    wait(text, ...buttons) {
      tell("busy", text, ...buttons);
      stop = elapsed(words, text);
    },
  };
}

/** What a player has, in one line; in brief, the points alone. */
export function purse({ h, s }, side, player, name, { toMove = false, bonus = false, brief = false } = {}) {
  const fact = (what, value) => h("span", { class: "fact" }, h("b", { text: String(value) }), ` ${what}`);
  return h(
    "p",
    { class: toMove ? "purse to-move" : "purse" },
    markerSign(s, player),
    h("strong", {}, toMove ? h("span", { class: "turn-sign", role: "img", "aria-label": "to move: " }, "▶ ") : null, name),
    brief ? null : [fact("buttons", side.buttons), fact("income", side.income), fact("time", side.time)],
    h("span", { class: "fact", title: side.reckoning }, h("b", { text: String(side.score) }), " points"),
    bonus ? h("span", { class: "badge", text: "7x7" }) : null,
  );
}

export const priceOf = (facts) => `${facts.buttons} buttons, ${facts.time} time, ${facts.income} income`;

const SIGNS = {
  cost: [["circle", { cx: 8, cy: 8, r: 6.5 }], ["path", { d: "M6 8h0M10 8h0" }]],
  steps: [["path", { d: "M4 2.5h8M4 13.5h8M5 2.5c0 4 6 7 6 11M11 2.5c0 4 -6 7 -6 11" }]],
};

/** A patch's price in signs: buttons to pay, time, and the income that it brings. */
export function price({ h, s }, facts) {
  const sign = (name) => s("svg", { viewBox: "0 0 16 16", class: `price-sign ${name}` }, SIGNS[name].map(([tag, shape]) => s(tag, shape)));
  const part = (name, value) => h("span", { class: "price" }, sign(name), String(value));
  return h("span", { class: "prices", "aria-hidden": "true" }, part("cost", facts.buttons), part("steps", facts.time), h("span", { class: "price earns", text: facts.income ? `+${facts.income}` : "" }));
}

/** The three offers as buttons; `choose(patch)` is called for one. */
export function offerCards({ h, s }, view, patches, { chosen = null, images = {}, choose = null, active = true } = {}) {
  return view.offers.map(({ patch, obstacle }, at) => {
    const facts = patches[patch];
    const image = images[patch] ?? facts.cells;
    const name = `Patch ${patch}: ${priceOf(facts)}, ${facts.cells.length} squares${obstacle ? `; ${obstacle}` : ""}`;
    const looks = `offer${obstacle ? " closed" : ""}${patch === chosen ? " chosen" : ""}`;
    const acts = { type: "button", "aria-pressed": String(patch === chosen), disabled: !active || Boolean(obstacle), on: { click: () => choose(patch) } };
    return h(
      choose ? "button" : "div",
      { class: looks, "aria-label": name, title: choose ? `${name} (key ${at + 1})` : name, data: { patch }, ...(choose ? acts : { role: "img" }) },
      patchAlone(s, patch, image, facts, [5, 5]),
      price({ h, s }, facts),
      h("small", { class: "obstacle", text: obstacle }),
    );
  });
}

/** The rest of the circle, in the order in which it comes. */
export function circleStrip({ h, s }, view, patches) {
  const rest = view.circle.slice(3);
  return h(
    "ol",
    { class: "circle", tabindex: 0, "aria-label": `The circle after the offers, ${rest.length} patches` },
    rest.map((patch) =>
      h(
        "li",
        { title: `Patch ${patch}: ${priceOf(patches[patch])}`, "aria-label": `Patch ${patch}: ${priceOf(patches[patch])}` },
        patchAlone(s, patch, patches[patch].cells, patches[patch], [5, 5]),
        price({ h, s }, patches[patch]),
      ),
    ),
  );
}

/** A position to look at: both quilts, the time board, offers. `ghost` is a move that is shown on the mover's quilt. */
export function positionPicture(dom, view, pieces, known, names, { ghost = null, last = null } = {}) {
  const { h, s } = dom;
  const quilts = view.sides.map((side, player) => {
    const drawn = quiltAlone(s, `${names[player]}: ${side.reckoning}`, side, pieces[player], known.patches, last);
    if (ghost && player === view.to_move) drawn.append(...ghost);
    return h("div", {}, purse(dom, side, player, names[player], { toMove: player === view.to_move && !view.over, bonus: view.bonus === player }), drawn);
  });
  return [h("div", { class: "both-quilts" }, quilts), ...marketPicture(dom, view, known)];
}

/** What lies between the quilts, to look at: the time board, the offers and the circle. */
export function marketPicture(dom, view, known) {
  const { h, s } = dom;
  return [
    timeBoard(s, view, known, null, isNarrow()),
    h("div", { class: "offers" }, offerCards(dom, view, known.patches)),
    circleStrip(dom, view, known.patches),
  ];
}

export const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

/** What an agent thinks of moves, the best first. `point(move)` is called for one that is chosen. */
export function thoughts({ h }, values, patches, point = null) {
  const rows = values.slice(0, 6).map((each) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${Math.round(100 * each.value)}%`;
    const words = inWords(each, patches, true);
    const inside = [h("span", { class: "chance", text: percent(each.value) }), h("span", { class: "of-bar" }, bar), h("span", { class: "what", text: words })];
    return h("li", {}, point ? h("button", { type: "button", class: "small thought", on: { click: () => point(each) } }, inside) : h("span", { class: "thought" }, inside));
  });
  return h("ol", { class: "thoughts" }, rows);
}

/**
 * What an agent thought last, kept over a reload: {element, show(found), draw(), forget()}. A hint's moves can be chosen, as long as its
 * position lies on the table: `point(move)` is called for one.
 */
export function thoughtPanel({ dom, store }, patches, sitting, point) {
  const { h } = dom;
  const element = h("div", { class: "place-thinking" });
  let last = store.get("thought");

  function draw() {
    if (!last || last.ply > sitting.ply) return element.replaceChildren(h("p", { class: "quiet", text: "What an agent thinks of its moves is shown here." }));
    const choosable = last.hint && last.state === sitting.view?.state;
    const listed = last.values?.length ? thoughts(dom, last.values, patches, choosable ? point : null) : h("p", { class: "quiet", text: `${last.agent} does not say what moves are worth.` });
    return element.replaceChildren(last.hint ? h("h3", { title: last.agent, text: "The best moves" }) : h("h3", { text: `What it thought (${last.agent})` }), listed);
  }

  return {
    element,
    draw,
    show({ agent, values, move }, hint = false) {
      last = { agent, values, move, hint, ply: sitting.ply, state: sitting.view.state };
      store.set("thought", last);
      draw();
    },
    forget() {
      last = null;
      store.remove("thought");
    },
  };
}

/** Ctrl+Z and Ctrl+Y, and letters, as long as nobody types. `keys` has functions by key. */
export function listenForKeys(active, keys) {
  document.addEventListener("keydown", (event) => {
    if (!active() || event.altKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
    const name = event.ctrlKey ? `ctrl+${event.key.toLowerCase()}` : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!Object.hasOwn(keys, name)) return;
    event.preventDefault();
    keys[name]();
  });
}
