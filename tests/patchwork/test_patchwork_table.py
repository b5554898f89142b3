"""The experiment: Table 1 found again, shards that are kept, paired comparisons, and the table in writing."""

from __future__ import annotations

import json
import math
import statistics
import threading
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Progress
from tilewright.games.patchwork.quilt.errata import ERRATA
from tilewright.games.patchwork.quilt.experiment import (
    Outcome,
    compare,
    home_of,
    lay_orders,
    published_table,
    run_experiment,
)
from tilewright.games.patchwork.quilt.orders import Orders, drawn_orders, published_orders
from tilewright.games.patchwork.quilt.published_table import Table
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.running import ProcessPool


def outcome(name: str, area: list[int], streak: list[int] | None = None, placed: int = 2) -> Outcome:
    count = len(area)
    columns = [area, streak or [5] * count, [placed] * count, [3 * placed] * count]
    return Outcome(name, *(np.array(column) for column in columns), seconds=0.001)


def run(orders: Orders, names: list[str], folder: Path, **options) -> list[Outcome]:
    found = run_experiment(orders, names, folder, **options)
    assert found is not None
    return found


# --- Table 1 ------------------------------------------------------------------------------------------


def test_229_of_231_published_cells_come_out_equal_and_the_two_others_are_the_errata(tmp_path: Path) -> None:
    names = [name for name in published_table() if not find_strategy(name).policy.learns]
    assert len(names) == 77
    table = Table(published_orders(), run(published_orders(), names, tmp_path))
    differing = {(name, key): table.values[name][key] for name in names for key in table.differences(name)}
    assert {key: f"{value:.2f}" for key, value in differing.items()} == {
        ("all+regret", "area"): "78.40",
        ("size-every+first", "area"): "65.95",
    }
    assert table.agreement == (229, 231)


def test_all_119_published_strategies_are_known() -> None:
    assert len(published_table()) == 119
    learning = [name for name in published_table() if find_strategy(name).policy.learns]
    assert len(learning) == 42


@pytest.mark.parametrize(
    ("strategy", "area", "streak"),
    [
        # From the feasibility study that repaired these strategies on the same orders.
        ("first-fail-some+first", "77.77", "16.55"),
        ("first-fail-every+regret", "78.52", "16.85"),
        ("all+bottom-fixed", "73.28", None),
        ("all+area-fixed", "73.90", None),
    ],
)
def test_repaired_strategies_have_the_figures_of_an_independent_program(
    strategy: str, area: str, streak: str | None, tmp_path: Path
) -> None:
    figures = run(published_orders(), [strategy], tmp_path)[0].to_json()
    assert f"{figures['area']:.2f}" == area
    assert streak is None or f"{figures['streak']:.2f}" == streak


def test_more_area_than_any_published_strategy_on_fresh_orders(tmp_path: Path) -> None:
    names = ["all+regret", "first-fail-every+chance-regret", "all+chance-regret"]
    best, *others = run(drawn_orders(1500, seed=2), names, tmp_path)
    for other in others:
        found = compare(best, other)
        assert found.interval[0] > 0
        assert found.significant


# --- Shards -------------------------------------------------------------------------------------------


def test_an_interrupted_experiment_goes_on_where_it_was(tmp_path: Path) -> None:
    orders, names = drawn_orders(30, seed=3), ["all+random", "bl-every+left", "size-some+first"]
    cancel = threading.Event()
    seen: list[str] = []

    def stop_after_the_first(progress: Progress) -> None:
        seen.append(progress.note)
        cancel.set()

    assert run_experiment(orders, names, tmp_path, progress=stop_after_the_first, cancel=cancel) is None
    assert seen == ["all+random.0"]
    kept = {file.name for file in home_of(orders, names, tmp_path).glob("all+random*")}
    found = run(orders, names, tmp_path, progress=lambda progress: seen.append(progress.note))
    assert seen == ["all+random.0", "bl-every+left.0", "size-some+first.0"]
    assert kept == {file.name for file in home_of(orders, names, tmp_path).glob("all+random*")}
    assert [each.strategy for each in found] == names


def test_processes_find_what_one_process_finds(tmp_path: Path) -> None:
    orders, names = drawn_orders(20, seed=4), ["bl/lb-every+regret", "all+random"]
    here = run(orders, names, tmp_path / "here")
    there = run(orders, names, tmp_path / "there", executor=ProcessPool(2))
    for one, two in zip(here, there, strict=True):
        assert np.array_equal(one.area, two.area)
        assert np.array_equal(one.alternatives, two.alternatives)


def test_runs_are_numbered_through_all_shards(tmp_path: Path) -> None:
    orders = drawn_orders(1003, seed=5)
    whole = run(orders, ["bl-every+random"], tmp_path)[0]
    lines = "\n".join(" ".join(map(str, order)) for order in orders.tiles[1000:])
    tail = json.loads(lay_orders({"strategy": "bl-every+random", "first_run": 1000, "orders": lines}))
    assert whole.runs == 1003
    assert whole.area[1000:].tolist() == tail["area"]


def test_an_unknown_strategy_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tw.BadInput, match="there is no policy 'best'"):
        run_experiment(drawn_orders(1, 0), ["best+first"], tmp_path)
    with pytest.raises(tw.BadInput, match="at least one strategy"):
        run_experiment(drawn_orders(1, 0), [], tmp_path)


# --- Figures ------------------------------------------------------------------------------------------


def test_means_have_their_standard_errors() -> None:
    area = [70, 74, 81, 79]
    figures = outcome("all+regret", area, [10, 12, 14, 16]).to_json()
    assert figures["area"] == statistics.mean(area)
    assert figures["area_error"] == round(statistics.stdev(area) / 2, 4)
    assert figures["streak_error"] == round(statistics.stdev([10, 12, 14, 16]) / 2, 4)
    assert figures["alternatives"] == 3
    assert figures["alternatives_error"] == 0
    assert outcome("all+regret", [70]).to_json()["area_error"] is None


def test_alternatives_are_one_mean_over_all_patches_laid() -> None:
    made = Outcome("all+first", *(np.array(c) for c in ([9, 9], [3, 3], [1, 3], [10, 6])), seconds=0.0)
    assert made.mean_alternatives == 16 / 4  # not (10 / 1 + 6 / 3) / 2


def test_a_comparison_is_paired() -> None:
    one, two = [70, 71, 79, 75, 80], [72, 73, 78, 77, 80]
    found = compare(outcome("all+first", one), outcome("all+regret", two))
    differences = [b - a for a, b in zip(one, two, strict=True)]
    error = statistics.stdev(differences) / math.sqrt(5)
    assert found.difference == pytest.approx(statistics.mean(differences))
    assert found.interval == pytest.approx((found.difference - 1.96 * error, found.difference + 1.96 * error))
    assert (found.wins, found.losses) == (3, 1)
    normal = statistics.NormalDist()
    assert found.p_value == pytest.approx(2 * (1 - normal.cdf(found.difference / error)))


def test_equal_strategies_do_not_differ() -> None:
    found = compare(outcome("all+first", [70, 71]), outcome("all+bottom", [70, 71]))
    assert (found.difference, found.p_value, found.significant) == (0.0, 1.0, False)
    with pytest.raises(tw.BadInput, match="at least two orders"):
        compare(outcome("all+first", [70]), outcome("all+bottom", [70]))


# --- The table in writing -----------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    made = [
        outcome("bl-some+first", [7600] * 10, [1000] * 10),
        outcome("all+first", [7550] * 10, [955] * 10),
        outcome("bl-some+regret", [7300] * 10, [940] * 10),
    ]
    return Table(drawn_orders(10, 0), made)


def test_best_values_are_marked_as_in_the_paper(table: Table) -> None:
    assert table.mark("bl-some+first", "area") == "best"
    assert table.mark("all+first", "area") == "near"  # 0.7 % below the best
    assert table.mark("bl-some+regret", "area") == "close"  # 3.9 %
    assert table.mark("bl-some+regret", "streak") == ""  # 6 %
    assert table.mark("all+first", "alternatives") == ""


def test_markdown_has_evaluations_down_and_policies_across(table: Table) -> None:
    lines = table.to_markdown().splitlines()
    assert lines[0] == "| | | bl-some | all |"
    assert lines[2].startswith("| first | Area | **7600.00** | *7550.00* |")
    assert lines[6].startswith("| regret | Area | 7300.00· |  |")


def test_the_page_marks_and_escapes(table: Table) -> None:
    page = Table(Orders("<b>mine</b>", table.orders.tiles), table.outcomes).to_html()
    assert '<td class="best">7600.00</td>' in page
    assert "&lt;b&gt;mine&lt;/b&gt;" in page
    assert "<b>mine" not in page


def test_a_difference_from_the_paper_is_marked_beside_its_value() -> None:
    made = outcome("all+regret", [78] * 1000, [17] * 1000)
    table = Table(published_orders(), [made])
    assert table.differences("all+regret") == ("area", "streak", "alternatives")
    assert "≠ 78.80" in table.to_markdown()
    assert 'class="best differs"' in table.to_html()
    assert "78.80 ≠" in table.lines()[0]
    assert table.to_json()["all+regret"]["differs"] == ["area", "streak", "alternatives"]
    assert Table(drawn_orders(5, 0), [made]).differences("all+regret") == ()


def test_learning_policies_are_not_compared_with_the_paper() -> None:
    table = Table(published_orders(), [outcome("afc-some+first", [70] * 1000)])
    assert table.differences("afc-some+first") == ()
    assert table.agreement == (0, 0)
    assert table.to_json()["afc-some+first"]["published"]["area"] == 73.73


def test_every_erratum_names_a_command_of_the_quilts() -> None:
    assert len(ERRATA) >= 8
    for erratum in ERRATA:
        words = erratum.command.split()
        assert words[:2] == ["tilewright", "quilts"]
        for word in words[3:]:
            for name in word.split(","):
                assert "+" not in name or find_strategy(name).name == name
