"""The patches, and the rules of the placement study."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.games.patchwork.pieces.patches import (
    BOX,
    PAPER,
    PATCH_SETS,
    TILES,
    patch_of_tile,
    patch_set,
    tiles_of,
)
from tilewright.games.patchwork.quilt.generate import generate
from tilewright.games.patchwork.quilt.placement_tables import (
    SHAPES,
    cells_of,
    placement_count,
    placement_tables,
    shape_of,
)
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution, check
from tilewright.games.patchwork.quilt.tile_orders import published_orders

QUICK = settings(deadline=None, derandomize=True, max_examples=30)


def codes(instance: QuiltInstance, solution: QuiltSolution) -> set[str]:
    return {broken.rule for broken in check(instance, solution).broken}


# --- Patches ------------------------------------------------------------------------------------------


def test_there_are_33_patches_and_five_of_one_square() -> None:
    for patches in PATCH_SETS.values():
        assert [patch.id for patch in patches] == list(range(34))
        assert [patch.copies for patch in patches] == [5] + [1] * 33
        assert all(patch.shape.is_connected for patch in patches)
    assert TILES == 38


def test_patches_have_the_published_areas_and_prices_in_range() -> None:
    areas = {2: 1, 3: 4, 4: 6, 5: 9, 6: 10, 7: 2, 8: 1}
    assert Counter(patch.area for patch in PAPER.patches[1:]) == areas
    assert Counter(patch.area for patch in BOX.patches[1:]) == areas | {3: 3, 4: 7}
    for patch in BOX.patches[1:]:
        assert 1 <= patch.time <= 6
        assert 0 <= patch.buttons <= 10
        assert patch.income <= 3


def test_the_sets_differ_only_in_the_shape_of_patch_4() -> None:
    assert list(PATCH_SETS) == ["box", "paper"]
    assert (patch_set("box"), patch_set("paper")) == (BOX, PAPER)
    assert [patch.id for patch in BOX if patch != PAPER[patch.id]] == [4]
    assert replace(PAPER[4], shape=BOX[4].shape) == BOX[4]
    assert BOX[4].shape.cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert PAPER[4].shape == PAPER[2].shape


@pytest.mark.parametrize("name", ["tin", "", None, 4, ["box"]])
def test_an_unknown_set_of_patches_is_refused(name: object) -> None:
    with pytest.raises(tw.BadInput, match=r"patches: there is no set .* expected box or paper"):
        patch_set(name)


def test_the_shapes_of_all_sets_have_129_transforms_and_6502_placements() -> None:
    lookup = placement_tables(BOX)
    assert (len(SHAPES), int(lookup.first_transform[-1])) == (31, 129)
    assert (placement_tables(BOX).shapes_in_set, placement_tables(PAPER).shapes_in_set) == (31, 30)
    assert len({cells_of(index) for index in range(81)}) == 81
    placements = sum(
        (9 - orientation.rows + 1) * (9 - orientation.cols + 1)
        for shape in SHAPES
        for orientation in shape.orientations(mirror=True)
    )
    assert placements == len(lookup.low) // 6 == placement_count() == 6502


def test_tiles_are_numbered_as_in_the_published_orders() -> None:
    assert [patch_of_tile(tile) for tile in (0, 4, 5, 37)] == [0, 0, 1, 33]
    assert tiles_of([33, 0, 1, 0]) == (37, 0, 5, 1)
    assert shape_of(PAPER, 2) == shape_of(PAPER, 3) == shape_of(PAPER, 4) != shape_of(PAPER, 5)
    assert shape_of(BOX, 2) == shape_of(BOX, 3) != shape_of(BOX, 4)


def test_every_published_order_contains_every_tile_once() -> None:
    orders = published_orders().tiles
    assert len(orders) == 1000
    assert all(sorted(order) == list(range(38)) for order in orders)


# --- Instances ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "strategy", "message"),
    [
        ((34,), "all+regret", "order[0]: there is no patch 34; expected a number from 0 to 33"),
        ((1, -1), "all+regret", "order[1]: there is no patch -1; expected a number from 0 to 33"),
        ((1, True), "all+regret", "order[1]: there is no patch True; expected a number from 0 to 33"),
        ((1, 2, 1), "all+regret", "order[2]: patch 1 may occur at most once"),
        ((0,) * 6, "all+regret", "order[5]: patch 0 may occur at most 5 times"),
        ((1,), "regret", "strategy 'regret': expected POLICY+EVALUATION, such as all+regret"),
        ((1,), "bl-evry+regret", "there is no policy 'bl-evry'; did you mean bl-every?"),
        ((1,), "all+regrets", "there is no evaluation 'regrets'; did you mean regret?"),
        ((1,), 7, "strategy: expected a name such as all+regret, not 7"),
    ],
)
def test_an_invalid_instance_is_refused_in_one_line(order, strategy, message: str) -> None:
    with pytest.raises(tw.BadInput) as caught:
        QuiltInstance(order, strategy)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_the_generator_shuffles_all_tiles_by_seed() -> None:
    instance = generate(5)
    assert instance == generate(5) != generate(6)
    assert sorted(tiles_of(instance.order)) == list(range(38))
    assert generate(5, patches=7).order == instance.order[:7]


# --- Sets of patches ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "solver",
    [
        *("auto", "rules", "regular", "offline", "cpsat"),
        pytest.param("minizinc", marks=pytest.mark.needs("minizinc")),
    ],
)
def test_every_solver_lays_the_patch_of_the_set(solver: str) -> None:
    for patches, area in (("box", 4), ("paper", 3)):
        result = tw.solve(QuiltInstance((4,), patches=patches), solver=solver)
        assert (result.objective, result.verified) == (area, True)


def test_the_checker_refuses_the_shape_that_a_patch_has_in_another_set() -> None:
    corner = QuiltSolution((Placement(4, ((0, 0), (1, 0), (1, 1))),), 3, 2)
    square = QuiltSolution((Placement(4, ((0, 0), (0, 1), (1, 0), (1, 1))),), 4, 2)
    paper, box = QuiltInstance((4,)), QuiltInstance((4,), patches="box")
    assert codes(paper, corner) == codes(box, square) == set()
    assert codes(paper, square) == codes(box, corner) == {"not-the-patch"}
    (broken,) = check(box, corner).broken
    assert (
        broken.message == "placements[0]: patch 4 of the set 'box' does not have the shape of the given squares"
    )


@pytest.mark.parametrize("number", [-1, 34])
def test_the_checker_names_a_patch_that_the_set_does_not_have(number: int) -> None:
    box = QuiltInstance((4,), patches="box")
    assert len(box.patch_set) == 34
    first = check(box, QuiltSolution((Placement(number, ((0, 0), (0, 1))),), 2, 2)).broken[0]
    assert first.rule == "not-the-patch"
    assert first.message == f"placements[0]: patch {number} does not exist in the set 'box'"


# --- The checker --------------------------------------------------------------------------------------


def random_quilt(seed: int) -> tuple[QuiltInstance, QuiltSolution]:
    """Return a random order and random legal placements, without using the library's strategies."""
    source = random.Random(seed)
    patches = BOX if seed % 2 else PAPER
    order = [0] * 5 + list(range(1, 34))
    source.shuffle(order)
    order = order[: source.randint(0, 38)]
    covered: set[tuple[int, int]] = set()
    placements = []
    streak = 0
    for position, patch in enumerate(order, start=1):
        placements_that_fit = [
            cells
            for shape in patches[patch].shape.orientations(mirror=True)
            for cells in shape.placements(9, 9)
            if covered.isdisjoint(cells)
        ]
        if not placements_that_fit:
            streak = streak or position
            continue
        cells = list(source.choice(placements_that_fit))
        source.shuffle(cells)
        covered.update(cells)
        placements.append(Placement(patch, tuple(cells)))
    solution = QuiltSolution(tuple(placements), len(covered), streak or len(order) + 1)
    return QuiltInstance(tuple(order), patches=patches.name), solution


@QUICK
@given(st.integers(0, 10**6))
def test_random_legal_placements_are_accepted(seed: int) -> None:
    instance, solution = random_quilt(seed)
    verdict = check(instance, solution)
    assert verdict.ok
    assert verdict.objective == solution.area


@QUICK
@given(st.integers(0, 10**6))
def test_a_missing_placement_is_reported(seed: int) -> None:
    instance, solution = random_quilt(seed)
    if solution.placements:
        cut = QuiltSolution(solution.placements[:-1], solution.area, solution.streak)
        assert {"left-out", "wrong-area"} <= codes(instance, cut)


@QUICK
@given(st.integers(0, 10**6), st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]))
def test_a_patch_moved_onto_others_or_off_the_board_is_reported(seed: int, step: tuple[int, int]) -> None:
    instance, solution = random_quilt(seed)
    if not solution.placements:
        return
    last = solution.placements[-1]
    moved = tuple((row + step[0], column + step[1]) for row, column in last.cells)
    others = {cell for placement in solution.placements[:-1] for cell in placement.cells}
    off = any(not (0 <= row < 9 and 0 <= column < 9) for row, column in moved)
    broken_codes = codes(
        instance,
        QuiltSolution(
            (*solution.placements[:-1], Placement(last.patch, moved)), solution.area, solution.streak
        ),
    )
    assert ("overlap" in broken_codes) == (not others.isdisjoint(moved))
    assert ("off-board" in broken_codes) == off
    assert "not-the-patch" not in broken_codes


def test_every_broken_rule_is_listed() -> None:
    instance = QuiltInstance((1, 5, 2))
    solution = QuiltSolution(
        (Placement(1, ((0, 0), (0, 2))), Placement(5, ((0, 0), (0, -1), (0, -2)))), area=7, streak=9
    )
    assert codes(instance, solution) == {
        "not-the-patch",
        "off-board",
        "overlap",
        "left-out",
        "wrong-area",
        "wrong-streak",
    }


def test_a_patch_out_of_order_is_reported_with_its_squares() -> None:
    verdict = check(
        QuiltInstance((1, 5)),
        QuiltSolution((Placement(5, ((0, 0), (0, 1), (0, 2))), Placement(1, ((1, 0), (1, 1)))), 5, 3),
    )
    late = next(broken for broken in verdict.broken if broken.rule == "out-of-order")
    assert late.message == "placements[1]: in the order, patch 1 does not follow the patches laid before it"
    assert late.cells == ((1, 0), (1, 1))


def test_an_empty_order_gives_an_empty_quilt() -> None:
    assert check(QuiltInstance(()), QuiltSolution((), 0, 1)).ok
    assert tw.solve(QuiltInstance(())).solution == QuiltSolution((), 0, 1)
