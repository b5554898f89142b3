"""`tilewright play` and `tilewright arena`."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright import registry
from tilewright.cli.options import DEFAULT_INPUT_LIMIT, GameName, InputLimit, Json, Quiet, Seed, bytes_of
from tilewright.console import (
    LiveLine,
    data_folder,
    interruptible,
    parse_argument,
    print_json,
    print_table,
    read_argument,
    read_settings,
    say,
    write_chunks,
)
from tilewright.errors import BadInput, OutOfResources
from tilewright.game import Progress

if TYPE_CHECKING:
    from tilewright.play.arena import Contest
    from tilewright.play.state import Played

__all__ = ["arena", "play", "register"]

LONGEST_LINE = 100_000
SUFFIX = ".jsonl"

DealKeys = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set a key of the deal or its generator; repeatable."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(play)
    app.command()(arena)


# --- play ---------------------------------------------------------------------------------------------


def play(
    game: GameName,
    instance: Annotated[
        str | None,
        typer.Argument(
            metavar="INSTANCE",
            help="The deal: a file, - for standard input, a spec, or JSON; without it the seed deals.",
        ),
    ] = None,
    p1: Annotated[str, typer.Option("--p1", metavar="AGENT", help="Who plays first.")] = "human",
    p2: Annotated[
        str | None, typer.Option("--p2", metavar="AGENT", help="Who plays second; random by default.")
    ] = None,
    seed: Seed = 0,
    settings: DealKeys = None,
    replay: Annotated[
        str | None,
        typer.Option("--replay", metavar="RECORD", help="Show a recorded game: a file, -, or inline JSON."),
    ] = None,
    line: Annotated[int, typer.Option("--line", help="Which line of RECORD to replay.", min=1)] = 1,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Append the record of the game to FILE.")
    ] = None,
    json: Json = False,
    input_limit: InputLimit = DEFAULT_INPUT_LIMIT,
) -> int:
    """Play a game in the terminal, against agents or alone; or watch agents; or replay a record.

    An agent may have a budget for each move: mcts:1s, mcts:2000it. With --json the record of the game is
    printed, and the conversation goes to standard error.

    \b
    Examples:
      tilewright play domino
      tilewright play domino --set n=4 --set rule=touch --seed 7
      tilewright play domino '6: 01 12 23 33' --p1 greedy --record games.jsonl
      tilewright play domino --replay games.jsonl --line 2
    """
    from tilewright.play.agent import HUMAN
    from tilewright.play.dialogue import Dialogue
    from tilewright.play.match import Sitting
    from tilewright.play.state import Played

    played = Played(registry.game(game))
    write = say if json else _write
    colour = not json and sys.stdout.isatty()
    if replay is not None:
        if instance is not None:
            raise BadInput("a record has its own deal; --replay takes no INSTANCE")
        return _replay(played, replay, line, write, colour, json, bytes_of(input_limit))
    if instance == "-" and HUMAN in (p1, p2):
        raise BadInput("the deal and a person's moves cannot both come from standard input")
    keys = read_settings(settings or ())
    if instance is None:
        deal = played.deal(seed, keys)
    else:
        deal = parse_argument(
            instance,
            lambda text: played.parse_deal(text, keys),
            "instance",
            limit=bytes_of(input_limit),
            specs=True,
        )
    sitting = Sitting(played, deal, _seats(played, deal, p1, p2), seed)
    if record is not None:
        _append(record, "")
    dialogue = Dialogue(sitting, _read_line, write, colour)
    status = 0
    try:
        found = dialogue.run()
    except KeyboardInterrupt:
        found, status = sitting.record(), 130
    if record is not None:
        _append(record, found.to_line() + "\n")
    if json:
        print_json(found.to_json())
    return status


def _seats(played: Played, deal: Any, p1: str, p2: str | None) -> list[str]:
    if played.start(deal).players == 2:
        return [p1, p2 or "random"]
    if p2 is not None:
        raise BadInput(f"{played.game.name} is played alone; there is no --p2")
    return [p1]


def _replay(
    played: Played,
    argument: str,
    line: int,
    write: Callable[[str], None],
    colour: bool,
    json: bool,
    limit: int,
) -> int:
    from tilewright.play.dialogue import show_replay
    from tilewright.play.match import Record, opening
    from tilewright.play.match import replay as replayed

    lines = [each for each in read_argument(argument, "record", limit=limit).splitlines() if each.strip()]
    if line > len(lines):
        raise BadInput(f"--line {line}: the record has {len(lines)} lines")
    record = Record.from_line(lines[line - 1])
    if json:
        states = [opening(played, record), *(step.after for step in replayed(played, record))]
        print_json({**record.to_json(), "verified": True, "states": [state.to_text() for state in states]})
    else:
        show_replay(played, record, write, colour)
        if len(lines) > 1:
            say(f"line {line} of {len(lines)}; --line shows another")
    return 0


def _read_line() -> str | None:
    """The next line that a person types, or None at the end of the input."""
    try:
        line = sys.stdin.readline(LONGEST_LINE)
        line.encode()  # where the locale is C, bytes that are no text come through as lone surrogates
    except UnicodeError:
        raise BadInput("standard input is not UTF-8") from None
    if len(line) == LONGEST_LINE:
        raise BadInput(f"a line of standard input is longer than {LONGEST_LINE} characters")
    return line or None


def _write(text: str) -> None:
    write_chunks([text])


def _append(name: str, text: str) -> None:
    try:
        with open(name, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        kind = OutOfResources if text else BadInput
        raise kind(f"{name} cannot be written: {error.strerror}") from None


# --- arena --------------------------------------------------------------------------------------------


def arena(
    game: GameName,
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT AGENT...", help="Who plays; mcts:1s carries a budget.")
    ],
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games between every two agents; even.")
    ] = 40,
    seed: Seed = 0,
    settings: DealKeys = None,
    where: Annotated[
        str, typer.Option("--where", metavar="PLACE", help="Where games run: here, processes or processes:N.")
    ] = "here",
    data: Annotated[
        str | None, typer.Option("--data", metavar="DIR", help="Where finished games are kept.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Append the records of all games to FILE.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Let agents play each other on the same deals, and rate them.

    Two games share a deal, with the seats swapped. In a game for one, each agent plays the deal once, and the
    higher score wins. Finished games are kept: the same command, run again, plays only what is missing. The
    result does not depend on where the games run.

    \b
    Examples:
      tilewright arena domino planner greedy random --games 40
      tilewright arena domino greedy random --games 200 --seed 7 --set n=5 --where processes:2 --json
    """
    from tilewright.play.arena import Contest, standings

    keys = tuple(read_settings(settings or ()).items())
    contest = Contest(registry.game(game), tuple(agents), games, seed, keys)
    if record is not None:
        _append(record, "")
    found, interrupted = _play_contest(contest, where, data_folder(data), quiet)
    table = standings(contest, found)
    if record is not None:
        _append(record, "".join(lines.decode() for _, lines in sorted(found.items())))
    if json:
        print_json(table)
    else:
        _print_standings(table)
    if interrupted:
        say(f"{table['games']} of {games} games between every two agents; run the same command again to go on")
    return interrupted


def _play_contest(contest: Contest, where: str, data: Path, quiet: bool) -> tuple[dict[str, bytes], int]:
    """What the tasks of a contest gave, by name, and the exit status that an interruption asks for."""
    from tilewright.play.arena import play_games
    from tilewright.running import map_shards, place

    version, chosen = contest.version, place(where)
    folder = data / "arena" / contest.game.name / version
    tasks = {task.name: task.to_json() for task in contest.tasks()}
    line = LiveLine(quiet)

    def work(cancel: threading.Event) -> None:
        map_shards(
            play_games,
            tasks,
            folder,
            version=version,
            suffix=SUFFIX,
            place=chosen,
            progress=lambda told: line(Progress(told.elapsed, note=f"{told.best} of {told.bound} done")),
            cancel=cancel,
        )

    try:
        _, interrupted = interruptible(work)
    finally:
        line.clear()
    return _kept(folder, tasks), interrupted


def _kept(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The finished shards of a folder, by name."""
    files = {"-".join(file.name.split("-")[:2]): file for file in folder.glob(f"*{SUFFIX}")}
    return {name: files[name].read_bytes() for name in names if name in files}


def _print_standings(table: dict[str, Any]) -> None:
    rows = [
        (
            name,
            row["wins"],
            row["draws"],
            row["losses"],
            f"{row['score']:.1%}",
            f"{row['elo']:+.0f} ± {row['elo_error']:.0f}",
            f"{row['points']:g}" + ("" if row["points_error"] is None else f" ± {row['points_error']:g}"),
        )
        for name, row in sorted(table["agents"].items(), key=lambda item: -item[1]["elo"])
    ]
    print_table(["agent", "wins", "draws", "losses", "score", "Elo", "points a game"], rows)
