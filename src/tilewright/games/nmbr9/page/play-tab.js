// The tab "Play": the user places one card at a time, and chooses its level and its rotation. The page draws everything; the server lists the legal placements.

import { isAbort, messageOf } from "/pages/api.js";
import { gridLines, outline } from "/pages/cell-svg-paths.js";
import { h, s } from "/pages/elements.js";
import { announce, copyButton, retryButton, showElapsed } from "/pages/announcements-and-progress.js";
import { actionButton, labelled, seedInput, selectBox, submitForm } from "/pages/form-fields.js";
import { recordButtons } from "/pages/game-records.js";
import { arrowKeys } from "/pages/keyboard.js";
import { showNotice } from "/pages/messages.js";
import { plural } from "/pages/text-format.js";
import { cardPanel } from "./card-panel.js";
import { gameOverPanel } from "./game-over-panel.js";
import { LegalPlacements } from "./placement-near-pointer.js";
import { opponentGame } from "./opponent-game.js";
import { boxAround } from "./stack-drawing.js";

/** @import { Activation } from "/pages/interactive-board.js" */
/** @import { Cell, Deal, PageContext } from "/pages/types.js" */
/** @import { Placement } from "./placement-near-pointer.js" */
/** @import { ReplayedGame } from "./replay-tab.js" */
/** @import { StackDrawing } from "./stack-drawing.js" */
/** @import { Aim, PlacedPart, PlayRecord, Session } from "./types.js" */

/** A deck that a URL names by its seed and its number of cards. @typedef {{ seed: number, cards: number }} LinkedDeck */

/** @type {[number, string][]} */
const DECKS = [[20, "All 20 cards"], [12, "12 cards"], [8, "8 cards"], [5, "5 cards"]];
/** The width, in cells, of the free margin that is shown around the stack. */
const MARGIN = 4;
const LEAST_SIDE = 12;
const RANDOM_SEEDS = 1_000_000;
const INSTRUCTIONS = {
  mouse: "Point at the board: the part snaps to a legal placement. Click to place it; press R to turn it.",
  touch: "Tap the board to see the part there; tap the part to place it.",
};

/**
 * Return {element, start(), keys, undo(), redo(), createRecord(), continueFrom(game, ply)}. `onReplay(record)` is called when the user wants to replay the game,
 * `onSaved()` when a finished game has been saved.
 * @param {PageContext} context
 * @param {StackDrawing} drawing
 * @param {{ onReplay: (record: PlayRecord) => void, onSaved: () => void }} callbacks
 */
export function playTab(context, drawing, { onReplay, onSaved }) {
  const { Board, GameSession, game, share, store } = context;
  const error = h("p", { class: "trouble", role: "status" });
  const hintText = h("span", {});
  const cancelHint = h("button", { type: "button", class: "small", hidden: true, on: { click: () => stopHint("The search was cancelled.") } }, "Cancel");
  const hintLine = h("p", { class: "hint", role: "status" }, hintText, " ", cancelHint);
  const headline = h("p", { class: "facts headline", role: "status" });
  const levelRow = h("div", { class: "levels", role: "group", "aria-label": "Level" });
  /** @type {{ button: HTMLButtonElement, facts: HTMLElement }[]} */
  const levels = [];
  const side = cardPanel(drawing, setTurn);
  /** @type {Session} */
  const session = new GameSession({ game, store, onChange: onPosition, parts: ["json"] });
  const createRecord = () => session.record(["human"]);
  const gameOver = gameOverPanel(context, drawing, { createRecord, onReplay, onSaved, onRematch: rematch, onNewDeck: dealRandomDeck });
  const opponent = opponentGame(context, drawing, () => {
    if (!session.view) return;
    showHeadline();
    gameOver.showOpponent(opponent.stack());
  });
  /** @type {Aim} */
  const aim = { level: 1, turn: 0, ...store.get("aim", {}) };
  /** The legal placements of the current card; null when all cards are placed. @type {LegalPlacements | null} */
  let legal = null;
  /** The placement shown at the pointer or at the focused cell of the board. @type {Placement | null} */
  let preview = null;
  /** @type {Placement | null} */
  let hinted = null;
  /** A part that the server is still checking. @type {PlacedPart | null} */
  let pending = null;
  let byTouch = false;
  /** @type {AbortController | null} */
  let thinking = null;
  /** @type {Promise<unknown>} */
  let queue = Promise.resolve();

  const position = () => session.view.json;
  /** Return the legal placements if the user may place a part now; otherwise null. */
  const playable = () => (pending ? null : legal);
  const placed = () => (pending ? [...position().placed, pending] : position().placed);
  const highestLevel = () => Math.max(0, ...placed().map(({ level }) => level));

  const board = new Board({ rows: LEAST_SIDE, columns: LEAST_SIDE, name: "Board", label, act, hover: pointAt });
  board.svg.addEventListener("pointerdown", (event) => (byTouch = event.pointerType === "touch"), { capture: true });
  const dots = s("g", { class: "dots" });
  const previewLayer = s("g", { class: "shade" });
  board.overlay.append(dots, previewLayer);

  // --- Display --------------------------------------------------------------------------------------

  function onPosition() {
    const { card } = position();
    pending = preview = hinted = null;
    if (session.deal) seed.value = String(session.seed);
    stopHint();
    error.textContent = "";
    legal = card === null ? null : new LegalPlacements(card, position(), drawing.parts);
    aim.turn = Math.min(aim.turn, Math.max(0, (legal?.turns.length ?? 0) - 1));
    if (legal && !legal.on(aim.level).length) aim.level = Math.max(...legal.all.map(({ level }) => level));
    if (session.view.over) aim.level = Math.max(1, highestLevel());
    chooseFittingTurn();
    showInstructions();
    draw();
    gameOver.show(session);
    opponent.follow(session);
    showAddress();
    if (document.activeElement === board.svg) pointAt(board.focused);
  }

  /** Show the instructions if no card has been placed yet; otherwise clear the hint line. */
  function showInstructions() {
    const first = legal !== null && !session.history.length;
    hintLine.className = first ? "hint quiet" : "hint";
    hintText.textContent = first ? INSTRUCTIONS[matchMedia("(pointer: coarse)").matches ? "touch" : "mouse"] : "";
  }

  function draw() {
    const { top, left, rows, columns } = boxAround(placed().flatMap(({ cells }) => cells), MARGIN, LEAST_SIDE);
    Object.assign(board, { origin: [top, left], rows, columns });
    if (board.setWhole({ x: left - 0.2, y: top - 0.2, width: columns + 0.4, height: rows + 0.4 })) board.focus(board.focused, false);
    const net = s("path", { class: "net", d: gridLines(top, left, rows, columns) });
    board.drawing.replaceChildren(net, drawing.drawLevel(placed(), aim.level));
    showHeadline();
    showLevels();
    showPreview();
    side.show({ position: position(), placed: placed(), aim, placements: playable() });
    buttons.undo.disabled = !session.undoable;
    buttons.undo.title = session.ply || !session.left ? "Take back the last part (Ctrl+Z)" : "Return to the previous game (Ctrl+Z)";
    buttons.redo.disabled = !session.undone.length;
    for (const button of [buttons.turn, buttons.hint]) button.disabled = !playable();
    recordPanel.hidden = !session.deal || !session.history.length;
    store.set("aim", aim);
  }

  function headlineText() {
    const { cards, placed: done } = position();
    return legal ? `Card ${done.length + 1} of ${cards}: place the ${legal.value}` : `All ${cards} cards are placed`;
  }

  const scoreText = () => plural(session.view.scores[0], "point");

  function showHeadline() {
    const other = opponent.stack();
    const versus = other && h("span", { class: "versus", text: `${other.name}: ${other.score ?? "…"}` });
    headline.replaceChildren(h("strong", { class: "badge", text: headlineText() }), h("strong", { class: "points", text: scoreText() }), ...(versus ? [versus] : []));
  }

  function showLevels() {
    const highest = highestLevel();
    const placements = playable();
    const count = Math.max(3, highest + 1);
    levels.splice(count).forEach(({ button }) => button.remove());
    for (let level = levels.length + 1; level <= count; level++) {
      const facts = h("small", {});
      const button = h("button", { type: "button", on: { click: () => setLevel(level) } }, h("b", { text: `Level ${level}` }), facts);
      levels.push({ button, facts });
      levelRow.append(button);
    }
    levels.forEach(({ button, facts }, index) => {
      const level = index + 1;
      const number = placements?.on(level).length ?? 0;
      button.setAttribute("aria-pressed", String(level === aim.level));
      button.disabled = level > highest + 1 || (level > highest && !number && level > 1);
      facts.textContent = placements ? `×${level - 1}, ${number}` : `×${level - 1}`;
      button.title = `A part on level ${level} scores ${level - 1} × its number. ${plural(number, "legal placement")}.`;
    });
  }

  function showPreview() {
    const placements = playable();
    const centres = placements?.on(aim.level, aim.turn).map(({ centre }) => centre) ?? [];
    dots.replaceChildren(...centres.map(([row, column]) => s("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.16 })));
    previewLayer.replaceChildren();
    buttons.place.disabled = !placements || (preview !== null && !preview.legal);
    if (!placements) return;
    if (hinted && hinted !== preview && hinted.level === aim.level) previewLayer.append(s("path", { class: "outline hinted", d: outline(hinted.cells) }));
    if (preview) previewLayer.append(drawing.drawPart(preview.value, preview.cells, `part ghost ${preview.legal ? "fits" : "unfit"}${preview === hinted ? " hinted" : ""}`));
  }

  /** @param {Cell} cell */
  function label([row, column]) {
    const placements = playable();
    const where = `Row ${row - board.origin[0] + 1}, column ${column - board.origin[1] + 1}`;
    if (!placements) return where;
    const { legal: fits } = placements.near([row, column], aim.level, aim.turn);
    return `${where}, level ${aim.level}: the ${placements.value} ${fits ? "fits" : "does not fit"} here`;
  }

  // --- Input ----------------------------------------------------------------------------------------

  /** @param {Cell | null} cell */
  function pointAt(cell) {
    const placements = playable();
    if (!placements || !cell) return;
    preview = placements.near(cell, aim.level, aim.turn);
    if (hinted && preview.text === hinted.text) preview = hinted;
    showPreview();
  }

  /** @param {Cell} cell @param {Activation} activation */
  function act(cell, { kind, start, key }) {
    if (!playable()) return;
    if (kind === "secondary") {
      if (start) setTurn(aim.turn + 1);
      return;
    }
    const onPreview = preview?.cells.some(([row, column]) => row === cell[0] && column === cell[1]);
    // A touch that begins on a cell of the preview places the part; any other touch only moves the preview.
    const onlyMove = byTouch && key === null && !(start && onPreview);
    if (onlyMove || !(key && preview && preview === hinted)) pointAt(cell);
    if (onlyMove || !start) return;
    place();
  }

  function place() {
    if (!playable()) return;
    if (!preview) {
      error.textContent = "Choose a placement first: point at the board, or press N for the next legal one.";
      return;
    }
    error.textContent = "";
    const { legal: isLegal, value, level, cells, text } = preview;
    stopHint("");
    if (isLegal) {
      pending = { value, level, cells };
      draw();
    }
    enqueue(async () => {
      try {
        await session.play(text);
        announce(`The ${value} is on level ${level}. ${headlineText()}. ${scoreText()}.`);
      } finally {
        if (pending) {
          pending = null;
          draw();
        }
      }
    });
  }

  /** Run requests one after another, because each request depends on the position that the previous one produced. @param {() => unknown} act */
  function enqueue(act) {
    queue = queue.then(act).catch((failure) => {
      if (!isAbort(failure)) error.textContent = messageOf(failure);
    });
    return queue;
  }

  /** @param {number} level */
  function setLevel(level) {
    if (level < 1 || level > levels.length || levels[level - 1].button.disabled) return;
    aim.level = level;
    preview = null;
    chooseFittingTurn();
    draw();
    const placements = playable();
    announce(`Level ${level}${placements ? `, ${plural(placements.on(level, aim.turn).length, "placement")} in this rotation` : ""}`);
    if (document.activeElement === board.svg) pointAt(board.focused);
  }

  /** If the part does not fit on this level in its current rotation, choose the first rotation in which it fits. */
  function chooseFittingTurn() {
    const placements = playable();
    if (!placements || placements.on(aim.level, aim.turn).length) return;
    const fitting = placements.turns.findIndex((_, turn) => placements.on(aim.level, turn).length);
    if (fitting >= 0) aim.turn = fitting;
  }

  /** @param {number} turn */
  function setTurn(turn) {
    const placements = playable();
    if (!placements) return;
    const before = preview;
    aim.turn = (turn + placements.turns.length) % placements.turns.length;
    preview = null;
    draw();
    if (before) pointAt(before.centre);
    announce(`Rotation ${aim.turn + 1} of ${placements.turns.length}, ${plural(placements.on(aim.level, aim.turn).length, "placement")}`);
  }

  /** Show the next or the previous legal placement of the part in this rotation. @param {number} difference */
  function stepThroughPlacements(difference) {
    const placements = playable();
    if (!placements) return;
    const listed = placements.on(aim.level, aim.turn).sort((one, other) => one.row - other.row || one.column - other.column);
    if (!listed.length) {
      announce("The part has no legal placement on this level in this rotation.");
      return;
    }
    const index = listed.findIndex((placement) => placement.text === preview?.text);
    const next = listed[index < 0 ? (difference > 0 ? 0 : listed.length - 1) : (index + difference + listed.length) % listed.length];
    board.focus(next.centre);
    preview = next;
    showPreview();
  }

  async function giveHint() {
    const placements = playable();
    if (!placements || thinking) return;
    const { signal } = (thinking = new AbortController());
    error.textContent = "";
    hintLine.className = "hint";
    cancelHint.hidden = false;
    const stopTimer = showElapsed(hintText, "The planner tries placements with random orders of the remaining cards.");
    signal.addEventListener("abort", stopTimer);
    try {
      const { move, values } = await session.askAgent("planner", { values: true, signal });
      if (signal.aborted) return;
      hinted = placements.ofMove(move.json);
      if (!hinted) throw new Error("The hint is not a legal placement in this position.");
      Object.assign(aim, { level: hinted.level, turn: hinted.turn });
      preview = hinted;
      board.focus(hinted.centre, false);
      const expected = values ? ` It expects ${values[0].value.toFixed(1)} points at the end.` : "";
      draw();
      stopHint(`The planner would place the ${hinted.value} on level ${hinted.level}, as shown.${expected}`);
    } catch (failure) {
      if (signal.aborted) return;
      stopHint("");
      error.replaceChildren(messageOf(failure), " ", retryButton(failure, () => legal === placements && giveHint()));
    }
  }

  /** Stop the search for a hint. If a text is given, show it in the hint line. @param {string | null} [text] */
  function stopHint(text = null) {
    if (!thinking) return;
    thinking.abort();
    thinking = null;
    cancelHint.hidden = true;
    if (text !== null) hintText.textContent = text;
  }

  /** @param {number} number @param {number} cards */
  function deal(number, cards) {
    Object.assign(aim, { level: 1, turn: 0 });
    store.set("deck", { cards });
    openSettings(false);
    return enqueue(async () => {
      await startDeck(number, cards);
      // Move the focus from the button to the board; otherwise Enter would press the button again.
      board.focus(board.focused);
    });
  }

  /** Play the same deck again. */
  function rematch() {
    deal(session.seed, position().cards);
  }

  // --- Controls -------------------------------------------------------------------------------------

  const undo = () => enqueue(() => session.undo());
  const redo = () => enqueue(() => session.redo());
  const buttons = {
    turn: actionButton("Rotate", () => setTurn(aim.turn + 1), { title: "Turn the part to the right (R)" }),
    place: actionButton("Place", place, { title: "Place the part where it is shown (Enter)", class: "main" }),
    hint: actionButton("Hint", giveHint, { title: "Show the planner's placement (H)" }),
    undo: actionButton("Undo", undo),
    redo: actionButton("Redo", redo, { title: "Place the part again (Ctrl+Y)" }),
  };
  /** @type {Record<string, (event: KeyboardEvent) => unknown>} */
  const keys = {
    r: ({ shiftKey }) => setTurn(aim.turn + (shiftKey ? -1 : 1)),
    u: () => setLevel(aim.level + 1),
    d: () => setLevel(aim.level - 1),
    n: () => stepThroughPlacements(1),
    p: () => stepThroughPlacements(-1),
    h: giveHint,
    // A focused button and the board handle Enter themselves.
    Enter: () => document.activeElement === document.body && place(),
    ...arrowKeys((rows, columns) => {
      if (!playable()) return false;
      board.focus([board.focused[0] + rows, board.focused[1] + columns]);
      pointAt(board.focused);
      return true;
    }),
  };

  const seed = seedInput(1, { required: true });
  const savedSize = store.get("deck")?.cards;
  const size = selectBox(DECKS, String(DECKS.some(([value]) => value === savedSize) ? savedSize : 20));
  const dealChosenDeck = () => deal(Number(seed.value), Number(size.value));
  function dealRandomDeck() {
    seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % RANDOM_SEEDS);
    dealChosenDeck();
  }
  const dealForm = submitForm(
    { class: "row dealing" },
    dealChosenDeck,
    labelled("Deck", size),
    labelled("Seed", seed),
    h("button", { text: "Deal" }),
    opponent.choice,
    copyButton(() => share.shareLink({ seed: session.seed, cards: position().cards }), "Copy link to this deck"),
  );

  /** Show or hide the settings on a small screen. @param {boolean} open */
  function openSettings(open) {
    bar.classList.toggle("open", open);
    toggle.textContent = `Opponent and deck ${open ? "▴" : "▾"}`;
    toggle.setAttribute("aria-expanded", String(open));
  }
  const toggle = actionButton("Opponent and deck ▾", () => openSettings(!bar.classList.contains("open")), { class: "deal-toggle", "aria-expanded": "false" });
  const bar = h("section", { class: "deal-bar", "aria-label": "Opponent and deck" }, toggle, dealForm, actionButton("New deck", dealRandomDeck, { class: "main new-deck", title: "Deal a random deck" }));

  // --- Address --------------------------------------------------------------------------------------

  /** The last deck that was dealt from a seed. A game that was continued from a record may have another deck. @returns {{ seed: number, cards: number, deal: string } | null} */
  const dealtDeck = () => store.get("dealt", null);

  /** Whether a game is played with the last dealt deck and this deck has the given seed and number of cards. @param {{ deal: Deal | null, seed: number } | null} played @param {LinkedDeck} deck */
  function hasDeck(played, { seed: number, cards }) {
    const dealt = dealtDeck();
    return Boolean(played?.deal) && dealt?.seed === number && dealt.cards === cards && JSON.stringify(played?.deal) === dealt.deal;
  }

  /** Put the seed and the number of cards into the URL; remove them if the current deck was not dealt from a seed. */
  function showAddress() {
    const dealt = dealtDeck();
    const isDealt = dealt !== null && hasDeck(session, dealt);
    share.changeFragment({ seed: isDealt ? dealt.seed : null, cards: isDealt ? dealt.cards : null });
  }

  /** Return the deck that the URL names; null if it names no valid deck. @returns {LinkedDeck | null} */
  function linkedDeck() {
    const link = share.readFragment();
    const cards = Number(link.cards);
    return /^\d{1,9}$/.test(link.seed ?? "") && DECKS.some(([value]) => value === cards) ? { seed: Number(link.seed), cards } : null;
  }

  /** @param {number} number @param {number} cards */
  async function startDeck(number, cards) {
    const view = await session.start({ seed: number, keys: { variant: "K", cards } });
    store.set("dealt", { seed: number, cards, deal: JSON.stringify(session.deal) });
    showAddress();
    return view;
  }

  /** Deal the deck that the URL names, unless it is already being played. If the previous game was unfinished, Undo returns to it. @param {LinkedDeck} deck */
  async function openDeck(deck) {
    size.value = String(deck.cards);
    if (!hasDeck(session, deck)) await startDeck(deck.seed, deck.cards);
  }

  share.onFragmentChange(({ tab = "Play" }) => {
    const deck = linkedDeck();
    if (deck && tab === "Play") enqueue(() => openDeck(deck));
    else if (session.view) showAddress();
  });

  async function start() {
    const deck = linkedDeck();
    if (!deck && "cards" in share.readFragment()) showNotice(`The link does not name a valid deck. The seed of a deck has at most nine digits, and its number of cards is one of ${DECKS.map(([cards]) => cards).join(", ")}.`);
    await enqueue(async () => {
      const saved = await session.resume();
      if (deck && !(saved && share.isReload())) await openDeck(deck);
      else if (!saved || (!saved.over && saved.json.card === null)) await startDeck(Number(seed.value), Number(size.value));
    });
  }

  /** Continue a recorded game after its first `ply` moves. @param {ReplayedGame} recorded @param {number} ply */
  const continueFrom = (recorded, ply) => enqueue(() => session.continueFrom(recorded, ply));

  const opponentPanel = h("section", { class: "panel opponent-stack", "aria-label": "Opponent" }, opponent.element);
  const tools = h("div", { class: "tools" }, Object.values(buttons));
  const recordPanel = h("details", { class: "keeping" }, h("summary", { text: "Record of this game" }), h("div", { class: "row" }, recordButtons(game.name, createRecord, onReplay)));
  const boardPanel = h("section", { class: "panel play-board", "aria-label": "Board" }, h("div", { class: "over-board" }, headline, levelRow), h("div", { class: "messages" }, hintLine, error), board.element, tools, recordPanel);
  const element = h("div", { class: "nmbr9" }, bar, gameOver.element, h("div", { class: "layout" }, boardPanel, h("div", { class: "beside-board" }, side.element, opponentPanel)));
  return { element, start, keys, undo, redo, createRecord, continueFrom };
}
