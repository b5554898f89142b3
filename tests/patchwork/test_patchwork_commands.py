"""`tilewright quilts` and the commands that all games share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.games.patchwork.quilt.orders import published_orders


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture
def few(tmp_path: Path) -> str:
    """The first 20 published orders, with blanks at the line ends."""
    file = tmp_path / "few.txt"
    lines = (" ".join(map(str, order)) + " \n" for order in published_orders().tiles[:20])
    file.write_text("".join(lines))
    return str(file)


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_table_has_the_promised_keys(capsys: pytest.CaptureFixture[str], few: str) -> None:
    chosen = "all+regret,bl/lb-every+regret"
    status, out, _ = ask(capsys, "quilts", "table", "--orders", few, "--strategies", chosen, "--json")
    found = json.loads(out)
    assert status == 0
    assert list(found) == ["all+regret", "bl/lb-every+regret"]
    for figures in found.values():
        assert figures["runs"] == 20
        assert {"area", "streak", "alternatives", "microseconds_per_placement"} <= set(figures)
        assert 60 < figures["area"] <= 81
        assert 1 <= figures["streak"] <= 39


def test_a_table_is_the_mean_of_single_solves(capsys: pytest.CaptureFixture[str], few: str) -> None:
    _, out, _ = ask(capsys, "quilts", "table", "--orders", few, "--strategies", "bl-every+random", "--json")
    areas, streaks = [], []
    for number, tiles in enumerate(published_orders().tiles[:20]):
        order = [max(0, tile - 4) for tile in tiles]
        instance = json.dumps({"order": order, "strategy": "bl-every+random"})
        _, solved, _ = ask(capsys, "solve", "patchwork", instance, "--seed", str(number), "--json")
        areas.append(json.loads(solved)["solution"]["area"])
        streaks.append(json.loads(solved)["solution"]["streak"])
    figures = json.loads(out)["bl-every+random"]
    assert figures["area"] == pytest.approx(sum(areas) / 20)
    assert figures["streak"] == pytest.approx(sum(streaks) / 20)


def test_a_table_is_shown_in_a_terminal_as_markdown_and_as_a_page(
    capsys: pytest.CaptureFixture[str], few: str, tmp_path: Path
) -> None:
    words = ["quilts", "table", "--orders", few, "--strategies", "bl-some+first,all+first"]
    status, out, _ = ask(capsys, *words)
    assert status == 0
    assert "bl-some+first" in out
    assert "µs/placement" in out
    _, out, _ = ask(capsys, *words, "--markdown")
    assert out.startswith("| | | bl-some | all |")
    page = tmp_path / "table.html"
    assert ask(capsys, *words, "--html", str(page)) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_what_is_kept_is_shown_again_unless_it_is_wanted_fresh(
    capsys: pytest.CaptureFixture[str], few: str
) -> None:
    words = ["quilts", "table", "--orders", few, "--strategies", "in-order-every+first", "--json"]
    first = ask(capsys, *words)
    assert ask(capsys, *words) == first  # the time, too, is the one that was measured
    _, out, _ = ask(capsys, *words, "--fresh")
    fresh, kept = json.loads(out)["in-order-every+first"], json.loads(first[1])["in-order-every+first"]
    assert fresh["area"] == kept["area"]


def test_random_orders_come_from_their_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["quilts", "table", "--strategies", "bl-some+first", "--json", "--runs", "50", "--seed"]
    areas = [json.loads(ask(capsys, *words, seed)[1])["bl-some+first"]["area"] for seed in ("1", "1", "2")]
    assert areas[0] == areas[1] != areas[2]


def test_two_strategies_are_compared_on_the_same_orders(capsys: pytest.CaptureFixture[str], few: str) -> None:
    status, out, _ = ask(capsys, "quilts", "compare", "all+first", "all+regret", "--orders", few, "--json")
    found = json.loads(out)["area"]
    assert status == 0
    assert found["runs"] == found["wins"] + found["ties"] + found["losses"] == 20
    assert found["difference"] == pytest.approx(
        found["means"]["all+regret"] - found["means"]["all+first"], abs=1e-3
    )
    assert found["interval"][0] < found["difference"] < found["interval"][1]
    _, out, _ = ask(capsys, "quilts", "compare", "all+first", "all+first", "--orders", few)
    assert "+0.000" in out


def test_errata_and_strategies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, "quilts", "errata", "--json")
    assert {"about", "paper", "program", "truth", "command"} == set(json.loads(out)[0])
    assert "78.40" in ask(capsys, "quilts", "errata")[1]
    _, out, _ = ask(capsys, "quilts", "strategies", "--json")
    assert {"all", "pareto-bl-every"} <= set(json.loads(out)["policies"])
    assert "reverse-regret" in ask(capsys, "quilts", "strategies")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--strategies", "all+regrt"], "there is no evaluation 'regrt'; did you mean regret?"),
        (["--strategies", ","], "--strategies: expected names such as all+regret"),
        (["--runs", "5", "--orders", "x"], "give either --orders or --runs, not both"),
        (["--orders", "/nowhere/orders.txt"], "there is no file '/nowhere/orders.txt'"),
        (["--where", "moon", "--strategies", "all+first"], "work cannot run at 'moon'"),
    ],
)
def test_a_wrong_question_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, err = ask(capsys, "quilts", "table", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"tilewright: {message}")
    assert err.count("\n") == 1


def test_a_ragged_orders_file_is_refused_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "ragged.txt"
    file.write_text("0 1 2\n3 4\n")
    status, out, err = ask(capsys, "quilts", "table", "--orders", str(file))
    assert (status, out) == (2, "")
    assert err == f"tilewright: orders {file}: line 2: 2 tiles, expected 3 as in line 1\n"


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        ("40", "there is no patch 40"),
        ("3,3", "patch 3 may come at most once"),
        ("0,0,0,0,0,0", "patch 0 may come at most 5 times"),
        ('{"order": [1], "strategy": "al+first"}', "there is no policy 'al'"),
    ],
)
def test_a_wrong_instance_ends_with_status_2(
    capsys: pytest.CaptureFixture[str], instance: str, message: str
) -> None:
    status, out, err = ask(capsys, "solve", "patchwork", instance, "--json")
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_check_finds_a_placement_that_overlaps(capsys: pytest.CaptureFixture[str]) -> None:
    solution = {
        "placements": [{"patch": 0, "cells": [[3, 3]]}, {"patch": 1, "cells": [[3, 3], [3, 4]]}],
        "area": 2,
        "streak": 3,
    }
    status, out, _ = ask(capsys, "check", "patchwork", "0,1", json.dumps(solution), "--json")
    found = json.loads(out)
    assert status == 1
    assert [(broken["rule"], broken["cells"]) for broken in found["broken"]] == [("overlap", [[3, 3]])]


def test_a_solve_prints_what_the_formats_promise(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "solve", "patchwork", "17,5,0,33", "--set", "strategy=bl-some+first", "--json")
    found = json.loads(out)
    assert status == 0
    assert found["instance"] == {"order": [17, 5, 0, 33], "strategy": "bl-some+first"}
    assert (found["status"], found["objective"], found["verified"]) == ("feasible", 16, True)
    assert [placement["patch"] for placement in found["solution"]["placements"]] == [17, 5, 0, 33]
    assert (found["solution"]["area"], found["solution"]["streak"]) == (16, 5)
