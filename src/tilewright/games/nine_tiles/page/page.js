// The page of Nine Tiles Panic: build, race, the best towns for three themes, and the cover sheet.

import { tabs } from "/pages/generic.js";
import { bestPart } from "./best.js";
import { buildPart } from "./build.js";
import { censusWatch } from "./census.js";
import { coverPart } from "./cover.js";
import { racePart } from "./race.js";
import { Tiles } from "./tiles.js";

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

  const turnTo = (name) => document.getElementById(`tab-${name}`).click();
  const build = buildPart(context, tiles, told.themes, census);
  const open = (town) => {
    build.open(town);
    turnTo("Build");
    root.scrollIntoView();
  };
  const onBest = (themes) => {
    turnTo("Best");
    best.set(themes);
  };
  const race = racePart(context, tiles, told.themes, census, { open, onBest });
  const best = bestPart(context, tiles, told.themes, census, { open });
  const cover = coverPart(context, tiles, told.themes, census, { open });
  const parts = { Build: build, Race: race, Best: best, Cover: cover };
  const each = (value) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, value(part)]));
  await styled;
  root.replaceChildren(tabs(dom, store, each((part) => part.element), each((part) => part.start)), howTo(h));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
    const key = event.key.toLowerCase();
    const act = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    const seen = Object.keys(parts).find((name) => !document.getElementById(`part-${name}`).hidden);
    if (!act || !parts[seen][act]) return;
    event.preventDefault();
    parts[seen][act]();
  });

  const link = () => {
    const { town } = share.readFragment();
    if (!town) return false;
    share.clearFragment();
    open(town);
    return true;
  };
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
