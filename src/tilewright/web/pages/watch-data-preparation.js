// Follows the progress of the server, which prepares the data of some games in the background.

import { get } from "./api.js";

/** @import { Preparation } from "./types.js" */

/**
 * Ask the server at once and then every two seconds, and call `onChange` with each answer. The last call reports that the data are ready or that the preparation has failed.
 * `onChange` is never called for a game that needs no preparation.
 * @param {string} game
 * @param {(preparation: Preparation) => void} onChange
 */
export async function watchPreparation(game, onChange) {
  for (;;) {
    /** @type {{ background: Preparation[] } | null} */
    const status = await get("/status").catch(() => null);
    const preparation = status?.background.find((each) => each.game === game);
    if (status !== null && preparation === undefined) return;
    if (preparation) onChange(preparation);
    if (preparation?.state === "ready" || preparation?.state === "failed") return;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
