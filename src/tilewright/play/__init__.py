"""States, agents, matches, records, arenas, ratings and analysis for all games that can be played."""

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
from tilewright.play.matches_and_game_records import GameSession, Outcome, Record, play_match, replay
from tilewright.play.state import Move, PlayableGame, State, keys_as_text, played_names

__all__ = [
    "NO_BUDGET",
    "Budget",
    "Critic",
    "Entrant",
    "GameCritic",
    "GameSession",
    "Move",
    "Outcome",
    "PlayableGame",
    "Player",
    "Record",
    "Review",
    "State",
    "Valued",
    "Valuer",
    "keys_as_text",
    "make_player",
    "play_match",
    "played_names",
    "refuse_budget",
    "replay",
]
