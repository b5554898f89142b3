"""Boards, solutions and states of puzzles: JSON, values of places, and bad input."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.puzzles import solution_types
from tilewright.puzzles.board_base_classes import NumberGrid, RegionGrid
from tilewright.puzzles.kinds_and_states import (
    Kind,
    Place,
    State,
    Value,
    all_edges,
    describe_place,
    places_of,
    state_from_json,
    state_to_json,
)
from tilewright.puzzles.notation import Notation, number_text
from tilewright.puzzles.region_text import region_text
from tilewright.puzzles.solution_types import Dominoes, Numbers, Paths, PuzzleSolution, Regions, Shading

VALUES: dict[Kind, list[Value]] = {
    Kind.SHADE: ["#", "."],
    Kind.NUMBERS: [1, 2, 12],
    Kind.REGIONS: ["border", "join"],
    Kind.LINES: ["line", "cross"],
}


@dataclass(frozen=True, slots=True)
class NumberBoard(NumberGrid):
    game: ClassVar[str] = "numbers"


@dataclass(frozen=True, slots=True)
class RegionBoard(RegionGrid):
    game: ClassVar[str] = "regions"


class Shaded(Shading):
    __slots__ = ()
    game: ClassVar[str] = "numbers"


NUMBERS = Notation(NumberBoard, Shaded, number_text)
REGIONS = Notation(RegionBoard, Shaded, region_text, keys=("regions",))


@st.composite
def states(draw: st.DrawFn) -> State:
    kind = draw(st.sampled_from(Kind))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    places = places_of(kind, height, width)
    chosen: list[Place] = draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    return State(kind, height, width, {place: draw(st.sampled_from(VALUES[kind])) for place in chosen})


@given(states())
def test_a_state_is_read_back_from_its_json(state: State) -> None:
    assert state_from_json(state.kind, state_to_json(state), state.height, state.width) == state


def test_each_pair_of_neighbours_is_one_edge() -> None:
    edges = list(all_edges(3, 4))
    assert len(edges) == len(set(edges)) == 3 * 3 + 2 * 4
    assert all(first < second for first, second in edges)


def test_places_are_counted_from_one_in_words() -> None:
    assert describe_place((0, 2)) == "row 1, column 3"
    assert describe_place(((0, 2), (1, 2))) == "row 1, column 3 and row 2, column 3"


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (Kind.SHADE, {"rows": ["#x"]}, "row 1, column 2"),
        (Kind.SHADE, {"rows": ["#"]}, "1 x 2 cells"),
        (Kind.SHADE, {"rows": 5}, "list"),
        (Kind.NUMBERS, {"rows": [[1, -1]]}, "row 1, column 2"),
        (Kind.NUMBERS, {"rows": [[1, True]]}, "row 1, column 2"),
        (Kind.REGIONS, {"borders": [[[0, 0], [0, 0]]]}, "do not share an edge"),
        (Kind.REGIONS, {"borders": [[[0, 0], [0, 1]]], "joins": [[[0, 1], [0, 0]]]}, "two values"),
        (Kind.LINES, {"lines": [[[0, 1], [0, 2]]]}, "not on the board"),
        (Kind.LINES, {"lines": [7]}, "pair of neighbouring cells"),
        (Kind.LINES, {"strokes": []}, "strokes"),
    ],
)
def test_a_wrong_state_is_refused(kind: Kind, data: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        state_from_json(kind, data, 1, 2)


def random_division(rng: random.Random, height: int, width: int) -> list[list[int]]:
    """Return a random division of a board into regions, made by joining cells across random edges."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    joined = [edge for edge in all_edges(height, width) if rng.random() < 0.5]
    rows = [[0] * width for _ in range(height)]
    for number, part in enumerate(solution_types.components(cells, joined), 1):
        for row, column in part:
            rows[row][column] = number
    return rows


def test_solutions_are_read_back_from_json_and_from_the_values_of_their_places() -> None:
    rng = random.Random(3)
    for _ in range(50):
        height, width = rng.randrange(1, 5), rng.randrange(1, 5)
        board = NumberBoard(tuple((0,) * width for _ in range(height)))
        found: list[PuzzleSolution] = [
            Shading(tuple("".join(rng.choice("#.") for _ in range(width)) for _ in range(height))),
            Numbers(tuple(tuple(rng.randrange(1, 30) for _ in range(width)) for _ in range(height))),
            Regions.from_parts(board, Regions(random_division(rng, height, width)).cells_by_region().values()),
        ]
        for solution in found:
            assert type(solution).from_json(solution.to_json()) == solution
            assert type(solution).from_values(board, solution.values(board)) == solution


def test_dominoes_and_paths_are_read_back() -> None:
    board = NumberBoard(((1, 0, 2), (0, 0, 0), (1, 0, 2)))
    dominoes = Dominoes((((0, 0), (0, 1)), ((1, 0), (2, 0))))
    assert Dominoes.from_json(dominoes.to_json()) == dominoes
    assert Dominoes.from_values(board, dominoes.values(board)) == dominoes
    paths = Paths((((0, 0), (1, 0), (2, 0)), ((0, 2), (0, 1), (1, 1), (2, 1), (2, 2))))
    assert Paths.from_json(paths.to_json()) == paths
    assert Paths.from_values(board, paths.values(board)) == paths


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rows"),
        ("1.\n1", "row 2 of the board has 1 cell"),
        ("1x", "row 1, column 2"),
        ("5", "larger than the board"),
        ("1 2 4\n", "larger than the board"),
        ("{}", "rows"),
        ('{"rows": [1]}', "a list"),
        ('{"rows": [[1.5]]}', "whole number"),
        ('{"rows": [[-2]]}', "not a clue"),
        ('{"rows": [[0]], "more": 1}', "more"),
        ("https://puzz.link/p?slither/5/5/g", "no puzz.link type"),
        ("." * 300, "too many"),
    ],
)
def test_a_wrong_board_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as error:
        NUMBERS.parse(text)
    assert "\n" not in str(error.value)


def test_boards_of_numbers_and_regions_are_read_back_from_text_and_json() -> None:
    rng = random.Random(4)
    for _ in range(50):
        height, width = rng.randrange(1, 6), rng.randrange(1, 6)
        most = height * width
        numbers = NumberBoard(
            tuple(
                tuple(rng.choice((0, 0, -1, rng.randint(1, most))) for _ in range(width)) for _ in range(height)
            )
        )
        regions = RegionBoard(tuple(map(tuple, random_division(rng, height, width))))
        assert NUMBERS.parse(NUMBERS.to_text(numbers)) == numbers
        assert NUMBERS.from_json(NUMBERS.to_json(numbers)) == numbers
        assert REGIONS.parse(REGIONS.to_text(regions)) == regions
        assert REGIONS.from_json(REGIONS.to_json(regions)) == regions


def test_a_region_in_two_parts_is_refused() -> None:
    with pytest.raises(BadInput, match="region 1, at row 1, column 1, is not connected"):
        REGIONS.parse("121\n222")


def test_a_partial_solution_is_a_state() -> None:
    board = NumberBoard(((0, 0), (0, 0)))
    for text in ('{"rows": ["#-", "-."]}', "#-\n-."):
        assert NUMBERS.parse_state(text)(board).values == {(0, 0): "#", (1, 1): "."}
    with pytest.raises(BadInput, match="1 x 2 cells, the board 2 x 2"):
        NUMBERS.parse_state('{"rows": ["#-"]}')(board)
