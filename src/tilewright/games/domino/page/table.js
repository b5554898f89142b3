// The table at which domino is played: take a stone, choose the cell of its first half, then that of its second.

import { boardPicture, face, stonePicture } from "./stones.js";

const same = (one, other) => String(one) === String(other);
const turned = ([a, b]) => [b, a];

/** See `table` of `playPanel`. */
export function table({ Board, dom, store }, play) {
  const { announce, h, s } = dom;
  let view = null;
  let board = null;
  /** The stone in hand, the half first that is laid first; where that lies; and where the other would. */
  let [held, from, to] = [store.get("hand"), null, null];
  let hinted = null;
  const place = h("div", { class: "place-of-board" });
  const stones = h("div", { class: "kinds", role: "group", "aria-label": "Stones left" });
  const turn = h("button", { type: "button", title: "R", on: { click: () => hold(turned(held)) } }, "Turn");
  const tell = h("p", { class: "quiet", role: "status" });

  // --- What can be laid -----------------------------------------------------------------------------

  /** The spots of a stone with its first half first: pairs of cells. On the empty board they are all pairs of neighbours. */
  function spots(stone) {
    if (!view.json.laid.length) return neighbours(view.json.n);
    const found = [];
    for (const { json } of view.moves) {
      if (same(json.stone, stone)) found.push(json.cells);
      // Under rule touch a move says nothing about which half was laid first.
      if (view.json.rule === "touch" && same(turned(json.stone), stone)) found.push(turned(json.cells));
    }
    return found;
  }

  function playable([a, b]) {
    return !view.over && (!view.json.laid.length || view.moves.some(({ json }) => same(json.stone, [a, b]) || same(json.stone, [b, a])));
  }

  const seconds = () => spots(held).filter(([one]) => same(one, from)).map(([, other]) => other);
  const kindsLeft = () => view.json.left.map(([a, b]) => [a, b]).filter(playable);

  // --- What people do -------------------------------------------------------------------------------

  function hold(stone) {
    // A stone that fits one way round only is taken that way.
    const way = stone && !spots(stone).length ? turned(stone) : stone;
    [held, from, to, hinted] = [way, null, null, null];
    store.set("hand", held);
    show();
  }

  function act(cell, { kind, start }) {
    if (!held || view.over) {
      if (start && !view.over) announce("Take a stone first.");
    } else if (kind === "secondary") {
      if (start && spots(turned(held)).length) hold(turned(held));
    } else if (from && seconds().some((one) => same(one, cell))) {
      to = cell;
      draw();
    } else if (start) {
      from = !same(from, cell) && spots(held).some(([one]) => same(one, cell)) ? cell : null;
      to = null;
      draw();
    } else {
      to = null;
      draw();
    }
  }

  /** The stone is laid when the finger, the button or the key is up. */
  function end() {
    if (!to) return;
    const move = { stone: held, cells: [from, to] };
    [held, from, to] = [null, null, null];
    store.set("hand", null);
    play(move);
  }

  function key(event) {
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (event.ctrlKey || view.over) return false;
    if (step) {
      const kinds = kindsLeft();
      const at = held ? kinds.findIndex((each) => same(each, held) || same(turned(each), held)) : step > 0 ? -1 : 0;
      hold(kinds[(at + step + kinds.length) % kinds.length]);
      announce(`stone ${held.join("-")} in hand`);
    } else if (event.key.toLowerCase() === "r" && held && spots(turned(held)).length) {
      hold(turned(held));
      announce(`turned: ${held.join("-")}`);
    } else if (event.key === "Escape" && held) hold(from ? held : null);
    else return false;
    return true;
  }

  function label(cell) {
    const where = `row ${cell[0] + 1}, column ${cell[1] + 1}`;
    for (const { stone, cells } of view.json.laid) {
      const half = cells.findIndex((one) => same(one, cell));
      if (half >= 0) return `${where}: ${stone[half]} of the stone ${stone.join("-")}`;
    }
    if (held && from && seconds().some((one) => same(one, cell))) return `${where}: free, ${held[1]} can lie here`;
    if (held && !from && spots(held).some(([one]) => same(one, cell))) return `${where}: free, ${held[0]} can lie here`;
    return same(from, cell) ? `${where}: ${held[0]} is to lie here` : `${where}: free`;
  }

  // --- What they see --------------------------------------------------------------------------------

  function lay() {
    const { n } = view.json;
    board = new Board({ rows: n, columns: n, name: "Board of dominoes", label, act, end, key });
    board.side = n;
    place.replaceChildren(board.element);
  }

  function draw() {
    board.drawing.replaceChildren(boardPicture(s, view.json));
    board.clear();
    board.over.replaceChildren();
    if (held && from) {
      board.mark([from], "chosen");
      board.mark(seconds(), "good");
    } else if (hinted) {
      board.mark(hinted.cells, "hint");
      board.over.append(stonePicture(s, hinted, "hinted"));
    } else if (held && view.json.laid.length) {
      // On the empty board a stone may begin anywhere.
      board.mark(unique(spots(held).map(([one]) => one)), "good");
    }
    if (from && to) board.over.append(stonePicture(s, { stone: held, cells: [from, to] }, "ghost"));
    else if (from) board.over.append(s("text", { class: "ghost-half", x: from[1] + 0.5, y: from[0] + 0.5, text: String(held[0]) }));
    turn.disabled = !held || held[0] === held[1] || !spots(turned(held)).length;
    tell.textContent = words();
  }

  function words() {
    if (view.over) return "No stone can follow.";
    if (!held) return "Take a stone. On the board the keys N and P take the next and the previous one, R turns it.";
    if (!from) return `Choose a cell for ${held[0]}, the first half of the stone ${held.join("-")}.`;
    return `Choose a cell beside it for ${held[1]}.`;
  }

  function showHand() {
    const inHand = (stone) => held && (same(stone, held) || same(turned(stone), held));
    const focused = stones.contains(document.activeElement) && document.activeElement.dataset.stone;
    stones.replaceChildren(
      ...view.json.left.map(([a, b, many]) => {
        const pressed = Boolean(inHand([a, b]));
        const name = `stone ${a}-${b}${many > 1 ? `, ${many} of them` : ""}`;
        const one = h("button", { type: "button", "aria-label": name, "aria-pressed": String(pressed), data: { stone: `${a}-${b}` } });
        one.append(face(dom, pressed ? held : [a, b]), h("span", { class: "count", "aria-hidden": "true", text: many > 1 ? `×${many}` : "" }));
        one.disabled = !playable([a, b]);
        one.addEventListener("click", (event) => {
          hold(pressed ? null : [a, b]);
          // Who took it by a key goes on with keys: on the board.
          if (held && event.detail === 0) board.focus(board.focused);
        });
        return one;
      }),
    );
    if (focused) stones.querySelector(`[data-stone="${focused}"]`)?.focus();
  }

  function show() {
    if (!view.json) return;
    if (board?.side !== view.json.n) lay();
    if (held && !(kindsLeft().some((each) => same(each, held) || same(turned(each), held)) && spots(held).length)) held = null;
    if (!held) [from, to] = [null, null];
    showHand();
    draw();
  }

  return {
    element: place,
    side: h("div", { class: "hand" }, h("h3", { text: "Stones" }), stones, h("div", { class: "row" }, turn), tell),
    show(now) {
      [view, from, to, hinted] = [now, null, null, null];
      show();
    },
    hint(move) {
      hold(move.stone);
      hinted = move;
      draw();
    },
  };
}

/** All pairs of neighbouring cells of a board, both ways. */
function neighbours(n) {
  const found = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      if (column + 1 < n) found.push([[row, column], [row, column + 1]], [[row, column + 1], [row, column]]);
      if (row + 1 < n) found.push([[row, column], [row + 1, column]], [[row + 1, column], [row, column]]);
    }
  }
  return found;
}

const unique = (cells) => [...new Map(cells.map((cell) => [String(cell), cell])).values()];
