// What came out of a solve: the facts, the picture, the JSON, and the command line that does the same.

import { copyButton, h, picture } from "./dom.js";

/** A command as a shell takes it. */
export function commandLine(...words) {
  return words.map((word) => (/^[\w.,:@/+=-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`)).join(" ");
}

/** The command that solves the same question as a body of POST /jobs. */
export function solveCommand({ game, instance, solver, time_limit, seed, threads, options }) {
  const text = typeof instance === "string" ? instance : JSON.stringify(instance);
  const words = ["tilewright", "solve", game, text, "--solver", solver, "--time-limit", String(time_limit)];
  if (seed) words.push("--seed", String(seed));
  if (threads > 1) words.push("--threads", String(threads));
  for (const [key, value] of Object.entries(options ?? {})) words.push("--set", `${key}=${value}`);
  return commandLine(...words);
}

/** A time as people say it: "410 ms", "3.20 s". */
export function duration(seconds) {
  if (seconds < 0.001) return "< 1 ms";
  return seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toPrecision(3)} s`;
}

/** A result in a few words: "optimal, objective 15, 410 ms". */
export function facts(result) {
  const found = [result.status];
  if (result.objective !== null) found.push(`objective ${result.objective}`);
  if (result.bound !== null && result.bound !== result.objective) found.push(`bound ${result.bound}`);
  if (result.unique !== null) found.push(result.unique ? "the only solution" : "not the only solution");
  found.push(duration(result.seconds));
  return found;
}

const OPEN = new Set(["feasible", "unknown"]);

/** The word for how a finished job ended. One that was cancelled may have a result, and it may have come to its end before. */
export function ending(job) {
  if (job.state === "cancelled" && (!job.result || OPEN.has(job.result.status))) return "cancelled";
  return job.result?.status ?? job.state;
}

/** The first line of a finished job: its ending as a badge, and what was found. */
export function ended(job) {
  const word = ending(job);
  if (!job.result && word !== "cancelled") return h("p", { class: "failed", text: job.error ?? word });
  const good = word === "optimal" || word === "satisfied";
  const badge = h("strong", { class: good ? "badge good" : "badge", text: word });
  const others = job.result ? facts(job.result).slice(1) : [];
  const none = word === "cancelled" && job.result?.status !== "feasible" && h("span", { class: "quiet", text: "no solution until then" });
  const verified = job.result?.verified && h("span", { class: "quiet", text: "verified by the rules" });
  return h("p", { class: "facts" }, badge, others.map((text) => h("span", { text })), none, verified);
}

/** A command whose options are not broken at their hyphens; a very long one is broken anywhere. */
function unbroken(command) {
  if (command.length > 1000) return command;
  return command.split(" ").flatMap((word, at) => [at ? " " : "", h("span", { class: word.length < 30 ? "word" : null, text: word })]);
}

/** A finished job of POST /jobs, with the question that it answers. */
export function resultView(job, question) {
  const command = solveCommand(question);
  const parts = [ended(job)];
  if (job.svg) parts.push(h("div", { class: "picture" }, picture(job.svg)));
  else if (job.result) parts.push(h("p", { class: "quiet", text: "There is no picture of this result." }));
  parts.push(h("div", { class: "command" }, h("code", {}, unbroken(command)), copyButton(() => command, "Copy command")));
  if (job.result) {
    const text = JSON.stringify(job.result, null, 1);
    parts.push(
      h("details", {}, h("summary", { text: "JSON" }), copyButton(() => text, "Copy JSON"), h("pre", { tabindex: 0, text })),
    );
  }
  return h("div", { class: "result" }, parts);
}
