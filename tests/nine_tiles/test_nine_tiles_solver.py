"""The best town through the common contract: verified, proved, and honest about time."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import ranking_oracle as oracle

import tilewright as tw
from tilewright.game import Limits, Run, Status
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census import census_cache as at_hand
from tilewright.games.nine_tiles.census.theme_queries import patterns_of
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, score

GAME = tw.game("nine-tiles")


@pytest.fixture
def at_hand_only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test's census is at hand, and this one's is at hand for no other test."""
    monkeypatch.setattr(at_hand, "_opened", [])


@pytest.fixture
def data(census: Census, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_hand_only_here: None) -> None:
    """A data folder that has the census."""
    (tmp_path / "with" / "nine_tiles").mkdir(parents=True)
    (tmp_path / "with" / "nine_tiles" / "census").symlink_to(census.folder)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "with"))


@pytest.mark.parametrize("themes", [(3, 8, 17), (17, 3, 8), (4, 10, 15), (9, 25, 26), (1, 2, 16)])
@pytest.mark.parametrize("rank", ["distance", "duel"])
def test_the_town_has_a_best_pattern(data: None, census: Census, themes: tuple[int, ...], rank: str) -> None:
    result = tw.solve(NineTilesInstance(themes, rank))
    assert (result.status, result.objective, result.verified) == (Status.OPTIMAL, None, True)
    assert isinstance(result.solution, NineTilesSolution)
    assert result.solution.points == score(result.solution.town)
    found = [tuple(pattern) for pattern in patterns_of(census, themes).scores.tolist()]
    best = oracle.best_patterns(found, (1, 2, 3), rank)
    assert oracle.pattern(result.solution.points, themes) in best
    assert result.stats["points"] == [list(pattern) for pattern in best]


def test_where_no_town_is_perfect_that_is_proved(data: None) -> None:
    perfect = tw.solve(GAME.parse('{"themes": [9, 25, 26], "rank": "max"}'))
    assert (perfect.status, perfect.stats["towns"]) == (Status.OPTIMAL, 46080)
    none = tw.solve(GAME.parse('{"themes": [5, 10, 15], "rank": "max"}'))
    assert (none.status, none.solution) == (Status.INFEASIBLE, None)


def test_without_a_census_a_solve_that_is_cancelled_knows_nothing(at_hand_only_here: None) -> None:
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(NineTilesInstance((3, 8, 17)), cancel=cancel)
    assert (result.status, result.solution) == (Status.UNKNOWN, None)


def test_building_stops_when_the_run_does(
    at_hand_only_here: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(Limits(time=1000.0))

    def build(folder: Path, *, cancel: threading.Event, **others: object) -> None:
        assert not cancel.is_set()
        run.cancel.set()
        assert cancel.is_set()

    monkeypatch.setattr(at_hand, "build", build)
    assert at_hand.census_at_hand(run) is None
    assert "the census of all towns is built first" in capsys.readouterr().err


def test_a_damaged_census_is_refused_in_one_line(
    data: None, census: Census, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken" / "nine_tiles" / "census"
    broken.mkdir(parents=True)
    (broken / "census.json").write_text("{")
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "broken"))
    with pytest.raises(tw.BadInput, match=r"census\.json is damaged"):
        tw.solve(NineTilesInstance((3, 8, 17)))
