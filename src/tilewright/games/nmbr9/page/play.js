// Playing a deck: one card at a time, a level, a turn, a spot. Everything is drawn here; the server says what is legal.

import { endPart } from "./end.js";
import { recordButtons } from "./games.js";
import { Spots } from "./spots.js";
import { boxOf, edges, inPoints } from "./stack.js";
import { sidePart } from "./side.js";

const DECKS = [[20, "all 20 cards"], [12, "12 cards"], [8, "8 cards"], [5, "5 cards"]];
const MARGIN = 4;
const LEAST = 12;
const SEEDS = 1_000_000;
const HOW = {
  mouse: "Point at the table: the part snaps to a legal spot, a click lays it. R turns it.",
  finger: "Touch the table to see the part there; touch it once more to lay it.",
};

/** Gives {element, begin(), press(event), record(), takeUp(game)}. `onLook(record)` shows a game again, `onKept()` hears that one was kept. */
export function playPart(context, stack, { onLook, onKept }) {
  const { Board, Sitting, dom, game, share, store } = context;
  const { announce, copyButton, h, labelled, s } = dom;
  const trouble = h("p", { class: "trouble", role: "status" });
  const words = h("span", {});
  const cancel = h("button", { type: "button", class: "small", hidden: true, on: { click: () => dropHint("The search was cancelled.") } }, "Cancel");
  const note = h("p", { class: "hint", role: "status" }, words, " ", cancel);
  const headline = h("p", { class: "facts headline", role: "status" });
  const levels = h("div", { class: "levels", role: "group", "aria-label": "Level" });
  const side = sidePart(context, stack, { onTurn: setTurn });
  const record = () => sitting.record(["human"]);
  const end = endPart(context, stack, { record, onLook, onKept });
  const sitting = new Sitting({ game, store, onChange: changed, parts: ["json"] });
  const aim = { level: 1, turn: 0, ...store.get("aim", {}) };
  let spots = null;
  let ghost = null;
  let hinted = null;
  let pending = null;
  let finger = false;
  let thinking = null;
  let queue = Promise.resolve();

  const view = () => sitting.view?.json;
  const playing = () => Boolean(spots) && spots.value !== null && !pending;
  const placed = () => (pending ? [...view().placed, pending] : view().placed);

  const board = new Board({ rows: LEAST, columns: LEAST, name: "The level", label, act, hover: point });
  board.svg.addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"), { capture: true });
  const dots = s("g", { class: "dots" });
  const shade = s("g", { class: "shade" });
  board.over.append(dots, shade);

  // --- What is shown --------------------------------------------------------------------------------

  function changed() {
    pending = ghost = hinted = null;
    if (sitting.deal) seed.value = String(sitting.seed);
    dropHint();
    trouble.textContent = "";
    spots = new Spots(view(), stack.parts);
    aim.turn = Math.min(aim.turn, Math.max(0, spots.turns.length - 1));
    if (spots.value !== null && !spots.on(aim.level).length) aim.level = Math.max(...spots.places.map(({ level }) => level));
    if (sitting.view.over) aim.level = Math.max(1, ...view().placed.map(({ level }) => level));
    fitTurn();
    tellHow();
    draw();
    end.show(sitting);
    if (document.activeElement === board.svg) point(board.focused);
  }

  /** The first card is laid with a word of help. */
  function tellHow() {
    note.className = "hint";
    words.textContent = "";
    if (spots.value === null || sitting.history.length) return;
    note.className = "hint quiet";
    words.textContent = HOW[matchMedia("(pointer: coarse)").matches ? "finger" : "mouse"];
  }

  function draw() {
    const now = view();
    const { top, left, rows, columns } = boxOf(placed().flatMap(({ cells }) => cells), MARGIN, LEAST);
    Object.assign(board, { origin: [top, left], rows, columns });
    const whole = { x: left - 0.2, y: top - 0.2, width: columns + 0.4, height: rows + 0.4 };
    if (Object.entries(whole).some(([name, value]) => board.whole[name] !== value)) {
      board.whole = whole;
      board.fit();
      board.focus(board.focused, false);
    }
    const net = s("path", { class: "net", d: lines(top, left, rows, columns) });
    board.drawing.replaceChildren(net, stack.level(placed(), aim.level));
    showHeadline(now);
    showLevels();
    showGhost();
    side.show({ now, placed: placed(), aim, spots: playing() ? spots : null });
    buttons.undo.disabled = !sitting.undoable;
    buttons.undo.title = sitting.ply || !sitting.left ? "Take the last part back (Ctrl+Z)" : "Back to the deck before (Ctrl+Z)";
    buttons.redo.disabled = !sitting.undone.length;
    for (const name of ["turn", "place", "hint"]) buttons[name].disabled = !playing();
    keeping.hidden = !sitting.deal || !sitting.history.length;
    store.set("aim", aim);
  }

  function showHeadline(now) {
    const points = inPoints(sitting.view.scores[0]);
    const told = spots.value === null ? `All ${now.cards} cards are laid` : `Card ${now.placed.length + 1} of ${now.cards}: lay the ${spots.value}`;
    headline.replaceChildren(h("strong", { class: "badge", text: told }), h("strong", { class: "points", text: points }));
  }

  function showLevels() {
    const highest = Math.max(0, ...placed().map(({ level }) => level));
    const count = Math.max(3, highest + 1);
    while (levels.children.length > count) levels.lastChild.remove();
    for (let level = levels.children.length + 1; level <= count; level++) {
      levels.append(h("button", { type: "button", on: { click: () => setLevel(level) } }, h("b", { text: `Level ${level}` }), h("small", {})));
    }
    [...levels.children].forEach((button, at) => {
      const [level, spotsHere] = [at + 1, playing() ? spots.on(at + 1).length : 0];
      button.setAttribute("aria-pressed", String(level === aim.level));
      button.disabled = level > highest + 1 || (level > highest && !spotsHere && level > 1);
      const worth = level === 1 ? "×0" : `×${level - 1}`;
      button.lastChild.textContent = playing() ? `${worth}, ${spotsHere} spot${spotsHere === 1 ? "" : "s"}` : worth;
    });
    const { offsetLeft, offsetWidth } = levels.children[aim.level - 1];
    levels.scrollLeft = offsetLeft + offsetWidth / 2 - levels.clientWidth / 2;
  }

  function showGhost() {
    const legal = playing() ? spots.on(aim.level, aim.turn) : [];
    dots.replaceChildren(...legal.map(({ held: [row, column] }) => s("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.16 })));
    shade.replaceChildren();
    if (!playing()) return;
    if (hinted && hinted !== ghost && hinted.level === aim.level) shade.append(outline(hinted, "hinted"));
    if (ghost) shade.append(stack.part(ghost.value, ghost.cells, `part ghost ${ghost.legal ? "fits" : "unfit"}${ghost === hinted ? " hinted" : ""}`));
    buttons.place.disabled = !ghost?.legal;
  }

  const outline = ({ cells }, name) => s("path", { class: `outline ${name}`, d: edges(cells) });

  function label([row, column]) {
    if (!playing()) return `row ${row}, column ${column}`;
    const meant = spots.at([row, column], aim.level, aim.turn);
    return `row ${row}, column ${column}, level ${aim.level}: the ${spots.value} ${meant.legal ? "fits" : "does not fit"} here`;
  }

  // --- What is done ---------------------------------------------------------------------------------

  function point(cell) {
    if (!playing() || !cell) return;
    ghost = spots.at(cell, aim.level, aim.turn);
    if (hinted && ghost.text === hinted.text) ghost = hinted;
    showGhost();
  }

  function act(cell, { kind, start, key }) {
    if (!playing()) return;
    if (kind === "secondary") {
      if (start) setTurn(aim.turn + 1);
      return;
    }
    const onGhost = ghost?.cells.some(([row, column]) => row === cell[0] && column === cell[1]);
    const wait = finger && key === null && !(start && onGhost);
    if (wait || !(key && ghost && ghost === hinted)) point(cell);
    if (wait || !start) return;
    place();
  }

  function place() {
    if (!playing()) return;
    if (!ghost) {
      trouble.textContent = "Choose a spot first: point at the table, or press N for the next legal one.";
      return;
    }
    trouble.textContent = "";
    const chosen = ghost;
    dropHint("");
    if (chosen.legal) {
      pending = { value: chosen.value, level: chosen.level, cells: chosen.cells };
      draw();
    }
    later(async () => {
      try {
        await sitting.play(chosen.text);
        announce(`The ${chosen.value} lies on level ${chosen.level}. ${headline.firstChild.textContent}. ${inPoints(sitting.view.scores[0])}.`);
      } finally {
        if (pending) {
          pending = null;
          draw();
        }
      }
    });
  }

  /** One after the other: each answer builds on the one before. */
  function later(act) {
    queue = queue.then(act).catch((error) => {
      if (error.name !== "AbortError") trouble.textContent = error.message;
    });
    return queue;
  }

  function setLevel(level) {
    if (level < 1 || level > levels.children.length || levels.children[level - 1].disabled) return;
    aim.level = level;
    ghost = null;
    fitTurn();
    draw();
    announce(`Level ${level}, ${playing() ? `${spots.on(level, aim.turn).length} spots in this turn` : ""}`);
    if (document.activeElement === board.svg) point(board.focused);
  }

  /** If the part fits this level in other turns only, take the first of these. */
  function fitTurn() {
    if (!playing() || spots.on(aim.level, aim.turn).length) return;
    const fits = spots.turns.findIndex((_, turn) => spots.on(aim.level, turn).length);
    if (fits >= 0) aim.turn = fits;
  }

  function setTurn(turn) {
    if (!playing()) return;
    const before = ghost;
    aim.turn = (turn + spots.turns.length) % spots.turns.length;
    ghost = null;
    draw();
    if (before) point(before.held);
    announce(`Turn ${aim.turn + 1} of ${spots.turns.length}, ${spots.on(aim.level, aim.turn).length} spots`);
  }

  /** Go through the legal spots of this turn. */
  function step(by) {
    if (!playing()) return;
    const legal = spots.on(aim.level, aim.turn).sort((one, other) => one.row - other.row || one.column - other.column);
    if (!legal.length) {
      announce("The card has no legal spot on this level.");
      return;
    }
    const now = legal.findIndex((place) => place.text === ghost?.text);
    const next = legal[now < 0 ? (by > 0 ? 0 : legal.length - 1) : (now + by + legal.length) % legal.length];
    board.focus(next.held);
    ghost = next;
    showGhost();
  }

  async function hint() {
    if (!playing() || thinking) return;
    const mine = (thinking = new AbortController());
    trouble.textContent = "";
    note.className = "hint";
    cancel.hidden = false;
    const stop = dom.elapsed(words, "The planner tries placements on shuffles of the cards that are left.");
    mine.signal.addEventListener("abort", stop);
    try {
      const found = await sitting.agent("planner", { values: true, signal: mine.signal });
      if (mine.signal.aborted) return;
      hinted = spots.of(found.move.json);
      Object.assign(aim, { level: hinted.level, turn: hinted.turn });
      ghost = hinted;
      board.focus(hinted.held, false);
      const expected = found.values ? ` It expects ${found.values[0].value.toFixed(1)} points at the end.` : "";
      draw();
      dropHint(`The planner lays the ${hinted.value} on level ${hinted.level}, as shown.${expected}`);
    } catch (error) {
      if (mine.signal.aborted) return;
      dropHint("");
      trouble.textContent = error.message;
    }
  }

  /** Wait for no hint any more, and say something instead. */
  function dropHint(text = null) {
    if (!thinking) return;
    thinking.abort();
    thinking = null;
    cancel.hidden = true;
    if (text !== null) words.textContent = text;
  }

  function deal(seedOfDeck, cards) {
    Object.assign(aim, { level: 1, turn: 0 });
    store.set("deck", { cards });
    return later(() => sitting.start({ seed: seedOfDeck, keys: { variant: "K", cards } }));
  }

  // --- Controls -------------------------------------------------------------------------------------

  const button = (text, name, act, kind = "") => h("button", { type: "button", class: kind, title: name, on: { click: act } }, text);
  const buttons = {
    turn: button("Rotate", "Turn the part to the right (R)", () => setTurn(aim.turn + 1)),
    place: button("Place", "Lay the part where it is shown (Enter)", () => place(), "main"),
    hint: button("Hint", "What the planner would do (H)", hint),
    undo: button("Undo", "", () => later(() => sitting.undo())),
    redo: button("Redo", "Lay it again (Ctrl+Y)", () => later(() => sitting.redo())),
  };
  const keys = {
    r: () => setTurn(aim.turn + 1),
    R: () => setTurn(aim.turn - 1),
    u: () => setLevel(aim.level + 1),
    d: () => setLevel(aim.level - 1),
    n: () => step(1),
    p: () => step(-1),
    h: hint,
  };

  /** A key that was pressed anywhere on this part; says whether it was known. */
  function press(event) {
    if (event.altKey || !sitting.view) return false;
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const back = letter === "z" && !event.shiftKey;
      if (!back && letter !== "y" && letter !== "z") return false;
      later(() => (back ? sitting.undo() : sitting.redo()));
      return true;
    }
    const known = keys[event.key] ?? (letter === "r" ? null : keys[letter]);
    known?.();
    return Boolean(known);
  }

  const seed = h("input", { type: "number", min: 0, max: 2147483647, step: 1, value: "1", required: true });
  const size = h("select", {}, DECKS.map(([value, text]) => h("option", { value: String(value), text })));
  size.value = String(DECKS.some(([value]) => value === store.get("deck")?.cards) ? store.get("deck").cards : 20);
  const dealing = h(
    "form",
    {
      class: "row dealing",
      on: {
        submit: (event) => {
          event.preventDefault();
          deal(Number(seed.value), Number(size.value));
        },
      },
    },
    labelled("Deck", size),
    labelled("Seed", seed),
    h("button", { text: "Deal" }),
    button("New deck", "A deck of a seed drawn at random", () => {
      seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS);
      deal(Number(seed.value), Number(size.value));
    }),
    copyButton(() => share.shareLink({ seed: sitting.seed, cards: view().cards }), "Copy link to this deck"),
  );

  /** A kept game that the server cannot read is given up; if it does not answer, nothing is. */
  function unreadable(error) {
    if (error.status !== 400) throw error;
    return null;
  }

  addEventListener("hashchange", () => linked() && deal(Number(seed.value), Number(size.value)));

  /** Take the deck that a link names; says whether there is one. */
  function linked() {
    const told = share.readFragment();
    const [wanted, cards] = [Number(told.seed), Number(told.cards)];
    if (!/^\d{1,9}$/.test(told.seed ?? "") || !DECKS.some(([value]) => value === cards)) return false;
    share.clearFragment();
    seed.value = String(wanted);
    size.value = String(cards);
    return true;
  }

  async function begin() {
    await later(async () => {
      const wanted = linked();
      const kept = wanted ? null : await sitting.resume().catch(unreadable);
      if (kept && (kept.over || kept.json.card !== null)) seed.value = String(sitting.seed);
      else await sitting.start({ seed: Number(seed.value), keys: { variant: "K", cards: Number(size.value) } });
    });
  }

  /** Play on in a recorded game; what was played after that can be redone. */
  function takeUp({ record: { instance, seed: dealt }, states, moves, ply }) {
    const steps = moves.map((move, at) => ({ state: states[at], move, mover: 0 }));
    const undone = steps.slice(ply).map((step, at) => ({ ...step, after: states[ply + at + 1] })).reverse();
    store.set("sitting", { state: states[ply], history: steps.slice(0, ply), undone, deal: { instance }, seed: dealt });
    return later(() => sitting.resume());
  }

  const tools = h("div", { class: "tools" }, Object.values(buttons));
  const keeping = h("details", { class: "keeping" }, h("summary", { text: "The game so far" }), h("div", { class: "row" }, recordButtons(context, record, onLook)));
  const table = h("section", { class: "panel play-table", "aria-label": "The table" }, h("div", { class: "over-board" }, headline, levels), board.element, tools, note, trouble, keeping);
  const element = h("div", { class: "nmbr9" }, dealing, end.element, h("div", { class: "desk" }, table, side.element));
  return { element, begin, press, record, takeUp };
}

function lines(top, left, rows, columns) {
  let path = "";
  for (let row = 0; row <= rows; row++) path += `M${left} ${top + row}h${columns}`;
  for (let column = 0; column <= columns; column++) path += `M${left + column} ${top}v${rows}`;
  return path;
}
