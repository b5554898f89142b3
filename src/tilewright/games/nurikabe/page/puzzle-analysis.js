// The server's analysis of a puzzle: whether it has one solution, several or none, and its difficulty.

import { ask, run, unlessAborted } from "/pages/api.js";

/** @import { Job, JobOptions, SolveResult } from "/pages/types.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** Whether a puzzle has one solution, several or none. `unique` is null if that is not decided. @typedef {{ status: string, unique: boolean | null, solution: string[] | null, second: string[] | null }} SolutionCount */

/** @typedef {{ grade: string, hardest: string | null }} Grade */

/** @typedef {ReturnType<typeof puzzleAnalysis>} PuzzleAnalysis */

const GAME = "nurikabe";
const MOST_ANSWERS = 200;
const SEARCH_SECONDS = 60;
/** The answer to a search that was cancelled. @type {SolutionCount} */
export const CANCELLED = { status: "cancelled", unique: null, solution: null, second: null };

/**
 * Return {countQuickly, count, grade}. `countQuickly(puzzle, signal)` may return without a decision, and throws an `AbortError` if the signal
 * is aborted; `count(puzzle, options)` searches for up to a minute, and its status is "cancelled" if the search was cancelled. Answers are
 * cached.
 */
export function puzzleAnalysis() {
  /** @type {Map<string, Promise<any>>} */
  const answers = new Map();

  /** @template Answer @param {string} question @param {Puzzle} puzzle @returns {Promise<Answer>} */
  function askOnce(question, puzzle) {
    const key = `${question} ${puzzle.line}`;
    const known = answers.get(key);
    if (known) return known;
    /** @type {Promise<Answer>} */
    const answer = ask(GAME, question, { board: puzzle.line });
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
    if (answers.size > MOST_ANSWERS) answers.delete([...answers.keys()][0]);
    return answer;
  }

  /** @param {Puzzle} puzzle @param {AbortSignal} [signal] @returns {Promise<SolutionCount>} */
  const countQuickly = (puzzle, signal) => unlessAborted(askOnce("judge", puzzle), signal);

  /** @param {Puzzle} puzzle @param {JobOptions} [options] @returns {Promise<SolutionCount>} */
  async function count(puzzle, options = {}) {
    const known = await countQuickly(puzzle, options.signal).catch(() => null);
    if (options.signal?.aborted) return CANCELLED;
    if (known && isSettled(known)) return known;
    const request = { game: GAME, instance: puzzle.line, time_limit: SEARCH_SECONDS, options: { unique: true } };
    /** @type {Job<SolveResult<{ rows: string[] }> & { stats: { second_solution?: string[] } }>} */
    const job = await run("/jobs", request, options);
    if (job.state === "cancelled") return CANCELLED;
    if (job.state !== "done" || !job.result) throw new Error(job.error ?? job.state);
    const { status, unique, solution, stats } = job.result;
    const result = { status, unique, solution: solution?.rows ?? null, second: stats.second_solution ?? null };
    if (isSettled(result)) answers.set(`judge ${puzzle.line}`, Promise.resolve(result));
    return result;
  }

  /** @param {Puzzle} puzzle @returns {Promise<Grade>} */
  const grade = (puzzle) => askOnce("grade", puzzle);

  return { countQuickly, count, grade };
}

/** @param {SolutionCount} count */
export const isSettled = ({ status, unique }) => status === "infeasible" || unique !== null;

/** Return the cells in which two boards differ. @param {string[]} firstRows @param {string[]} secondRows */
export function differingCells(firstRows, secondRows) {
  const [first, second] = [firstRows.join(""), secondRows.join("")];
  return [...first].flatMap((kind, index) => (kind === second[index] ? [] : [index]));
}

/** Return the number of solutions in words. @param {SolutionCount} count */
export function solutionCountText({ status, unique }) {
  if (status === "infeasible") return "no solution";
  if (unique === null) return status === "unknown" ? "no solution found yet" : "a solution, perhaps not the only one";
  return unique ? "one solution" : "several solutions";
}
