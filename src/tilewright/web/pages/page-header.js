// The header of the pages: navigation and the theme switch.

import { h, requiredElement } from "./elements.js";

/** @type {Record<string, string>} */
const THEMES = { auto: "System", light: "Light", dark: "Dark" };
/** @type {Record<string, string>} */
const ICONS = { auto: "◐", light: "☀", dark: "☾" };

const chosenTheme = () => document.documentElement.dataset.theme ?? "auto";

function themeSwitch() {
  const button = h("button", { type: "button", class: "small" });
  function show() {
    const theme = chosenTheme();
    button.textContent = `${ICONS[theme]} ${THEMES[theme]}`;
    button.setAttribute("aria-label", `Colour theme: ${THEMES[theme]}`);
  }
  show();
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(chosenTheme()) + 1) % names.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("tilewright/theme", next);
    } catch {
      // Storage is blocked, so the choice lasts only until the user leaves the page.
    }
    show();
  });
  return button;
}

/** Fill the header of the page. @param {string} currentPath */
export function showHeader(currentPath) {
  const link = (/** @type {string} */ path, /** @type {string} */ text) => h("a", { href: path, "aria-current": path === currentPath ? "page" : null }, text);
  requiredElement("body > header").replaceChildren(
    h("a", { class: "home", href: "/" }, "Tilewright"),
    h("nav", { "aria-label": "Pages" }, link("/", "Games"), link("/bench", "Bench")),
    themeSwitch(),
  );
}
