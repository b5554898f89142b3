"""Exact cover: one truth for each way to lay an L; every cell but the hole under exactly one of them."""

from collections import defaultdict

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run
from tilewright.geometry import Polyomino

from ..rules import Board, Cover

L = Polyomino.from_rows(["##", "#."])


def solve(board: Board, run: Run) -> Answer:
    model = cp_model.CpModel()
    lies, over = {}, defaultdict(list)
    for shape in L.orientations(mirror=True):
        for cells in shape.placements(board.size, board.size, blocked={board.hole}):
            lies[cells] = model.new_bool_var("")
            for cell in cells:
                over[cell].append(lies[cells])
    for cell in board.cells() - {board.hole}:
        model.add_exactly_one(over[cell])
    outcome = cpsat.solve(model, run, lies)
    if outcome.best is None:
        return Answer(outcome.status)
    return Answer(outcome.status, Cover(tuple(cells for cells, value in outcome.best.items() if value)))
