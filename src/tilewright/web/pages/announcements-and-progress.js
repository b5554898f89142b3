// Feedback to the user: screen reader announcements, elapsed time, copying and downloads.

import { statusOf } from "./api.js";
import { h } from "./elements.js";
import { actionButton } from "./form-fields.js";
import { compilingText, followKernels } from "./kernel-status.js";
import { whenServerIsBack } from "./outage.js";

/** @import { Job, JobPhase, KernelStatus } from "./types.js" */

/** @type {HTMLElement | null} */
let liveRegion = null;

/** Announce a message to screen readers. @param {string} text */
export function announce(text) {
  liveRegion ??= document.body.appendChild(h("div", { class: "unseen", role: "status", "aria-live": "polite" }));
  liveRegion.textContent = text;
}

/**
 * Return a button that copies text to the clipboard.
 * @param {() => string | Promise<string>} text
 * @param {string} [name]
 * @param {string | null} [label] a longer name for screen readers
 */
export function copyButton(text, name = "Copy", label = null) {
  const button = h("button", { type: "button", class: "small", "aria-label": label }, name);
  button.addEventListener("click", async () => {
    // The text may be requested from the server, which may not respond.
    const copied = await Promise.resolve().then(text).then(copyToClipboard, () => false);
    button.textContent = copied ? "Copied" : "Cannot copy";
    announce(button.textContent);
    setTimeout(() => (button.textContent = name), 1500);
  });
  return button;
}

/** @param {string} text */
async function copyToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers provide the clipboard API only for HTTPS and for the local host. Without it, selected text can still be copied.
    const area = document.body.appendChild(h("textarea", { class: "unseen", value: text, "aria-hidden": "true" }));
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}

/** Let the user save a string as a file. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * Return a button that repeats a failed request. If the server did not respond, the request is also repeated as soon as the server responds again.
 * @param {unknown} error
 * @param {() => unknown} repeat repeats the request; it must do nothing if the response is no longer needed
 */
export function retryButton(error, repeat) {
  let repeated = false;
  const repeatOnce = () => {
    if (repeated) return;
    repeated = true;
    repeat();
  };
  if (statusOf(error) === 0) whenServerIsBack(repeatOnce);
  return actionButton("Retry", repeatOnce, { class: "small" });
}

/** For each element that shows an elapsed time, the function that stops its timer. @type {WeakMap<Element, () => void>} */
const runningTimers = new WeakMap();
/** The texts of tasks that have ended at least once, so their code is already compiled. @type {Set<string>} */
const endedTasks = new Set();
/** Added to the text while it is unknown whether the server has compiled the code of the game. */
const MAY_COMPILE = " The first request takes longer if code has to be compiled.";
const NO_RESPONSE = " The server is not responding.";

/**
 * Show in an element what the user is waiting for, and the elapsed time. Return a function that stops the timer.
 *
 * While the server compiles the kernels of the page's game, the text mentions this. While it is unknown whether code has to be compiled, the text
 * mentions this possibility, unless `mayCompile` is false. Screen readers do not announce the seconds.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {boolean} [mayCompile]
 */
export function showElapsed(element, text, mayCompile = true) {
  runningTimers.get(element)?.();
  const first = mayCompile && !endedTasks.has(text);
  const began = performance.now();
  const live = element.getAttribute("aria-live");
  /** @type {KernelStatus | null} */
  let kernels = null;
  let responds = true;
  const stopFollowing = followKernels((...news) => ([kernels, responds] = news));
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    if (seconds < 2) return;
    element.setAttribute("aria-live", "off");
    const compiling = compilingText(kernels);
    const note = !responds ? NO_RESPONSE : first && seconds >= 4 && kernels?.state === "unknown" ? MAY_COMPILE : "";
    element.textContent = compiling ? `${text} ${compiling}: ${seconds} s` : `${text.replace(/\.$/, "")} (${seconds} s).${note}`;
  }, 1000);
  element.textContent = text;
  function stop() {
    clearInterval(timer);
    stopFollowing();
    endedTasks.add(text);
    if (runningTimers.get(element) !== stop) return;
    runningTimers.delete(element);
    if (live === null) element.removeAttribute("aria-live");
    else element.setAttribute("aria-live", live);
  }
  runningTimers.set(element, stop);
  return stop;
}

/**
 * While a job runs, show `text` and the elapsed time in an element. While the job is in the queue, show "Waiting in the queue." instead of `text`.
 * Return {stop, onStart, onPhase}; the caller passes `onStart` and `onPhase` as options when it starts the job.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function showJobElapsed(element, text) {
  let shown = text;
  let stopped = false;
  let stopTimer = showElapsed(element, text, false);
  function show(/** @type {string | undefined} */ phase) {
    const next = phase === "queued" ? "Waiting in the queue." : text;
    if (!stopped && next !== shown) stopTimer = showElapsed(element, (shown = next), false);
  }
  return {
    stop() {
      stopped = true;
      stopTimer();
    },
    onStart: (/** @type {Job<any>} */ job) => show(job.phase),
    onPhase: (/** @type {JobPhase} */ { phase }) => show(phase),
  };
}

/**
 * Return {element, show, showWaiting, showJob}: a line that shows the current status with buttons, and the functions that change it. The space for the
 * line is reserved from the start. The first argument of `show` is the kind of the message: "quiet", "busy", "hint", "broken" or "good".
 */
export function statusLine() {
  const words = h("span", { class: "words" });
  const actions = h("span", { class: "actions" });
  const element = h("div", { class: "note quiet", role: "status" }, words, actions);
  let stopTimer = () => {};

  /** @param {string} kind @param {string} text @param {...Node} buttons */
  function show(kind, text, ...buttons) {
    stopTimer();
    element.className = `note ${kind}`;
    element.removeAttribute("title");
    if (words.textContent !== text) words.textContent = text;
    actions.replaceChildren(...buttons);
  }

  return {
    element,
    show,
    /** Show a message, followed by the elapsed seconds, until another message replaces it. @param {string} text @param {...Node} buttons */
    showWaiting(text, ...buttons) {
      show("busy", text, ...buttons);
      stopTimer = showElapsed(words, text);
    },
    /** Show a message and the elapsed time of a job; return {onStart, onPhase}, which the caller must pass as options when it starts the job. @param {string} text @param {...Node} buttons */
    showJob(text, ...buttons) {
      show("busy", text, ...buttons);
      const { stop, ...listeners } = showJobElapsed(words, text);
      stopTimer = stop;
      return listeners;
    },
  };
}
