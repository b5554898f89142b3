"""The solvers: verified best towns from the tables and from the census, proofs, stopped runs, damaged files."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import ranking_oracle as oracle

import tilewright as tw
from tilewright.game import Limits, Run, Status
from tilewright.games.nine_tiles.census import Census, census_access
from tilewright.games.nine_tiles.census.theme_queries import patterns_of
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, score

GAME = tw.game("nine-tiles")


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test its own, empty cache of open censuses."""
    monkeypatch.setattr(census_access, "_cache", [])


@pytest.fixture
def data(data_with_census: Path, own_cache: None) -> None:
    """Use a data folder that contains the census, and an empty cache of open censuses."""


@pytest.mark.parametrize("themes", [(3, 8, 17), (17, 3, 8), (4, 10, 15), (9, 25, 26), (1, 2, 16)])
@pytest.mark.parametrize("rank", ["distance", "duel"])
@pytest.mark.parametrize("solver", ["auto", "census"])
def test_the_town_has_a_best_pattern(
    data: None, census: Census, themes: tuple[int, ...], rank: str, solver: str
) -> None:
    result = tw.solve(NineTilesInstance(themes, rank), solver=solver)
    assert (result.status, result.objective, result.verified) == (Status.OPTIMAL, None, True)
    assert isinstance(result.solution, NineTilesSolution)
    assert result.solution.points == score(result.solution.town)
    patterns = [tuple(pattern) for pattern in patterns_of(census, themes).scores.tolist()]
    best = oracle.best_patterns(patterns, (1, 2, 3), rank)
    assert oracle.pattern(result.solution.points, themes) in best
    assert result.stats["points"] == [list(pattern) for pattern in best]


@pytest.mark.parametrize("solver", ["auto", "census"])
def test_it_is_proved_that_no_town_is_perfect(data: None, solver: str) -> None:
    perfect = tw.solve(GAME.parse('{"themes": [9, 25, 26], "rank": "max"}'), solver=solver)
    assert (perfect.status, perfect.stats["towns"]) == (Status.OPTIMAL, 46080)
    none = tw.solve(GAME.parse('{"themes": [5, 10, 15], "rank": "max"}'), solver=solver)
    assert (none.status, none.solution) == (Status.INFEASIBLE, None)


def test_a_cancelled_solve_without_a_census_is_unknown(own_cache: None) -> None:
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(NineTilesInstance((3, 8, 17)), solver="census", cancel=cancel)
    assert (result.status, result.solution) == (Status.UNKNOWN, None)


def test_the_build_stops_when_the_run_is_stopped(
    own_cache: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(Limits(time=1000.0))

    def build(folder: Path, *, cancel: threading.Event, **others: object) -> None:
        assert not cancel.is_set()
        run.cancel.set()
        assert cancel.is_set()

    monkeypatch.setattr(census_access, "build", build)
    assert census_access.get_census(run) is None
    assert "building the census of all towns" in capsys.readouterr().err


def test_a_damaged_census_is_refused_in_one_line(
    data: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken" / "nine_tiles" / "census"
    broken.mkdir(parents=True)
    (broken / "census.json").write_text("{")
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "broken"))
    with pytest.raises(tw.BadInput, match=r"census\.json is damaged"):
        tw.solve(NineTilesInstance((3, 8, 17)), solver="census")
