// The result of a solve: the facts, the picture, the JSON, and the equivalent command line.

import { h } from "./elements.js";
import { copyButton } from "./announcements-and-progress.js";
import { overheadText } from "./job-phases.js";
import { picture } from "./sanitised-svg.js";
import { asSentence, duration } from "./text-format.js";

/** @import { Job, SolveRequest, SolveResult } from "./types.js" */

/** Return a command with shell quoting. @param {...string} words */
export function commandLine(...words) {
  return words.map((word) => (/^[\w.,:@/+=-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`)).join(" ");
}

/** Return the command line that is equivalent to the body of a POST /jobs request. @param {SolveRequest} request */
export function solveCommand({ game, instance, solver, time_limit, seed, threads = 1, options }) {
  const text = typeof instance === "string" ? instance : JSON.stringify(instance);
  const words = ["tilewright", "solve", game, text, "--solver", solver, "--time-limit", String(time_limit)];
  if (seed) words.push("--seed", String(seed));
  if (threads > 1) words.push("--threads", String(threads));
  for (const [key, value] of Object.entries(options ?? {})) words.push("--set", `${key}=${value}`);
  return commandLine(...words);
}

/** Return the facts about a result that are shown after its status, such as ["objective 15", "solved in 410 ms"]. @param {SolveResult} result */
function resultFacts(result) {
  const facts = [];
  if (result.objective !== null) facts.push(`objective ${result.objective}`);
  if (result.bound !== null && result.bound !== result.objective) facts.push(`bound ${result.bound}`);
  if (result.unique !== null) facts.push(result.unique ? "the only solution" : "not the only solution");
  facts.push(`solved in ${duration(result.seconds)}`);
  // A solver that delegates, such as "auto", sets `answered_by` to the name of the solver or method that gave the answer.
  if (typeof result.stats?.answered_by === "string") facts.push(`by ${result.stats.answered_by}`);
  return facts;
}

const UNFINISHED = new Set(["feasible", "unknown"]);

/** Return the status of a finished job. For a cancelled job, this is the status of the result if the solver had already finished, otherwise "cancelled". @param {Job<SolveResult>} job */
export function finalStatus(job) {
  if (job.state === "cancelled" && (!job.result || UNFINISHED.has(job.result.status))) return "cancelled";
  return job.result?.status ?? job.state;
}

/** Return the first line of the view of a finished job: the status as a badge, and the facts. @param {Job<SolveResult>} job */
export function resultSummary(job) {
  const status = finalStatus(job);
  if (!job.result && status !== "cancelled") return h("p", { class: "failed", text: asSentence(job.error ?? status) });
  const good = status === "optimal" || status === "satisfied";
  const badge = h("strong", { class: good ? "badge good" : "badge", text: status });
  const facts = job.result ? resultFacts(job.result) : [];
  const none = status === "cancelled" && job.result?.status !== "feasible" && h("span", { class: "quiet", text: "no solution was found" });
  const verified = job.result?.verified && h("span", { class: "quiet", text: "verified by the checker" });
  return h("p", { class: "facts" }, badge, facts.map((text) => h("span", { text })), none, verified);
}

/** Return a command as elements in which lines do not break within short words; a very long command is returned as a string. @param {string} command */
function unbrokenWords(command) {
  if (command.length > 1000) return command;
  return command.split(" ").flatMap((word, index) => [index ? " " : "", h("span", { class: word.length < 30 ? "word" : null, text: word })]);
}

/** Return an element that shows the result of a finished job. `request` is the body of the POST /jobs request that started the job. @param {Job<SolveResult>} job @param {SolveRequest} request */
export function resultView(job, request) {
  const command = solveCommand(request);
  /** @type {HTMLElement[]} */
  const parts = [resultSummary(job)];
  const overhead = overheadText(job.times);
  if (overhead) parts.push(h("p", { class: "quiet", text: `Other times: ${overhead}.` }));
  if (job.svg) parts.push(h("div", { class: "picture" }, picture(job.svg)));
  else if (job.result) parts.push(h("p", { class: "quiet", text: "No picture of this result is available." }));
  parts.push(h("div", { class: "command" }, h("code", {}, unbrokenWords(command)), copyButton(() => command, "Copy command")));
  if (job.result) {
    const text = JSON.stringify(job.result, null, 1);
    parts.push(
      h("details", {}, h("summary", { text: "JSON" }), copyButton(() => text, "Copy JSON"), h("pre", { tabindex: 0, text })),
    );
  }
  return h("div", { class: "result" }, parts);
}
