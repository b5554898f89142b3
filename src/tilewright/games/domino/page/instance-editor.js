// The instance editor of Domino: the size of the board, the rule, the labels, and the number of stones of each kind.

import { h } from "/pages/elements.js";
import { announce } from "/pages/announcements-and-progress.js";
import { labelled, radioButtons } from "/pages/form-fields.js";
import { plural } from "/pages/text-format.js";
import { stoneIcon } from "./stone-drawing.js";

/** @import { InstanceEditor, PageContext, ParsedInstance } from "/pages/types.js" */

/** An instance. `counts` maps each kind of stone, such as "0-3", to the number of stones of that kind. @typedef {{ n: number, rule: string, labels: number, counts: Map<string, number> }} StoneSet */

const LARGEST_SIDE = 4000;
/** The limits on the numbers of labels and stones: larger instances are edited as text. */
const MOST_LABELS = 12;
const MOST_STONES = 2000;
const CLICK_ACTIONS = { add: "Add", take: "Remove" };
const RULES = { chain: "chain", touch: "touch" };
/** @type {StoneSet} */
const EMPTY_SET = { n: 6, rule: "chain", labels: 7, counts: new Map() };

/** @param {number} a @param {number} b */
const kindOf = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

/** @param {PageContext} context @param {(text: string) => void} write @returns {InstanceEditor} */
export function createStoneEditor({ store }, write) {
  let stoneSet = EMPTY_SET;
  let editable = true;
  /** @type {Map<string, { button: HTMLButtonElement, count: HTMLElement, name: HTMLElement }>} */
  const kinds = new Map();
  const clickAction = radioButtons("What a click on a stone does", CLICK_ACTIONS, store.get("stone-act", "add"), (chosen) => store.set("stone-act", chosen));
  const rule = radioButtons("Rule", RULES, "chain", (chosen) => change({ rule: chosen }));
  const numberInput = (/** @type {"n" | "labels"} */ key, /** @type {number} */ most) => {
    const input = h("input", { type: "number", min: 1, max: most, step: 1, required: true });
    input.addEventListener("change", () => input.validity.valid && change({ [key]: Number(input.value) }));
    return input;
  };
  const side = numberInput("n", LARGEST_SIDE);
  const labels = numberInput("labels", MOST_LABELS);
  const list = h("div", { class: "kinds", role: "group", "aria-label": "Stones", on: { keydown: onKeyDown } });
  const summary = h("p", { class: "quiet", role: "status" });
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", class: "small", on: { click: act } }, text);
  const newBoard = button("New board", () => change(EMPTY_SET));
  const element = h(
    "div",
    { class: "stone-editor" },
    h("div", { class: "row" }, labelled("Side of the board", side), labelled("Labels", labels), h("div", { class: "field" }, h("span", { class: "name", text: "Rule" }), rule.element)),
    h("div", { class: "row pick" }, clickAction.element, button("One of each", () => change({ counts: oneOfEach(stoneSet.labels) })), button("None", () => change({ counts: new Map() }))),
    list,
    summary,
    newBoard,
  );

  // --- Changes --------------------------------------------------------------------------------------

  /** @param {Partial<StoneSet>} values */
  function change(values) {
    stoneSet = { ...stoneSet, ...values };
    const most = values.labels;
    if (most) stoneSet.counts = new Map([...stoneSet.counts].filter(([kind]) => kind.split("-").every((label) => Number(label) < most)));
    editable = true;
    show();
    write(textOf(stoneSet));
  }

  /** @param {string} kind @param {number} difference */
  function changeCount(kind, difference) {
    const count = (stoneSet.counts.get(kind) ?? 0) + difference;
    if (count < 0 || totalOf(stoneSet) + difference > MOST_STONES) return;
    const counts = new Map(stoneSet.counts);
    if (count) counts.set(kind, count);
    else counts.delete(kind);
    change({ counts });
    announce(labelOf(kind));
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-stone]") : null;
    const kind = target instanceof HTMLElement ? target.dataset.stone : null;
    const difference = { "+": 1, "-": -1, Delete: -1, Backspace: -1 }[event.key];
    if (!kind || !difference) return;
    event.preventDefault();
    changeCount(kind, difference);
  }

  // --- Display --------------------------------------------------------------------------------------

  const labelOf = (/** @type {string} */ kind) => `Stone ${kind}: ${stoneSet.counts.get(kind) ?? 0}`;

  function createButtons() {
    kinds.clear();
    for (let a = 0; a < stoneSet.labels; a++) {
      for (let b = a; b < stoneSet.labels; b++) {
        const kind = kindOf(a, b);
        const count = h("span", { class: "count", "aria-hidden": "true" });
        const name = h("span", { class: "unseen" });
        const stone = h("button", { type: "button", data: { stone: kind } }, stoneIcon([a, b]), count, name);
        stone.addEventListener("click", (event) => changeCount(kind, clickAction.value() === "take" || event.shiftKey ? -1 : 1));
        stone.addEventListener("contextmenu", (event) => {
          event.preventDefault();
          changeCount(kind, -1);
        });
        kinds.set(kind, { button: stone, count, name });
      }
    }
    list.replaceChildren(...[...kinds.values()].map((each) => each.button));
  }

  function show() {
    element.classList.toggle("too-many", !editable);
    newBoard.hidden = editable;
    if (!editable) {
      summary.textContent = `This editor supports up to ${MOST_LABELS} labels and ${MOST_STONES} stones. Edit larger instances as text, or generate them.`;
      return;
    }
    const { n, labels: labelCount, counts } = stoneSet;
    if (kinds.size !== (labelCount * (labelCount + 1)) / 2) createButtons();
    if (side !== document.activeElement) side.value = String(n);
    if (labels !== document.activeElement) labels.value = String(labelCount);
    rule.show(stoneSet.rule);
    for (const [kind, { button: stone, count, name }] of kinds) {
      const number = counts.get(kind) ?? 0;
      stone.classList.toggle("none", !number);
      count.textContent = number > 1 ? `×${number}` : "";
      name.textContent = labelOf(kind);
    }
    const total = totalOf(stoneSet);
    summary.textContent = `${plural(total, "stone")}. The board of ${n}×${n} cells has room for ${Math.floor(n ** 2 / 2)}.`;
  }

  show();
  return {
    element,
    /** @param {ParsedInstance<{ n: number, rule: string, labels: number, stones: [number, number][] }> | null} parsed */
    show(parsed) {
      if (!parsed) return;
      const { instance } = parsed;
      editable = Array.isArray(instance?.stones) && instance.labels <= MOST_LABELS && instance.stones.length <= MOST_STONES;
      if (editable) {
        const counts = new Map();
        for (const [a, b] of instance.stones) counts.set(kindOf(a, b), (counts.get(kindOf(a, b)) ?? 0) + 1);
        stoneSet = { n: instance.n, rule: instance.rule, labels: instance.labels, counts };
      }
      show();
    },
  };
}

/** @param {number} labels */
function oneOfEach(labels) {
  const counts = new Map();
  for (let a = 0; a < labels; a++) for (let b = a; b < labels; b++) counts.set(kindOf(a, b), 1);
  return counts;
}

/** @param {StoneSet} stoneSet */
const totalOf = ({ counts }) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Return the text notation: `6 touch labels=12: 01 01 10-3`. @param {StoneSet} stoneSet */
function textOf({ n, rule, labels, counts }) {
  const head = [n, rule === "chain" ? "" : rule, labels === 7 ? "" : `labels=${labels}`].filter(Boolean).join(" ");
  const stones = [...counts].map(([kind, count]) => {
    const [a, b] = kind.split("-").map(Number);
    return { a, b, count, text: kind.length === 3 ? kind.replace("-", "") : kind };
  });
  stones.sort((one, other) => one.a - other.a || one.b - other.b);
  return `${head}: ${stones.flatMap(({ text, count }) => Array(count).fill(text)).join(" ")}`.trim();
}
