"""The CP-SAT and MiniZinc models, compared with the solver `literal`; the error of the published model."""

from __future__ import annotations

import contextlib
from itertools import pairwise
from typing import Any

import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.nmbr9.models.published_model_data import PublishedModel
from tilewright.games.nmbr9.rules import Nmbr9Instance, orientations
from tilewright.games.nmbr9.solvers import cpsat

GAME = tw.game("nmbr9")

BOUNDED_FREE = ["F-2-1-3 grid=5", "F-3-1-3 grid=5", "F-1-2-4 grid=4", "F-2-2-3 grid=5 support=types"]
BOUNDED_KNOWN = ["K-3-1-4:0,2,1,3 grid=6", "K-2-2-3:1,1,2 grid=5", "K-2-2-3:1,1,2 grid=5 support=types"]
published = pytest.mark.parametrize(
    "solver", [pytest.param("minizinc", marks=pytest.mark.needs("minizinc")), "cpsat-seed"]
)


def proved(text: str, solver: str, **options: Any) -> tuple[Status, int | None]:
    result = tw.solve(GAME.parse(text), solver=solver, **options)
    return result.status, result.objective


@pytest.mark.parametrize(
    "text",
    [
        *BOUNDED_FREE,
        "F-1-1-1",
        "F-1-1-2",
        "F-2-1-3",
        "F-1-2-3",
        "F-6-1-3",
        "F-6-2-3",
        "F-9-1-3",
        "F-9-2-3",
        "F-1-2-3 support=types",
        "F-1-2-4 grid=5",
    ],
)
def test_cpsat_without_an_order_of_play_finds_the_optimum_of_the_literal_rules(text: str) -> None:
    assert proved(text, "cpsat") == proved(text, "literal")


@pytest.mark.parametrize("text", [*BOUNDED_FREE, *BOUNDED_KNOWN])
@published
def test_the_published_model_finds_the_optimum_of_the_literal_rules(text: str, solver: str) -> None:
    assert proved(text, solver) == proved(text, "literal")


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("text", ["F-2-1-3 grid=3", "F-0-1-1 grid=1", "K-2-1-3:0,1,2 grid=2", "U-2-1-2 grid=3"])
def test_every_solver_proves_that_no_part_fits_on_a_tiny_grid(text: str) -> None:
    instance = GAME.parse(text)
    statuses = {}
    for solver in GAME.solvers:
        with contextlib.suppress(tw.BadInput):  # Some solvers do not support the variant.
            statuses[solver.name] = tw.solve(instance, solver=solver.name).status
    assert len(statuses) >= 3
    statuses.pop("known", None)  # This solver cannot prove infeasibility.
    assert set(statuses.values()) == {Status.INFEASIBLE}


@published
def test_the_error_of_the_published_model_costs_points(solver: str) -> None:
    # A 3 may lie on a 0 and a 1, which have enough cells. The published model wrongly compares the values of
    # the parts instead of their numbers of cells.
    text = "K-3-1-3:0,1,3 grid=6"
    assert proved(text, solver) == (Status.OPTIMAL, 3) == proved(text, "literal")
    result = tw.solve(GAME.parse(text), solver=solver, area="published")
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 0, None)
    assert result.stats["model_says"] == "optimal"


@published
def test_the_published_model_needs_a_bounded_table(solver: str) -> None:
    for text, line in (
        ("F-2-1-3", "bounded table"),
        ("F-9-2-20 grid=30", "smaller instance"),
        ("U-2-1-3", "not U"),
    ):
        with pytest.raises(tw.BadInput, match=f"{solver} .*{line}"):
            tw.solve(GAME.parse(text), solver=solver)


@pytest.mark.parametrize(("text", "line"), [("K-9-2-2:1,2", "variant F"), ("F-9-2-20", "possible positions")])
def test_cpsat_refuses_unsupported_instances_by_name(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput, match=rf"cpsat\b.*{line}"):
        tw.solve(GAME.parse(text), solver="cpsat")


def test_the_regular_expression_of_the_0_is_the_published_one() -> None:
    # The paper prints 1 0* (2^3 0^(s-4) 2 1^3 2 ... | 2^4 0^(s-5) 2 1^4 2 ...) 0* | 0 0*. Here s is 9: the
    # grid has 6 columns, a border column on each side, and a dummy column at the end.
    model = PublishedModel.of(Nmbr9Instance("F", 0, 1, 1, grid=6), "the test")
    upright, lying = (
        "2{3}0{5}21{3}20{4}210120{4}210120{4}21{3}20{5}2{3}",
        "2{4}0{4}21{4}20{3}2100120{3}21{4}20{4}2{4}",
    )
    expression = str(model.language(0).expression).replace("{2}", "00")
    assert expression in (f"10*({upright}|{lying})0*|00*", f"10*({lying}|{upright})0*|00*")


def test_the_spiral_visits_every_cell_once_and_starts_in_the_middle() -> None:
    for grid in (4, 5, 6):
        spiral = PublishedModel.of(Nmbr9Instance("F", 0, 1, 1, grid=grid), "the test").spiral()
        assert sorted(spiral) == [(row, column) for row in range(grid + 2) for column in range(grid + 2)]
        assert max(abs(2 * coordinate - grid - 1) for coordinate in spiral[0]) <= 1
        inner = [cell for cell in spiral if max(cell) <= grid]
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(inner[: grid * grid // 2]))


def test_the_box_for_three_and_four_cards_is_as_wide_as_the_widest_stack() -> None:
    # Three cards: two parts side by side under a third part are 4 + 4 cells wide. Four cards: under a part that
    # is 4 cells wide, one part can extend 3 cells beyond its left side, and another 3 cells beyond its right
    # side.
    assert [cpsat._box(cards)[1] for cards in (3, 4)] == [8, 10]
    shapes = [shape for value in range(10) for shape in orientations(value)]
    assert max(max(shape.rows, shape.cols) for shape in shapes) == 4
    assert max(shape.rows + shape.cols for shape in shapes) == 7
