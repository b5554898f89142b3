// The server's analysis of a puzzle: whether it has one solution, several or none, and its difficulty.

import { unlessAborted } from "./api.js";

/** @import { Puzzle, StateJson } from "./puzzle-places-and-clues.js" */
/** @import { Job, JobOptions, PageContext, SolveResult } from "./types.js" */

/** What is known about the number of solutions of a puzzle. `unique` is null if no solution was found, or if there may be another one; `second` is another solution, if one was found. @typedef {{ status: string, unique: boolean | null, solution: StateJson | null, second: StateJson | null }} SolutionCount */

/** @typedef {{ grade: string, hardest: string | null }} Grade */

/** @typedef {ReturnType<typeof puzzleAnalysis>} PuzzleAnalysis */

const MOST_ANSWERS = 200;
const SEARCH_SECONDS = 60;
/** The result of a search that was cancelled. @type {SolutionCount} */
export const CANCELLED = { status: "cancelled", unique: null, solution: null, second: null };

/**
 * Return {countQuickly, count, grade}. `countQuickly(puzzle, signal)` may return without a definite result, and throws an `AbortError` if the signal
 * is aborted; `count(puzzle, options)` searches for up to a minute, and the status of its result is "cancelled" if the search was cancelled. Answers are cached.
 * @param {PageContext} context
 */
export function puzzleAnalysis({ api, game }) {
  /** @type {Map<string, Promise<any>>} */
  const answers = new Map();

  /** @template Answer @param {string} question @param {Puzzle} puzzle @returns {Promise<Answer>} */
  function askOnce(question, puzzle) {
    const key = `${question} ${puzzle.line}`;
    const known = answers.get(key);
    if (known) return known;
    /** @type {Promise<Answer>} */
    const answer = api.ask(question, { board: puzzle.line });
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
    if (answers.size > MOST_ANSWERS) answers.delete([...answers.keys()][0]);
    return answer;
  }

  /** Return a solution as a state. @param {Puzzle} puzzle @param {unknown} solution @returns {Promise<StateJson | null>} */
  async function stateOf(puzzle, solution) {
    if (!solution) return null;
    /** @type {{ state: StateJson }} */
    const { state } = await api.ask("open", { board: puzzle.line, state: solution });
    return state;
  }

  /** @param {Puzzle} puzzle @param {AbortSignal} [signal] @returns {Promise<SolutionCount>} */
  const countQuickly = (puzzle, signal) => unlessAborted(askOnce("judge", puzzle), signal);

  /** @param {Puzzle} puzzle @param {JobOptions} [options] @returns {Promise<SolutionCount>} */
  async function count(puzzle, options = {}) {
    const known = await countQuickly(puzzle, options.signal).catch(() => null);
    if (options.signal?.aborted) return CANCELLED;
    if (known && isSettled(known)) return known;
    const request = { game: game.name, instance: puzzle.line, time_limit: SEARCH_SECONDS, options: { unique: true } };
    /** @type {Job<SolveResult>} */
    const job = await api.run("/jobs", request, options);
    if (job.state === "cancelled") return CANCELLED;
    if (job.state !== "done" || !job.result) throw new Error(job.error ?? job.state);
    const { status, unique, solution, stats } = job.result;
    const result = { status, unique, solution: await stateOf(puzzle, solution), second: await stateOf(puzzle, stats.second_solution) };
    if (isSettled(result)) answers.set(`judge ${puzzle.line}`, Promise.resolve(result));
    return result;
  }

  /** @param {Puzzle} puzzle @returns {Promise<Grade>} */
  const grade = (puzzle) => askOnce("grade", puzzle);

  return { countQuickly, count, grade };
}

/** @param {SolutionCount} count */
export const isSettled = ({ status, unique }) => status === "infeasible" || unique !== null;

/** Return the number of solutions as text. @param {SolutionCount} count */
export function solutionCountText({ status, unique }) {
  if (status === "infeasible") return "no solution";
  if (unique === null) return status === "unknown" ? "no known solution" : "a solution, perhaps not the only one";
  return unique ? "one solution" : "several solutions";
}
