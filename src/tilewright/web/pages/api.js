// The server: questions with one-line errors, and jobs whose events go on after a lost connection.

import { clearFragment, readFragment, store } from "./store.js";

const BASE = "/api/v1";
const kept = store("server");

/** What the server refused, in one line. `status` is 0 if it does not answer at all. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const { token } = readFragment();
if (token) {
  kept.set("token", token);
  clearFragment();
}

function session() {
  try {
    let name = sessionStorage.getItem("tilewright/client");
    if (!name) sessionStorage.setItem("tilewright/client", (name = crypto.getRandomValues(new Uint32Array(3)).join("-")));
    return name;
  } catch {
    return "";
  }
}

function headers(more = {}) {
  const found = { "X-Client": session(), ...more };
  const known = kept.get("token");
  if (known) found.Authorization = `Bearer ${known}`;
  return found;
}

const pause = (seconds) => new Promise((go) => setTimeout(go, 1000 * seconds));

/** One request. A busy or silent server is asked again a few times. */
export async function call(method, path, body = undefined, { signal, tries = 4 } = {}) {
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(BASE + path, {
        method,
        signal,
        headers: headers(body === undefined ? {} : { "Content-Type": "application/json" }),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (attempt >= tries) throw new ApiError("the server does not answer", 0);
      await pause(attempt);
      continue;
    }
    const data = await response.json().catch(() => ({ detail: `the server answered ${response.status}` }));
    if (response.ok) return data;
    if (response.status === 503 && attempt < tries) {
      await pause(Math.min(Number(response.headers.get("Retry-After")) || 2, 10) * (0.5 + Math.random()));
      continue;
    }
    throw new ApiError(data.detail, response.status);
  }
}

export const get = (path, options) => call("GET", path, undefined, options);
export const post = (path, body, options) => call("POST", path, body, options);

/** A question that only one game answers. */
export const ask = (game, question, data = {}, options = {}) => post(`/games/${game}/ask/${question}`, data, options);

export const cancel = (id) => call("DELETE", `/jobs/${id}`).catch(() => null);

// --- Jobs -------------------------------------------------------------------------------------------

const OVER = new Set(["done", "failed", "cancelled"]);

/**
 * Start a job and wait for its end; gives the job, whose `state` is done, failed or cancelled.
 *
 * `path` is "/jobs", "/generate", "/play/agent" or "/play/analyse". `id` takes up a job that was started before a reload; if the
 * server does not know it any more, it is started anew. `onStart(job)`, `onRunning()` once it has a worker, `onProgress({best, bound, elapsed, note})`. An
 * aborted `signal` cancels the job.
 */
export async function run(path, body, { id = null, onStart, onRunning, onProgress, signal } = {}) {
  let job = id ? await get(`/jobs/${id}`).catch(() => null) : null;
  for (let attempt = 1; ; attempt++) {
    job ??= await post(path, body);
    onStart?.(job);
    if (OVER.has(job.state)) return job;
    const { id: current } = job;
    const stop = () => cancel(current);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    try {
      return await follow(current, { onRunning, onProgress });
    } catch (error) {
      // The server was started again and has forgotten the job.
      if (error.status !== 404 || attempt > 3 || signal?.aborted) throw error;
      job = null;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }
}

/** Hear the events of a job up to its end, over as many connections as it takes. */
async function follow(id, { onRunning, onProgress }) {
  let last = 0;
  for (let silent = 0; silent < 30; ) {
    try {
      const response = await fetch(`${BASE}/jobs/${id}/events`, { headers: headers({ "Last-Event-ID": String(last) }) });
      if (response.status === 404) throw new ApiError("the server does not know this job any more", 404);
      if (!response.ok) throw new Error(String(response.status));
      for await (const event of events(response.body)) {
        silent = 0;
        last = event.id;
        if (OVER.has(event.kind)) return event.data;
        if (event.kind === "running") onRunning?.();
        if (event.kind === "progress") onProgress?.(event.data);
      }
    } catch (error) {
      if (error instanceof ApiError) throw error;
    }
    silent += 1;
    await pause(Math.min(0.5 * silent, 3));
  }
  throw new ApiError("the server does not answer", 0);
}

async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard += value;
    for (let end; (end = heard.indexOf("\n\n")) >= 0; heard = heard.slice(end + 2)) {
      const fields = {};
      for (const line of heard.slice(0, end).split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (fields.event) yield { id: Number(fields.id), kind: fields.event, data: JSON.parse(fields.data) };
    }
  }
}
