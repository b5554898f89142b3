// The phases of a job, and how long each of them takes: waiting in the queue, starting, compiling, the work itself, and checking.
// The time limit applies only to the work itself.

import { duration } from "./text-format.js";

/** @import { Job, JobPhase } from "./types.js" */

/** The text that is shown during each phase. @type {Record<string, string>} */
const PHASES = { queued: "Waiting in the queue", starting: "Starting", preparing: "Compiling and preparing", working: "Solving", checking: "Checking the answer" };

/** The name of each finished phase in the text about a result. @type {Record<string, string>} */
const FINISHED = { queued: "queue", starting: "start", preparing: "compiling", checking: "check" };

/** A phase that takes less than this time, in seconds, is not mentioned. */
const SHORTEST = 0.5;

/** Return the times of the phases other than the work itself, without short phases: "queue 3.10 s, compiling 12.0 s". @param {Record<string, number> | undefined} times */
export function overheadText(times) {
  const parts = Object.entries(FINISHED).filter(([phase]) => (times?.[phase] ?? 0) >= SHORTEST);
  return parts.map(([phase, name]) => `${name} ${duration(times?.[phase] ?? 0)}`).join(", ");
}

export class JobClock {
  /** The time at which the server added the job. */
  #added = Date.now();
  #phaseStarted = Date.now();
  /** @type {string} */
  phase = "queued";

  /** @param {Job<any>} job */
  start({ phase = "queued", age = 0, times = {} }) {
    this.#added = Date.now() - 1000 * age;
    this.phase = phase;
    this.#phaseStarted = this.#added + 1000 * Object.values(times).reduce((sum, seconds) => sum + seconds, 0);
  }

  /** @param {JobPhase} event */
  enter({ phase, at }) {
    this.phase = phase;
    this.#phaseStarted = this.#added + 1000 * at;
  }

  /** The seconds since the current phase began. */
  get seconds() {
    return Math.max(0, (Date.now() - this.#phaseStarted) / 1000);
  }

  /** Return the text that is shown, such as "Starting: 3 s". @param {string} [work] the text for the phase "working" */
  text(work = PHASES.working) {
    return `${this.phase === "working" ? work : (PHASES[this.phase] ?? work)}: ${Math.floor(this.seconds)} s`;
  }
}
