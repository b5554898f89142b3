// Records of games: those that end here are kept in the browser, and any can be copied, saved as a file and read back.

const HELD = 12;
const LONGEST = 2_000_000;
const MOST = 1_000;

export const pointsOf = (moves) => moves.reduce((sum, { value, level }) => sum + value * (level - 1), 0);

/** Games that were finished in this browser, the newest first. */
export function keptGames(store) {
  const kept = store.get("games", []);
  return Array.isArray(kept) ? kept.filter((record) => Array.isArray(record?.moves)) : [];
}

/** Keep a finished game; one that is kept already comes first again. */
export function keepGame(store, record) {
  const same = JSON.stringify(record.moves);
  store.set("games", [record, ...keptGames(store).filter(({ moves }) => JSON.stringify(moves) !== same)].slice(0, HELD));
}

/** The records of a text: one JSON object, or one a line. */
export function readRecords(text) {
  if (!text.trim()) throw new Error("There is no record: expected one line of JSON for each game.");
  if (text.length > LONGEST) throw new Error(`That is too long: at most ${LONGEST / 1_000_000} million characters are read.`);
  const whole = parsed(text);
  const records = whole ? [whole] : text.split("\n").filter((line) => line.trim()).slice(0, MOST).map(parsed);
  const bad = records.findIndex((record) => record === null);
  if (bad >= 0) throw new Error(`Line ${bad + 1} is no record: expected a JSON object, as Save record or tilewright play writes it.`);
  return records;
}

function parsed(text) {
  try {
    const found = JSON.parse(text);
    return found && typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** Buttons for the record that `made()` gives as {record, line}: look at it, save it, copy it. */
export function recordButtons({ dom, say }, made, onLook = null) {
  const { copyButton, download, h } = dom;
  const button = (text, use) => {
    const act = () => made().then(use).catch((error) => say(error.message, true));
    return h("button", { type: "button", class: "small", on: { click: act } }, text);
  };
  return [
    onLook && button("Look at it", ({ record }) => onLook(record)),
    button("Save record", ({ line }) => download("nmbr9.jsonl", `${line}\n`)),
    copyButton(async () => (await made()).line, "Copy record"),
  ].filter(Boolean);
}
