// Types of the page of Nmbr9. This file has no code.

/** @import { Cell } from "/pages/types.js" */

/** A part. `turns` contains the cells of the part in every rotation. @typedef {{ value: number, colour: string, turns: Cell[][] }} Part */

/** A placed part. Levels are numbered from 1. @typedef {{ value: number, level: number, cells: Cell[] }} PlacedPart */

/**
 * A position of the game. `card` is the card to be placed now. `left` contains, for each value, the number of parts that have not been placed; `places` lists the
 * legal placements of the card, each with the top left corner of the part's bounding box.
 * @typedef {object} Position
 * @property {number} cards
 * @property {number | null} grid
 * @property {number | null} card
 * @property {number[]} left
 * @property {PlacedPart[]} placed
 * @property {[level: number, turn: number, row: number, column: number][]} places
 */

/** @typedef {import("/pages/game-session.js").GameSession<Position, PlacedPart>} Session */

/** @typedef {import("/pages/types.js").GameRecord<PlacedPart>} PlayRecord */

/** The level and the rotation that the user has chosen. @typedef {{ level: number, turn: number }} Aim */

export {};
