"""`tilewright hint` prints the positions of cells and edges as text, with rows and columns counted from 1."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.game import Hint


def test_the_cells_of_a_hint_are_named_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", "nurikabe", "3x3:d1d"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "clue-of-one: The 1 at row 2, column 2 is an island by itself, so its neighbours are sea.",
        "row 1, column 2; row 2, column 1; row 2, column 3; row 3, column 2: #",
    ]


def test_the_edges_of_a_hint_are_named_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = ((0, 0), (0, 1))
    step = Hint(cells, "line", "one-rule", "The line must go on.", edges=(cells,))
    monkeypatch.setattr(tw.Game, "hint", lambda *_: step)
    assert run(["hint", "nurikabe", "2x2:2c"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "one-rule: The line must go on.",
        "between row 1, column 1 and row 1, column 2: line",
    ]


def test_a_hint_without_cells_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", "nurikabe", "2x2:2c", '{"rows": ["..", "##"]}']) == 0
    assert capsys.readouterr().out == "solved: The puzzle is solved.\n"
