// Short messages in the corner of the page that disappear by themselves.

import { h } from "./elements.js";

/** @param {string} text @param {boolean} [failed] */
export function showMessage(text, failed = false) {
  const corner = document.querySelector("#messages") ?? document.body.appendChild(h("div", { id: "messages", role: "status", "aria-live": "polite" }));
  const message = h("p", { class: failed ? "message failed" : "message", text });
  corner.append(message);
  setTimeout(() => message.remove(), failed ? 9000 : 4000);
}
