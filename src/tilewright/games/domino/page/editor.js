// The editor of domino: the side of the board, the rule, the labels, and how many stones there are of each kind.

import { face } from "./stones.js";

const LARGEST_N = 4000;
/** More labels, or more stones, are for the text and for the generator. */
const MOST_LABELS = 12;
const MOST_STONES = 2000;
const ACTS = { add: "Add", take: "Take away" };
const RULES = { chain: "chain", touch: "touch" };
const START = { n: 6, rule: "chain", labels: 7, counts: new Map() };

const keyOf = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

/** See `editor` of the generic page. */
export function stoneEditor({ dom, store }, write) {
  const { announce, h, labelled, segments } = dom;
  let board = START;
  let usable = true;
  const buttons = new Map();
  const act = segments("What a click on a stone does", ACTS, store.get("stone-act", "add"), (chosen) => store.set("stone-act", chosen));
  const rule = segments("Rule", RULES, "chain", (chosen) => change({ rule: chosen }));
  const number = (key, most) => {
    const field = h("input", { type: "number", min: 1, max: most, step: 1, required: true });
    field.addEventListener("change", () => field.validity.valid && change({ [key]: Number(field.value) }));
    return field;
  };
  const side = number("n", LARGEST_N);
  const labels = number("labels", MOST_LABELS);
  const list = h("div", { class: "kinds", role: "group", "aria-label": "Stones", on: { keydown: press } });
  const summary = h("p", { class: "quiet", role: "status" });
  const button = (text, act) => h("button", { type: "button", class: "small", on: { click: act } }, text);
  const anew = button("New board", () => change(START));
  const element = h(
    "div",
    { class: "stone-editor" },
    h("div", { class: "row" }, labelled("Side of the board", side), labelled("Labels", labels), h("div", { class: "field" }, h("span", { class: "name", text: "Rule" }), rule.element)),
    h("div", { class: "row pick" }, act.element, button("One of each", () => change({ counts: oneOfEach(board.labels) })), button("None", () => change({ counts: new Map() }))),
    list,
    summary,
    anew,
  );

  // --- Changing -------------------------------------------------------------------------------------

  function change(values) {
    board = { ...board, ...values };
    if (values.labels) board.counts = new Map([...board.counts].filter(([key]) => key.split("-").every((label) => Number(label) < values.labels)));
    usable = true;
    show();
    write(textOf(board));
  }

  function count(key, by) {
    const now = (board.counts.get(key) ?? 0) + by;
    if (now < 0 || total(board) + by > MOST_STONES) return;
    const counts = new Map(board.counts);
    if (now) counts.set(key, now);
    else counts.delete(key);
    change({ counts });
    announce(nameOf(key));
  }

  function press(event) {
    const key = event.target.closest("[data-stone]")?.dataset.stone;
    const by = { "+": 1, "-": -1, Delete: -1, Backspace: -1 }[event.key];
    if (!key || !by) return;
    event.preventDefault();
    count(key, by);
  }

  // --- Seeing ---------------------------------------------------------------------------------------

  const nameOf = (key) => `stone ${key}: ${board.counts.get(key) ?? 0}`;

  function layKinds() {
    buttons.clear();
    for (let a = 0; a < board.labels; a++) {
      for (let b = a; b < board.labels; b++) {
        const key = keyOf(a, b);
        const one = h("button", { type: "button", data: { stone: key } }, face(dom, [a, b]), h("span", { class: "count", "aria-hidden": "true" }));
        one.addEventListener("click", (event) => count(key, act.value() === "take" || event.shiftKey ? -1 : 1));
        one.addEventListener("contextmenu", (event) => {
          event.preventDefault();
          count(key, -1);
        });
        buttons.set(key, one);
      }
    }
    list.replaceChildren(...buttons.values());
  }

  function show() {
    element.classList.toggle("too-many", !usable);
    anew.hidden = usable;
    if (!usable) {
      summary.textContent = `Stones are chosen here up to ${MOST_LABELS} labels and ${MOST_STONES} stones; larger instances are changed as text or generated.`;
      return;
    }
    if (buttons.size !== (board.labels * (board.labels + 1)) / 2) layKinds();
    for (const [field, value] of [[side, board.n], [labels, board.labels]]) if (field !== document.activeElement) field.value = String(value);
    rule.show(board.rule);
    for (const [key, one] of buttons) {
      const many = board.counts.get(key) ?? 0;
      one.classList.toggle("none", !many);
      one.lastChild.textContent = many > 1 ? `×${many}` : "";
      one.setAttribute("aria-label", nameOf(key));
    }
    const [given, room] = [total(board), Math.floor(board.n ** 2 / 2)];
    summary.textContent = `${given} ${given === 1 ? "stone" : "stones"}; ${board.n} x ${board.n} cells have room for ${room}.`;
  }

  show();
  return {
    element,
    show(read) {
      const { instance } = read ?? {};
      if (!read) return;
      usable = Array.isArray(instance?.stones) && instance.labels <= MOST_LABELS && instance.stones.length <= MOST_STONES;
      if (usable) {
        const counts = new Map();
        for (const [a, b] of instance.stones) counts.set(keyOf(a, b), (counts.get(keyOf(a, b)) ?? 0) + 1);
        board = { n: instance.n, rule: instance.rule, labels: instance.labels, counts };
      }
      show();
    },
  };
}

function oneOfEach(labels) {
  const counts = new Map();
  for (let a = 0; a < labels; a++) for (let b = a; b < labels; b++) counts.set(keyOf(a, b), 1);
  return counts;
}

const total = ({ counts }) => [...counts.values()].reduce((sum, many) => sum + many, 0);

/** The text notation: `6 touch labels=12: 01 01 10-3`. */
function textOf({ n, rule, labels, counts }) {
  const head = [n, rule === "chain" ? "" : rule, labels === 7 ? "" : `labels=${labels}`].filter(Boolean).join(" ");
  const written = (key) => (key.length === 3 ? key.replace("-", "") : key);
  const pairs = [...counts].map(([key, many]) => [key.split("-").map(Number), written(key), many]);
  pairs.sort(([[a, b]], [[a2, b2]]) => a - a2 || b - b2);
  return `${head}: ${pairs.flatMap(([, text, many]) => Array(many).fill(text)).join(" ")}`.trim();
}
