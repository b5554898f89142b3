// Building: a town and its scores in all 26 themes.

import { reasons, scoreList } from "./scores.js";
import { isPattern, shuffled } from "./tiles.js";
import { workshop } from "./workshop.js";

const FIRST = "036582714004421544";

export function buildPart(context, tiles, themes, census) {
  const { dom, share, say, store } = context;
  const { h, copyButton, labelled } = dom;
  let last = null;
  let begun = false;

  const list = scoreList(context, themes, (number) => {
    store.set("theme", number);
    explain();
    // On a narrow screen the town lies above the list, out of sight.
    if (number !== null && begun && why.element.getBoundingClientRect().bottom < 0) why.element.scrollIntoView({ block: "end" });
  });
  const lay = (text, title, town) => h("button", { type: "button", title, text, on: { click: () => shop.set(town(), true) } });
  const extra = [lay("Shuffle", "Throw the tiles on the table", shuffled), lay("Example", "A complete town to begin with", () => FIRST)];
  const shop = workshop(context, tiles, { key: "town", first: FIRST, name: "Your town", scored, extra });
  const why = reasons(context, themes, census, shop.mark);

  function scored(found) {
    last = found;
    list.show(found);
    digits.value = found.town;
    explain();
  }

  function explain() {
    if (list.current() === null || last === null) why.nothing();
    else why.show(list.current(), last);
  }

  /** A town from elsewhere; it can be undone. */
  function open(pattern) {
    if (!isPattern(pattern)) return say("A town has 18 digits: nine tiles 0 to 8, each once, and nine directions 0 to 7.", true);
    shop.set(pattern, true);
  }

  const digits = h("input", { type: "text", inputmode: "numeric", maxlength: 18, spellcheck: "false", autocomplete: "off", class: "digits" });
  const form = h(
    "form",
    {
      class: "row",
      on: {
        submit(event) {
          event.preventDefault();
          open(digits.value.trim());
        },
      },
    },
    labelled("The town in 18 digits", digits),
    h("button", { text: "Open" }),
    copyButton(() => share.shareLink({ town: shop.town() }), "Copy link"),
  );
  const element = h(
    "div",
    { class: "desk" },
    h(
      "section",
      { class: "panel bench-side", "aria-label": "Town" },
      shop.element,
      why.element,
      form,
    ),
    h("section", { class: "panel", "aria-labelledby": "scores-head" }, h("h2", { id: "scores-head", text: "Scores" }), list.element),
  );

  census.then(explain);
  return {
    element,
    open,
    undo: shop.undo,
    redo: shop.redo,
    start() {
      if (begun) return;
      shop.start();
      const kept = store.get("theme");
      if (themes.some(({ number }) => number === kept)) list.pick(kept);
      begun = true;
    },
  };
}
