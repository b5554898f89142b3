// The frame around every page: the header, the theme switch, messages, and what the server prepares.

import { get } from "./api.js";
import { h } from "./dom.js";

const THEMES = { auto: "System", light: "Light", dark: "Dark" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

function chosenTheme() {
  return document.documentElement.dataset.theme ?? "auto";
}

function themeSwitch() {
  const button = h("button", { type: "button", class: "small" });
  function tell() {
    const theme = chosenTheme();
    button.textContent = `${SIGNS[theme]} ${THEMES[theme]}`;
    button.setAttribute("aria-label", `Colour theme: ${THEMES[theme]}`);
  }
  tell();
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(chosenTheme()) + 1) % names.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("tilewright/theme", next);
    } catch {
      // It holds until the page is left.
    }
    tell();
  });
  return button;
}

/** Fill the header of the page. `here` is the address of the page. */
export function header(here) {
  const link = (address, text) => h("a", { href: address, "aria-current": address === here ? "page" : null }, text);
  document.querySelector("body > header").replaceChildren(
    h("a", { class: "home", href: "/" }, "Tilewright"),
    h("nav", { "aria-label": "Pages" }, link("/", "Games"), link("/bench", "Bench")),
    themeSwitch(),
  );
}

let shown = 0;

/** A message that goes by itself: what went wrong, or what was done. */
export function say(text, failed = false) {
  let corner = document.querySelector("#messages");
  corner ??= document.body.appendChild(h("div", { id: "messages", role: "status", "aria-live": "polite" }));
  const message = h("p", { class: failed ? "message failed" : "message", text });
  corner.append(message);
  const ticket = ++shown;
  setTimeout(() => message.remove(), failed ? 9000 : 4000);
  return ticket;
}

/**
 * What a game prepares in the background: calls `told({state, done, note})` now and again until it is ready or failed, or until the
 * signal is aborted. Nothing is told for a game that prepares nothing.
 */
export async function preparation(game, told, signal = null) {
  for (;;) {
    const status = await get("/status").catch(() => null);
    const found = status?.background.find((each) => each.game === game);
    if (status !== null && found === undefined) return;
    if (found) told(found);
    if (signal?.aborted || found?.state === "ready" || found?.state === "failed") return;
    await new Promise((go) => setTimeout(go, 2000));
  }
}
