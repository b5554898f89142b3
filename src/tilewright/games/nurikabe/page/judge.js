// What the server knows of a board: whether it has one solution, several or none, and how hard it is.

/**
 * Gives `quick(puzzle)`, which may leave the question open, `settle(puzzle, options)`, which takes up to a minute and whose status is
 * "cancelled" if somebody has cancelled it, and `grade(puzzle)`.
 */
export function judging({ api, game }) {
  const answers = new Map();

  function once(question, puzzle) {
    const key = `${question} ${puzzle.line}`;
    if (!answers.has(key)) {
      const answer = api.ask(question, { board: puzzle.line });
      answer.catch(() => answers.delete(key));
      answers.set(key, answer);
      if (answers.size > 200) answers.delete(answers.keys().next().value);
    }
    return answers.get(key);
  }

  const quick = (puzzle) => once("judge", puzzle);

  async function settle(puzzle, options = {}) {
    const known = await quick(puzzle).catch(() => null);
    if (known && settled(known)) return known;
    const question = { game: game.name, instance: puzzle.line, time_limit: 60, options: { unique: true } };
    const job = await api.run("/jobs", question, options);
    if (job.state === "cancelled") return { status: "cancelled", unique: null, solution: null, second: null };
    if (job.state !== "done") throw new Error(job.error ?? job.state);
    const { status, unique, solution, stats } = job.result;
    const found = { status, unique, solution: solution?.rows ?? null, second: stats.second_solution ?? null };
    if (settled(found)) answers.set(`judge ${puzzle.line}`, Promise.resolve(found));
    return found;
  }

  return { quick, settle, grade: (puzzle) => once("grade", puzzle) };
}

export const settled = ({ status, unique }) => status === "infeasible" || unique !== null;

/** The cells in which two solutions differ. */
export function differing(first, second) {
  const [one, other] = [first.join(""), second.join("")];
  return [...one].flatMap((kind, at) => (kind === other[at] ? [] : [at]));
}

/** What the board has, in a few words. */
export function inWords({ status, unique }) {
  if (status === "infeasible") return "no solution";
  if (unique === null) return status === "unknown" ? "no solution found yet" : "a solution, perhaps not the only one";
  return unique ? "one solution" : "several solutions";
}
