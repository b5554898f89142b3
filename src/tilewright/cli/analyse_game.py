"""The command `tilewright analyse`, which compares the moves of a recorded game with the best moves."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

from tilewright import registry
from tilewright.cli.play import read_record
from tilewright.console import LiveLine, parse_argument, print_json, print_table, say, write_chunks
from tilewright.console import command_options as opts
from tilewright.errors import BadInput
from tilewright.game import Progress

if TYPE_CHECKING:
    from tilewright.play.agent import Entrant
    from tilewright.play.analysis import JudgedMove
    from tilewright.play.matches_and_game_records import Record
    from tilewright.play.state import PlayableGame

__all__ = ["analyse"]

TOP = 10


def analyse(
    game: opts.GameName,
    record: Annotated[
        str | None,
        opts.argument("A recorded game: a file, - for standard input, or inline JSON.", "RECORD"),
    ] = None,
    agent: Annotated[
        str | None,
        opts.option(
            "The agent that analyses the moves, such as mcts:1s; by default the game's analyst.", "AGENT"
        ),
    ] = None,
    line: Annotated[int, opts.option("The line of RECORD to analyse.", min=1)] = 1,
    state: Annotated[
        str | None,
        opts.option("Analyse a position instead: a file, - for standard input, or text.", "TEXT"),
    ] = None,
    top: Annotated[int, opts.option("The number of moves to list for --state.", "N", min=1)] = TOP,
    seed: opts.Seed = 0,
    svg: Annotated[
        str | None, opts.option("Also write a chart of the game to a .svg or .png file.", "FILE")
    ] = None,
    data: opts.DataFolder = None,
    json: opts.Json = False,
    quiet: opts.Quiet = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Compare each move of a game with the best move, or show the best moves of a position.

    In a two-player game, the value of a move is the win probability of the player who makes it; in a one-player
    game, it is the expected final score. A move that loses at least 5, 10 or 20 percentage points of win
    probability (in a one-player game: 1, 3 or 6 points) is marked as an inaccuracy (?!), a mistake (?) or a
    blunder (??). A playing engine, exec:COMMAND, can be the analyst if it prints the values of its moves.

    \b
    Examples:
      tilewright play domino --p1 random --record games.jsonl
      tilewright analyse domino games.jsonl --agent greedy --svg game.svg
      tilewright analyse domino --state '4: 01 12 25 33 35 | 01@0,0-0,1' --agent greedy --top 3
    """
    from tilewright.play.agent import Entrant, analyst_of
    from tilewright.play.state import PlayableGame
    from tilewright.recorded_game_analysis import Analysis

    played = PlayableGame(registry.game(game))
    analyst = analyst_of(played.game) if agent is None else Entrant.parse(agent)
    if (record is None) == (state is None):
        raise BadInput("analyse takes either a RECORD or --state TEXT")
    if svg is not None and (state is not None or not svg.lower().endswith((".svg", ".png"))):
        raise BadInput("--svg needs a recorded game, and the name of the picture file must end in .svg or .png")
    if state is not None:
        return _position(played, state, analyst, seed, top, json, opts.bytes_of(input_limit))
    assert record is not None
    game_record, lines = read_record(record, line, opts.bytes_of(input_limit))
    moves, interrupted = _judged(played, game_record, analyst, seed, quiet)
    analysis = Analysis(played, game_record, analyst, tuple(moves))
    if svg is not None:
        analysis.scene().save(svg)
    if json:
        print_json(analysis.to_json())
    else:
        _print(played, game_record, analyst, moves)
    if interrupted:
        say(f"{len(moves)} of {len(game_record.moves)} moves were analysed")
    elif lines > 1 and not quiet and not json:
        say(f"this is the game on line {line} of {lines}; --line N selects another game")
    return interrupted


def _judged(
    played: PlayableGame, record: Record, analyst: Entrant, seed: int, quiet: bool
) -> tuple[list[JudgedMove], int]:
    """Return the analysed moves, and the exit status: 130 after an interruption, else 0."""
    from tilewright.play.analysis import judge_moves

    started = time.monotonic()
    moves: list[JudgedMove] = []
    with LiveLine(quiet) as line:
        try:
            for judged in judge_moves(played, record, analyst, seed):
                moves.append(judged)
                note = f"{len(moves)} of {len(record.moves)} moves analysed"
                line(Progress(time.monotonic() - started, note=note))
        except KeyboardInterrupt:
            return moves, 130
    return moves, 0


def _print(played: PlayableGame, record: Record, analyst: Entrant, moves: list[JudgedMove]) -> None:
    from tilewright.play.analysis import SIGNS, format_value, totals
    from tilewright.play.terminal_game import describe_outcome

    show = partial(format_value, players=len(record.agents))
    rows: list[tuple[object, ...]] = []
    for judged in moves:
        best, own = judged.review.best, judged.review.played
        better = (best.move, show(best.value), show(judged.review.loss))
        if best.move == own.move:
            better = ("", "", "")
        rows.append((judged.ply, judged.player + 1, own.move, show(own.value), *better, SIGNS[judged.mark]))
    write_chunks([f"{played.game.title}, analysed by {analyst}\n"])
    print_table(["", "player", "move", "value", "best", "value", "loss", ""], rows)
    write_chunks([""])
    marks = ("inaccuracies", "mistakes", "blunders")
    rows = []
    for each in totals(moves, record.agents):
        mean = "" if each["mean_loss"] is None else show(each["mean_loss"])
        row = (each["player"] + 1, each["agent"], each["moves"], show(each["loss"]), mean)
        rows.append((*row, *(each[mark] for mark in marks)))
    print_table(["player", "agent", "moves", "loss", "per move", *marks], rows)
    write_chunks(["\n" + describe_outcome(record.outcome, record.agents)])


# --- A position ---------------------------------------------------------------------------------------


def _position(
    played: PlayableGame, text: str, analyst: Entrant, seed: int, top: int, json: bool, limit: int
) -> int:
    from tilewright.play.analysis import best_moves, format_value, position_to_json

    state = parse_argument(
        text, lambda written: played.parse_state(written.strip("\r\n")), "state", limit=limit, specs=True
    )
    best = best_moves(played, state, analyst, seed)[:top]
    if json:
        print_json(position_to_json(played, state, analyst, best))
        return 0
    write_chunks([played.show(state)])
    rows = [(rank, each.move, format_value(each.value, state.players)) for rank, each in enumerate(best, 1)]
    write_chunks([f"\nPlayer {state.to_move + 1} to move, analysed by {analyst}\n"])
    print_table(["", "move", "value"], rows)
    return 0
