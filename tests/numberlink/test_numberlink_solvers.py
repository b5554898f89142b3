"""Solvers, hints and generator of Numberlink."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from numberlink_boards import random_board

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.numberlink import puzzle
from tilewright.games.numberlink.puzzle import PUZZLE
from tilewright.games.numberlink.rules import Board, Paths, check
from tilewright.puzzles.disjoint_paths import add_canonical_rules, other_solution
from tilewright.puzzles.kinds_and_states import LINE, Kind, State, edge_between
from tilewright.puzzles.sat_search import ModelSearch


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("fill", [False, True])
def test_all_solvers_agree(seed: int, fill: bool) -> None:
    board = random_board(random.Random(seed), 5, fill)
    count = PUZZLE.clingo(board, Run(options={"count": 9})).stats["count"]
    for solve in (PUZZLE.sat, PUZZLE.cpsat, PUZZLE.clingo):
        answer = solve(board, Run(options={"unique": True}))
        assert answer.unique == (None if count == 0 else count == 1)
        if answer.solution is not None:
            assert isinstance(answer.solution, Paths)
            assert check(board, answer.solution).ok
        assert solve(board, Run(options={"count": 9})).stats["count"] == count


def test_a_flip_and_a_lengthening_give_second_solutions() -> None:
    corner = Board(((1, 0), (0, 1)))
    flipped = other_solution(corner, Paths((((0, 0), (0, 1), (1, 1)),)))
    assert flipped == Paths((((0, 0), (1, 0), (1, 1)),))
    beside = Board(((1, 1), (0, 0)))
    longer = other_solution(beside, Paths((((0, 0), (0, 1)),)))
    assert longer == Paths((((0, 0), (1, 0), (1, 1), (0, 1)),))
    assert other_solution(Board(((1, 1),)), Paths((((0, 0), (0, 1)),))) is None


def _search_allows(board: Board, path: list[tuple[int, int]]) -> bool:
    model = PUZZLE.model_for_solving(board)
    add_canonical_rules(board, model)
    lines = [model.values[edge_between(*step)][LINE] for step in pairwise(path)]
    with ModelSearch(model) as search:
        return bool(search.find(Run(), lines))


def test_an_arch_is_canonical_only_if_a_cell_directly_under_it_is_used() -> None:
    arch = [(2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4)]
    empty, number = [0] * 5, [0, 0, 2, 0, 0]
    over_empty_cells = Board((empty, empty, [1, 0, 0, 0, 1]))  # type: ignore[arg-type]
    assert not _search_allows(over_empty_cells, arch)
    assert _search_allows(over_empty_cells, [(2, column) for column in range(5)])
    over_a_number = Board((empty, number, [1, 0, 2, 0, 1]))  # type: ignore[arg-type]
    assert _search_allows(over_a_number, arch)


def test_a_loop_beside_the_paths_is_no_solution() -> None:
    board = Board(((1, 1, 0, 0), (0, 0, 0, 0)), fill=True)
    answer = PUZZLE.sat(board, Run(options={"count": 9}))
    assert answer.stats["count"] == 1


@pytest.mark.parametrize("name", ["5x5-easy", "6x6-medium", "7x7-hard"])
def test_hints_lead_from_the_empty_board_to_the_solution(name: str) -> None:
    board = PUZZLE.notation.parse(PUZZLE.library.text_of(name))
    values: dict = {}  # type: ignore[type-arg]
    while True:
        hint = PUZZLE.explain.hint(board, lambda b: State(Kind.LINES, b.height, b.width, dict(values)))
        if hint.value is None:
            break
        values.update(dict.fromkeys(hint.edges, hint.value))
    assert hint.technique == "solved"
    assert LINE in values.values()
    assert check(board, Paths.from_values(board, values)).ok  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["5x5-easy", "6x6-medium"])
def test_a_library_puzzle_has_its_seed_its_grade_and_one_solution(name: str) -> None:
    entry = PUZZLE.library.puzzle(name)
    options = {"rows": entry.rows, "cols": entry.cols, "difficulty": entry.difficulty}
    board = PUZZLE.generate.generate(entry.seed, **options)
    assert PUZZLE.notation.to_text(board) == entry.puzzle
    assert PUZZLE.explain.grade(board).name == entry.difficulty
    assert PUZZLE.sat(board, Run(options={"unique": True})).unique


def test_a_grade_that_a_size_does_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle, "ATTEMPTS", 20)
    with pytest.raises(BadInput, match="found no expert board"):
        PUZZLE.generate.generate(1, rows=2, cols=2, difficulty="expert")
