// The page about using Tilewright from other programs: examples for the command line, Python and HTTP, and a list of the API requests.

import { messageOf } from "./api.js";
import { h, requiredElement } from "./elements.js";
import { copyButton } from "./announcements-and-progress.js";
import { showHeader } from "./page-header.js";

const PUZZLE = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";

/** The title and the lines of each example. @type {[string, string[]][]} */
const EXAMPLES = [
  ["On the command line", [`tilewright solve nurikabe '${PUZZLE}' --json`]],
  ["In Python", ["import tilewright as tw", `puzzle = tw.game("nurikabe").parse("${PUZZLE}")`, "print(tw.solve(puzzle).solution)"]],
  ["Over HTTP", [`curl -s ${location.origin}/api/v1/hint -H 'Content-Type: application/json' \\`, `  -d '{"game": "nurikabe", "instance": "${PUZZLE}"}'`]],
];

/** @param {[string, string[]]} example */
function exampleSection([title, lines]) {
  const text = lines.join("\n");
  return h("section", { class: "panel" }, h("h2", { text: title }), h("pre", { class: "example", tabindex: 0, "aria-label": `Example: ${title}` }, h("code", { text })), copyButton(() => text, "Copy", `Copy the example: ${title}`));
}

/** The part of the OpenAPI description that this page shows. @typedef {{ paths: Record<string, Record<string, { description?: string, summary?: string }>> }} Description */

async function start() {
  showHeader("/api");
  requiredElement("#examples").replaceChildren(...EXAMPLES.map(exampleSection));
  const response = await fetch("/openapi.json");
  /** @type {Description} */
  const { paths } = await response.json();
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description, summary }]) => h("tr", {}, h("th", { scope: "row" }, h("code", { text: `${method.toUpperCase()} ${path}` })), h("td", { text: description ?? summary ?? "" }))),
  );
  requiredElement("#paths").replaceChildren(...rows);
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => requiredElement("#examples").append(h("p", { class: "failed", text: messageOf(error) })));
