// An initially collapsed panel with the rules of a game and the keys of its page. The ? key opens the list of keys.

import { h } from "./elements.js";
import { keyTable, setKeyHelp } from "./key-help.js";

/** @param {string[]} rules @param {import("./key-help.js").KeyList} keys */
export function rulesAndKeys(rules, keys) {
  setKeyHelp(keys);
  return h(
    "details",
    { class: "panel how-to" },
    h("summary", { text: "Rules and keys" }),
    h("ul", {}, rules.map((text) => h("li", { text }))),
    keyTable(keys),
    h("p", { class: "quiet", text: "Press ? at any time to open the list of keys." }),
  );
}
