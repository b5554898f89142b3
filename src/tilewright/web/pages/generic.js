// The page of any game: an instance, its solvers, and a board to play at, if the game is played.

import { textSteps } from "./steps.js";

/**
 * A game's own page may add to it. `editor(context, write)` gives {element, show(read, text), found(job)}: a way to enter an instance
 * without typing. What it enters it gives to `write(text)`; it is shown what the server reads from each text (null: nothing) and, if it
 * has `found`, told the results of that instance. `table(context, play)` is what `playPanel` takes.
 */
export function mount(root, context, { editor = null, table = null } = {}) {
  const { game, store, dom, panels, share } = context;
  const { h } = dom;
  if (share.readFragment().instance) store.set("tab", "Solve");
  const steps = editor && textSteps(store, { text: () => instance.text(), set: (text) => instance.set(text) });
  function write(text) {
    steps.took(text);
    instance.set(text);
  }
  const edited = editor?.(context, write);
  const instance = panels.instancePanel({
    game,
    store,
    editor: edited && h("div", { class: "editor", on: { keydown: steps.press } }, edited.element, steps.element),
    async onChange(read) {
      if (read) steps?.took(instance.text());
      await edited?.show(read, instance.text());
      if (read) for (const { job, question } of store.get("lanes", [])) if (job) onResult(job, question);
    },
  });
  const onResult = (job, question) => question.instance === instance.text() && edited?.found?.(job);
  const solver = panels.solverPanel({ game, store, instance: instance.text, onResult, apart: true });
  // Who edits sees the results beside it; without an editor the width of the page is theirs.
  const beside = edited ? h("div", {}, solver.element, solver.results) : solver.element;
  const solving = h("div", { class: "solving" }, h("div", { class: "columns" }, instance.element, beside), !edited && solver.results);
  if (!game.played) {
    root.replaceChildren(solving);
    return;
  }
  const playing = h("div", {});
  const parts = { Solve: solving, Play: playing };
  function sitDown() {
    const surface = table && ((play) => table(context, play));
    playing.append(panels.playPanel({ game, store, deal: instance.text, table: surface }).element);
  }
  root.replaceChildren(tabs(dom, store, parts, { Play: sitDown }));
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
