"""The constraint model: its propagator compared with plain rules, bitboards and constraint solvers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from placement_domain_and_regret_oracle import (
    SQUARES,
    Bitboards,
    Cells,
    Quilt,
    domains_after,
    domains_before,
    plain_placements,
    plain_regret,
    random_quilts,
)

from tilewright.engines import cpsat, minizinc
from tilewright.errors import BadInput
from tilewright.game import Cell, Run, Status
from tilewright.games.patchwork.pieces.patches import BOX, PAPER
from tilewright.games.patchwork.quilt.generate import generate
from tilewright.games.patchwork.quilt.offline_search import PlacementModel, placements_of
from tilewright.games.patchwork.quilt.placement_ranking import rank_placements
from tilewright.games.patchwork.quilt.placement_tables import cells_of
from tilewright.games.patchwork.quilt.regular_model import propagator_kernel as kernel
from tilewright.games.patchwork.quilt.regular_model.cpsat_model import QuiltModel
from tilewright.games.patchwork.quilt.regular_model.domains import QuiltDomains, regret
from tilewright.games.patchwork.quilt.regular_model.minizinc_data import quilt_data
from tilewright.games.patchwork.quilt.regular_model.strategies_by_propagation import EVALUATIONS, POLICIES
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import edges_of, language_of
from tilewright.games.patchwork.quilt.rules import QuiltInstance, check
from tilewright.games.patchwork.quilt.run_strategy import run_strategy
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.games.patchwork.solvers import cpsat as cpsat_solver
from tilewright.games.patchwork.solvers import minizinc as minizinc_solver
from tilewright.games.patchwork.solvers import regular as regular_solver
from tilewright.geometry import Polyomino


def domains_of(quilt: Quilt) -> QuiltDomains:
    """Return the domains of a quilt, with the current patch as tile 0, followed by the patches to come."""
    shapes = [PAPER[patch].shape for patch in (quilt.patch, *quilt.to_come)]
    return QuiltDomains.fresh(shapes, blocked=quilt.covered)


def sizes_of(domains: QuiltDomains) -> Counter[Cell]:
    return Counter({cell: int(domains.sizes[cell]) for cell in SQUARES})


def declare_used(domains: QuiltDomains) -> QuiltDomains:
    before = domains.declare_used(0)
    assert before is not None
    return before


def place(domains: QuiltDomains, cells: Cells) -> QuiltDomains:
    after = domains.place(0, cells)
    assert after is not None
    return after


# --- Propagation --------------------------------------------------------------------------------------


@pytest.mark.parametrize("patch", [1, 2, 11, 21])
def test_a_symbol_is_supported_if_and_only_if_a_word_within_the_domains_has_it(patch: int) -> None:
    language = language_of(PAPER[patch].shape, 4, 5)
    words = np.array(list(language.exact().words(language.length)))
    edges, last = edges_of(language.exact())
    source = random.Random(patch)
    for share in (0.02, 0.1, 0.3, 0.6) * 5:
        allowed = np.array([[source.random() > share for _ in range(2)] for _ in range(language.length)])
        within = words[allowed[np.arange(language.length), words].all(axis=1)]
        expected = np.stack([(within == 0).any(axis=0), (within == 1).any(axis=0)], axis=1)
        supported = np.zeros_like(allowed)
        work_arrays = np.zeros((2, last + 1), np.bool_)
        accepts_a_word = kernel.sweep(*np.ascontiguousarray(edges.T), last, allowed, supported, *work_arrays)
        assert accepts_a_word == (len(within) > 0)
        assert (supported == expected).all()
        assert kernel.count_words(*np.ascontiguousarray(edges.T), last, allowed) == len(within)


def test_a_tile_that_fits_nowhere_is_ruled_out_and_cannot_be_declared_used() -> None:
    checkered = [cell for cell in SQUARES if sum(cell) % 2]
    domains = QuiltDomains.fresh([PAPER[0].shape, PAPER[1].shape], blocked=checkered)
    assert domains.used.tolist() == [kernel.OPEN, kernel.OUT]
    assert domains.declare_used(1) is None
    assert domains.placements(1) == []
    assert domains.domain((0, 0)) == {0, None}
    assert domains.domain((0, 1)) == {None}


def test_a_tile_with_a_single_placement_is_laid_by_propagation() -> None:
    corner = {(0, 0), (0, 1), (1, 0)}
    domains = QuiltDomains.fresh([PAPER[2].shape, PAPER[0].shape], blocked=set(SQUARES) - corner)
    before = declare_used(domains)
    assert all(before.domain(cell) == {0} for cell in corner)
    assert before.used.tolist() == [kernel.USED, kernel.OUT]


def test_a_placement_onto_a_covered_square_is_refused() -> None:
    domains = QuiltDomains.fresh([PAPER[1].shape, PAPER[1].shape])
    after = place(domains, ((0, 0), (0, 1)))
    assert after.place(1, ((0, 1), (0, 2))) is None


# --- Compared with plain rules and bitboards ----------------------------------------------------------


def test_placements_and_domains_equal_those_of_the_plain_rules_on_100_boards() -> None:
    source = random.Random(1)
    for quilt in random_quilts(100, seed=11):
        domains = domains_of(quilt)
        before = declare_used(domains)
        own = plain_placements(quilt.patch, quilt.covered)
        assert [each.cells for each in before.placements(0)] == own
        assert sizes_of(before) == domains_before(quilt)
        cells = source.choice(own)
        after = place(domains, cells)
        assert sizes_of(after) == domains_after(quilt, cells)


def test_a_domain_contains_exactly_the_tiles_that_can_cover_the_square() -> None:
    for quilt in random_quilts(40, seed=12, fewest=6):
        cells = plain_placements(quilt.patch, quilt.covered)[0]
        after = place(domains_of(quilt), cells)
        taken = quilt.covered | set(cells)
        for tile, patch in enumerate(quilt.to_come, start=1):
            expected = {cell for each in plain_placements(patch, taken) for cell in each}
            assert {cell for cell in SQUARES if tile in after.domain(cell)} == expected


def test_regrets_and_domains_equal_those_of_the_bitboards_on_200_boards() -> None:
    source = random.Random(2)
    for quilt in random_quilts(200, seed=13):
        domains = domains_of(quilt)
        before = declare_used(domains)
        bitboards = Bitboards(quilt)
        placements = [each.cells for each in before.placements(0)]
        assert placements == bitboards.placements
        assert sizes_of(before) == bitboards.domains_before()
        for cells in source.sample(placements, min(2, len(placements))):
            assert regret(before, place(domains, cells), 0) == bitboards.regret(cells)


def test_a_ranking_has_every_placement_with_the_regret_of_the_plain_rules() -> None:
    for quilt in random_quilts(12, seed=14, fewest=12):
        ranking = rank_placements(PAPER, quilt.order, quilt.laid, quilt.index)
        regrets = {placement.cells: placement.regret for placement in ranking.placements}
        assert regrets == {
            cells: plain_regret(quilt, cells) for cells in plain_placements(quilt.patch, quilt.covered)
        }
        assert [placement.regret for placement in ranking.placements] == sorted(regrets.values())


@pytest.mark.parametrize("policy", POLICIES)
def test_the_model_and_the_bitboards_lay_the_same_quilt(policy: str) -> None:
    for evaluation in EVALUATIONS:
        drawn = generate(5, 12 if policy == "all" else 16, f"{policy}+{evaluation}")
        instance = replace(drawn, order=(4, *(patch for patch in drawn.order if patch != 4)), patches="box")
        answer = regular_solver.solve(instance, Run())
        assert answer.solution is not None
        runs = run_strategy(find_strategy(instance.strategy), BOX, np.array([instance.order]))
        laid = [cells_of(int(index)) for index in runs.placements[0] if index >= 0]
        assert [each.cells for each in answer.solution.placements] == laid  # type: ignore[attr-defined]
        assert answer.objective == runs.area[0]
        assert answer.stats["alternatives"] == runs.alternatives[0]
        assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_pareto_bl_lays_a_patch_that_fits_only_beyond_the_columns_in_use() -> None:
    # Column 1 is not in use, so the policy first tries only placements that begin in columns 0 and 1. The cross
    # fits only from column 3 on.
    domains = QuiltDomains.fresh([PAPER[21].shape, PAPER[0].shape], blocked=[(row, 2) for row in range(9)])
    for policy in ("pareto-bl-some", "pareto-bl-every"):
        (offered,) = POLICIES[policy](declare_used(domains), 0)
        assert offered.cells == ((0, 4), (1, 3), (1, 4), (1, 5), (2, 4))


def test_the_solver_lists_the_strategies_that_it_implements() -> None:
    message = r"the solver 'regular' does not implement all\+random; it implements the policies in-order-some"
    with pytest.raises(BadInput, match=message):
        regular_solver.solve(QuiltInstance((1,), "all+random"), Run())


# --- CP-SAT -------------------------------------------------------------------------------------------


def by_cpsat(shape: Polyomino, covered: Iterable[Cell]) -> set[Cells]:
    """Return all placements of a shape that overlap no covered square, as enumerated by CP-SAT."""
    quilt = QuiltModel([shape], blocked=covered, usage=False)
    quilt.model.add(quilt.tiles[0].used == 1)
    outcome = cpsat.solve(quilt.model, Run(), quilt.watched, all_solutions=True)
    assert outcome.stats["complete"]
    return {tuple(cell for (_, cell), value in solution.items() if value) for solution in outcome.solutions}


def test_domains_and_regret_equal_those_of_an_enumeration_by_cpsat_on_25_boards() -> None:
    for quilt in random_quilts(25, seed=15, fewest=14, most=34):
        domains = domains_of(quilt)
        before = declare_used(domains)
        cells = before.placements(0)[-1].cells
        assert by_cpsat(PAPER[quilt.patch].shape, quilt.covered) == {
            each.cells for each in before.placements(0)
        }
        taken = quilt.covered | set(cells)
        after = Counter(dict.fromkeys(SQUARES, 1))
        for patch, times in Counter(quilt.to_come).items():
            cover = {cell for each in by_cpsat(PAPER[patch].shape, taken) for cell in each}
            after.update(dict.fromkeys(cover, times))
        assert sizes_of(place(domains, cells)) == after
        sizes = sizes_of(before)
        expected = sum(sizes[c] - after[c] for c in SQUARES if sizes[c] > 1 and c not in cells)
        assert regret(before, place(domains, cells), 0) == expected


def test_the_variables_of_transform_usage_and_first_lines_describe_the_placement() -> None:
    shape = PAPER[14].shape
    quilt = QuiltModel([shape], 4, 5)
    tile = quilt.tiles[0]
    first_row, first_column = quilt.first_of(tile.by_row, "row"), quilt.first_of(tile.by_column, "column")
    watch = {**quilt.watched, "T": tile.transform, "row": first_row, "column": first_column}
    watch |= {("R", row): count for row, count in enumerate(tile.by_row)}
    watch |= {("C", column): count for column, count in enumerate(tile.by_column)}
    solutions = cpsat.solve(quilt.model, Run(), watch, all_solutions=True).solutions
    orientations = shape.orientations(mirror=True)
    assert len(solutions) == 1 + sum(1 for orientation in orientations for _ in orientation.placements(4, 5))
    for solution in solutions:
        cells = [key[1] for key, value in solution.items() if key in quilt.watched and value]
        rows, columns = Counter(row for row, _ in cells), Counter(column for _, column in cells)
        assert all(solution["R", row] == rows[row] for row in range(4))
        assert all(solution["C", column] == columns[column] for column in range(5))
        assert (solution["row"], solution["column"]) == (min(rows, default=4), min(columns, default=5))
        if cells:
            assert Polyomino.from_cells(cells) == orientations[solution["T"] - 1]
        else:
            assert solution["T"] == 0


# --- The offline problem on small boards --------------------------------------------------------------


def best_by_brute_force(
    shapes: list[Polyomino], rows: int, cols: int, covered: frozenset[Cell] = frozenset()
) -> int:
    """Return the largest number of squares that can be covered with the shapes.

    The shapes are tried in the given order, and each shape that fits must be laid.
    """
    if not shapes:
        return len(covered)
    placements = {
        cells
        for orientation in shapes[0].orientations(mirror=True)
        for cells in orientation.placements(rows, cols, blocked=covered)
    }
    boards = [covered | set(cells) for cells in placements] or [covered]
    return max(best_by_brute_force(shapes[1:], rows, cols, board) for board in boards)


def small_orders() -> list[list[Polyomino]]:
    source = random.Random(3)
    small = [patch.shape for patch in PAPER if patch.area <= 5]
    return [source.sample(small, 5) for _ in range(6)]


@pytest.mark.parametrize("model", [QuiltModel, PlacementModel])
def test_cpsat_covers_as_much_as_brute_force(model: type[QuiltModel]) -> None:
    for shapes in small_orders():
        quilt = model(shapes, 4, 4)
        quilt.lay_in_order()
        quilt.maximise_area()
        outcome = cpsat.solve(quilt.model, Run(), quilt.watched)
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, best_by_brute_force(shapes, 4, 4))
        laid = placements_of(range(len(shapes)), outcome.best or {})
        assert all(
            Polyomino.from_cells(each.cells) in shapes[each.patch].orientations(mirror=True) for each in laid
        )


@pytest.mark.needs("minizinc")
def test_minizinc_covers_as_much_as_brute_force() -> None:
    for shapes in small_orders()[:4]:
        outcome = minizinc.solve(minizinc_solver.MODEL, quilt_data(shapes, 4, 4), Run())
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, best_by_brute_force(shapes, 4, 4))


@pytest.mark.needs("minizinc")
def test_the_first_quilt_of_minizinc_is_that_of_in_order_some_first() -> None:
    instance = generate(8, 12, "in-order-some+first")
    by_engine = minizinc_solver.solve(instance, Run())
    by_propagator = regular_solver.solve(instance, Run())
    assert by_engine.status is Status.OPTIMAL, "all twelve patches fit"
    assert by_engine.solution == by_propagator.solution


@pytest.mark.parametrize("patches", [pytest.param("paper", marks=pytest.mark.long), "box"])
def test_all_models_of_the_solver_cpsat_prove_the_same_area(patches: str) -> None:
    instance = QuiltInstance((4, 17, 8, 1), patches=patches)
    total = sum(map(len, instance.shapes))
    for model in ("regular", "usage", "placements"):
        answer = cpsat_solver.solve(instance, Run(options={"model": model}))
        assert (answer.status, answer.objective) == (Status.OPTIMAL, total)
        assert check(instance, answer.solution).ok  # type: ignore[arg-type]


def test_the_usage_language_does_not_confuse_rows_and_columns_as_the_published_one_does() -> None:
    # The usage of a patch is the number of its squares in each column and in each row, or all zeros if the
    # patch is not laid. Below are all usages of a 1x2 patch on a board of two rows and three columns.
    quilt = QuiltModel([PAPER[1].shape], 2, 3)
    tile = quilt.tiles[0]
    watch = {("C", column): count for column, count in enumerate(tile.by_column)}
    watch |= {("R", row): count for row, count in enumerate(tile.by_row)}
    solutions = cpsat.solve(quilt.model, Run(), watch, all_solutions=True).solutions
    usages = {tuple(solution.values()) for solution in solutions}
    horizontal = {tuple(c) + tuple(r) for c, r in product([(1, 1, 0), (0, 1, 1)], [(2, 0), (0, 2)])}
    vertical = {tuple(c) + (1, 1) for c in [(2, 0, 0), (0, 2, 0), (0, 0, 2)]}
    assert usages == horizontal | vertical | {(0, 0, 0, 0, 0)}
