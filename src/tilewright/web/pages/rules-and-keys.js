// A folded panel with the rules of a game and the keys of its page.

import { h } from "./elements.js";

/** @param {string[]} rules @param {[keys: string, effect: string][]} keys */
export function rulesAndKeys(rules, keys) {
  return h(
    "details",
    { class: "panel how-to" },
    h("summary", { text: "Rules and keys" }),
    h("ul", {}, rules.map((text) => h("li", { text }))),
    h("dl", { class: "keys" }, keys.flatMap(([names, effect]) => [h("dt", { text: names }), h("dd", { text: effect })])),
  );
}
