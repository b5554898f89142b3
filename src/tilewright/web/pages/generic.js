// The page of any game: an instance, its solvers, and a board to play at, if the game is played.

export function mount(root, { game, store, dom, panels, share }) {
  const { h } = dom;
  if (share.readFragment().instance) store.set("tab", "Solve");
  const instance = panels.instancePanel({ game, store });
  const solver = panels.solverPanel({ game, store, instance: instance.text, apart: true });
  const solving = h("div", { class: "solving" }, h("div", { class: "columns" }, instance.element, solver.element), solver.results);
  if (!game.played) {
    root.replaceChildren(solving);
    return;
  }
  const playing = h("div", {});
  const parts = { Solve: solving, Play: playing };
  root.replaceChildren(tabs(dom, store, parts, { Play: () => playing.append(panels.playPanel({ game, store, deal: instance.text }).element) }));
}

/** Parts of which one is seen at a time; `opened` has functions that are called when a part is first seen. */
export function tabs({ h }, store, parts, opened = {}) {
  const names = Object.keys(parts);
  const id = (kind, name) => `${kind}-${name.replaceAll(" ", "-")}`;
  const buttons = names.map((name) =>
    h("button", { type: "button", role: "tab", id: id("tab", name), "aria-controls": id("part", name), on: { click: () => choose(name) } }, name),
  );
  const panels = names.map((name) => h("div", { role: "tabpanel", id: id("part", name), "aria-labelledby": id("tab", name) }, parts[name]));
  function choose(chosen) {
    names.forEach((name, at) => {
      buttons[at].setAttribute("aria-selected", String(name === chosen));
      buttons[at].tabIndex = name === chosen ? 0 : -1;
      panels[at].hidden = name !== chosen;
    });
    opened[chosen]?.();
    delete opened[chosen];
    store.set("tab", chosen);
  }
  const list = h("div", { role: "tablist", class: "tabs" }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = (buttons.indexOf(document.activeElement) + step + names.length) % names.length;
    buttons[at].focus();
    choose(names[at]);
  });
  const kept = store.get("tab");
  choose(names.includes(kept) ? kept : names[0]);
  return h("div", {}, list, panels);
}
