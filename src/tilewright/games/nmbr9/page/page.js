// The page of Nmbr9: play a deck, look at games and at the best stacks, solve.

import { tabs } from "/pages/generic.js";
import { playPart } from "./play.js";
import { recordsPart } from "./records.js";
import { replayPart } from "./replay.js";
import { Stack } from "./stack.js";

const RULES = [
  "Cards come one by one. The part of the card is laid at once and stays where it is; it may be turned, but never turned over.",
  "Level 1 is the table. On every level all parts hang together by edges.",
  "Above the table every cell of a part lies on a part below, and the part rests on at least two parts.",
  "A part scores its number times the levels below it: nothing on the table, once on level 2, twice on level 3.",
];
const KEYS = [
  ["Pointer, arrow keys, finger", "move the part; it snaps to the legal spot nearby (a dot)"],
  ["Click, Enter, a second tap", "lay it"],
  ["R, right button", "turn it; Shift+R turns it back"],
  ["U, D", "a level up, down"],
  ["N, P", "the next, the previous legal spot of this turn"],
  ["H", "hint; Enter lays the part there"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
];

export async function mount(root, context) {
  const { api, base, dom, game, panels, store } = context;
  const { h } = dom;
  const styled = dom.styled(`${base}page.css`);
  const { parts: known } = await api.ask("set");
  const stack = new Stack(dom, known);

  const turnTo = (name) => document.getElementById(`tab-${name}`).click();
  const play = playPart(context, stack, {
    onLook: (record) => {
      turnTo("Replay");
      replay.open(record);
    },
    onKept: () => replay.refresh(),
  });
  const replay = replayPart(context, stack, {
    current: async () => (await play.record()).record,
    onPlay: (found) => {
      turnTo("Play");
      play.takeUp(found);
    },
  });
  const solving = h("div", {});
  let instance = null;
  const openSolver = () => {
    instance = panels.instancePanel({ game, store });
    const solver = panels.solverPanel({ game, store, instance: instance.text });
    solving.append(h("div", { class: "columns" }, instance.element, solver.element));
  };
  const records = recordsPart(context, stack, {
    onSolve: (text) => {
      store.set("instance", text);
      turnTo("Solve");
      instance.set(text);
      root.scrollIntoView();
    },
  });
  const parts = { Play: h("div", {}, play.element, howTo(h)), Replay: replay.element, Records: records.element, Solve: solving };
  await styled;
  root.replaceChildren(tabs(dom, store, parts, { Replay: () => replay.resume(), Records: () => records.start(), Solve: openSolver }));
  const seen = (name) => !document.getElementById(`part-${name}`).hidden;
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select, [role=tablist]")) return;
    const stepped = seen("Replay") && !event.ctrlKey && !event.altKey && replay.keys[event.key];
    if (stepped) stepped();
    if (stepped || (seen("Play") && play.press(event))) event.preventDefault();
  });
  await play.begin();
}

function howTo(h) {
  return h(
    "details",
    { class: "panel how-to" },
    h("summary", { text: "Rules and keys" }),
    h("ul", {}, RULES.map((text) => h("li", { text }))),
    h("dl", { class: "keys" }, KEYS.flatMap(([keys, what]) => [h("dt", { text: keys }), h("dd", { text: what })])),
  );
}
