// Handles a server that does not respond: shows a notice with a Retry button, and repeats requests as soon as the server responds again.

import { h } from "./elements.js";
import { showNotice } from "./messages.js";

export const NO_RESPONSE = "The server is not responding. Is it still running?";
/** The delay between two attempts to reach the server, in milliseconds. */
const RETRY_DELAY = 2000;

/** Removes the notice; null while the server responds. @type {(() => void) | null} */
let removeNotice = null;
/** @type {(() => unknown)[]} */
let waiting = [];

async function tryAgain() {
  const response = await fetch("/api/v1/status").catch(() => null);
  // Even an error status shows that the server is responding.
  if (!response) {
    setTimeout(tryAgain, RETRY_DELAY);
    return;
  }
  reportResponse();
}

/** Report to this module that a request got no response. */
export function reportOutage() {
  if (removeNotice) return;
  removeNotice = showNotice(NO_RESPONSE, h("button", { type: "button", class: "small", text: "Retry", on: { click: tryAgain } }));
  setTimeout(tryAgain, RETRY_DELAY);
}

/** Report to this module that the server has responded. */
export function reportResponse() {
  if (!removeNotice) return;
  removeNotice();
  removeNotice = null;
  const functions = waiting;
  waiting = [];
  for (const act of functions) act();
}

/** Call a function once, as soon as the server responds again; if it already does, call the function after `RETRY_DELAY`. @param {() => unknown} act */
export function whenServerIsBack(act) {
  if (removeNotice) waiting.push(act);
  else setTimeout(act, RETRY_DELAY);
}
