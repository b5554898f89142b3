"""Nmbr9 as it is played: what a player sees, how a state is written, and that greedy knows more than chance."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.games.nmbr9 import state as play
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.play import Entrant, Played, play_match

GAME = tw.game("nmbr9")
PLAYED = Played(GAME)


def test_a_player_sees_the_card_to_be_placed_and_no_other() -> None:
    state = play.parse_state("K-9-2-4:3,7,0,7 | 3@0,0")
    known = play.seen(state)
    assert known.to_text() == "U-9-2-4 | 3@0,0 | 7"
    assert known.moves() == state.moves()
    assert play.parse_state(known.to_text()) == known
    other = play.parse_state("K-9-2-4:3,7,9,9 | 3@0,0")
    assert play.seen(other) == known


def test_with_a_free_deck_the_player_chooses_the_card() -> None:
    state = play.start(Nmbr9Instance("F", 2, 1, 3))
    assert state.cards == (0, 1, 2)
    state = state.play(play.parse_move(state, "1@0,0"))
    assert state.cards == (0, 2)


def test_a_move_is_written_with_turn_corner_and_level() -> None:
    state = play.start(Nmbr9Instance("K", 9, 2, 1, (1,)))
    assert [str(move) for move in state.moves()] == ["1@0,0", "1t1@0,0", "1t2@0,0", "1t3@0,0"]
    high = play.parse_move(state, "7t1@-2,3^2")
    assert (high.value, high.turn, high.row, high.column, high.level) == (7, 1, -2, 3, 2)
    assert str(high) == "7t1@-2,3^2"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("K-9-2-2:3,7 | 7@0,0", "move 1: 7@0,0 is no legal placement now; to place: 3"),
        ("K-9-2-2:3,7 | 3@0,0 7@9,9", "move 2: 7@9,9 is no legal placement now; to place: 7"),
        ("K-9-2-2:3,7 | 8t2@0,0", "move 1: the 8 can be turned in 2 ways"),
        ("K-9-2-2:3,7 | somewhere", "move 1: 'somewhere' is no move"),
        ("U-9-2-2 | 3@0,0 | x", "after the second bar: expected a card from 0 to 9"),
        ("U-9-1-2 | 3@0,0 | 3", "the card 3 cannot be drawn now"),
        ("U-9-1-2 | | 3 | 4", "a state has an instance, moves and a card"),
    ],
)
def test_a_bad_state_is_one_line(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput) as refused:
        play.parse_state(text)
    assert str(refused.value).startswith(line)


def test_what_was_played_is_what_the_checker_judges() -> None:
    record = play_match(PLAYED, PLAYED.deal(3), [Entrant.parse("greedy")])
    state = PLAYED.start(PLAYED.deal_from_json(record.deal))
    for move in record.moves:
        state = state.play(PLAYED.move_from_json(state, move))
    assert isinstance(state, play.Nmbr9State)
    verdict = GAME.check(state.instance, state.to_solution())
    assert verdict.ok
    assert (verdict.objective,) == state.scores() == record.outcome.scores


def test_greedy_scores_more_than_chance() -> None:
    points = {
        name: sum(
            play_match(PLAYED, PLAYED.deal(seed), [Entrant.parse(name)]).outcome.scores[0] for seed in range(3)
        )
        for name in ("greedy", "random")
    }
    assert points["greedy"] > points["random"]
