"""The command `tilewright arena`, which lets agents play against each other and rates them."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from tilewright import registry
from tilewright.cli.play import DealKeys, append
from tilewright.console import (
    LiveLine,
    data_folder,
    interruptible,
    print_json,
    print_table,
    read_settings,
    say,
    write_chunks,
)
from tilewright.console import command_options as opts
from tilewright.errors import BadInput
from tilewright.game import Progress

if TYPE_CHECKING:
    from tilewright.play.contest_plan import Contest
    from tilewright.play.game_archive import Archive
    from tilewright.play.matches_and_game_records import Record
    from tilewright.running.executors import Executor

__all__ = ["arena"]

_PERIOD = 1.0


def arena(
    game: opts.GameName,
    agents: Annotated[
        list[str],
        opts.argument("The agents, such as greedy, mcts:1s, mcts+2:1s, exec:./bot:1s.", "AGENT AGENT..."),
    ],
    games: Annotated[
        int | None,
        opts.option("Games per pair of agents, an even number; by default 40, or 4000 with --sprt.", "N"),
    ] = None,
    seed: opts.Seed = 0,
    settings: DealKeys = None,
    sprt: Annotated[
        str | None,
        opts.option(
            "Stop when a sequential test decides whether the first agent leads by ELO0 or by ELO1 Elo points.",
            "ELO0,ELO1",
        ),
    ] = None,
    move_limit: Annotated[
        float, opts.option("Time limit for a move; an agent that exceeds it loses.", "SECONDS")
    ] = 300.0,
    anchor: Annotated[
        str | None, opts.option("Also show ratings relative to this agent, whose rating is then 0.", "AGENT")
    ] = None,
    where: opts.Where = "here",
    data: Annotated[str | None, opts.data_option("the finished games")] = None,
    record: Annotated[str | None, opts.option("Append the records of all games to FILE.", "FILE")] = None,
    json: opts.Json = False,
    quiet: opts.Quiet = False,
) -> int:
    """Let agents play against each other on the same deals, and rate them.

    Each deal is played twice, with swapped seats. In a one-player game, each agent plays the deal once, and the
    higher score wins. Finished games are stored: if the command is run again, even with more games or agents,
    only the missing games are played. Unless an agent has a time budget, the result does not depend on where
    the games are played.

    An agent that crashes, makes an illegal move or takes too long loses the game, and the record states the
    reason. For an agent with a budget of S seconds per move, the time limit is 10 S + 30 seconds; for a
    playing engine, exec:COMMAND:Ss, it is S + 2 seconds. Neither limit is longer than --move-limit.

    \b
    Examples:
      tilewright arena domino planner greedy random --games 40
      tilewright arena domino greedy random --games 200 --seed 7 --set n=5 --where processes:2 --json
      tilewright arena domino planner greedy random --games 400 --anchor greedy
      tilewright arena domino planner greedy --sprt 0,50 --record games.jsonl
      tilewright arena domino greedy 'exec:python3 my_engine.py:0.5s' --games 10
    """
    from tilewright.arena_and_standings import GAMES, GAMES_OF_TEST, Standings
    from tilewright.play.contest_plan import Contest
    from tilewright.play.game_archive import Archive
    from tilewright.play.sprt import Sprt
    from tilewright.running.executors import executor_named

    test = None if sprt is None else Sprt.parse(sprt)
    total = games if games is not None else GAMES if test is None else GAMES_OF_TEST
    keys = tuple(read_settings(settings).items())
    contest = Contest(registry.game(game), tuple(agents), total, seed, keys, move_limit, test)
    if anchor is not None and anchor not in contest.agents:
        raise BadInput(f"--anchor {anchor[:40]}: expected one of the agents, {', '.join(contest.agents)}")
    chosen = None if where == "here" else executor_named(where)
    if record is not None:
        append(record, "")
    archive = Archive(data_folder(data) / "arena" / contest.game.name)
    records, interrupted = _play(contest, chosen, archive, quiet)
    result = Standings(contest, records, anchor)
    table = result.to_json()
    if record is not None:
        append(record, "".join(each.to_line() + "\n" for each in result.records))
    if json:
        print_json(table)
    else:
        _print_standings(table)
    if interrupted:
        say(f"{table['games']} of {total} games per pair are finished; run the same command again to continue")
    return interrupted


def _play(
    contest: Contest, executor: Executor | None, archive: Archive, quiet: bool
) -> tuple[Mapping[str, list[Record]], int]:
    """Return the records by task name, and the exit status: 130 or 143 after an interruption, else 0."""
    from tilewright.arena_and_standings import play_contest

    started, shown = time.monotonic(), 0.0

    def show(records: Mapping[str, list[Record]], total: int) -> None:
        nonlocal shown
        if (now := time.monotonic()) - shown >= _PERIOD:
            shown = now
            line(Progress(now - started, note=_progress_note(contest, records, total)))

    def work(cancel: threading.Event) -> dict[str, list[Record]]:
        return play_contest(contest, executor, archive, on_game=show, cancel=cancel)

    with LiveLine(quiet) as line:
        return interruptible(work)


def _progress_note(contest: Contest, records: Mapping[str, list[Record]], total: int) -> str:
    """Return a progress line: finished games, the log-likelihood ratio of a test, and shares of the points."""
    from tilewright.play.standings import points_so_far, weigh

    parts = [f"{sum(map(len, records.values()))} of {total} games"]
    if contest.sprt is not None:
        parts.append(f"LLR {weigh(contest, records).llr:+.2f}")
    points = points_so_far(contest, records)
    parts.append(", ".join(f"{agent} {share:.1%}" for agent, share in points.items()))
    return "   ".join(parts)


# --- The table ----------------------------------------------------------------------------------------


def _print_standings(table: dict[str, Any]) -> None:
    forfeits = any(row["forfeits"] for row in table["agents"].values())
    anchored = "anchor" in table
    results = ["wins", "draws", "losses", "score"]
    rows = [
        (
            name,
            *([_elo(row, "rating")] if anchored else []),
            *_results(row),
            _elo(row),
            _with_error(row, "points"),
            *([row["forfeits"]] if forfeits else []),
        )
        for name, row in sorted(table["agents"].items(), key=lambda item: -item[1]["elo"])
    ]
    headers = ["agent", *["rating"] * anchored, *results, "Elo", "points per game", *["forfeits"] * forfeits]
    print_table(headers, rows)
    pairs = []
    for pair in table["pairs"]:
        interval = "{:.1%} to {:.1%}".format(*pair["score_interval"])
        name = " - ".join(pair["agents"])
        pairs.append((name, *_results(pair), interval, _elo(pair), _with_error(pair, "lead")))
    write_chunks([""])
    print_table(["pair", *results, "95% interval", "Elo", "lead in points"], pairs)
    if "sprt" in table:
        write_chunks(["\n" + _describe_test(table["sprt"], *table["pairs"][0]["agents"])])


def _results(row: Mapping[str, Any]) -> tuple[object, ...]:
    return row["wins"], row["draws"], row["losses"], f"{row['score']:.1%}"


def _with_error(row: Mapping[str, Any], key: str) -> str:
    error = row[f"{key}_error"]
    return f"{row[key]:g}" + ("" if error is None else f" ± {error:g}")


def _elo(row: Mapping[str, Any], key: str = "elo") -> str:
    return f"{row[key]:+.0f} ± {row[f'{key}_error']:.0f}"


def _describe_test(test: Mapping[str, Any], first: str, second: str) -> str:
    elo0, elo1 = f"{test['elo0']:+g}", f"{test['elo1']:+g}"
    likelier = {
        "accepted": f"the lead of {first} over {second} is more likely {elo1} than {elo0} Elo points",
        "rejected": f"the lead of {first} over {second} is more likely {elo0} than {elo1} Elo points",
        "open": "no decision yet",
    }
    facts = f"LLR {test['llr']:+.2f}, bounds {test['lower']:+.2f} and {test['upper']:+.2f}"
    return f"Test {test['decision']} after {test['games']} games: {likelier[test['decision']]} ({facts})."
