// The page of Patchwork: play, replay, set up a position, and the quilts of the paper.

import { tabs } from "/pages/generic.js";
import { listenForKeys } from "./parts.js";
import { playPart } from "./play.js";
import { replayPart } from "./replay.js";
import { setUpPart } from "./setup.js";

const RULES = [
  "Who is behind on the time board moves: buy one of the next three patches of the circle, or advance.",
  "A patch is paid in buttons, laid on free squares, and costs time. Advancing to the space after the opponent gives a button for each step.",
  "Every income space that is reached or passed pays a button for each button on the own quilt. The first to pass a brown square lays a 1x1 patch.",
  "The first with a full square of 7 x 7 has 7 points more. At the end a button counts a point, an open square costs two.",
];
const KEYS = [
  ["1, 2, 3", "take a patch on offer; once more puts it back"],
  ["R, right button", "rotate"],
  ["F", "flip"],
  ["Arrow keys, pointer, finger", "move it"],
  ["Enter, click, tap on the patch", "lay it"],
  ["A", "advance"],
  ["H", "hint; once more plays it"],
  ["M", "regret map"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["P, N", "two agents: start or pause, one step"],
];

export async function mount(root, context) {
  const { api, base, dom, game, panels, store } = context;
  const { h } = dom;
  const styled = dom.styled(`${base}page.css`);
  const known = await api.ask("patches");

  const turnTo = (name) => document.getElementById(`tab-${name}`).click();
  const play = playPart(context, known, {
    onAnalyse: (record) => {
      turnTo("Replay");
      replay.open(record);
    },
  });
  const replay = replayPart(context, known, {
    current: async () => (await play.record()).record,
    onPlay: (found) => {
      turnTo("Play");
      play.takeUp(found);
    },
  });
  const setUp = setUpPart(context, known, {
    current: play.state,
    onPlay: (state) => {
      turnTo("Play");
      play.setUp(state);
    },
  });
  const quilts = h("div", {});
  const parts = { Play: h("div", {}, play.element, howTo(h)), Replay: replay.element, Position: setUp.element, Quilts: quilts };
  const opened = {
    Replay: () => replay.resume(),
    Position: () => setUp.resume(),
    Quilts: () => {
      const instance = panels.instancePanel({ game, store });
      quilts.append(h("div", { class: "columns" }, instance.element, panels.solverPanel({ game, store, instance: instance.text }).element));
    },
  };
  await styled;
  root.replaceChildren(tabs(dom, store, parts, opened));
  const seen = (name) => !document.getElementById(`part-${name}`).hidden;
  const watch = () => play.show(seen("Play"));
  new MutationObserver(watch).observe(document.getElementById("part-Play"), { attributes: true, attributeFilter: ["hidden"] });
  watch();
  listenForKeys(() => seen("Replay") && !document.activeElement.closest("[role=tablist]"), replay.keys);
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
