"""The command `tilewright quilts`, and the general commands `solve` and `check` with Patchwork instances."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.games.patchwork.quilt.tile_orders import published_orders


@pytest.fixture(autouse=True)
def set_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture
def few_orders(tmp_path: Path) -> str:
    """The path of a file with the first 20 published orders, in which each line ends with a space."""
    file = tmp_path / "few.txt"
    lines = (" ".join(map(str, order)) + " \n" for order in published_orders().tiles[:20])
    file.write_text("".join(lines))
    return str(file)


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_table_has_the_documented_keys(capsys: pytest.CaptureFixture[str], few_orders: str) -> None:
    strategies = "all+regret,bl/lb-every+regret"
    status, out, _ = run_command(
        capsys, "quilts", "table", "--orders", few_orders, "--strategies", strategies, "--json"
    )
    data = json.loads(out)
    assert status == 0
    assert list(data) == ["all+regret", "bl/lb-every+regret"]
    for figures in data.values():
        assert figures["runs"] == 20
        assert {"area", "streak", "alternatives", "microseconds_per_placement"} <= set(figures)
        assert 60 < figures["area"] <= 81
        assert 1 <= figures["streak"] <= 39


def test_the_set_of_patches_is_chosen_with_an_option_or_a_key(
    capsys: pytest.CaptureFixture[str], few_orders: str
) -> None:
    table = ("quilts", "table", "--orders", few_orders, "--strategies", "all+regret", "--json")
    areas = [
        json.loads(run_command(capsys, *table, *words)[1])["all+regret"]["area"]
        for words in ((), ("--patches", "paper"), ("--patches", "box"))
    ]
    assert areas[0] == areas[1] != areas[2]
    for words, area in (((), 3), (("--set", "patches=paper"), 3), (("--set", "patches=box"), 4)):
        solved = json.loads(run_command(capsys, "solve", "patchwork", "4", *words, "--json")[1])
        assert (solved["objective"], solved["verified"]) == (area, True)
    drawn = json.loads(run_command(capsys, "generate", "patchwork", "--set", "patch_set=box", "--json")[1])
    assert drawn["patches"] == "box"
    assert len(drawn["order"]) == 38
    bound = ("quilts", "offline", "--orders", few_orders, "--first", "1", "--patches", "box", "--json")
    assert json.loads(run_command(capsys, *bound)[1])["summary"]["offline"] == 81


@pytest.mark.parametrize(
    "words",
    [
        ("quilts", "table", "--patches", "tin"),
        ("quilts", "compare", "all+regret", "all+first", "--patches", "tin"),
        ("quilts", "offline", "--patches", "tin"),
        ("quilts", "perfect", "--patch-set", "tin"),
        ("quilts", "perft", "--patches", "tin"),
        ("solve", "patchwork", "4", "--set", "patches=tin"),
        ("play", "patchwork", "--p1", "random", "--set", "patches=tin"),
        ("arena", "patchwork", "random", "greedy", "--set", "patches=tin"),
    ],
)
def test_an_unknown_set_of_patches_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, out, err = run_command(capsys, *words)
    assert (status, out) == (2, "")
    assert "there is no set 'tin'; expected box or paper" in err
    assert err.count("\n") == 1


def test_a_played_game_has_the_chosen_variant_and_its_record_is_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "games.jsonl")
    play = ("play", "patchwork", "--p1", "greedy", "--p2", "greedy", "--seed", "7", "--json", "--record", file)
    variants = [{"patches": "box", "edition": "classic"}, {"patches": "paper", "edition": "revised"}]
    for variant in variants:
        keys = [word for key, name in variant.items() for word in ("--set", f"{key}={name}")]
        record = json.loads(run_command(capsys, *play, *keys)[1])
        assert variant.items() <= record.items()
    for line in ("1", "2"):
        status, out, _ = run_command(capsys, "play", "patchwork", "--replay", file, "--line", line, "--json")
        assert status == 0
        assert variants[int(line) - 1].items() <= json.loads(out).items()


def test_a_table_is_the_mean_of_single_solves(capsys: pytest.CaptureFixture[str], few_orders: str) -> None:
    _, out, _ = run_command(
        capsys, "quilts", "table", "--orders", few_orders, "--strategies", "bl-every+random", "--json"
    )
    areas, streaks = [], []
    for number, tiles in enumerate(published_orders().tiles[:20]):
        order = [max(0, tile - 4) for tile in tiles]
        instance = json.dumps({"order": order, "strategy": "bl-every+random"})
        _, solved, _ = run_command(capsys, "solve", "patchwork", instance, "--seed", str(number), "--json")
        areas.append(json.loads(solved)["solution"]["area"])
        streaks.append(json.loads(solved)["solution"]["streak"])
    figures = json.loads(out)["bl-every+random"]
    assert figures["area"] == pytest.approx(sum(areas) / 20)
    assert figures["streak"] == pytest.approx(sum(streaks) / 20)


def test_a_table_is_printed_as_text_as_markdown_and_as_html(
    capsys: pytest.CaptureFixture[str], few_orders: str, tmp_path: Path
) -> None:
    words = ["quilts", "table", "--orders", few_orders, "--strategies", "bl-some+first,all+first"]
    status, out, _ = run_command(capsys, *words)
    assert status == 0
    assert "bl-some+first" in out
    assert "µs/placement" in out
    _, out, _ = run_command(capsys, *words, "--markdown")
    assert out.startswith("| | | bl-some | all |")
    page = tmp_path / "table.html"
    assert run_command(capsys, *words, "--html", str(page)) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_stored_results_are_reused_unless_fresh_is_given(
    capsys: pytest.CaptureFixture[str], few_orders: str
) -> None:
    words = ["quilts", "table", "--orders", few_orders, "--strategies", "in-order-every+first", "--json"]
    first = run_command(capsys, *words)
    assert run_command(capsys, *words) == first  # equal, because the stored time is printed
    _, out, _ = run_command(capsys, *words, "--fresh")
    fresh, kept = json.loads(out)["in-order-every+first"], json.loads(first[1])["in-order-every+first"]
    assert fresh["area"] == kept["area"]


def test_random_orders_depend_on_the_seed_only(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["quilts", "table", "--strategies", "bl-some+first", "--json", "--runs", "50", "--seed"]
    areas = [
        json.loads(run_command(capsys, *words, seed)[1])["bl-some+first"]["area"] for seed in ("1", "1", "2")
    ]
    assert areas[0] == areas[1] != areas[2]


def test_two_strategies_are_compared_on_the_same_orders(
    capsys: pytest.CaptureFixture[str], few_orders: str
) -> None:
    status, out, _ = run_command(
        capsys, "quilts", "compare", "all+first", "all+regret", "--orders", few_orders, "--json"
    )
    data = json.loads(out)["area"]
    assert status == 0
    assert data["runs"] == data["wins"] + data["ties"] + data["losses"] == 20
    assert data["difference"] == pytest.approx(
        data["means"]["all+regret"] - data["means"]["all+first"], abs=1e-3
    )
    assert data["interval"][0] < data["difference"] < data["interval"][1]
    _, out, _ = run_command(capsys, "quilts", "compare", "all+first", "all+first", "--orders", few_orders)
    assert "+0.000" in out


def test_errata_and_strategies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_command(capsys, "quilts", "errata", "--json")
    assert {"about", "paper", "program", "truth", "command"} == set(json.loads(out)[0])
    assert "78.40" in run_command(capsys, "quilts", "errata")[1]
    _, out, _ = run_command(capsys, "quilts", "strategies", "--json")
    assert {"all", "pareto-bl-every"} <= set(json.loads(out)["policies"])
    assert "reverse-regret" in run_command(capsys, "quilts", "strategies")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--strategies", "all+regrt"], "there is no evaluation 'regrt'; did you mean regret?"),
        (["--strategies", ","], "--strategies: expected names such as all+regret"),
        (["--runs", "5", "--orders", "x"], "give either --orders or --runs, not both"),
        (["--orders", "/nowhere/orders.txt"], "there is no file '/nowhere/orders.txt'"),
        (["--where", "moon", "--strategies", "all+first"], "'moon' is not an executor"),
    ],
)
def test_wrong_options_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, out, err = run_command(capsys, "quilts", "table", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"tilewright: {message}")
    assert err.count("\n") == 1


def test_a_ragged_orders_file_is_refused_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "ragged.txt"
    file.write_text("0 1 2\n3 4\n")
    status, out, err = run_command(capsys, "quilts", "table", "--orders", str(file))
    assert (status, out) == (2, "")
    assert err == f"tilewright: orders {file}: line 2: the number of tiles is 2, expected 3 as in line 1\n"


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        ("40", "there is no patch 40"),
        ("3,3", "patch 3 may occur at most once"),
        ("0,0,0,0,0,0", "patch 0 may occur at most 5 times"),
        ('{"order": [1], "strategy": "al+first"}', "there is no policy 'al'"),
    ],
)
def test_a_wrong_instance_ends_with_status_2(
    capsys: pytest.CaptureFixture[str], instance: str, message: str
) -> None:
    status, out, err = run_command(capsys, "solve", "patchwork", instance, "--json")
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_check_reports_an_overlapping_placement(capsys: pytest.CaptureFixture[str]) -> None:
    solution = {
        "placements": [{"patch": 0, "cells": [[3, 3]]}, {"patch": 1, "cells": [[3, 3], [3, 4]]}],
        "area": 2,
        "streak": 3,
    }
    status, out, _ = run_command(capsys, "check", "patchwork", "0,1", json.dumps(solution), "--json")
    data = json.loads(out)
    assert status == 1
    assert [(broken["rule"], broken["cells"]) for broken in data["broken"]] == [("overlap", [[3, 3]])]


def test_solve_prints_the_documented_fields(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_command(
        capsys, "solve", "patchwork", "17,5,0,33", "--set", "strategy=bl-some+first", "--json"
    )
    data = json.loads(out)
    assert status == 0
    assert data["instance"] == {"order": [17, 5, 0, 33], "strategy": "bl-some+first"}
    assert (data["status"], data["objective"], data["verified"]) == ("feasible", 16, True)
    assert [placement["patch"] for placement in data["solution"]["placements"]] == [17, 5, 0, 33]
    assert (data["solution"]["area"], data["solution"]["streak"]) == (16, 5)
