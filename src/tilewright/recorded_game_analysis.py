"""The analysis of a recorded game as one value: a table of the moves, a table of the players, and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.arrow_and_pandas import Tabular
from tilewright.drawing.line_chart import Mark, Scale, line_chart
from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput
from tilewright.play.agent import Entrant
from tilewright.play.analysis import (
    SIGNS,
    JudgedMove,
    analysis_to_json,
    format_value,
    judge_moves,
    totals,
    value_history,
)
from tilewright.play.matches_and_game_records import Record
from tilewright.play.state import PlayableGame

__all__ = ["Analysis", "Totals", "analyse_record"]


@dataclass(frozen=True, slots=True)
class Analysis(Tabular):
    """The moves of a recorded game, each with its value, its loss, and the best move in the same state."""

    played: PlayableGame
    record: Record
    analyst: Entrant
    moves: tuple[JudgedMove, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that ``analyse --json`` prints."""
        return analysis_to_json(self.played, self.record, self.analyst, self.moves)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move, with the moves in the notation of the game."""
        return [
            {
                **judged.to_json(),
                "move": str(judged.review.played.move),
                "best_move": str(judged.review.best.move),
            }
            for judged in self.moves
        ]

    @property
    def players(self) -> Totals:
        """The totals of each player, such as the loss and the number of mistakes."""
        return Totals(tuple(totals(self.moves, self.record.agents)))

    @property
    def complete(self) -> bool:
        """Whether every move of the record was analysed."""
        return len(self.moves) == len(self.record.moves)

    def scene(self) -> Scene:
        """Return a line chart of the value at the start and after each move, with the marks of the moves."""
        if not self.moves:
            raise BadInput("the analysis has no moves to draw")
        agents = self.record.agents
        values = value_history(self.moves, len(agents), self.record.outcome if self.complete else None)
        title = self.played.game.title
        if len(agents) == 2:
            scale = Scale(0.0, 1.0, {share / 4: f"{25 * share}%" for share in range(5)})
            title = f"{title}: win probability of player 1, analysed by {self.analyst}"
        else:
            scale = Scale.over(values)
            title = f"{title}: score expected by {self.analyst}"
        legend = {f"player {index + 1}: {agent}": piece_colour(index) for index, agent in enumerate(agents)}
        return line_chart(values, scale, title, list(self._marks(len(agents))), legend)

    def _marks(self, players: int) -> Iterator[Mark]:
        for judged in self.moves:
            if judged.mark:
                loss = format_value(judged.review.loss, players)
                text = f"{judged.ply}. {judged.review.played.move}, a loss of {loss}"
                yield Mark(judged.ply, SIGNS[judged.mark], piece_colour(judged.player), text)

    def _repr_svg_(self) -> str | None:
        return str(self.scene().to_svg()) if self.moves else None


@dataclass(frozen=True, slots=True)
class Totals(Tabular):
    """For each player of a game: the number of moves, the total and mean loss, and the count of each mark."""

    players: Sequence[dict[str, Any]]

    def to_rows(self) -> Sequence[dict[str, Any]]:
        """Return a row for each player."""
        return self.players


def analyse_record(played: PlayableGame, record: Record, analyst: Entrant, seed: int = 0) -> Analysis:
    """Analyse every move of a recorded game; the record is verified first."""
    return Analysis(played, record, analyst, tuple(judge_moves(played, record, analyst, seed)))
