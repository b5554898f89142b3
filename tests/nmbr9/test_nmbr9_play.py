"""Playing Nmbr9: what the player sees, the notation of states, and games on the command line."""

from __future__ import annotations

import re

import pytest

import tilewright as tw
from tilewright.games.nmbr9 import state as play
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.play import Entrant, GameSession, PlayableGame, Record, play_match
from tilewright.play.agent import HUMAN
from tilewright.play.analysis import judge_moves
from tilewright.play.terminal_game import Dialogue

GAME = tw.game("nmbr9")
PLAYED = PlayableGame(GAME)


def test_a_player_sees_only_the_card_to_be_placed() -> None:
    state = play.parse_state("K-9-2-4:3,7,0,7 | 3@0,0")
    known = play.seen(state)
    assert known.to_text() == "U-9-2-4 | 3@0,0 | 7"
    assert known.moves() == state.moves()
    assert play.parse_state(known.to_text()) == known
    other = play.parse_state("K-9-2-4:3,7,9,9 | 3@0,0")
    assert play.seen(other) == known


def test_in_variant_f_the_player_chooses_the_card() -> None:
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


def test_the_number_may_be_omitted_if_only_one_can_be_placed() -> None:
    state = play.parse_state("K-9-2-3:3,7,0 | 3@0,0")
    assert play.parse_move(state, "t1@0,3^2") == play.parse_move(state, "7t1@0,3^2")
    assert play.parse_move(state, "@0,3") == play.parse_move(state, "7@0,3")
    free = play.start(Nmbr9Instance("F", 2, 1, 3))
    with pytest.raises(tw.BadInput, match="@0,0 does not begin with the number of a part; to place: 0, 1, 2"):
        play.parse_move(free, "@0,0")


def test_moves_that_score_are_listed_first() -> None:
    state = play.start(Nmbr9Instance("K", 9, 2, 20, PLAYED.deal(3).deck))
    while not state.over:
        points = [move.value * (move.level - 1) for move in state.moves()]
        assert points == sorted(points, reverse=True)
        state = state.play(state.moves()[0])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("K-9-2-2:3,7 | 7@0,0", "move 1, 7@0,0: the 7 cannot be placed now; to place: 3"),
        (
            "K-9-2-2:3,7 | 3@0,1",
            "move 1, 3@0,1: the 3 cannot be placed there: the bounding box of the first part must begin at 0,0",
        ),
        (
            "K-9-2-2:3,7 | 3@0,0 7@9,9",
            "move 2, 7@9,9: the 7 cannot be placed there: it touches no part on its level",
        ),
        (
            "K-9-2-2:3,7 | 3@0,0 7@0,0",
            "move 2, 7@0,0: the 7 cannot be placed there: some of its cells are not free",
        ),
        (
            "K-9-2-2:3,7 | 3@0,0 7@0,0^2",
            "move 2, 7@0,0^2: the 7 cannot be placed there: some of its cells",
        ),
        (
            "K-9-2-2:3,3 | 3@0,0 3@0,0^2",
            "move 2, 3@0,0^2: the 3 cannot be placed there: it would rest on a single",
        ),
        (
            "K-9-2-2:3,7 levels=1 | 3@0,0 7@0,0^2",
            "move 2, 7@0,0^2: the 7 cannot be placed there: there is no level 2",
        ),
        ("K-9-2-2:3,7 | 3@0,0^0", "move 1, 3@0,0^0: the 3 cannot be placed there: there is no level 0"),
        (
            "K-9-2-2:3,7 grid=5 | 3@3,3",
            "move 1, 3@3,3: the 3 cannot be placed there: some of its cells are outside the grid",
        ),
        ("K-9-2-2:3,7 | 8t2@0,0", "move 1, 8t2@0,0: t2 does not exist: the 8 has only the rotations t0 to t1"),
        ("K-9-2-2:3,7 | somewhere", "move 1, somewhere: 'somewhere' is not a move"),
        ("U-9-2-2 | 3@0,0 | x", "after the second bar: expected a card from 0 to 9"),
        ("U-9-1-2 | 3@0,0 | 3", "card 3 cannot be drawn now"),
        ("U-9-1-2 | | 3 | 4", "a state consists of an instance, moves and a card"),
    ],
)
def test_a_bad_state_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(tw.BadInput) as refused:
        play.parse_state(text)
    assert str(refused.value).startswith(line)


def test_the_checker_confirms_the_score_of_a_played_game() -> None:
    record = play_match(PLAYED, PLAYED.deal(3), [Entrant.parse("greedy")])
    state = PLAYED.start(PLAYED.deal_from_json(record.deal))
    for move in record.moves:
        state = state.play(PLAYED.move_from_json(state, move))
    assert isinstance(state, play.Nmbr9State)
    verdict = GAME.check(state.instance, state.to_solution())
    assert verdict.ok
    assert (verdict.objective,) == state.scores() == record.outcome.scores


def test_greedy_scores_more_than_random() -> None:
    points = {
        name: sum(
            play_match(PLAYED, PLAYED.deal(seed), [Entrant.parse(name)]).outcome.scores[0] for seed in range(3)
        )
        for name in ("greedy", "random")
    }
    assert points["greedy"] > points["random"]


# --- On the command line ------------------------------------------------------------------------------


def conversation(*lines: str, deal: str = "K-9-2-4:8,8,9,7") -> tuple[str, Record]:
    """Play a game by typing these lines; return the displayed text and the record of the game."""
    shown: list[str] = []
    typed = iter(lines)
    dialogue = Dialogue(GameSession(PLAYED, GAME.parse(deal), [HUMAN]), lambda: next(typed, None), shown.append)
    record = dialogue.run()
    return "\n".join(shown), record


def test_a_person_sees_row_and_column_numbers_and_the_rotations_of_the_card() -> None:
    shown, _ = conversation("1")
    assert "0 points; card 1 of 4: place the 8" in shown
    board = shown[shown.index("level 1") :]
    assert re.search(r"^ +0 +1 +2$", board, re.MULTILINE)
    assert "t0" in board
    assert "t1" in board


def test_a_person_can_place_cards_ask_for_hints_and_undo() -> None:
    shown, record = conversation("1", "hint planner:20it", "1", "undo", "nonsense", "1", "1", "1")
    assert "planner:20it would play 8" in shown
    assert "'nonsense' is not a move" in shown
    assert record.outcome.finished
    assert len(record.moves) == 4


def test_after_the_game_the_best_score_found_is_shown() -> None:
    shown, record = conversation("1", "1", "1", "1")
    match = re.fullmatch(
        r"Best score found for this deck: ([0-9]+) points; at most ([0-9]+) points are possible\.",
        shown.splitlines()[-1],
    )
    assert match
    best, bound = map(int, match.groups())
    optimum = tw.solve(GAME.parse("K-9-2-4:8,8,9,7"), solver="literal").objective
    assert optimum is not None
    assert record.outcome.scores[0] <= best <= optimum <= bound


def test_a_game_that_was_quit_or_has_no_deck_ends_without_the_best_score() -> None:
    assert "Best score found" not in conversation("1", "quit")[0]
    assert "Best score found" not in conversation("1", "1", "1", deal="F-2-1-3")[0]


def test_a_game_is_analysed_move_by_move() -> None:
    record = play_match(PLAYED, PLAYED.deal(2, {"cards": "6"}), [Entrant.parse("random")])
    judged = list(judge_moves(PLAYED, record, Entrant.parse("hindsight:1it")))
    assert [each.ply for each in judged] == [1, 2, 3, 4, 5, 6]
    assert judged[-1].review.played.value == record.outcome.scores[0]
    missed = judged[0].review.best.value - record.outcome.scores[0]
    assert sum(each.review.loss for each in judged) == missed
