// Buttons for choosing three of the 26 themes.

import { h } from "/pages/elements.js";

/** @import { Theme } from "./types.js" */

/** Return {element, set(numbers)}. If the user chooses a fourth theme, it replaces the theme that was chosen first. `onChange(numbers)` receives the chosen themes in ascending order. @param {Theme[]} themes @param {(numbers: number[]) => void} onChange */
export function themePicker(themes, onChange) {
  /** @type {number[]} */
  let chosen = [];
  const buttons = themes.map(({ number, title }) => {
    const button = h("button", { type: "button", class: "chip", title, "aria-pressed": "false" }, h("b", { text: number }), " ", title);
    button.addEventListener("click", () => {
      chosen = chosen.includes(number) ? chosen.filter((each) => each !== number) : [...chosen, number].slice(-3);
      update();
    });
    return { button, number };
  });

  function update() {
    for (const { button, number } of buttons) button.setAttribute("aria-pressed", String(chosen.includes(number)));
    onChange([...chosen].sort((a, b) => a - b));
  }

  return {
    element: h("div", { class: "chips", role: "group", "aria-label": "Three themes" }, buttons.map(({ button }) => button)),
    /** @param {number[]} numbers */
    set(numbers) {
      chosen = [...numbers];
      update();
    },
  };
}
