// Sends requests to the server, and follows the events of jobs even if a connection is lost.

import { localStore } from "./local-storage.js";
import { NO_RESPONSE, reportOutage, reportResponse } from "./outage.js";
import { asSentence } from "./text-format.js";
import { clearFragment, readFragment } from "./url-fragment.js";

/** @import { Job, JobOptions, JobPhase, Progress } from "./types.js" */
/** @typedef {{ signal?: AbortSignal, tries?: number }} CallOptions */

const BASE = "/api/v1";
const serverStore = localStore("server");

/** A failed request to the server. `status` is the HTTP status, or 0 if there was no response. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(asSentence(message));
    this.status = status;
  }
}

/** Report that the server does not respond; return the error to throw. */
function outageError() {
  reportOutage();
  return new ApiError(NO_RESPONSE, 0);
}

/** Return the message of an error; any other thrown value is converted to text. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Return the HTTP status of an error; null if it is not an `ApiError`. @param {unknown} error */
export const statusOf = (error) => (error instanceof ApiError ? error.status : null);

/** Return whether an error only reports that a request was aborted. @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

const { token } = readFragment();
if (token) {
  serverStore.set("token", token);
  clearFragment();
}

/** Return a random name for this browser tab. The server uses it to distinguish clients on the same machine. */
function clientName() {
  try {
    let name = sessionStorage.getItem("tilewright/client");
    if (!name) sessionStorage.setItem("tilewright/client", (name = crypto.getRandomValues(new Uint32Array(3)).join("-")));
    return name;
  } catch {
    return "";
  }
}

/** @param {Record<string, string>} [others] @returns {Record<string, string>} */
function requestHeaders(others = {}) {
  const knownToken = serverStore.get("token");
  return { "X-Client": clientName(), ...others, ...(knownToken ? { Authorization: `Bearer ${knownToken}` } : {}) };
}

/** @param {number} seconds */
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/**
 * Send one request and return the response. If the server is busy or does not respond, the request is repeated a few times.
 * Throw an `ApiError` if the server refuses the request, or if all attempts fail.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {CallOptions} [options]
 */
async function send(method, path, body = undefined, { signal, tries = 4 } = {}) {
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(BASE + path, {
        method,
        signal,
        headers: requestHeaders(body === undefined ? {} : { "Content-Type": "application/json" }),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (attempt >= tries) throw outageError();
      await pause(attempt);
      continue;
    }
    reportResponse();
    if (response.ok) return response;
    const { status, headers } = response;
    const { detail } = await response.json().catch(() => ({ detail: `The server answered with status ${status}.` }));
    if (status !== 503 || attempt >= tries) throw new ApiError(detail, status);
    await pause(Math.min(Number(headers.get("Retry-After")) || 2, 10) * (0.5 + Math.random()));
  }
}

/**
 * Send one request and return the JSON of its response.
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {CallOptions} [options]
 * @returns {Promise<Answer>}
 */
export async function call(method, path, body = undefined, options = {}) {
  const response = await send(method, path, body, options);
  return response.json().catch((error) => {
    if (options.signal?.aborted) throw error;
    // Any error other than a syntax error means that the connection was lost during the response.
    if (!(error instanceof SyntaxError)) throw outageError();
    throw new ApiError(`The server answered with status ${response.status}.`, response.status);
  });
}

/**
 * @template Answer
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<Answer>}
 */
export const get = (path, options) => call("GET", path, undefined, options);

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @param {CallOptions} [options]
 * @returns {Promise<Answer>}
 */
export const post = (path, body, options) => call("POST", path, body, options);

/**
 * Ask a question that the game's own `web.py` answers.
 * @template Answer
 * @param {string} game
 * @param {string} question
 * @param {object} [data]
 * @param {CallOptions} [options]
 * @returns {Promise<Answer>}
 */
export const ask = (game, question, data = {}, options = {}) => post(`/games/${game}/ask/${question}`, data, options);

/**
 * Return the answer to a request; if the signal is aborted first, throw an `AbortError`. The request itself continues, because other callers may be waiting for its answer.
 * @template Answer
 * @param {Promise<Answer>} answer
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Answer>}
 */
export function unlessAborted(answer, signal) {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * Send a request whose response is a stream of events; call `onEvent(kind, data)` for each event. Aborting the signal closes the connection.
 * @param {string} path
 * @param {object} body
 * @param {{ signal?: AbortSignal, onEvent: (kind: string, data: any) => void }} options
 */
export async function postForEvents(path, body, { signal, onEvent }) {
  const response = await send("POST", path, body, { signal });
  if (!response.body) throw new ApiError(NO_RESPONSE, 0);
  const events = parseEvents(response.body);
  for (let last = ""; !FINAL_STATES.has(last); ) {
    const { value, done } = await events.next().catch((error) => {
      if (signal?.aborted) throw error;
      return { value: undefined, done: true };
    });
    if (done || !value) throw outageError();
    onEvent((last = value.kind), value.data);
  }
}

// --- Jobs -------------------------------------------------------------------------------------------

const FINAL_STATES = new Set(["done", "failed", "cancelled"]);

/** @param {string} id @returns {Promise<unknown>} */
const cancelJob = (id) => call("DELETE", `/jobs/${id}`).catch(() => null);

/**
 * Start a job; return null if the signal is aborted before the server responds. The job is then cancelled as soon as its id is known.
 * @template Result
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job<Result> | null>}
 */
async function startJob(path, body, signal) {
  /** @type {Promise<Job<Result>>} */
  const started = post(path, body);
  try {
    return await unlessAborted(started, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    started.then(({ id }) => cancelJob(id)).catch(() => null);
    return null;
  }
}

/**
 * Start a job and wait until it ends; return the job, whose `state` is "done", "failed" or "cancelled".
 *
 * `path` is "/jobs", "/generate", "/play/agent", "/play/analyse" or "/bench/run". If `id` is given, the job with this id is followed; a new job is
 * started only if the server does not return that job.
 * @template [Result=unknown]
 * @param {string} path
 * @param {object} body
 * @param {JobOptions} [options]
 * @returns {Promise<Job<Result>>}
 */
export async function run(path, body, { id = null, onStart, onRunning, onPhase, onProgress, onLost, signal } = {}) {
  /** @type {Job<Result> | null} */
  let job = id ? await get(`/jobs/${id}`).catch(() => null) : null;
  for (let attempt = 1; ; attempt++) {
    job ??= await startJob(path, body, signal);
    if (!job) return { id: "", state: "cancelled", result: null, error: null };
    onStart?.(job);
    if (FINAL_STATES.has(job.state)) return job;
    const { id: current } = job;
    const stop = () => cancelJob(current);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    try {
      return /** @type {Job<Result>} */ (await followEvents(current, { onRunning, onPhase, onProgress, onLost }));
    } catch (error) {
      // A server that was restarted has lost its jobs, so the job is started again.
      if (statusOf(error) !== 404 || attempt > 3 || signal?.aborted) throw error;
      job = null;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }
}

/**
 * Read the events of a job until its end, and reconnect whenever the connection is lost. Throw an error after 30 failed attempts in a row, or at once
 * if the server no longer has the job.
 * @param {string} id
 * @param {JobOptions} options
 */
async function followEvents(id, { onRunning, onPhase, onProgress, onLost }) {
  let lastId = 0;
  for (let failures = 0; failures < 30; ) {
    try {
      const response = await fetch(`${BASE}/jobs/${id}/events`, { headers: requestHeaders({ "Last-Event-ID": String(lastId) }) });
      if (response.status === 404) throw new ApiError("The server no longer has this job.", 404);
      if (!response.ok || !response.body) throw new Error(String(response.status));
      for await (const event of parseEvents(response.body)) {
        failures = 0;
        reportResponse();
        lastId = event.id;
        if (FINAL_STATES.has(event.kind)) return /** @type {Job} */ (event.data);
        if (event.kind === "running") onRunning?.();
        if (event.kind === "phase") onPhase?.(/** @type {JobPhase} */ (event.data));
        if (event.kind === "progress") onProgress?.(/** @type {Progress} */ (event.data));
      }
    } catch (error) {
      if (error instanceof ApiError) throw error;
      onLost?.();
    }
    failures += 1;
    await pause(Math.min(0.5 * failures, 3));
  }
  throw outageError();
}

/** Parse server-sent events. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
async function* parseEvents(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    buffer += value;
    for (let end; (end = buffer.indexOf("\n\n")) >= 0; buffer = buffer.slice(end + 2)) {
      /** @type {Record<string, string>} */
      const fields = {};
      for (const line of buffer.slice(0, end).split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (fields.event) yield { id: Number(fields.id), kind: fields.event, data: /** @type {unknown} */ (JSON.parse(fields.data)) };
    }
  }
}
