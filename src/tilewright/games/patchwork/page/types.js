// Types of the page of Patchwork. This file has no code.

/** @import { Cell } from "/pages/types.js" */

/** A patch of the game; patch 0 is the 1x1 patch. @typedef {{ cells: Cell[], buttons: number, time: number, income: number }} Patch */

/** The answer to the question "patches": the patches of each set, the last space and the income spaces of the time board, and the spaces of the 1x1 patches in each edition. @typedef {{ sets: Record<string, Patch[]>, last: number, incomes: number[], editions: Record<string, number[]> }} GameData */

/** The variant of a game: a set of patches and an edition, by name. @typedef {{ patches: string, edition: string }} Variant */

/** One player's quilt, buttons, income, time and score; `reckoning` explains the score. `covered` lists the covered squares, which are numbered from 0 row by row. @typedef {{ covered: number[], buttons: number, income: number, time: number, open: number, score: number, reckoning: string }} PlayerSide */

/**
 * A position of the game. `pending` is the number of 1x1 patches that must be placed now. For a patch on offer, `obstacle` is the reason why it cannot be bought (empty if it can),
 * and `to` is the space that the buyer would reach.
 * @typedef {object} Position
 * @property {PlayerSide[]} sides
 * @property {number[]} circle
 * @property {{ patch: number, obstacle: string, to: number }[]} offers
 * @property {{ to: number, steps: number, buttons: number } | null} advance
 * @property {number} to_move
 * @property {number} pending
 * @property {number[]} specials
 * @property {number | null} bonus
 * @property {boolean} over
 * @property {number | null} winner
 * @property {string} patches the name of the set of patches
 * @property {string} edition
 */

/** @typedef {"advance" | { buy: number, cells: Cell[], special?: undefined } | { special: Cell, buy?: undefined, cells?: undefined }} MoveJson */

/** @typedef {import("/pages/types.js").PositionView<Position, MoveJson>} PositionView */

/** @typedef {import("/pages/game-session.js").GameSession<Position, MoveJson>} Session */

/** @typedef {import("/pages/types.js").GameRecord<MoveJson>} PlayRecord */

/** @typedef {import("/pages/game-replay.js").ReplayedGame<MoveJson>} ReplayedGame */

/** A move; `value` is the chance that the player who plays it wins. @typedef {{ json: MoveJson, value: number }} ValuedMove */

/** @typedef {{ patch: number, cells: Cell[] }} PlacedPatch */

/** The orientation of a patch, which is first flipped if `over` is true, and then turned clockwise by `quarters` quarter turns. @typedef {{ over: boolean, quarters: number }} Orientation */

export {};
