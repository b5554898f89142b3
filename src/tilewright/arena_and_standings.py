"""Play contests (arenas) between agents, and show their standings as a table and a picture.

`tw.arena` and `tilewright arena` use these functions. Finished games are stored in an archive, so a contest
that is repeated or extended plays only the missing games.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from tilewright.arrow_and_pandas import Tabular
from tilewright.drawing.scene import Dot, Element, Label, Line, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput, EngineFailure
from tilewright.play.contest_plan import Contest
from tilewright.play.game_archive import Archive
from tilewright.play.games_in_child_process import GameProcess, play_watched
from tilewright.play.matches_and_game_records import Record
from tilewright.play.standings import standings, weigh
from tilewright.running.executors import Executor, InProcess, Outcomes, TaskFailed

__all__ = ["GAMES", "GAMES_OF_TEST", "Pairs", "Standings", "play_contest"]

GAMES, GAMES_OF_TEST = 40, 4000
"""The default number of games per pair of agents, and the default maximum for a sequential test.

A sequential test usually ends after far fewer games.
"""

Games = Mapping[str, list[Record]]


@dataclass(frozen=True, slots=True)
class Standings(Tabular):
    """The standings of a contest: a table of the agents, a table of the pairs, and the records of all games."""

    contest: Contest
    games: Games
    """The records of the games, by task name (see `tilewright.play.contest_plan`)."""
    anchor: str | None = None
    """The agent whose `rating` is 0; if None, the table of the agents has no column `rating`."""

    def __post_init__(self) -> None:
        if self.anchor is not None and self.anchor not in self.contest.agents:
            agents = ", ".join(self.contest.agents)
            raise BadInput(f"anchor {self.anchor[:40]}: expected one of the agents, {agents}")

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that ``arena --json`` prints."""
        return standings(self.contest, self.games, self.anchor)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each agent, the strongest first."""
        agents = self.to_json()["agents"]
        return [
            {"agent": name, **row} for name, row in sorted(agents.items(), key=lambda item: -item[1]["elo"])
        ]

    @property
    def records(self) -> list[Record]:
        """The records of all games, in the order of the deals."""
        return [record for _, records in sorted(self.games.items()) for record in records]

    @property
    def pairs(self) -> Pairs:
        """The results of all pairs of agents."""
        return Pairs(tuple(self.to_json()["pairs"]))

    def scene(self) -> Scene:
        """Return a picture of the Elo rating of each agent with its 95% confidence interval."""
        rows = self.to_rows()
        if not rows:
            raise BadInput("no deal of the contest is complete, so there is nothing to draw")
        return _ratings_chart(f"{self.contest.game.title}: Elo ratings with 95% intervals", rows)

    def _repr_svg_(self) -> str | None:
        return str(self.scene().to_svg()) if self.to_rows() else None

    def _repr_html_(self) -> str:
        keys = ("agent", "elo", "elo_error", "wins", "draws", "losses", "score")
        head = "".join(f"<th>{key}</th>" for key in keys)
        rows = ("".join(f"<td>{escape(str(row[key]))}</td>" for key in keys) for row in self.to_rows())
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>{self._repr_svg_() or ''}"


@dataclass(frozen=True, slots=True)
class Pairs(Tabular):
    """The results of each pair of agents in a contest."""

    pairs: tuple[Mapping[str, Any], ...]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each pair, from the point of view of the first agent."""
        rows = []
        for pair in self.pairs:
            first, second = pair["agents"]
            low, high = pair["score_interval"]
            others = {key: value for key, value in pair.items() if key not in ("agents", "score_interval")}
            rows.append({"first": first, "second": second, **others, "score_low": low, "score_high": high})
        return rows


def play_contest(
    contest: Contest,
    executor: Executor | None,
    archive: Archive,
    *,
    on_game: Callable[[Games, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> dict[str, list[Record]]:
    """Play the games of a contest that are not in the archive; return the records of all games by task name.

    Without an executor, a child process plays the games, and this process supervises it. A task consists
    of the games of one pair of agents, or the game of one agent, on one deal. After each finished task,
    `on_game` is called with the records so far and the total number of games. If the contest is cancelled, the
    records of the finished tasks are returned; if a sequential test ends the contest early, only the records
    that the test used are returned.
    """
    tasks = {task.name: task for task in contest.tasks()}
    keys = contest.keys_of(list(tasks.values()))
    archived = archive.find(keys.values())
    records = {name: archived[key] for name, key in keys.items() if key in archived}
    missing = {name: task.to_json() for name, task in tasks.items() if name not in records}
    total = sum(len(task.seatings) for task in tasks.values())
    failures: list[TaskFailed] = []

    def decided() -> bool:
        return contest.sprt is not None and weigh(contest, records).decision != "open"

    if missing and not decided():
        with contextlib.closing(_outcomes(executor, missing, cancel or threading.Event())) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome, TaskFailed):
                    failures.append(outcome)
                    continue
                records[outcome.name] = archive.keep(keys[outcome.name], outcome.result)
                if on_game is not None:
                    on_game(records, total)
                if decided():
                    break
    if decided():
        # Parallel workers may finish deals out of order, so there may be records of deals after the one that
        # decided the sequential test. Those deals are not counted, because the result must not depend on the
        # number of workers.
        counted = weigh(contest, records).deals
        return {name: games for name, games in records.items() if tasks[name].deal < counted}
    if failures:
        contest.check_agents()
        first = min(failures, key=lambda failed: failed.name)
        raise EngineFailure(f"{len(failures)} of {len(tasks)} tasks failed ({first.name}: {first.reason})")
    return records


def _outcomes(
    executor: Executor | None, tasks: Mapping[str, Mapping[str, Any]], cancel: threading.Event
) -> Outcomes[bytes]:
    if executor is not None:
        yield from executor.run(play_watched, tasks, cancel)
        return
    # `GameProcess` plays the games in a separate process, so the tasks themselves can run in this process.
    with GameProcess() as process:
        yield from InProcess().run(partial(play_watched, process=process, cancel=cancel), tasks, cancel)


# --- The picture --------------------------------------------------------------------------------------

_SIZE, _ROW, _WIDTH, _MARGIN = 0.34, 0.9, 12.0, 0.4


def _ratings_chart(title: str, rows: list[dict[str, Any]]) -> Scene:
    """Return a chart with one row per agent: a disc at its rating, and a bar for the confidence interval."""
    left = max(text_width(row["agent"], _SIZE) for row in rows) + 2 * _MARGIN
    low: float = min(row["elo"] - row["elo_error"] for row in rows)
    high: float = max(row["elo"] + row["elo_error"] for row in rows)
    span = max(high - low, 1.0)
    full = max(left + _WIDTH + 3.5, text_width(title, 0.4) + 2 * _MARGIN)
    elements: list[Element] = [Label((full / 2, 0.6), title, 0.4)]

    def place(elo: float) -> float:
        return left + _WIDTH * (elo - low) / span

    bottom = 1.4 + _ROW * len(rows)
    if low <= 0 <= high:
        elements.append(Line(((place(0), 1.1), (place(0), bottom)), "grid", 0.05))
    for index, row in enumerate(rows):
        y = 1.6 + _ROW * index
        text = f"{row['elo']:+.0f} ± {row['elo_error']:.0f}"
        ends = (place(row["elo"] - row["elo_error"]), y), (place(row["elo"] + row["elo_error"]), y)
        name_width = text_width(row["agent"], _SIZE)
        elements.append(Label((left - _MARGIN - name_width / 2, y), row["agent"], _SIZE))
        elements.append(Line(ends, "muted", 0.08))
        elements.append(Dot((place(row["elo"]), y), 0.16, "ink", "ink", f"{row['agent']}: {text}"))
        elements.append(Label((left + _WIDTH + 1.8, y), text, _SIZE, "muted"))
    return Scene.of(full, bottom + _MARGIN, elements, title)
