// A page for tests: a board that logs its events, and a picture with hostile content; or, if the URL's fragment names a game to play, that game's play panel.

const HOSTILE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="window.hacked = 1"><script>window.hacked = 2</script>' +
  '<a href="javascript:window.hacked=3"><rect width="1" height="1" fill="url(http://evil.example/x)" onclick="window.hacked = 4"/></a>' +
  '<image href="http://evil.example/y"/><foreignObject><iframe srcdoc="x"/></foreignObject><rect id="good" width="1" height="1" style="fill:red"/></svg>';

/** @import { PageContext } from "/pages/types.js" */

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, { api, game, dom, Board, panels, showMessage, share, store }) {
  const { h } = dom;
  const { play } = share.readFragment();
  if (play) {
    root.replaceChildren(panels.playPanel({ game: await api.get(`/games/${play}`), store }).element);
    return;
  }
  const output = h("output", { id: "log" });
  const log = (/** @type {string} */ text) => (output.textContent += `${text};`);
  const board = new Board({
    rows: 3,
    columns: 4,
    name: "test board",
    label: ([row, column]) => `row ${row + 1}, column ${column + 1}`,
    act: (cell, { kind, start, key }) => log(`${kind}${start ? "" : "+"}${key ? " key" : ""} ${cell}`),
    end: () => log("end"),
    key: (event, cell) => event.key === "x" && (log(`x ${cell}`), true),
  });
  board.show('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.3 -.3 4.6 3.6"><rect width="4" height="3" fill="#cdd2d8"/></svg>');
  board.mark([[0, 0]], "wrong");
  board.mark([[2, 3]], "hint");
  store.set("visited", true);
  root.replaceChildren(
    h("p", { id: "own", text: `own page of ${game.name}` }),
    board.element,
    output,
    h("div", { id: "hostile" }, dom.picture(HOSTILE)),
  );
  showMessage("mounted");
}
