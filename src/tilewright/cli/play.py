"""The command `tilewright play`, which plays or replays a game in the terminal."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from tilewright import registry
from tilewright.console import command_options as opts
from tilewright.console import parse_argument, print_json, read_argument, read_settings, say, write_chunks
from tilewright.errors import BadInput, OutOfResources

if TYPE_CHECKING:
    from tilewright.play.matches_and_game_records import Record
    from tilewright.play.state import PlayableGame

__all__ = ["DealKeys", "append", "play", "read_record"]

LONGEST_LINE = 100_000

DealKeys = Annotated[
    list[str] | None,
    opts.option("Set a key of the deal or an option of its generator; repeatable.", "KEY=VALUE", "--set"),
]


def play(
    game: opts.GameName,
    instance: Annotated[
        str | None,
        opts.argument(
            "The deal: a file, - for standard input, an inline notation, or JSON; by default a random deal.",
            "INSTANCE",
        ),
    ] = None,
    p1: Annotated[str, opts.option("The first player: 'human', or an agent.", "AGENT")] = "human",
    p2: Annotated[str | None, opts.option("The second player; by default the agent 'random'.", "AGENT")] = None,
    seed: opts.Seed = 0,
    settings: DealKeys = None,
    replay: Annotated[
        str | None,
        opts.option("Replay a recorded game: a file, - for standard input, or inline JSON.", "RECORD"),
    ] = None,
    line: Annotated[int, opts.option("The line of RECORD to replay.", min=1)] = 1,
    agent: Annotated[
        str | None, opts.option("With --replay: the agent that comments on each move.", "AGENT")
    ] = None,
    record: Annotated[str | None, opts.option("Append the record of the game to FILE.", "FILE")] = None,
    data: opts.DataFolder = None,
    json: opts.Json = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Play a game in the terminal, alone or against agents; watch agents play; or replay a recorded game.

    An agent may have a budget per move, as in mcts:1s or mcts:2000it, and some agents have variants, as in
    greedy+variant. `tilewright games GAME` lists the agents; exec:COMMAND runs a program that speaks the engine
    protocol. With --json, the command prints the record of the game to standard output, and the dialogue to
    standard error.

    \b
    Examples:
      tilewright play domino
      tilewright play domino --set n=4 --set rule=touch --seed 7
      tilewright play domino '6: 01 12 23 33' --p1 greedy --record games.jsonl
      tilewright play domino --p1 'exec:python3 my_engine.py:0.5s'
      tilewright play domino --replay games.jsonl --line 2
      tilewright play domino --replay games.jsonl --agent greedy
    """
    from tilewright.play.agent import HUMAN
    from tilewright.play.matches_and_game_records import GameSession
    from tilewright.play.state import PlayableGame
    from tilewright.play.terminal_game import Dialogue

    played = PlayableGame(registry.game(game))
    limit = opts.bytes_of(input_limit)
    if replay is not None:
        if instance is not None:
            raise BadInput("a record contains its deal, so --replay takes no INSTANCE")
        return _replay(played, replay, line, agent, json, limit)
    if agent is not None:
        raise BadInput("--agent needs --replay; --p1 and --p2 name the players")
    if instance == "-" and HUMAN in (p1, p2):
        raise BadInput("the deal and a person's moves cannot both come from standard input")
    keys = read_settings(settings)
    if instance is None:
        deal = played.deal(seed, keys)
    else:
        parse = partial(played.parse_deal, keys=keys)
        deal = parse_argument(instance, parse, "instance", limit=limit, specs=True)
    session = GameSession(played, deal, _seats(played, deal, p1, p2), seed)
    if record is not None:
        append(record, "")
    dialogue = Dialogue(session, _read_line, say if json else _write, colour=not json and sys.stdout.isatty())
    status = 0
    try:
        game_record = dialogue.run()
    except KeyboardInterrupt:
        game_record, status = session.record(), 130
    if record is not None:
        append(record, game_record.to_line() + "\n")
    if json:
        print_json(game_record.to_json())
    return status


def _seats(played: PlayableGame, deal: Any, p1: str, p2: str | None) -> list[str]:
    if played.start(deal).players == 2:
        return [p1, p2 or "random"]
    if p2 is not None:
        raise BadInput(f"{played.game.name} is a one-player game, so --p2 is not allowed")
    return [p1]


def _replay(played: PlayableGame, argument: str, line: int, agent: str | None, json: bool, limit: int) -> int:
    from tilewright.play.agent import Entrant
    from tilewright.play.analysis import judge_moves
    from tilewright.play.matches_and_game_records import opening
    from tilewright.play.matches_and_game_records import replay as replayed
    from tilewright.play.terminal_game import show_replay

    analyst = None if agent is None else Entrant.parse(agent)
    record, lines = read_record(argument, line, limit)
    if json:
        states = [opening(played, record), *(step.after for step in replayed(played, record))]
        document = {**record.to_json(), "verified": True, "states": [state.to_text() for state in states]}
        if analyst is not None:
            document["reviews"] = [judged.to_json() for judged in judge_moves(played, record, analyst)]
        print_json(document)
    else:
        show_replay(played, record, _write, sys.stdout.isatty(), analyst)
        if lines > 1:
            say(f"this is the game on line {line} of {lines}; --line N selects another game")
    return 0


def read_record(argument: str, line: int, limit: int) -> tuple[Record, int]:
    """Return record number `line`, counted from 1, and the number of records; empty lines are skipped."""
    from tilewright.play.matches_and_game_records import Record

    lines = [each for each in read_argument(argument, "record", limit=limit).splitlines() if each.strip()]
    if line > len(lines):
        raise BadInput(f"--line {line}: the number of records is {len(lines)}")
    return Record.from_line(lines[line - 1]), len(lines)


def _read_line() -> str | None:
    """Return the next line of standard input, or None at the end of the input."""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 2)  # one character too many, and the line break
        line.encode()  # in the C locale, Python decodes invalid bytes to lone surrogates
    except UnicodeError:
        raise BadInput("standard input is not UTF-8") from None
    if len(line.rstrip("\n")) > LONGEST_LINE:
        raise BadInput(f"a line of standard input is longer than {LONGEST_LINE} characters")
    return line or None


def _write(text: str) -> None:
    write_chunks([text])


def append(name: str, text: str) -> None:
    """Append text to a file; with an empty string, only create the file or check that it can be written."""
    try:
        with open(name, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        kind = OutOfResources if text else BadInput
        raise kind(f"{name} cannot be written: {error.strerror}") from None
