"""Exact cover: a Boolean variable for each placement; exactly one piece covers each cell except the hole."""

from collections import defaultdict

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run

from ..rules import Board, Cover, placements


def solve(board: Board, run: Run) -> Answer:
    model = cp_model.CpModel()
    placed = {cells: model.new_bool_var("") for cells in placements(board)}
    covering = defaultdict(list)
    for cells, variable in placed.items():
        for cell in cells:
            covering[cell].append(variable)
    for cell in board.cells() - {board.hole}:
        model.add_exactly_one(covering[cell])
    if run.options["unique"]:
        outcome = cpsat.solve(model, run, placed, all_solutions=True, max_solutions=2)
    else:
        outcome = cpsat.solve(model, run, placed)
    if outcome.best is None:
        return Answer(outcome.status)
    unique = None
    if run.options["unique"] and (outcome.stats["complete"] or len(outcome.solutions) == 2):
        unique = len(outcome.solutions) == 1
    pieces = tuple(cells for cells, value in outcome.best.items() if value)
    return Answer(outcome.status, Cover(pieces), unique=unique)
