"""Solvers, hints and generator of Numberlink."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from random_numberlink_boards import random_board

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.numberlink import puzzle
from tilewright.games.numberlink.puzzle import PUZZLE
from tilewright.games.numberlink.rules import Board, Paths, check
from tilewright.puzzles import disjoint_paths
from tilewright.puzzles.disjoint_paths import add_canonical_rules, impossible_arches, other_solution
from tilewright.puzzles.kinds_and_states import LINE, Kind, State, edge_between
from tilewright.puzzles.nearby_path_solutions import nearby_solution
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


def _rotated(board: Board) -> Board:
    """Return the board rotated by a quarter turn clockwise."""
    return Board(tuple(zip(*board.rows[::-1], strict=True)))


def _rotated_path(path: list[tuple[int, int]], height: int) -> list[tuple[int, int]]:
    return [(column, height - 1 - row) for row, column in path]


@pytest.mark.parametrize("number_under_it", [None, (1, 1), (1, 3), (2, 2), (2, 1), (3, 2)])
def test_an_arch_is_possible_only_if_its_triangle_contains_a_number(
    number_under_it: tuple[int, int] | None,
) -> None:
    # The triangle of the arch consists of three cells in the row below its top and one cell in the next row.
    arch = [(1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 4)]
    rows = [[0] * 5 for _ in range(5)]
    if number_under_it:
        rows[number_under_it[0]][number_under_it[1]] = rows[4][0] = 1
    board = Board(tuple(map(tuple, rows)))
    possible = number_under_it in {(1, 1), (1, 3), (2, 2)}
    for _ in range(4):
        model = PUZZLE.model_for_solving(board)
        excluded = {frozenset(clause) for clause in impossible_arches(board, model)}
        clause = frozenset(-model.values[edge_between(*step)][LINE] for step in pairwise(arch))
        assert (clause not in excluded) == possible
        arch, board = _rotated_path(arch, board.height), _rotated(board)


@pytest.mark.parametrize("seed", range(12))
def test_hard_proofs_give_the_answer_of_the_plain_rules(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disjoint_paths, "LARGE_BOARD", 0)
    rng = random.Random(seed)
    for _ in range(5):
        board = random_board(rng, rng.randrange(4, 8), False)
        count = PUZZLE.sat(board, Run(options={"count": 2})).stats["count"]
        assert PUZZLE.sat(board, Run(options={"unique": True})).unique == (None if count == 0 else count == 1)


def test_the_conflicts_of_a_proof_of_its_own_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disjoint_paths, "LARGE_BOARD", 0)
    board = PUZZLE.notation.parse("https://puzz.link/p?numlin/10/10/1h2j65s5h3h1zk4y6k2i3m4l")
    answer = PUZZLE.sat(board, Run(options={"unique": True}))
    assert answer.unique
    assert answer.stats["conflicts"] > 200  # the search for the first solution alone has fewer conflicts


@pytest.mark.parametrize("fill", [False, True])
def test_a_nearby_solution_is_another_solution_that_differs_in_at_most_four_paths(fill: bool) -> None:
    rng = random.Random(7)
    ambiguous = found = 0
    while ambiguous < 25:
        board = random_board(rng, rng.randrange(4, 7), fill)
        first = PUZZLE.sat(board, Run()).solution
        if not isinstance(first, Paths):
            continue
        model = PUZZLE.model_for_solving(board)
        truth = nearby_solution(model, Run(), first)
        ambiguous += PUZZLE.sat(board, Run(options={"count": 1})).stats["count_complete"] is False
        if truth is None:
            continue
        found += 1
        second = PUZZLE.solution_in(board, model, truth)
        assert isinstance(second, Paths)
        assert check(board, second).ok
        differing = sum(one != other for one, other in zip(first.paths, second.paths, strict=True))
        assert 1 <= differing <= 4
    assert found >= 20


def test_a_nearby_solution_is_not_found_if_there_is_no_other() -> None:
    board = PUZZLE.notation.parse("https://puzz.link/p?numlin/10/10/1h2j65s5h3h1zk4y6k2i3m4l")
    first = PUZZLE.sat(board, Run()).solution
    assert nearby_solution(PUZZLE.model_for_solving(board), Run(), first) is None


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
