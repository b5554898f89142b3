// The page of Nine Tiles Panic: build, race, the best towns for three themes, and the cover sheet.

import { bestPart } from "./best.js";
import { buildPart } from "./build.js";
import { censusWatch } from "./census.js";
import { coverPart } from "./cover.js";
import { racePart } from "./race.js";
import { Tiles } from "./tiles.js";

const NAMES = { build: "Build", race: "Race", best: "Best towns", cover: "Cover sheet" };
const KEYS = [
  ["Click or tap", "choose a tile; once more turns it"],
  ["Drag", "swap two tiles"],
  ["Right button", "turn it over"],
  ["Arrow keys", "choose; with Shift they move the tile"],
  ["R, L, Enter", "turn right, left, right"],
  ["F", "turn it over"],
  ["S, then S or Enter", "swap with another tile; Escape leaves it"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
];

export async function mount(root, context) {
  const { api, base, dom, share, store } = context;
  const { h } = dom;
  const styled = dom.styled(`${base}page.css`);
  const told = await api.ask("set");
  const tiles = new Tiles(dom, told.tiles);
  const census = censusWatch(context);

  const build = buildPart(context, tiles, told.themes, census);
  const open = (town) => {
    build.open(town);
    turnTo("build");
    root.scrollIntoView();
  };
  const onBest = (themes) => {
    turnTo("best");
    best.set(themes);
  };
  const race = racePart(context, tiles, told.themes, census, { open, onBest });
  const best = bestPart(context, tiles, told.themes, census, { open });
  const cover = coverPart(context, tiles, told.themes, census, { open });
  const parts = { build, race, best, cover };

  const tabs = Object.entries(NAMES).map(([name, text]) => {
    const on = { click: () => turnTo(name) };
    return h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `part-${name}`, data: { part: name }, on }, text);
  });
  for (const [name, part] of Object.entries(parts)) {
    Object.assign(part.element, { id: `part-${name}`, hidden: true });
    part.element.setAttribute("role", "tabpanel");
    part.element.setAttribute("aria-labelledby", `tab-${name}`);
  }
  let current = "build";

  function turnTo(name) {
    current = name;
    store.set("tab", name);
    for (const tab of tabs) {
      const chosen = tab.dataset.part === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    for (const [each, part] of Object.entries(parts)) part.element.hidden = each !== name;
    parts[name].start?.();
  }

  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "What to do" }, tabs);
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.findIndex((tab) => tab.dataset.part === current) + step + tabs.length) % tabs.length];
    turnTo(next.dataset.part);
    next.focus();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
    const key = event.key.toLowerCase();
    const act = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    if (!act || !parts[current][act]) return;
    event.preventDefault();
    parts[current][act]();
  });
  root.replaceChildren(bar, ...Object.values(parts).map(({ element }) => element), howTo(h));
  await styled;

  const link = () => {
    const { town } = share.readFragment();
    if (!town) return false;
    share.clearFragment();
    open(town);
    return true;
  };
  const kept = store.get("tab");
  turnTo(kept in parts ? kept : "build");
  link();
  addEventListener("hashchange", link);
  census.follow();
}

function howTo(h) {
  return h(
    "details",
    { class: "panel how-to" },
    h("summary", { text: "Rules and keys" }),
    h("ul", {}, [
      "Lay the nine tiles as a town of three by three, either side up, in any direction.",
      "Where two tiles meet, both have a road or neither has. No road is a closed loop.",
      "Each theme card scores a complete town. Agents and aliens on roads look along the arrow.",
      "Positions are counted from 0 to 8, row by row.",
      "An agent takes the alien that it meets on its road; an alien that nobody holds is free.",
    ].map((text) => h("li", { text }))),
    h("dl", { class: "keys" }, KEYS.flatMap(([keys, what]) => [h("dt", { text: keys }), h("dd", { text: what })])),
  );
}
