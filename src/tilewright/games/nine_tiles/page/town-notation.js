// A town, written as an 18-digit pattern: the numbers of the nine tiles, then the direction of each tile.

export const SIDE = 3;
export const TILE_COUNT = 9;

/** A tile and its direction: 0 to 3 with the front up, 4 to 7 with the back up. @typedef {{ tile: number, direction: number }} PlacedTile */

/** @param {string} pattern @returns {PlacedTile[]} */
export const tilesOf = (pattern) =>
  Array.from({ length: TILE_COUNT }, (_, position) => ({ tile: Number(pattern[position]), direction: Number(pattern[TILE_COUNT + position]) }));

/** @param {PlacedTile[]} tiles */
export const patternOf = (tiles) => [...tiles.map(({ tile }) => tile), ...tiles.map(({ direction }) => direction)].join("");

/** @param {unknown} text @returns {text is string} */
export const isPattern = (text) => typeof text === "string" && /^[0-8]{9}[0-7]{9}$/.test(text) && new Set(text.slice(0, TILE_COUNT)).size === TILE_COUNT;

/** Return the pattern of a random town: the nine tiles in random order and in random directions. */
export function randomTown() {
  const order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  for (let left = order.length; left > 1; left--) {
    const chosen = randomBelow(left);
    [order[left - 1], order[chosen]] = [order[chosen], order[left - 1]];
  }
  return patternOf(order.map((tile) => ({ tile, direction: randomBelow(8) })));
}

/** @param {number} limit */
export function randomBelow(limit) {
  return Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * limit);
}
