// The instance panel: examples, a generator, the instance as text, and its picture.

import { ApiError, post } from "./api.js";
import { debounced, h } from "./elements.js";
import { copyButton } from "./announcements-and-progress.js";
import { labelled, selectBox } from "./form-fields.js";
import { generatorForm } from "./generator-form.js";
import { whenServerIsBack } from "./outage.js";
import { picture } from "./sanitised-svg.js";
import { changeFragment, onFragmentChange, readFragment, shareLink } from "./url-fragment.js";

/** @import { Game, Instance, LocalStore, ParsedInstance } from "./types.js" */

/** @param {Instance} instance */
export const instanceText = (instance) => (typeof instance === "string" ? instance : JSON.stringify(instance));

/**
 * Return {element, text(), set(text)}. The instance is in the page's URL, unless `inAddress` is false. `onChange(parsed, text)` receives the response to `POST /parse` (null if the request
 * failed, for example because the text is invalid, or if the text is empty) and the text of the instance. `editor` is an element above the text.
 * @param {{ game: Game, store: LocalStore, onChange?: (parsed: ParsedInstance<any> | null, text: string) => unknown, editor?: HTMLElement | null, inAddress?: boolean }} options
 */
export function instancePanel({ game, store, onChange = () => {}, editor = null, inAddress = true }) {
  let newestRequest = 0;
  const area = h("textarea", { rows: 5, spellcheck: "false", autocomplete: "off" });
  const error = h("p", { class: "trouble", role: "status" });
  const figure = h("div", { class: "picture stage" });
  const notations = h("div", { class: "row notations" });

  /** Save the text in the browser and in the URL, so that it is still there after a reload. @param {string} text */
  function keep(text) {
    store.set("instance", text);
    if (inAddress) changeFragment({ instance: text || null });
  }

  async function parse() {
    const request = ++newestRequest;
    const text = area.value.trim();
    keep(text);
    if (!text) {
      error.textContent = "";
      area.setAttribute("aria-invalid", "false");
      figure.classList.add("stale");
      notations.replaceChildren();
      onChange(null, text);
      return;
    }
    /** @type {ParsedInstance | null} */
    let parsed = null;
    let message = "";
    try {
      parsed = await post("/parse", { game: game.name, instance: text });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      ({ message } = failure);
      if (failure.status === 0) whenServerIsBack(parse);
    }
    if (request !== newestRequest) return;
    error.textContent = message;
    area.setAttribute("aria-invalid", String(parsed === null));
    // While the text is invalid or empty, the picture still shows the last valid instance.
    figure.classList.toggle("stale", parsed === null);
    if (parsed?.svg) figure.replaceChildren(picture(parsed.svg));
    else if (parsed) figure.replaceChildren(h("p", { class: "quiet", text: `The instance has ${parsed.parts} parts. No picture is available.` }));
    const linkText = parsed?.text ?? text;
    notations.replaceChildren(
      ...Object.entries(parsed?.formats ?? {}).map(([name, written]) => copyButton(() => written, `Copy as ${name === "json" ? "JSON" : name}`)),
      copyButton(() => shareLink({ instance: linkText }), "Copy link"),
    );
    onChange(parsed, text);
  }

  /** Show another instance. If the page's URL contains the instance, the browser's Back button returns to the previous one. @param {string} text */
  function set(text) {
    if (inAddress && area.value.trim()) changeFragment({ instance: text.trim() }, true);
    area.value = text;
    parse();
  }

  const parseLater = debounced(parse);
  area.addEventListener("input", () => {
    // The user has typed again, so a response to the request for the previous text is ignored.
    newestRequest++;
    keep(area.value.trim());
    parseLater();
  });
  const element = h(
    "section",
    { class: "panel instance" },
    h("h2", { text: "Instance" }),
    game.examples.length > 0 && exampleField(game, set),
    editor,
    labelled("Instance as text", area, game.syntax),
    error,
    notations,
    game.generator && generatorForm(game, store, set),
    figure,
  );
  const linked = inAddress ? readFragment().instance : undefined;
  if (inAddress) {
    onFragmentChange(({ instance: text }) => {
      if (text === undefined || text === area.value.trim()) return;
      area.value = text;
      parse();
    });
  }
  const start = linked ?? store.get("instance") ?? (game.examples[0] ? instanceText(game.examples[0].instance) : "");
  queueMicrotask(() => set(start));
  return { element, text: () => area.value.trim(), set };
}

/** @param {Game} game @param {(text: string) => void} set */
function exampleField(game, set) {
  const choice = selectBox([["", "Choose one"], ...game.examples.map(({ title }, index) => /** @type {[number, string]} */ ([index, title]))]);
  choice.addEventListener("change", () => {
    if (choice.value !== "") set(instanceText(game.examples[Number(choice.value)].instance));
  });
  return labelled("Example", choice);
}
