// Records of games, as `tilewright play` writes them: parse them from text, save and copy them.

import { messageOf } from "./api.js";
import { copyButton, download } from "./feedback.js";
import { actionButton } from "./form-fields.js";
import { showMessage } from "./messages.js";
import { readFragment, shareLink } from "./url-fragment.js";

/** @import { GameRecord, RecordAnswer } from "./types.js" */

const MOST_CHARACTERS = 2_000_000;
const MOST_RECORDS = 1_000;

export const RECORD_FORMAT = "One line of JSON for each game, as written by Save record or tilewright play.";

/** Parse records: one JSON object, or one per line. @param {string} text @returns {GameRecord<any>[]} */
export function parseRecords(text) {
  if (!text.trim()) throw new Error("There is no record. Expected one line of JSON for each game.");
  if (text.length > MOST_CHARACTERS) throw new Error(`The text is too long: the limit is ${MOST_CHARACTERS / 1_000_000} million characters.`);
  const whole = parseObject(text);
  const records = whole ? [whole] : text.split("\n").filter((line) => line.trim()).slice(0, MOST_RECORDS).map(parseObject);
  const invalid = records.findIndex((record) => record === null);
  if (invalid >= 0) throw new Error(`Line ${invalid + 1} is not a record. Expected a JSON object, as Save record or tilewright play writes it.`);
  return records;
}

/** @param {string} text */
function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Return the link to a move of a replay. @param {GameRecord<any>} record @param {number} [ply] */
export const replayLink = (record, ply = 0) => shareLink({ tab: "Replay", record: JSON.stringify(record), ply });

/** Return the record and the move in the URL; null if the URL has no record. Throw an error if it cannot be parsed. The analysis is taken from the saved replay, if it belongs to the same game. @param {any} saved */
function linkedReplay(saved) {
  const { record: text, ply } = readFragment();
  if (text === undefined) return null;
  const record = parseObject(text);
  if (!record) throw new Error("The link contains no game that can be read. Open a record below instead.");
  const isSaved = JSON.stringify(saved?.record) === JSON.stringify(record);
  return { record, analysis: isSaved ? saved.analysis : null, startPly: Math.trunc(Number(ply)) || 0 };
}

/**
 * Open the game in the page's URL, or go to the ply in the URL if that game is already shown.
 * @template {GameRecord<any>} R
 * @param {any} saved the replay that the browser has saved
 * @param {{ record: R } | null} shown
 * @param {number} ply the shown ply
 * @param {(record: any, options: NonNullable<ReturnType<typeof linkedReplay>>) => Promise<void>} open
 * @param {(ply: number) => void} goTo
 */
export async function openLinkedReplay(saved, shown, ply, open, goTo) {
  const linked = linkedReplay(saved);
  if (!linked || (shown && JSON.stringify(shown.record) === JSON.stringify(linked.record))) goTo(linked?.startPly ?? ply);
  else await open(linked.record, linked);
}

/**
 * Return buttons that replay, save and copy a record.
 * @param {string} game
 * @param {() => Promise<RecordAnswer<any>>} createRecord
 * @param {((record: GameRecord<any>) => void) | null} [onReplay]
 */
export function recordButtons(game, createRecord, onReplay = null) {
  const button = (/** @type {string} */ text, /** @type {(answer: RecordAnswer) => void} */ use) => {
    const act = () => createRecord().then(use).catch((error) => showMessage(messageOf(error), true));
    return actionButton(text, act, { class: "small" });
  };
  return [
    ...(onReplay ? [button("Replay", ({ record }) => onReplay(record))] : []),
    button("Save record", ({ line }) => download(`${game}.jsonl`, `${line}\n`)),
    copyButton(async () => (await createRecord()).line, "Copy record"),
    copyButton(async () => replayLink((await createRecord()).record), "Copy link"),
  ];
}
