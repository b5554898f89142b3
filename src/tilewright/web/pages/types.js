// Types that several modules share. This file contains no code; other modules refer to it only in comments.

// --- Elements -------------------------------------------------------------------------------------------

/**
 * Event listeners by event name.
 * @typedef {{ [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown }} Listeners
 */

/**
 * Properties of a new element. A property with any other name is set as an attribute. Properties whose value is null, undefined or false are left out.
 * @typedef {object} NamedProperties
 * @property {string | null | false} [class]
 * @property {string | number | null} [text]
 * @property {Listeners} [on]
 * @property {Record<string, string | number>} [data]
 * @property {string | number} [value]
 * @property {boolean} [checked]
 */

/** @typedef {NamedProperties & { [attribute: string]: unknown }} Properties */

/** @typedef {Node | string | number | null | undefined | false} ChildNode */

/** A child of a new element, or a list of children. @typedef {ChildNode | readonly (ChildNode | readonly ChildNode[])[]} Child */

/** A cell of a board. Rows and columns are numbered from 0. @typedef {[row: number, column: number]} Cell */

/** The visible part of an SVG picture. @typedef {{ x: number, y: number, width: number, height: number }} ViewBox */

// --- Games as the API describes them ------------------------------------------------------------------------

/** @typedef {string | number | boolean | null | (string | number)[]} OptionValue */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {OptionValue} default
 * @property {"boolean" | "integer" | "number" | "list" | "text"} kind
 * @property {string | null} help
 * @property {(string | number)[]} choices
 * @property {number | null} lowest
 * @property {number | null} highest
 */

/** @typedef {{ name: string, summary: string, needs: string[], missing: string[], options: Option[] }} SolverDescription */

/** @typedef {{ name: string, summary: string, variants: unknown, takes_budget: boolean }} AgentDescription */

/** An opponent that people choose by its strength. @typedef {{ name: string, agent: string, rating: number | null }} Level */

/**
 * The response to `GET /games/NAME`.
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} syntax
 * @property {"" | import("./puzzle-places-and-clues.js").Kind} kind the kind of a pencil puzzle; empty for other games
 * @property {string[]} solvers
 * @property {SolverDescription[]} solver_list
 * @property {Option[] | null} generator
 * @property {AgentDescription[]} agents
 * @property {Level[]} levels
 * @property {string | null} analyst
 * @property {boolean} played
 * @property {boolean} hints
 * @property {boolean} page
 * @property {{ title: string, instance: Instance }[]} examples
 * @property {{ title: string, text: string, address: string }[]} tour
 */

/** An instance as text in any notation, or as JSON. @typedef {string | object} Instance */

/**
 * The response to `POST /parse`.
 * @template [Json=unknown]
 * @typedef {object} ParsedInstance
 * @property {Json} instance
 * @property {string | null} text
 * @property {Record<string, string>} formats
 * @property {number} parts
 * @property {string | null} svg
 */

// --- Jobs -----------------------------------------------------------------------------------------------------

/**
 * The body of `POST /jobs`.
 * @typedef {object} SolveRequest
 * @property {string} game
 * @property {Instance} instance
 * @property {string} solver
 * @property {number} time_limit
 * @property {number} [seed]
 * @property {number} [threads]
 * @property {Record<string, OptionValue>} [options]
 */

/**
 * @template [Solution=unknown]
 * @typedef {object} SolveResult
 * @property {string} status
 * @property {number | null} objective
 * @property {number | null} bound
 * @property {boolean | null} unique
 * @property {boolean} verified
 * @property {number} seconds
 * @property {Solution | null} solution
 * @property {Record<string, unknown>} stats
 */

/**
 * @template [Result=unknown]
 * @typedef {object} Job
 * @property {string} id
 * @property {"queued" | "running" | "done" | "failed" | "cancelled" | "refused"} state
 * @property {Result | null} result
 * @property {string | null} [svg]
 * @property {string | null} [error]
 * @property {string} [phase] queued, starting, preparing, working, checking or over
 * @property {number} [age] the seconds since the job was added or, if it has ended, from its addition to its end
 * @property {Record<string, number>} [times] the seconds spent in each completed phase
 */

/** A phase of a job; `at` is the time at which it began, in seconds after the job was added. @typedef {{ phase: string, at: number }} JobPhase */

/** @typedef {{ best: number | null, bound: number | null, elapsed: number, note: string }} Progress */

/**
 * @typedef {object} JobOptions
 * @property {string | null} [id] the id of a job that was started before a reload; this job is followed if the server still has it
 * @property {(job: Job) => void} [onStart]
 * @property {() => void} [onRunning] called when the job has a worker
 * @property {(phase: JobPhase) => void} [onPhase]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {() => void} [onLost] called when the connection to the server is lost; the job is followed again as soon as the server responds
 * @property {AbortSignal} [signal] cancels the job when the signal is aborted
 */

// --- Play -----------------------------------------------------------------------------------------------------

/**
 * @template [Json=unknown]
 * @typedef {{ text: string, json: Json }} Move
 */

/**
 * A position of a game as the play API returns it. The game's `web.py` computes `json`.
 * @template [Json=unknown]
 * @template [MoveJson=unknown]
 * @typedef {object} PositionView
 * @property {string} state
 * @property {boolean} over
 * @property {number} players
 * @property {number} to_move
 * @property {number[]} scores
 * @property {number | null} winner
 * @property {Move<MoveJson>[]} moves
 * @property {number} moves_total
 * @property {string | null} svg
 * @property {string | null} text
 * @property {Json} json
 * @property {Deal | null} [deal]
 * @property {Move<MoveJson>} [played]
 */

/** What was dealt at the start of a game. @typedef {{ instance?: Instance, [key: string]: unknown }} Deal */

/**
 * One move of a game, with the state before it and the player who moved.
 * @template [MoveJson=unknown]
 * @typedef {{ state: string, move: Move<MoveJson>, mover: number }} Turn
 */

/**
 * A move that was taken back, with the state after it.
 * @template [MoveJson=unknown]
 * @typedef {Turn<MoveJson> & { after: string }} UndoneTurn
 */

/**
 * A move of an agent: the data of an event `reply` in the response to `POST /play/turn`.
 * @template [Json=unknown]
 * @template [MoveJson=unknown]
 * @typedef {object} AgentMove
 * @property {string} agent
 * @property {number} player
 * @property {Move<MoveJson>} move
 * @property {(Move<MoveJson> & { value: number })[] | null} values
 * @property {PositionView<Json, MoveJson>} view
 */

/**
 * The record of a game, as `tilewright play` writes it.
 * @template [MoveJson=unknown]
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string[]} agents
 * @property {number} seed
 * @property {MoveJson[]} moves
 * @property {{ scores: number[] }} [result]
 * @property {Instance} [instance]
 */

/**
 * The response to `POST /play/record`.
 * @template [MoveJson=unknown]
 * @typedef {{ record: GameRecord<MoveJson>, line: string }} RecordAnswer
 */

/**
 * The response to `POST /play/replay`.
 * @template [MoveJson=unknown]
 * @typedef {object} ReplayAnswer
 * @property {string[]} states
 * @property {Move<MoveJson>[]} moves
 * @property {number[]} movers
 * @property {string[]} agents
 * @property {{ scores: number[] }} result
 */

/** @typedef {"inaccuracy" | "mistake" | "blunder"} MistakeKind */

/**
 * One move of an analysed game. `ply` is the number of the move in the game, from 1.
 * @template [MoveJson=unknown]
 * @typedef {object} AnalysedMove
 * @property {number} ply
 * @property {number} player
 * @property {number} value
 * @property {number} best_value
 * @property {number} loss
 * @property {MoveJson} best_move
 * @property {MistakeKind | null} mark
 */

/**
 * The result of a job that `POST /play/analyse` has started for a record.
 * @template [MoveJson=unknown]
 * @typedef {object} GameAnalysis
 * @property {string} agent
 * @property {number[]} course
 * @property {AnalysedMove<MoveJson>[]} moves
 * @property {PlayerAnalysis[]} players
 */

/**
 * @typedef {object} PlayerAnalysis
 * @property {number} player
 * @property {string} agent
 * @property {number} loss
 * @property {number | null} mean_loss
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 */

// --- Pages ----------------------------------------------------------------------------------------------------

/** @typedef {ReturnType<typeof import("./local-storage.js").localStore>} LocalStore */

/** The functions that a page uses to build its elements. @typedef {typeof import("./game-page.js").dom} Dom */

/** The progress of the server's preparation of data for a game. @typedef {{ game: string, state: string, done: number, note: string }} Preparation */

/**
 * The state of a game's kernels. `seconds` is the time that the compilation has taken so far or, after its end, in total.
 * @typedef {object} KernelStatus
 * @property {string} game
 * @property {string} title
 * @property {"unknown" | "waiting" | "running" | "ready" | "failed"} state
 * @property {number} done
 * @property {number} seconds
 * @property {string} note
 */

/**
 * What a game's own page receives: the second argument of `mount(root, context)`.
 * @typedef {object} PageContext
 * @property {Game} game
 * @property {GameApi} api
 * @property {LocalStore} store
 * @property {Dom} dom
 * @property {typeof import("./interactive-board.js").Board} Board
 * @property {typeof import("./game-session.js").GameSession} GameSession
 * @property {Panels} panels
 * @property {typeof import("./url-fragment.js")} share
 * @property {(onChange: (preparation: Preparation) => void) => Promise<void>} watchPreparation
 * @property {(text: string, failed?: boolean) => void} showMessage
 * @property {string} baseUrl
 */

/**
 * The functions of api.js, with `ask` bound to one game.
 * @typedef {Omit<typeof import("./api.js"), "ask"> & { ask: AskGame }} GameApi
 */

/** @typedef {<Answer>(question: string, data?: object, options?: import("./api.js").CallOptions) => Promise<Answer>} AskGame */

/** The panels that a page may use. @typedef {typeof import("./game-page.js").panels} Panels */

/**
 * An editor that is shown above the text of an instance and changes this text.
 * @typedef {object} InstanceEditor
 * @property {HTMLElement} element
 * @property {(parsed: ParsedInstance<any> | null, text: string) => void | Promise<void>} show
 * @property {(job: Job<SolveResult<any>>) => void} [showResult]
 */

/** @typedef {(context: PageContext, write: (text: string) => void) => InstanceEditor} CreateEditor */

/**
 * A game's own board in the play panel.
 * @typedef {object} BoardView
 * @property {HTMLElement} element
 * @property {HTMLElement} side
 * @property {(view: PositionView<any, any>) => void} show
 * @property {(move: any) => void} hint
 */

/** @typedef {(context: PageContext, play: (move: unknown) => void) => BoardView} CreateBoardView */

/**
 * The module `page/page.js` of a game: its own page, or additions to the generic page, which then also loads `page/page.css`.
 * @typedef {object} PageModule
 * @property {(root: HTMLElement, context: PageContext) => void | Promise<void>} [mount]
 * @property {CreateEditor | null} [createEditor]
 * @property {CreateBoardView | null} [createBoardView]
 */

export {};
