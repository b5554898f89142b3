"""Playing games: states, agents, matches, records, arenas, ratings and analysis, independent of any game."""

from tilewright.play.agent import (
    NO_BUDGET,
    Budget,
    Critic,
    Entrant,
    GameCritic,
    Player,
    Review,
    Valued,
    Valuer,
    make_player,
    refuse_budget,
)
from tilewright.play.match import Outcome, Record, Sitting, play_match, replay
from tilewright.play.state import Move, Played, State, played_names

__all__ = [
    "NO_BUDGET",
    "Budget",
    "Critic",
    "Entrant",
    "GameCritic",
    "Move",
    "Outcome",
    "Played",
    "Player",
    "Record",
    "Review",
    "Sitting",
    "State",
    "Valued",
    "Valuer",
    "make_player",
    "play_match",
    "played_names",
    "refuse_budget",
    "replay",
]
