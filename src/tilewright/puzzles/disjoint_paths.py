"""Paths that join pairs of cells and share no cell: their clauses, and a search that proves a solution unique.

If cells may stay empty, most solutions are of no interest, so the search looks for canonical ones only.

Three kinds of changes turn a solution into another one: *shorten* a path that touches itself (go directly to a
neighbour that comes later on the path), *lower* an arch over empty cells, and *flip* a corner around an empty
cell (go through that cell). An arch is a part of a path that goes up, straight along a row over at least one
cell between its two ends, and down again. To lower it, take the path straight through the cells directly under
that row, which must be empty. An arch may also open to a side or upwards.

Repeat these changes until none of them is possible, but flip corners only upwards, through empty cells above
them. Each change either reduces the number of used cells or moves one of them to a higher row. So the process
ends, with a *canonical* solution: no path touches itself, no arch has only empty cells directly under it, and
no corner that opens upwards has an empty cell inside.

In a canonical solution, the cell inside a corner that opens upwards is used, but not by the path of the corner,
which would then touch itself. If the cell has no number, the other path that uses it bends the same way, since
that path can use only the other two sides of the cell. So corners that open upwards form diagonal lines that
end at a number.

Under every arch of a canonical solution there is a number, in a triangle of cells: its first row consists of
the cells directly under the arch, and each further row is shorter by one cell at each end. The reason: at least
one cell directly under the arch is used, by another path. That path cannot go up, so it runs along the row
until it turns down at both ends, unless it ends at a number in this row. Thus, if there is no such number, it
forms an arch that is narrower by at least one cell at each end, and the same holds for this arch. An arch whose
triangle contains no number is impossible.

A board with a solution has a canonical one. If only one solution is canonical, all other solutions can be
changed into it, and if there are any, one of them is a single change away. So if neither a flip nor a
lengthening (the reverse of shortening) can be applied to the only canonical solution, it is the only solution.
The reverse of lowering needs no check of its own: it requires empty cells beside two consecutive cells of a
path, and the path can be lengthened through these. The rules of `add_canonical_rules` allow all canonical
solutions and some others, which does not change the argument.

A *tight* solution has no corner around an empty cell. If a puzzle has only one solution, this solution is tight
and usually *full*: it uses all cells. Such solutions are found quickly, so the search looks for them first.

If all cells must be used, a full canonical solution is a solution of the puzzle. It is the only one if the
puzzle has no other solution even when cells may stay empty. If a second solution is found but leaves cells
empty, a search without the canonical rules looks for another full solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tilewright.game import Answer, Cell, Run
from tilewright.geometry import neighbours
from tilewright.puzzles.answer_from_solutions import build_answer
from tilewright.puzzles.board_base_classes import GridBoard, PairGrid
from tilewright.puzzles.kinds_and_states import LINE, Edge, Place, Value, edge_between
from tilewright.puzzles.nearby_path_solutions import nearby_solution
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.rule_model import Clause, Model
from tilewright.puzzles.sat_search import ModelSearch, SimplifiedSearch
from tilewright.puzzles.solution_types import Paths

__all__ = ["PathPuzzle", "colours_allow_full_paths", "label_clauses", "other_solution", "passing_clauses"]

# --- Clauses ------------------------------------------------------------------------------------------


def passing_clauses(around: list[int], fill: bool) -> list[Clause]:
    """Return clauses that require two lines at a cell if `fill` is true, and otherwise two lines or none."""
    entered = [[line for line in around if line != other] for other in around]
    if not fill:
        entered = [[-other, *rest] for other, rest in zip(around, entered, strict=True)]
    too_many = [
        [-a, -b, -c]
        for place, a in enumerate(around)
        for between, b in enumerate(around[:place])
        for c in around[:between]
    ]
    return entered + too_many


def label_clauses(board: PairGrid, model: Model, lines: Mapping[Edge, int]) -> Iterator[Clause]:
    """Yield clauses that label each cell of a path with the index of the path's number, in binary."""
    indices = {number: index for index, number in enumerate(board.ends())}
    bits = max(len(indices) - 1, 0).bit_length()
    label = {cell: model.new_variables(bits) for cell in board.cells()}
    for cell, number in board.clues().items():
        for bit, variable in enumerate(label[cell]):
            yield [variable if indices[number] >> bit & 1 else -variable]
    for (first, second), line in lines.items():
        for a, b in zip(label[first], label[second], strict=True):
            yield [-line, -a, b]
            yield [-line, a, -b]


def colours_allow_full_paths(board: PairGrid) -> bool:
    """Return whether a chessboard colouring of the cells allows paths that together use all cells.

    A path alternates between the two colours. If both its ends have the same colour, it has one more cell of
    this colour than of the other; otherwise it has equally many cells of both.
    """
    odd_cells, odd_ends = (
        sum((row + column) % 2 for row, column in each) for each in (board.cells(), board.clues())
    )
    return 2 * (board.parts - 2 * odd_cells) == len(board.clues()) - 2 * odd_ends


# --- Canonical solutions ------------------------------------------------------------------------------


def add_canonical_rules(board: PairGrid, model: Model) -> tuple[int, int]:
    """Add rules that all canonical solutions satisfy, and return two variables.

    If the first variable is true, the solution must be tight; if the second one is true, it must be full. The
    docstring of this module defines *canonical*, *tight* and *full*.
    """
    tight, full = model.variable(), model.variable()
    clues = board.clues()
    lines: Any = {edge: literals[LINE] for edge, literals in model.values.items()}
    rule = model.rule("The solution is canonical")
    for (row, column), (below, right) in _blocks(board):
        corners = [(row, column), (row, right), (below, right), (below, column)]
        sides = [lines[edge_between(a, b)] for a, b in pairwise([*corners, corners[0]])]
        rule.clauses += [[-side for side in sides if side != left_out] for left_out in sides]
        for number, corner in enumerate(corners):
            if corner in clues:
                continue
            # Both literals of `bend` are false if a path uses both sides of the block that meet at this corner.
            bend = [-sides[number - 1], -sides[number]]
            guard = [] if corner[0] == below else [-tight]
            rule.clauses += [
                [*guard, *bend, *rest] for rest in _support(board, clues, lines, corner, corners[number - 2])
            ]
    used: dict[Cell, int] = {}
    for cell in board.cells():
        if cell not in clues:
            around = [lines[edge] for other in neighbours(cell) if (edge := edge_between(cell, other)) in lines]
            rule.clauses += [[-full, *(line for line in around if line != left_out)] for left_out in around]
            used[cell] = model.variable()
            model.define_or(used[cell], around)
    rule.clauses += _arch_clauses(board, model, lines, used)
    return tight, full


def _blocks(board: PairGrid) -> Iterator[Edge]:
    """Yield the upper left and lower right cells of all 2x2 blocks."""
    for row in range(board.height - 1):
        for column in range(board.width - 1):
            yield (row, column), (row + 1, column + 1)


def impossible_arches(board: PairGrid, model: Model) -> Iterator[Clause]:
    """Yield clauses that exclude every arch, in any of the four directions, whose triangle contains no number.

    The docstring of this module defines arches and their triangles. U-turns in a 2x2 block, which have no cell
    under them, are excluded by `add_canonical_rules`.
    """
    lines: Any = {edge: literals[LINE] for edge, literals in model.values.items()}
    clues = board.clues()
    rows = [[(row, column) for column in range(board.width)] for row in range(board.height)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for view in (rows, rows[::-1], columns, columns[::-1]):
        for row, (cells, below) in enumerate(pairwise(view)):
            for left in range(len(cells)):
                clause = [-lines[edge_between(cells[left], below[left])]]
                for right in range(left + 1, len(cells)):
                    clause.append(-lines[edge_between(cells[right - 1], cells[right])])
                    triangle = (
                        cell
                        for depth, under in enumerate(view[row + 1 :], 1)
                        for cell in under[left + depth : right - depth + 1]
                    )
                    if cells[left] in clues or cells[right] in clues or not clues.keys().isdisjoint(triangle):
                        break
                    if right > left + 1:
                        yield [*clause, -lines[edge_between(cells[right], below[right])]]


def _arch_clauses(
    board: PairGrid, model: Model, lines: Mapping[Edge, int], used: Mapping[Cell, int]
) -> Iterator[Clause]:
    """Yield clauses that require a used cell directly under every arch that opens downwards.

    A variable for each cell is true if an arch begins to the left of the cell and reaches it along the row, and
    the cells directly under the arch, up to the one below this cell, are empty. The arch must then not go down
    from the next cell.
    """
    for row in range(board.height - 1):
        before = None
        for column in range(1, board.width - 1):
            left, cell, right = ((row, column + step) for step in (-1, 0, 1))
            below = (row + 1, column)
            if below not in used:
                before = None
                continue
            arch = model.variable()
            reached = [arch, -lines[edge_between(left, cell)], used[below]]
            yield [*reached, -lines[edge_between(left, (row + 1, column - 1))]]
            if before is not None:
                yield [*reached, -before]
            yield [
                -arch,
                -lines[edge_between(cell, right)],
                -lines[edge_between(right, (row + 1, column + 1))],
            ]
            before = arch


def _support(
    board: PairGrid, clues: Mapping[Cell, int], lines: Mapping[Edge, int], corner: Cell, inside: Cell
) -> list[Clause]:
    """Return clauses that hold in a canonical solution if a path turns around `inside`, and `inside` is used.

    The path turns at `corner`. An empty clause means that no canonical solution has such a turn.
    """
    if inside in clues:
        return []
    down, across = inside[0] - corner[0], inside[1] - corner[1]
    row, column = inside
    while 0 <= row < board.height and 0 <= column < board.width:
        if (row, column) in clues:
            onward = ((inside[0] + down, inside[1]), (inside[0], inside[1] + across))
            return [[lines[edge_between(inside, other)]] for other in onward]
        row, column = row + down, column + across
    return [[]]


def other_solution(board: PairGrid, solution: Paths) -> Paths | None:
    """Return a solution that differs from a given one by a flip or a lengthening; None if there is none."""
    empty = set(board.cells()).difference(*solution.paths)
    for number, path in enumerate(solution.paths):
        for place, cell in enumerate(path[:-1]):
            there = path[place + 1]
            detour = _way(cell, there, empty)
            if detour:
                changed = (*path[: place + 1], *detour, *path[place + 1 :])
            elif place and (inside := _opposite(path[place - 1], cell, there)) in empty:
                changed = (*path[:place], inside, *path[place + 1 :])
            else:
                continue
            return type(solution)((*solution.paths[:number], changed, *solution.paths[number + 1 :]))
    return None


def _opposite(before: Cell, cell: Cell, after: Cell) -> Cell:
    """Return the fourth cell of the 2x2 block around a bend in a path; on a straight line, `cell` itself."""
    return before[0] + after[0] - cell[0], before[1] + after[1] - cell[1]


def _way(start: Cell, end: Cell, empty: set[Cell]) -> list[Cell]:
    """Return the cells of a shortest detour through empty cells between two neighbours, or an empty list."""
    before: dict[Cell, Cell] = {}
    queue = [start]
    for cell in queue:
        for other in neighbours(cell):
            if other == end and cell != start:
                way = [cell]
                while before[way[-1]] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if other in empty and other not in before:
                before[other] = cell
                queue.append(other)
    return []


# --- The solver ---------------------------------------------------------------------------------------


LARGE_BOARD = 200
"""On boards with at least this many cells, impossible arches (see the docstring of this module) are excluded, a
second solution is sought near the first one, and `PROOF_ENGINE` proves uniqueness."""

PROOF_ENGINE = "glucose42"
"""The SAT solver that proves uniqueness on large boards; it needs far fewer conflicts than Minicard."""


class PathPuzzle(Puzzle):
    """A puzzle of disjoint paths; `sat` searches for canonical solutions, unless solutions are counted."""

    def sat(self, instance: GridBoard, run: Run) -> Answer:
        """Solve a board with SAT; search for canonical solutions, unless solutions are counted."""
        if not isinstance(instance, PairGrid) or run.options.get("count"):
            return super().sat(instance, run)
        board = replace(instance, fill=False)
        model = self.model_for_solving(board)
        tight, full = add_canonical_rules(board, model)
        large = board.parts >= LARGE_BOARD
        arches = list(impossible_arches(board, model)) if large else []
        with ModelSearch(model, self.engine) as search:
            search.add(arches)
            truth: list[bool] | bool | None = False
            for assumptions in [[tight, full]] if instance.fill else [[tight, full], [tight], []]:
                truth = truth or search.find(run, assumptions)
            if instance.fill and truth is False:
                # There is no canonical full solution: in every full solution, a path touches itself.
                return super().sat(instance, run)
            solutions: list[Any] = [self.solution_in(board, model, truth)] if isinstance(truth, list) else []
            complete = truth is False
            if isinstance(truth, list) and run.options.get("unique"):
                second: Any = other_solution(board, solutions[0])
                if second is None and large:
                    second = self._near(board, run, solutions[0])
                if second is None:
                    truth = self._other_assignment(model, run, search, truth, [tight, full], arches)
                    complete = truth is False
                    second = self.solution_in(board, model, truth) if isinstance(truth, list) else None
                if instance.fill and second and set(board.cells()).difference(*second.paths):
                    second, complete = self._second_full_solution(instance, run, solutions[0])
                solutions += [second] if second else []
            stats: dict[str, Any] = dict(search.stats)
        if run.options.get("common"):
            stats["common"] = self._common(instance, run)
        return build_answer(run, solutions, complete=complete, stats=stats)

    def _other_assignment(
        self,
        model: Model,
        run: Run,
        search: ModelSearch,
        first: list[bool],
        easiest: list[int],
        arches: list[Clause],
    ) -> list[bool] | bool | None:
        """Return the assignment of another solution, False if there is none, or None if the run stopped.

        `first` is the assignment of the known solution, and `easiest` contains the assumptions of the first
        attempt. `arches` contains the clauses about impossible arches; the list is empty on small boards.
        """
        search.exclude(first)
        truth = search.find(run, easiest)
        if truth is not False:
            return truth
        if not arches:
            return search.find(run)
        excluded = model.excluding_clause(first)
        with SimplifiedSearch(model, PROOF_ENGINE, [*arches, *search.added, excluded]) as proof:
            truth = proof.find(run)
            search.other_conflicts = proof.stats["conflicts"]
        return truth

    def _near(self, board: PairGrid, run: Run, first: Paths) -> Any:
        """Return a solution that differs from `first` in a few neighbouring paths; None if none was found."""
        model = self.model_for_solving(board)
        truth = nearby_solution(model, run, first)
        return None if truth is None else self.solution_in(board, model, truth)

    def _second_full_solution(self, board: PairGrid, run: Run, first: Any) -> tuple[Any, bool]:
        """Return a solution other than the first one, or None, and whether there is provably none.

        All cells must be used, and a path may touch itself, so this search does not use the canonical rules.
        """
        if near := self._near(board, run, first):
            return near, False
        model = self.model_for_solving(board)
        with ModelSearch(model, self.engine) as search:
            search.add([[-model.values[place][value] for place, value in first.values(board).items()]])
            truth = search.find(run)
        return (self.solution_in(board, model, truth) if isinstance(truth, list) else None), truth is False

    def only_solution(self, instance: GridBoard) -> Mapping[Place, Value] | None:
        answer = self.sat(instance, Run(options={"unique": True}))
        solution: Any = answer.solution
        return solution.values(instance) if answer.unique else None
