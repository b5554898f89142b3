// Finished games that are saved in this browser.

/** @import { LocalStore } from "/pages/types.js" */
/** @import { PlacedPart, PlayRecord } from "./types.js" */

const MOST_GAMES = 12;

/** @param {PlacedPart[]} placed */
export const pointsOf = (placed) => placed.reduce((sum, { value, level }) => sum + value * (level - 1), 0);

/** Return the saved games, newest first. @param {LocalStore} store @returns {PlayRecord[]} */
export function savedGames(store) {
  const saved = store.get("games");
  return Array.isArray(saved) ? saved.filter((record) => Array.isArray(record?.moves)) : [];
}

/** Save a finished game; if it was saved before, move it to the front. @param {LocalStore} store @param {PlayRecord} record */
export function saveGame(store, record) {
  const moves = JSON.stringify(record.moves);
  store.set("games", [record, ...savedGames(store).filter((other) => JSON.stringify(other.moves) !== moves)].slice(0, MOST_GAMES));
}
