"""Short calls to interpretable kernels run without machine code, with the same results as compiled kernels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kernels.compile_events import compiled_functions
from tilewright import interpreted_kernels
from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels import board_trail_and_findings_kernel, deduction_kernel


@pytest.fixture(autouse=True)
def work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test begin with the full number of calls that a process may interpret."""
    monkeypatch.setattr(interpreted_kernels, "_process_left", interpreted_kernels.PROCESS_LIMIT)


def new_kernel() -> Any:
    """Return a kernel without machine code: it adds 1 to the first element and squares the second one."""

    @compiled(interpretable=True)
    def count_and_square(numbers):  # type: ignore[no-untyped-def]
        numbers[0] += 1
        numbers[1] = numbers[1] * numbers[1]
        return numbers[0], numbers[1] > 10

    return count_and_square


@pytest.mark.usefixtures("folder")
def test_a_short_call_is_not_compiled() -> None:
    numbers = np.array([4, 6])
    with compiled_functions() as functions:
        result = new_kernel()(numbers)
    assert functions == []
    assert numbers.tolist() == [5, 36]
    assert result == (5, True)
    assert [type(value) for value in result] == [int, bool]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (np.array([4, 2**33 + 1]), [5, (2**33 + 1) ** 2 % 2**64]),  # the square wraps around
        (np.array([4, 15], np.int8), [5, 225 - 256]),
        (np.array([4, 2**32], np.uint64), [5, 0]),
    ],
    ids=["overflow", "int8", "uint64"],
)
def test_a_call_that_python_would_compute_differently_is_compiled(
    numbers: np.ndarray[Any, Any], expected: list[int]
) -> None:
    with compiled_functions() as functions:
        new_kernel()(numbers)
    assert functions == ["count_and_square"]
    assert numbers.tolist() == expected, "the first element is incremented only once"


@compiled
def one():  # type: ignore[no-untyped-def]
    return 1


@compiled(interpretable=True)
def count_to(numbers, end):  # type: ignore[no-untyped-def]
    while numbers[0] < end:
        numbers[0] += one()
    return numbers[0]


@pytest.mark.usefixtures("folder")
def test_a_long_call_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted_kernels, "CALL_LIMIT", 100)
    numbers = np.zeros(1, np.int64)
    with compiled_functions() as functions:
        assert count_to(numbers, 90) == 90
        assert functions == []
        assert count_to(numbers, 10**6) == 10**6
    assert "count_to" in functions


def random_boards(count: int) -> Iterator[Any]:
    """Yield boards with random numbers; most of them have no solution, and some have several."""
    rng = random.Random(16)
    for _ in range(count):
        height, width = rng.randint(2, 6), rng.randint(2, 6)
        board = board_trail_and_findings_kernel.empty_board(height, width)
        cells = board_trail_and_findings_kernel.without_border(
            board[board_trail_and_findings_kernel.CLUES], height, width
        )
        for cell in rng.sample(range(height * width), rng.randint(1, height * width // 3)):
            cells[divmod(cell, width)] = rng.choice((1, 2, 3, 4, 6, -1))
        yield board


def test_the_interpreted_deductions_of_nurikabe_equal_the_compiled_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Together, these kernels call all of Nurikabe's deduction kernels; with the technique EITHER_WAY, they also
    # call the kernels for trials.
    for kernel in (
        board_trail_and_findings_kernel.read_grid,
        deduction_kernel.deduce,
        deduction_kernel.find_cells,
    ):
        monkeypatch.setattr(kernel, "_interpretable", False)

    def compare(kernel: Any, board: Any, *arguments: Any) -> int:
        other = board.copy()
        result: int = interpreted_kernels.interpret(kernel.py_func, (other, *arguments))
        assert kernel(board, *arguments) == result
        assert np.array_equal(board, other)
        return result

    outcomes = set()
    for board in random_boards(25):
        if compare(board_trail_and_findings_kernel.read_grid, board) < 0:
            continue
        for technique in range(1, board_trail_and_findings_kernel.EITHER_WAY + 1):
            compare(deduction_kernel.find_cells, board, technique)
        for level in (board_trail_and_findings_kernel.CORNER, board_trail_and_findings_kernel.EITHER_WAY):
            deduced = board.copy()
            compare(deduction_kernel.deduce, deduced, level, 200)
            outcomes.add(compare(deduction_kernel.deduce, deduced, level, 10**6))
    assert outcomes >= {deduction_kernel.SOLVED, deduction_kernel.STUCK, deduction_kernel.BROKEN}
