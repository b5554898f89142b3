// Types of the answers to the questions that the page of Nine Tiles Panic asks the server. This file has no code.

/** A tile in one direction. `look` is the first direction in which the tile looks like this; `edges` lists the edges that roads reach; `shows` names the things on the tile. @typedef {{ look: number, edges: number[], shows: string, svg?: string }} TileSide */

/** @typedef {{ number: number, title: string, maximum: number, counts: string }} Theme */

/** The answer to the question "set". `tiles` contains, for each tile, its appearance in each direction. @typedef {{ tiles: TileSide[][], themes: Theme[] }} TileSet */

/** The answer to the question "score". @typedef {{ town: string, points: number[], complete: boolean, problems: Problem[] }} TownScore */

/** A broken rule that makes a town incomplete. Rows and columns are counted from 0. @typedef {{ rule: string, message: string, cells: [row: number, column: number][] }} Problem */

/**
 * The answer to the question "explain": the reasons for a score, and the things (`places`), tiles and parts of roads (`stretches`) that count.
 * @typedef {object} Explanation
 * @property {number} points
 * @property {string[]} reasons
 * @property {number[]} tiles
 * @property {{ position: number, at: [number, number] }[]} places
 * @property {{ position: number, edges: [number, number] }[]} stretches
 */

/** @typedef {{ town: string, points: number[] }} ExampleTown */

/** @typedef {"max" | "distance" | "duel"} Ranking */

/**
 * The answer to the question "best": the best score patterns for three themes (`points`), the number of towns that have one (`towns`), and some of these towns.
 * Only the ranking "distance" has `at_maximum` and `distance`; only "duel" has `patterns`, `beaten` and `lost_to`.
 * @typedef {object} BestTowns
 * @property {number[][]} points
 * @property {number} towns
 * @property {ExampleTown[]} examples
 * @property {number} at_maximum
 * @property {number} distance
 * @property {number} patterns
 * @property {number} beaten
 * @property {number} lost_to
 */

/**
 * The answer to the question "standing": how a town compares with all towns, in the duel and in each of the three themes.
 * @typedef {object} Standing
 * @property {number} towns
 * @property {number[]} points
 * @property {{ beaten: number, tied: number, lost_to: number, percentile: number }} duel
 * @property {{ theme: number, below: number, equal: number, above: number }[]} themes
 */

/** The answer to the question "cover": the smallest list of towns for all theme sets. `sets` contains the theme sets for which a town is best, such as "3,8,17". @typedef {{ size: number, proved: boolean, towns: { town: string, sets: string[] }[] }} CoverSheet */

/** The numbers of towns whose score in a theme is below, equal to and above a given score, and the number of all towns. @typedef {{ below: number, equal: number, above: number, all: number }} ScoreDistribution */

export {};
