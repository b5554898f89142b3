// Messages to the user: short messages, which are shown in the corner of the page and disappear by themselves, and notices, which stay above the content.

import { h } from "./elements.js";

/** @param {string} text @param {boolean} [failed] */
export function showMessage(text, failed = false) {
  const corner = document.querySelector("#messages") ?? document.body.appendChild(h("div", { id: "messages", role: "status", "aria-live": "polite" }));
  const message = h("p", { class: failed ? "message failed" : "message", text });
  corner.append(message);
  setTimeout(() => message.remove(), failed ? 9000 : 4000);
}

/** Show a notice above the content, with buttons or links, until the user closes it. Return a function that removes it. @param {string} text @param {...(Node | string)} actions */
export function showNotice(text, ...actions) {
  const main = document.querySelector("main") ?? document.body;
  const notices = main.querySelector(":scope > .notices") ?? h("div", { class: "notices", role: "status" });
  if (!notices.parentElement) main.prepend(notices);
  for (const other of [...notices.children]) if (other.firstChild?.textContent === text) other.remove();
  const notice = h("p", { class: "notice" }, h("span", { text }), ...actions);
  const remove = () => notice.remove();
  notice.append(h("button", { type: "button", class: "small", text: "Close", on: { click: remove } }));
  notices.append(notice);
  return remove;
}
