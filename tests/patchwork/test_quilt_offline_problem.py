"""The offline problem: the best quilt for a known order, whose area is an upper bound for every strategy."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from tilewright.cli import run as run_command
from tilewright.game import Limits, Run, Status
from tilewright.games.patchwork.pieces.patches import BOX, PAPER, patch_of_tile
from tilewright.games.patchwork.quilt import offline_search
from tilewright.games.patchwork.quilt.generate import generate
from tilewright.games.patchwork.quilt.offline_results_of_orders import offline_bounds
from tilewright.games.patchwork.quilt.offline_search import best_quilt, most_squares, prepare
from tilewright.games.patchwork.quilt.rules import QuiltInstance, check
from tilewright.games.patchwork.quilt.tile_orders import published_orders
from tilewright.games.patchwork.solvers import offline as solver
from tilewright.running import ProcessPool


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    prepare(PAPER)
    prepare(BOX)


def first_published_orders(count: int) -> list[list[int]]:
    return [list(order) for order in published_orders().tiles[:count]]


def test_a_complete_known_order_covers_the_whole_quilt() -> None:
    for seed in range(6):
        instance = generate(seed, patch_set="box" if seed % 2 else "paper")
        answer = solver.solve(instance, Run(Limits(seed=seed)))
        assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 81, 81)
        assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_few_patches_are_all_laid_and_that_is_proved() -> None:
    for seed in range(20):
        instance = generate(seed, 1 + seed % 12, patch_set="box" if seed % 2 else "paper")
        answer = solver.solve(instance, Run())
        total = sum(map(len, instance.shapes))
        assert (answer.status, answer.objective) == (Status.OPTIMAL, total)
        assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_an_empty_order_covers_nothing() -> None:
    answer = solver.solve(QuiltInstance(()), Run())
    assert (answer.status, answer.objective) == (Status.OPTIMAL, 0)
    assert check(QuiltInstance(()), answer.solution).ok  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_quilt() -> None:
    order = generate(4).order
    first, second = (best_quilt(PAPER, order, Run(Limits(seed=7)), prove=False) for _ in range(2))
    assert first == second


def test_a_cancelled_search_returns_a_legal_quilt_and_the_bound() -> None:
    instance = QuiltInstance(tuple(patch_of_tile(tile) for tile in range(38)))
    run = Run()
    run.cancel.set()
    answer = solver.solve(instance, run)
    assert answer.status is Status.FEASIBLE
    assert answer.bound == 81
    assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_no_strategy_covers_more_than_the_offline_bound() -> None:
    names = ["all+regret", "in-order-some+first"]
    bounds = offline_bounds(PAPER, first_published_orders(6), names, 30, 0, Run())
    assert [bound.order for bound in bounds] == list(range(6))
    for bound in bounds:
        assert all(area <= bound.best <= bound.bound == 81 for area in bound.areas.values())
        assert list(bound.areas) == names


def test_thirteen_large_patches_with_82_squares_cover_at_most_76() -> None:
    # The patches have one square more than the board, so at least one of them is not laid. Without the
    # smallest patch, 76 squares remain.
    order = tuple(patch.id for patch in PAPER if patch.area >= 6)
    assert sum(PAPER[patch].area for patch in order) == 82
    assert most_squares(PAPER, order) == 76


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_the_largest_sum_of_areas_up_to_81(seed: int) -> None:
    order = random.Random(seed).sample(range(20, 34), 10)
    areas = [PAPER[patch].area for patch in order]
    sums = {sum(chosen) for size in range(11) for chosen in combinations(areas, size)}
    assert most_squares(PAPER, order) == max(total for total in sums if total <= 81)


def test_cpsat_finds_the_quilt_when_there_is_no_beam_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline_search, "WIDTHS", ())
    instance = generate(2, 4)
    answer = solver.solve(instance, Run())
    total = sum(PAPER[patch].area for patch in instance.order)
    assert (answer.status, answer.objective, answer.stats["found_by"]) == (Status.OPTIMAL, total, "CP-SAT")
    assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_the_command_prints_the_bound_of_each_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "orders.txt"
    file.write_text("14 34 7 37 20 29 8 3 10 23 4 9 6 15 22 32 30 31 21 19 11 25 18 33 2 13 0 16 27 5 35 36 \n")
    assert run_command(["quilts", "offline", "--orders", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["summary"]["runs"] == len(data["orders"]) == 1
    assert data["orders"][0]["areas"]["all+regret"] <= data["orders"][0]["offline"] <= 81
    assert run_command(["quilts", "offline", "--first", "2"]) == 0
    out, err = capsys.readouterr()
    assert "81.00" in out
    assert "2 of 2 quilts proved optimal" in err
    assert run_command(["quilts", "offline", "--strategies", "best"]) == 2


def test_bounds_are_the_same_in_this_process_and_in_two_others() -> None:
    orders = first_published_orders(3)
    local = offline_bounds(PAPER, orders, ["all+regret"], 30, 0, Run())
    remote = offline_bounds(PAPER, orders, ["all+regret"], 30, 0, Run(), ProcessPool(2))
    assert [replace(bound, seconds=0.0) for bound in remote] == [replace(bound, seconds=0.0) for bound in local]
