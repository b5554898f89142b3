"""Game states and moves: Nmbr9 played card by card.

A deal is an instance. In variant K the whole deck is fixed before the first move, but the player sees only the
card to be placed now, as in variant U. In variant F the player also chooses the card.

A state is written as the instance, a bar and the moves: ``K-9-2-4:3,7,0,7 | 3@0,0 7t1@0,3``. A move is written
as the number of the part, its clockwise quarter turns unless there are none, the row and column of the top
left corner of its bounding box, and its level unless the level is 1: ``7t1@0,3^2``. If only one number can be
placed, the number may be omitted: ``t1@0,3^2``. In variant U the card to be placed follows a second bar. On an
unbounded table the bounding box of the first part has its top left corner at [0, 0].
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import Cell, Limits, Run
from tilewright.games.nmbr9.notation import parse, to_text
from tilewright.games.nmbr9.playing.legal_placements import illegal_reason, legal_positions
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution, Placement, orientations, score
from tilewright.geometry import Polyomino, bounding_box
from tilewright.strict_json import read_json, read_object

__all__ = ["Nmbr9Move", "Nmbr9State", "epilogue", "parse_move", "parse_state", "seen", "start"]


BOUND_SECONDS = 2.0
"""The time limit for computing the upper bound in the epilogue, in seconds."""


@dataclass(frozen=True, slots=True, order=True)
class Nmbr9Move:
    """The placement of a part: its number, rotation and level, and the top left corner of its bounding box."""

    value: int
    turn: int
    row: int
    column: int
    level: int

    @classmethod
    def of(cls, placement: Placement) -> Nmbr9Move:
        box = bounding_box(placement.cells)
        turn = orientations(placement.value).index(Polyomino.from_cells(placement.cells))
        return cls(placement.value, turn, box.top, box.left, placement.level)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return orientations(self.value)[self.turn].at(self.row, self.column)

    def __str__(self) -> str:
        turn = f"t{self.turn}" if self.turn else ""
        level = f"^{self.level}" if self.level != 1 else ""
        return f"{self.value}{turn}@{self.row},{self.column}{level}"

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "level": self.level, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True, slots=True)
class Nmbr9State:
    """The instance, the parts placed so far and, in variant U, the card drawn."""

    players: ClassVar[int] = 1
    instance: Nmbr9Instance
    placed: tuple[Placement, ...] = ()
    drawn: int | None = None
    """In variant U, the card to be placed now; None if no card has been drawn."""

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return not self.moves()

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers that may be placed now.

        The tuple is empty after the last card and, in variant U, before a card is drawn.
        """
        count = len(self.placed)
        if count == self.instance.cards:
            return ()
        if self.instance.deck is not None:
            return (self.instance.deck[count],)
        if self.instance.variant == "U":
            return () if self.drawn is None else (self.drawn,)
        return tuple(sorted(self.left))

    @property
    def left(self) -> Counter[int]:
        """For each number, how many of its copies have not been placed."""
        left = Counter(dict.fromkeys(range(self.instance.max_value + 1), self.instance.copies))
        left.subtract(placement.value for placement in self.placed)
        return +left

    def moves(self) -> tuple[Nmbr9Move, ...]:
        return _moves(self)

    def play(self, move: Nmbr9Move) -> Nmbr9State:
        if move.value not in self.cards:
            raise BadInput(f"the {move.value} cannot be placed now; {self._expected()}")
        if reason := illegal_reason(self.instance, self.placed, move.level, move.cells):
            # The message does not repeat the cells of the move: the page numbers rows and columns from 1.
            raise BadInput(f"the {move.value} cannot be placed there: {reason}")
        copy = sum(placement.value == move.value for placement in self.placed)
        placed = (*self.placed, Placement(move.value, copy, move.level, move.cells))
        return replace(self, placed=placed, drawn=None)

    def draw(self, card: int) -> Nmbr9State:
        """Return the state after a card is drawn (variant U)."""
        if self.instance.variant != "U" or not self.left[card]:
            raise BadInput(f"card {card} cannot be drawn now")
        return replace(self, drawn=card)

    def scores(self) -> tuple[int, ...]:
        return (score(self.placed),)

    def bounds(self) -> tuple[int, int]:
        """Return a lower and an upper bound on the final score.

        Every level that supports another level has at least two parts, so the card with index i (from 0) has at
        most i // 2 levels below it.
        """
        now = score(self.placed)
        indexes = range(len(self.placed), self.instance.cards)
        values = sorted(self.left.elements())[-len(indexes) :] if indexes else []
        return now, now + sum(value * (index // 2) for value, index in zip(values, indexes, strict=True))

    def winner(self) -> int | None:
        return None

    def to_text(self) -> str:
        words = [to_text(self.instance), "|", *(str(Nmbr9Move.of(each)) for each in self.placed)]
        return " ".join(words if self.drawn is None else [*words, "|", str(self.drawn)])

    def to_solution(self) -> Nmbr9Solution:
        """Return the placed parts as a solution of variant F or K; it is incomplete until the game is over."""
        return Nmbr9Solution(self.placed)

    def __str__(self) -> str:
        return f"{score(self.placed)} points; {self._expected()}"

    def _expected(self) -> str:
        return f"to place: {', '.join(map(str, self.cards)) or 'nothing'}"


@lru_cache(maxsize=256)
def _moves(state: Nmbr9State) -> tuple[Nmbr9Move, ...]:
    moves = (
        Nmbr9Move(card, turn, row, column, level)
        for card in state.cards
        for level, turn, row, column in legal_positions(state.instance, state.placed, card)
    )
    # Moves that score more come first, because the command line shows only the beginning of a long list.
    return tuple(sorted(moves, key=lambda move: (-move.value * (move.level - 1), move)))


def start(instance: Nmbr9Instance) -> Nmbr9State:
    """Return the state with an empty table."""
    return Nmbr9State(instance)


def seen(state: Nmbr9State) -> Nmbr9State:
    """Return what the player knows: the placed parts and the current card, but not the remaining deck."""
    if state.instance.deck is None:
        return state
    hidden = replace(state.instance, variant="U", deck=None)
    return Nmbr9State(hidden, state.placed, next(iter(state.cards), None))


def epilogue(state: Nmbr9State) -> str:
    """Return a line about the best score found for this deck, shown when the game is over.

    The line is empty if the deck is not known.
    """
    if state.instance.deck is None:
        return ""
    # Imported here because these modules compile kernels and load CP-SAT.
    from tilewright.games.nmbr9.agents.hindsight import EPILOGUE, best_line
    from tilewright.games.nmbr9.models.assigned_levels_bound import levels_bound

    best = max(state.scores()[0], best_line(start(state.instance), EPILOGUE).score)
    bound = levels_bound(state.instance, Run(Limits(time=BOUND_SECONDS)))
    proved = "" if bound is None else f"; at most {bound} points are possible"
    return f"Best score found for this deck: {best} points{proved}."


# --- Notation -----------------------------------------------------------------------------------------


def parse_state(text: str) -> Nmbr9State:
    parts = text.split("|")
    if len(parts) > 3:
        raise BadInput("a state consists of an instance, moves and a card, separated by bars")
    state = start(parse(parts[0]))
    for number, token in enumerate(parts[1].split() if len(parts) > 1 else (), 1):
        try:
            move = parse_move(state, token)
            if state.instance.variant == "U":
                state = state.draw(move.value)
            state = state.play(move)
        except BadInput as error:
            raise BadInput(f"move {number}, {token[:40]}: {error}") from None
    if len(parts) == 3:
        if not re.fullmatch(r"\s*[0-9]\s*", parts[2]):
            raise BadInput(f"after the second bar: expected a card from 0 to 9, not {parts[2].strip()[:40]!r}")
        state = state.draw(int(parts[2]))
    return state


_MOVE = re.compile(
    r"(?P<value>[0-9])?(?:t(?P<turn>[0-3]))?@(?P<row>-?[0-9]{1,6}),(?P<column>-?[0-9]{1,6})(?:\^(?P<level>[0-9]{1,3}))?"
)


def parse_move(state: Nmbr9State, text: str) -> Nmbr9Move:
    """Parse a move from ``7t1@0,3^2`` or from JSON, ``{"value": 7, "level": 2, "cells": [[0, 3], ...]}``."""
    if text.lstrip().startswith("{"):
        return _move_from_json(read_json(text, "the move"))
    match = _MOVE.fullmatch(text.strip())
    if not match:
        raise BadInput(
            f"{text.strip()[:40]!r} is not a move; expected number, quarter turns, corner and level, such as"
            " 7t1@0,3^2"
        )
    if match["value"] is None and len(state.cards) != 1:
        raise BadInput(f"{text.strip()} does not begin with the number of a part; {state._expected()}")
    value, turn = int(match["value"] or state.cards[0]), int(match["turn"] or 0)
    if turn >= len(orientations(value)):
        raise BadInput(
            f"t{turn} does not exist: the {value} has only the rotations t0 to t{len(orientations(value)) - 1}"
        )
    return Nmbr9Move(value, turn, int(match["row"]), int(match["column"]), int(match["level"] or 1))


def _move_from_json(data: Any) -> Nmbr9Move:
    read_object(data, "the move", {"value", "level", "cells"})
    try:
        cells = tuple((row, column) for row, column in data["cells"])
        return Nmbr9Move.of(Placement(data["value"], 0, data["level"], cells))
    except (TypeError, ValueError) as error:
        reason = f": {error}" if isinstance(error, BadInput) else ""
        raise BadInput(f"a move has the value, the level and the cells of a part{reason}") from None
