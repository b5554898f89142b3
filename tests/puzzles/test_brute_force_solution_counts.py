"""The brute-force solvers find the numbers of solutions that were counted by hand or published."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb
from typing import Any

import pytest

from game_test_files import modules_of_games
from grid_functions import cells, cells_by_label, connected_groups, connected_sets, symmetric_instances

ORACLES: dict[str, Any] = {game.name: module for game, module in modules_of_games("brute_force")}
dominosa, fillomino, heyawake, lits = (ORACLES[name] for name in ("dominosa", "fillomino", "heyawake", "lits"))
numberlink, packing, shikaku = ORACLES["numberlink"], ORACLES["packing"], ORACLES["shikaku"]

PENTOMINOES = [
    [".##", "##.", ".#."],
    ["#####"],
    ["####", "#..."],
    ["##..", ".###"],
    ["###", "##."],
    ["###", ".#.", ".#."],
    ["#.#", "###"],
    ["###", "#..", "#.."],
    ["#..", "##.", ".##"],
    [".#.", "###", ".#."],
    ["####", ".#.."],
    ["##.", ".#.", ".##"],
]


def count(oracle: Any, **instance: Any) -> int:
    found = oracle.solutions(instance)
    assert len(set(found)) == len(found), "no solution is listed twice"
    return len(found)


def free_region(height: int, width: int) -> list[str]:
    return ["." * width] * height


# --- All oracles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ORACLES)
def test_random_instances_have_no_solution_or_one_or_several(name: str) -> None:
    oracle = ORACLES[name]
    rng = random.Random(1)
    sorts = Counter(min(len(oracle.solutions(oracle.random_instance(rng))), 2) for _ in range(80))
    assert set(sorts) == {0, 1, 2}
    assert min(sorts.values()) >= 8, sorts


@pytest.mark.parametrize("name", ORACLES)
def test_the_same_seed_gives_the_same_random_instances(name: str) -> None:
    oracle = ORACLES[name]
    series = [[oracle.random_instance(rng) for _ in range(9)] for rng in (random.Random(2), random.Random(2))]
    assert series[0] == series[1]


@pytest.mark.parametrize("name", ORACLES)
def test_rotating_and_reflecting_an_instance_does_not_change_the_number_of_solutions(name: str) -> None:
    oracle = ORACLES[name]
    symmetric_boards = getattr(oracle, "symmetric_instances", symmetric_instances)
    rng = random.Random(3)
    for _ in range(12):
        instance = oracle.random_instance(rng)
        numbers = {len(oracle.solutions(symmetric)) for symmetric in symmetric_boards(instance)}
        assert len(numbers) == 1, instance


@pytest.mark.parametrize(("name", "key"), [("lits", "regions"), ("heyawake", "regions")])
def test_the_regions_of_random_instances_are_connected(name: str, key: str) -> None:
    oracle = ORACLES[name]
    rng = random.Random(4)
    for _ in range(30):
        regions = cells_by_label(oracle.random_instance(rng)[key]).values()
        assert all(len(connected_groups(region)) == 1 for region in regions)


def test_a_symmetry_turns_the_pieces_with_the_region() -> None:
    instance = {"region": ["..#", "..."], "pieces": [["##", "#."]], "flip": False, "each": "once"}
    _, mirrored, turned, *others = symmetric_instances(instance)
    assert mirrored == {**instance, "region": ["#..", "..."], "pieces": [["##", ".#"]]}
    assert turned == {**instance, "region": ["..", "..", ".#"], "pieces": [["##", ".#"]]}
    assert len(others) == 5


def test_connected_sets_of_a_cell_are_listed_once() -> None:
    board = cells(3, 3)
    for size in range(1, 10):
        found = list(connected_sets((0, 0), size, board))
        assert len(set(found)) == len(found)
        assert all(len(group) == size and len(connected_groups(group)) == 1 for group in found)
    # A set with (0, 1) also has (0, 2), (1, 1) or (1, 0). Any other set has (1, 0) and either (2, 0) or (1, 1).
    assert len(list(connected_sets((0, 0), 3, board))) == 5


# --- Shikaku ------------------------------------------------------------------------------------------


def test_shikaku_pinwheels() -> None:
    rows = [[2, 0, 2], [0, 1, 0], [2, 0, 2]]
    assert count(shikaku, rows=rows) == 2, "the four dominoes go around the middle clockwise or anticlockwise"
    assert count(shikaku, rows=[[3, 0, 2], [0, 1, 0], [2, 0, 2]]) == 0


@pytest.mark.parametrize("width", range(2, 9))
def test_shikaku_of_one_row_with_unknown_numbers_at_both_ends_is_cut_anywhere(width: int) -> None:
    assert count(shikaku, rows=[[-1, *[0] * (width - 2), -1]]) == width - 1


def test_shikaku_counts_over_all_unknown_numbers_of_a_2_x_2_board() -> None:
    # There is one division into one part, two into halves, four into a domino and two cells, and one into four
    # cells. The number of ways to place the numbers of a division is the product of the areas of its parts.
    boards = [[list(numbers[:2]), list(numbers[2:])] for numbers in product((0, -1), repeat=4)]
    assert sum(count(shikaku, rows=rows) for rows in boards) == 4 + 2 * 4 + 4 * 2 + 1


def test_shikaku_without_numbers_has_no_solution() -> None:
    assert count(shikaku, rows=[[0, 0]]) == 0
    assert count(shikaku, rows=[[2, 2]]) == 0


def test_shikaku_canonical_form_of_a_solution() -> None:
    (solution,) = shikaku.solutions({"rows": [[2, 0, 1]]})
    assert solution == shikaku.canonical({"regions": [[7, 7, 3]]})
    assert solution != shikaku.canonical({"regions": [[1, 2, 2]]})


# --- Fillomino ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "compositions"),
    [(1, 1), (2, 1), (3, 3), (4, 4), (5, 7), (6, 14), (7, 23), (8, 39), (9, 71), (10, 124)],
)
def test_fillomino_of_one_row_has_the_carlitz_compositions_as_solutions(width: int, compositions: int) -> None:
    # OEIS sequence A003242: compositions of a number in which neighbouring parts are different.
    assert count(fillomino, rows=[[0] * width]) == compositions


def test_fillomino_of_2_x_2() -> None:
    # There is one group of four cells, or a group of three and a single cell. Two dominoes or two single cells
    # would be neighbouring groups of equal size.
    assert count(fillomino, rows=[[0, 0], [0, 0]]) == 5
    assert count(fillomino, rows=[[1, 0], [0, 0]]) == 1
    assert count(fillomino, rows=[[1, 0], [0, 1]]) == 0
    assert count(fillomino, rows=[[2, 0], [0, 0]]) == 0


def test_fillomino_groups_of_the_same_size_never_touch() -> None:
    assert count(fillomino, rows=[[2, 0, 0, 2]]) == 0
    assert fillomino.solutions({"rows": [[2, 0, 0, 0, 2]]}) == [((2, 2, 1, 2, 2),)], "the 1 is not given"


def test_fillomino_canonical_form_of_a_solution() -> None:
    assert fillomino.solutions({"rows": [[1, 0, 2]]}) == [fillomino.canonical({"rows": [[1, 2, 2]]})]


# --- LITS ---------------------------------------------------------------------------------------------


def test_the_tetrominoes_of_a_grid_by_shape() -> None:
    # A 5 x 5 square has 12 boxes of 2 x 3 cells and 12 of 3 x 2 cells; each contains four Ls, two Ts and two
    # Ss.
    square = [
        group
        for start in cells(5, 5)
        for group in connected_sets(start, 4, set(cells(5, 5)))
        if start == min(group)
    ]
    assert Counter(map(lits.shape, square)) == {"L": 24 * 4, "T": 24 * 2, "S": 24 * 2, "I": 20, "O": 16}


def test_lits_with_a_single_region() -> None:
    assert count(lits, regions=[[1, 1, 1, 1]]) == 1
    assert count(lits, regions=[[1] * 7]) == 4
    assert count(lits, regions=[[1, 1], [1, 1]]) == 0, "an O is not allowed"
    assert count(lits, regions=[[1, 1, 1]]) == 0, "the region has no room for four cells"
    assert count(lits, regions=[[1] * 3] * 2) == 8
    assert count(lits, regions=[[1] * 3] * 3) == 32


def test_lits_of_equal_shape_do_not_touch() -> None:
    assert count(lits, regions=[[1] * 4 + [2] * 4]) == 0, "I beside I"
    # Region 1 has an I. To avoid a 2 x 2 block, only one cell of the other tetromino touches it: three cells
    # are in the last row and one is above them. The three cells have two positions, each with two Ls and one T.
    assert count(lits, regions=[[1, 1, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2]]) == 6


def test_lits_tetrominoes_are_connected() -> None:
    # Two I tetrominoes in one row either touch or are not connected.
    assert count(lits, regions=[[1] * 5 + [2] * 5]) == 0


def test_lits_canonical_form_of_a_solution() -> None:
    assert lits.solutions({"regions": [[1, 1, 1, 1]]}) == [lits.canonical({"rows": ["####"]})]


# --- Heyawake -----------------------------------------------------------------------------------------


def test_heyawake_of_one_row() -> None:
    # With the middle cell shaded, the others are not connected.
    assert count(heyawake, regions=[[1, 1, 1]], clues=[]) == 4
    # The row without shaded cells has a run through three regions.
    assert count(heyawake, regions=[[1, 2, 3]], clues=[]) == 3
    assert count(heyawake, regions=[[1, 2, 2]], clues=[]) == 4
    assert count(heyawake, regions=[[1, 2, 2]], clues=[[2, 1]]) == 2
    assert count(heyawake, regions=[[5, 3, 3]], clues=[[3, 1], [5, 0]]) == 1
    assert count(heyawake, regions=[[1, 2, 2]], clues=[[2, 2]]) == 0


def test_heyawake_of_2_x_2_does_not_shade_opposite_corners() -> None:
    assert count(heyawake, regions=[[1, 1], [1, 1]], clues=[]) == 5


def test_heyawake_runs_count_different_regions() -> None:
    # The first row runs from region 1 through region 2 back to region 1: two regions.
    assert frozenset() in heyawake.solutions({"regions": [[1, 2, 1], [1, 1, 1]], "clues": []})
    # The middle column runs through three regions.
    assert frozenset() not in heyawake.solutions({"regions": [[1, 2, 1], [1, 1, 1], [1, 3, 1]], "clues": []})


def shadings_by_definition(regions: list[list[int]], clues: list[list[int]]) -> set[frozenset[tuple[int, int]]]:
    """Return all subsets of the cells that obey the rules of Heyawake."""
    height, width = len(regions), len(regions[0])
    board = cells(height, width)
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    stretches = [line[i:j] for line in lines for i in range(len(line)) for j in range(i + 3, len(line) + 1)]
    too_long = [stretch for stretch in stretches if len({regions[r][c] for r, c in stretch}) > 2]
    found = set()
    for bits in product((False, True), repeat=len(board)):
        shaded = frozenset(cell for cell, chosen in zip(board, bits, strict=True) if chosen)
        numbers = Counter(regions[r][c] for r, c in shaded)
        if (
            not any((r, c + 1) in shaded or (r + 1, c) in shaded for r, c in shaded)
            and all(numbers[label] == number for label, number in clues)
            and all(shaded.intersection(stretch) for stretch in too_long)
            and len(connected_groups(set(board) - shaded)) == 1
        ):
            found.add(shaded)
    return found


def test_heyawake_equals_a_check_of_all_shadings() -> None:
    rng = random.Random(9)
    instances = [heyawake.random_instance(rng) for _ in range(60)]
    small = [each for each in instances if len(each["regions"]) * len(each["regions"][0]) <= 12]
    numbers = set()
    for instance in small:
        found = heyawake.solutions(instance)
        assert set(found) == shadings_by_definition(**instance), instance
        numbers.add(min(len(found), 2))
    assert numbers == {0, 1, 2}


def test_heyawake_canonical_form_of_a_solution() -> None:
    assert heyawake.solutions({"regions": [[1, 2]], "clues": [[2, 1]]}) == [
        heyawake.canonical({"rows": [".#"]})
    ]


# --- Numberlink ---------------------------------------------------------------------------------------


def corner_to_corner(height: int, width: int, end: tuple[int, int], fill: bool) -> int:
    ends = ((0, 0), end)
    rows = [[int((r, c) in ends) for c in range(width)] for r in range(height)]
    return count(numberlink, rows=rows, fill=fill)


@pytest.mark.parametrize(("side", "paths", "through_all"), [(2, 2, 0), (3, 12, 2), (4, 184, 0)])
def test_numberlink_counts_paths_between_opposite_corners(side: int, paths: int, through_all: int) -> None:
    # OEIS sequences A007764 and A001184: self-avoiding and Hamiltonian paths between opposite corners of a
    # square.
    assert corner_to_corner(side, side, (side - 1, side - 1), False) == paths
    assert corner_to_corner(side, side, (side - 1, side - 1), True) == through_all


@pytest.mark.parametrize(("side", "through_all"), [(2, 1), (3, 2), (4, 8)])
def test_numberlink_counts_hamiltonian_paths_between_corners_of_a_side(side: int, through_all: int) -> None:
    # OEIS sequence A000532.
    assert corner_to_corner(side, side, (0, side - 1), True) == through_all


def test_numberlink_paths_do_not_cross() -> None:
    assert count(numberlink, rows=[[1, 2], [2, 1]]) == 0
    assert count(numberlink, rows=[[1, 2, 1]]) == 0
    assert count(numberlink, rows=[[1, 0, 1], [2, 0, 2]]) == 1
    # The path between the 1s goes around the 2s, so the path between the 2s has no room for a detour.
    assert count(numberlink, rows=[[1, 0, 0], [2, 2, 0], [1, 0, 0]]) == 1
    assert count(numberlink, rows=[[1, 0, 0], [2, 2, 0], [1, 0, 0]], fill=True) == 1


def test_numberlink_leaves_cells_empty_by_default() -> None:
    rows = [[1, 1], [0, 0]]
    assert count(numberlink, rows=rows) == count(numberlink, rows=rows, fill=False) == 2
    assert count(numberlink, rows=rows, fill=True) == 1, "a path may touch itself"


def test_numberlink_canonical_form_of_a_solution() -> None:
    (solution,) = numberlink.solutions({"rows": [[4, 0, 4], [2, 2, 0]]})
    assert solution == numberlink.canonical({"paths": [[[1, 1], [1, 0]], [[0, 2], [0, 1], [0, 0]]]})
    assert solution == numberlink.canonical({"paths": [[[1, 0], [1, 1]], [[0, 0], [0, 1], [0, 2]]]})


# --- Dominosa -----------------------------------------------------------------------------------------


def test_dominosa_counted_by_hand() -> None:
    assert count(dominosa, rows=[[0, 0]]) == 1
    assert count(dominosa, rows=[[0, 0, 1], [0, 1, 1]]) == 3, (
        "every tiling of 2 x 3 has the stones 00, 01 and 11"
    )
    assert count(dominosa, rows=[[0, 0, 1, 1, 1, 0]]) == 1
    assert count(dominosa, rows=[[0, 1, 0, 1, 0, 1]]) == 0


@pytest.mark.parametrize(("height", "width", "tilings"), [(1, 6, 1), (2, 3, 3), (3, 2, 3)])
def test_dominosa_counts_over_all_boards_of_the_set_up_to_1(height: int, width: int, tilings: int) -> None:
    # On each tiling, the three stones can be laid in 3! orders, and the stone 01 in two directions.
    boards = [numbers for numbers in product((0, 1), repeat=6) if sum(numbers) == 3]
    assert len(boards) == comb(6, 3)
    rows = [[list(numbers[r * width : (r + 1) * width]) for r in range(height)] for numbers in boards]
    assert sum(count(dominosa, rows=each) for each in rows) == tilings * 6 * 2


def test_dominosa_random_boards_have_the_numbers_of_a_full_set() -> None:
    rng = random.Random(5)
    for _ in range(50):
        numbers = Counter(number for row in dominosa.random_instance(rng)["rows"] for number in row)
        assert numbers == {number: len(numbers) + 1 for number in range(len(numbers))}


def test_dominosa_canonical_form_of_a_solution() -> None:
    (solution,) = dominosa.solutions({"rows": [[0, 0, 1, 1, 1, 0]]})
    stones = [[[0, 5], [0, 4]], [[0, 0], [0, 1]], [[0, 2], [0, 3]]]
    assert solution == dominosa.canonical({"stones": stones})


# --- Packing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "width", "tilings"), [(2, 2, 2), (2, 6, 13), (3, 3, 0), (3, 4, 11), (4, 4, 36), (4, 5, 95)]
)
def test_packing_equal_dominoes_counts_the_tilings(height: int, width: int, tilings: int) -> None:
    # The numbers are from OEIS sequence A099390. Vertical and horizontal dominoes are identical pieces.
    pieces = [["##"], ["#", "#"]] * (height * width // 2)
    pieces = pieces[: height * width // 2]
    assert count(packing, region=free_region(height, width), pieces=pieces, flip=False, each="once") == tilings


def test_packing_known_tilings() -> None:
    assert count(packing, region=free_region(4, 4), pieces=[["###", ".#."]] * 4, flip=False, each="once") == 2
    assert count(packing, region=free_region(3, 4), pieces=[["##", "#."]] * 4, flip=False, each="once") == 4
    assert count(packing, region=["#.", ".."], pieces=[["##", "#."]], flip=False, each="once") == 1


def test_packing_flips_pieces_only_if_allowed() -> None:
    region, piece = ["#..", "..#"], ["##.", ".##"]
    assert count(packing, region=region, pieces=[piece], flip=False, each="once") == 0
    assert count(packing, region=region, pieces=[piece], flip=True, each="once") == 1
    # Two L pieces cover 2 x 4 cells in one way, and their mirror images in another way.
    pieces = [["###", "#.."]] * 2
    assert count(packing, region=free_region(2, 4), pieces=pieces, flip=False, each="once") == 1
    assert count(packing, region=free_region(2, 4), pieces=pieces, flip=True, each="once") == 2


def test_packing_uses_every_piece_exactly_once() -> None:
    region = free_region(1, 3)
    assert count(packing, region=region, pieces=[["##"], ["#"]], flip=False, each="once") == 2
    assert count(packing, region=region, pieces=[["##"], ["#"], ["#"]], flip=False, each="once") == 0
    assert count(packing, region=region, pieces=[["##"]], flip=False, each="once") == 0


def test_the_twelve_pentominoes_fill_3_x_20_in_two_ways_and_their_reflections() -> None:
    assert count(packing, region=free_region(3, 20), pieces=PENTOMINOES, flip=True, each="once") == 8


def test_packing_random_pieces_have_as_many_cells_as_the_region() -> None:
    rng = random.Random(6)
    for _ in range(50):
        instance = packing.random_instance(rng)
        area = sum(row.count("#") for piece in instance["pieces"] for row in piece)
        assert area == sum(row.count(".") for row in instance["region"])


def test_packing_canonical_form_does_not_tell_identical_pieces_apart() -> None:
    cover = [{"piece": 0, "cells": [[0, 0], [0, 1]]}, {"piece": 1, "cells": [[0, 2], [0, 3]]}]
    swapped = [{"piece": 1, "cells": [[0, 1], [0, 0]]}, {"piece": 0, "cells": [[0, 3], [0, 2]]}]
    (solution,) = packing.solutions(
        {"region": ["...."], "pieces": [["##"], ["##"]], "flip": False, "each": "once"}
    )
    assert packing.canonical({"placements": cover}) == packing.canonical({"placements": swapped}) == solution
