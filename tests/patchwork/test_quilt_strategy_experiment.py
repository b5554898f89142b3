"""The experiment: Table 1 of the paper, stored shards, paired comparisons, and the formats of the table."""

from __future__ import annotations

import json
import math
import statistics
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Progress
from tilewright.games.patchwork.pieces.patches import BOX, PAPER, patch_of_tile
from tilewright.games.patchwork.quilt.errata import ERRATA
from tilewright.games.patchwork.quilt.experiment import (
    StrategyResult,
    compare_results,
    compute_shard,
    published_results,
    run_experiment,
    shard_folder,
)
from tilewright.games.patchwork.quilt.results_table import ResultsTable
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.games.patchwork.quilt.tile_orders import Orders, published_orders, seeded_orders
from tilewright.running import ProcessPool


def make_result(name: str, area: list[int], streak: list[int] | None = None, placed: int = 2) -> StrategyResult:
    count = len(area)
    columns = [area, streak or [5] * count, [placed] * count, [3 * placed] * count]
    return StrategyResult(name, *(np.array(column) for column in columns), seconds=0.001)


def run(orders: Orders, names: list[str], folder: Path, **options) -> list[StrategyResult]:
    results = run_experiment(orders, names, folder, PAPER, **options)
    assert results is not None
    return results


# --- Table 1 ------------------------------------------------------------------------------------------


ERRONEOUS_CELLS = {("all+regret", "area"): "78.40", ("size-every+first", "area"): "65.95"}
"""Our values for the two cells of the table that are misprinted in the paper."""


def published_strategies() -> list[str]:
    """Return the published strategies that do not learn; each has three cells in the table."""
    names = [name for name in published_results() if not find_strategy(name).policy.learns]
    assert len(names) == 77
    return names


def every_fourth_strategy() -> list[str]:
    return [
        name
        for index, name in enumerate(published_strategies())
        if index % 4 == 0 or (name, "area") in ERRONEOUS_CELLS
    ]


@pytest.mark.parametrize(
    "choose", [every_fourth_strategy, pytest.param(published_strategies, marks=pytest.mark.long)]
)
def test_all_published_cells_except_two_errata_are_reproduced(
    choose: Callable[[], list[str]], tmp_path: Path
) -> None:
    names = choose()
    table = ResultsTable(published_orders(), run(published_orders(), names, tmp_path), PAPER)
    differing = {(name, key): table.values[name][key] for name in names for key in table.differences(name)}
    assert {key: f"{value:.2f}" for key, value in differing.items()} == ERRONEOUS_CELLS
    assert table.agreement == (3 * len(names) - 2, 3 * len(names))


def test_all_119_published_strategies_are_known() -> None:
    assert len(published_results()) == 119
    learning = [name for name in published_results() if find_strategy(name).policy.learns]
    assert len(learning) == 42


@pytest.mark.parametrize(
    ("strategy", "area", "streak"),
    [
        # The results of an independent implementation of these corrected strategies on the same orders.
        ("first-fail-some+first", "77.77", "16.55"),
        ("first-fail-every+regret", "78.52", "16.85"),
        ("all+bottom-fixed", "73.28", None),
        ("all+area-fixed", "73.90", None),
    ],
)
def test_corrected_strategies_have_the_figures_of_an_independent_program(
    strategy: str, area: str, streak: str | None, tmp_path: Path
) -> None:
    figures = run(published_orders(), [strategy], tmp_path)[0].to_json()
    assert f"{figures['area']:.2f}" == area
    assert streak is None or f"{figures['streak']:.2f}" == streak


def test_chance_regret_covers_more_than_any_published_strategy_on_new_orders(tmp_path: Path) -> None:
    names = ["all+regret", "first-fail-every+chance-regret", "all+chance-regret"]
    best_published, *others = run(seeded_orders(1500, seed=2), names, tmp_path)
    for other in others:
        comparison = compare_results(best_published, other)
        assert comparison.interval[0] > 0
        assert comparison.significant


# --- Shards -------------------------------------------------------------------------------------------


def test_an_interrupted_experiment_continues_with_the_missing_shards(tmp_path: Path) -> None:
    orders, names = seeded_orders(30, seed=3), ["all+random", "bl-every+left", "size-some+first"]
    cancel = threading.Event()
    seen: list[str] = []

    def stop_after_the_first(progress: Progress) -> None:
        seen.append(progress.note)
        cancel.set()

    assert run_experiment(orders, names, tmp_path, PAPER, progress=stop_after_the_first, cancel=cancel) is None
    assert seen == ["all+random.0"]
    stored = {file.name for file in shard_folder(orders, names, tmp_path, PAPER).glob("all+random*")}
    results = run(orders, names, tmp_path, progress=lambda progress: seen.append(progress.note))
    assert seen == ["all+random.0", "bl-every+left.0", "size-some+first.0"]
    assert stored == {file.name for file in shard_folder(orders, names, tmp_path, PAPER).glob("all+random*")}
    assert [result.strategy for result in results] == names


def test_two_processes_compute_the_same_results_as_one(tmp_path: Path) -> None:
    orders, names = seeded_orders(20, seed=4), ["bl/lb-every+regret", "all+random"]
    local_results = run(orders, names, tmp_path / "local")
    remote_results = run(orders, names, tmp_path / "remote", executor=ProcessPool(2))
    for local, remote in zip(local_results, remote_results, strict=True):
        assert np.array_equal(local.area, remote.area)
        assert np.array_equal(local.alternatives, remote.alternatives)


def test_runs_are_numbered_consecutively_across_shards(tmp_path: Path) -> None:
    orders = seeded_orders(1003, seed=5)
    whole = run(orders, ["bl-every+random"], tmp_path)[0]
    lines = "\n".join(" ".join(map(str, order)) for order in orders.tiles[1000:])
    tail = json.loads(
        compute_shard({"strategy": "bl-every+random", "patches": "paper", "first_run": 1000, "orders": lines})
    )
    assert whole.runs == 1003
    assert whole.area[1000:].tolist() == tail["area"]


def test_an_unknown_strategy_and_an_empty_list_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tw.BadInput, match="there is no policy 'best'"):
        run_experiment(seeded_orders(1, 0), ["best+first"], tmp_path, PAPER)
    with pytest.raises(tw.BadInput, match="at least one strategy"):
        run_experiment(seeded_orders(1, 0), [], tmp_path, PAPER)


# --- Figures ------------------------------------------------------------------------------------------


def test_means_have_their_standard_errors() -> None:
    area = [70, 74, 81, 79]
    figures = make_result("all+regret", area, [10, 12, 14, 16]).to_json()
    assert figures["area"] == statistics.mean(area)
    assert figures["area_error"] == round(statistics.stdev(area) / 2, 4)
    assert figures["streak_error"] == round(statistics.stdev([10, 12, 14, 16]) / 2, 4)
    assert figures["alternatives"] == 3
    assert figures["alternatives_error"] == 0
    assert make_result("all+regret", [70]).to_json()["area_error"] is None


def test_alternatives_are_averaged_over_all_patches_that_were_laid() -> None:
    result = StrategyResult("all+first", *(np.array(c) for c in ([9, 9], [3, 3], [1, 3], [10, 6])), seconds=0.0)
    assert result.mean_alternatives == 16 / 4  # not the mean of the means 10 / 1 and 6 / 3


def test_a_comparison_is_paired() -> None:
    first, second = [70, 71, 79, 75, 80], [72, 73, 78, 77, 80]
    comparison = compare_results(make_result("all+first", first), make_result("all+regret", second))
    difference = comparison.difference
    differences = [b - a for a, b in zip(first, second, strict=True)]
    error = statistics.stdev(differences) / math.sqrt(5)
    assert difference == pytest.approx(statistics.mean(differences))
    assert comparison.interval == pytest.approx((difference - 1.96 * error, difference + 1.96 * error))
    assert (comparison.wins, comparison.losses) == (3, 1)
    normal = statistics.NormalDist()
    assert comparison.p_value == pytest.approx(2 * (1 - normal.cdf(difference / error)))


def test_equal_results_are_not_significantly_different() -> None:
    comparison = compare_results(make_result("all+first", [70, 71]), make_result("all+bottom", [70, 71]))
    assert (comparison.difference, comparison.p_value, comparison.significant) == (0.0, 1.0, False)
    with pytest.raises(tw.BadInput, match="at least two orders"):
        compare_results(make_result("all+first", [70]), make_result("all+bottom", [70]))


# --- Formats of the table -----------------------------------------------------------------------------


@pytest.fixture
def table() -> ResultsTable:
    results = [
        make_result("bl-some+first", [7600] * 10, [1000] * 10),
        make_result("all+first", [7550] * 10, [955] * 10),
        make_result("bl-some+regret", [7300] * 10, [940] * 10),
    ]
    return ResultsTable(seeded_orders(10, 0), results, PAPER)


def test_best_values_are_marked_as_in_the_paper(table: ResultsTable) -> None:
    assert table.mark("bl-some+first", "area") == "best"
    assert table.mark("all+first", "area") == "near"  # 0.7% below the best
    assert table.mark("bl-some+regret", "area") == "close"  # 3.9% below the best
    assert table.mark("bl-some+regret", "streak") == ""  # 6% below the best
    assert table.mark("all+first", "alternatives") == ""


def test_markdown_has_a_row_per_evaluation_and_a_column_per_policy(table: ResultsTable) -> None:
    lines = table.to_markdown().splitlines()
    assert lines[0] == "| | | bl-some | all |"
    assert lines[2].startswith("| first | Area | **7600.00** | *7550.00* |")
    assert lines[6].startswith("| regret | Area | 7300.00· |  |")


def test_the_html_page_marks_the_best_value_and_escapes_the_title(table: ResultsTable) -> None:
    page = ResultsTable(Orders("<b>mine</b>", table.orders.tiles), table.results, PAPER).to_html()
    assert '<td class="best">7600.00</td>' in page
    assert "&lt;b&gt;mine&lt;/b&gt;" in page
    assert "<b>mine" not in page


def test_a_difference_from_the_paper_is_marked_beside_its_value() -> None:
    result = make_result("all+regret", [78] * 1000, [17] * 1000)
    table = ResultsTable(published_orders(), [result], PAPER)
    assert table.differences("all+regret") == ("area", "streak", "alternatives")
    assert "≠ 78.80" in table.to_markdown()
    assert 'class="best differs"' in table.to_html()
    assert "78.80 ≠" in table.rows()[0]
    assert table.to_json()["all+regret"]["differs"] == ["area", "streak", "alternatives"]
    assert ResultsTable(seeded_orders(5, 0), [result], PAPER).differences("all+regret") == ()


def test_results_with_other_patches_are_not_compared_with_the_paper() -> None:
    table = ResultsTable(published_orders(), [make_result("all+regret", [78] * 1000)], BOX)
    assert table.published("all+regret") == {}
    assert table.agreement == (0, 0)
    assert table.title == "the 1000 published orders, patches of the set 'box'"


def test_the_results_of_another_set_of_patches_are_stored_apart(tmp_path: Path) -> None:
    orders, names = seeded_orders(40, 3), ["all+regret"]
    corner = run(orders, names, tmp_path)[0]
    square = run_experiment(orders, names, tmp_path, BOX)
    assert square is not None
    assert square[0].area.tolist() != corner.area.tolist()
    assert run(orders, names, tmp_path)[0].area.tolist() == corner.area.tolist()
    for order, area in zip(orders.tiles[:3], square[0].area[:3].tolist(), strict=True):
        instance = QuiltInstance(tuple(map(patch_of_tile, order)), "all+regret", "box")
        assert tw.solve(instance).objective == area


def test_learning_policies_are_not_compared_with_the_paper() -> None:
    table = ResultsTable(published_orders(), [make_result("afc-some+first", [70] * 1000)], PAPER)
    assert table.differences("afc-some+first") == ()
    assert table.agreement == (0, 0)
    assert table.to_json()["afc-some+first"]["published"]["area"] == 73.73


def test_every_erratum_names_a_quilts_command_with_known_strategies() -> None:
    assert len(ERRATA) >= 8
    for erratum in ERRATA:
        words = erratum.command.split()
        assert words[:2] == ["tilewright", "quilts"]
        for word in words[3:]:
            for name in word.split(","):
                assert "+" not in name or find_strategy(name).name == name
