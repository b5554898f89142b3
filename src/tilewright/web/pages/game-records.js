// Records of games, as `tilewright play` writes them: parse them from text, save and copy them.

import { messageOf } from "./api.js";
import { copyButton, download } from "./announcements-and-progress.js";
import { actionButton } from "./form-fields.js";
import { showMessage } from "./messages.js";
import { shareLink } from "./url-fragment.js";

/** @import { GameRecord, RecordAnswer } from "./types.js" */

const MOST_CHARACTERS = 2_000_000;
const MOST_RECORDS = 1_000;

export const RECORD_FORMAT = 'One line of JSON for each game, as written by the button "Save record" or by the command "tilewright play".';

/** Parse records: one JSON object, or one per line. @param {string} text @returns {GameRecord<any>[]} */
export function parseRecords(text) {
  if (!text.trim()) throw new Error("There is no record. Expected one line of JSON for each game.");
  if (text.length > MOST_CHARACTERS) throw new Error(`The text is too long: the limit is ${MOST_CHARACTERS / 1_000_000} million characters.`);
  const whole = parseObject(text);
  if (whole) return [whole];
  const lines = text.split("\n");
  const filled = [...lines.keys()].filter((number) => lines[number].trim());
  if (filled.length > MOST_RECORDS) throw new Error(`There are too many records: the limit is ${MOST_RECORDS}.`);
  return filled.map((number) => {
    const record = parseObject(lines[number]);
    if (!record) throw new Error(`Line ${number + 1} is not a record. Expected a JSON object, as written by the button "Save record" or by the command "tilewright play".`);
    return record;
  });
}

/** Return the JSON object in a text; null if the text is something else. @param {string} text */
export function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Return buttons that replay, save and copy the record that `createRecord()` returns, and copy a link to it. Without `onReplay`, there is no Replay button.
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
    copyButton(async () => shareLink({ tab: "Replay", record: JSON.stringify((await createRecord()).record), ply: 0 }), "Copy link"),
  ];
}
