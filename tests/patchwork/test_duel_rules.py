"""The rules of the two-player game: worked examples, invariants, and an independent implementation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from duel_oracle import OracleGame
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant, all_variants
from tilewright.games.patchwork.duel.rules import (
    RULES,
    PatchworkState,
    ScoreBreakdown,
    Side,
    explain,
    opening,
)
from tilewright.games.patchwork.pieces.patches import BOX, PAPER
from tilewright.games.patchwork.state import parse_move, parse_state, random_circle

QUICK = settings(deadline=None, derandomize=True, max_examples=25)
seeds = st.integers(0, 10**6)
variants = st.sampled_from(all_variants())


def random_game(
    seed: int, buy_share: float = 0.9, variant: Variant = STANDARD
) -> Iterator[tuple[PatchworkState, Move]]:
    """Yield the positions of a random game, each with the move that is played.

    If a patch can be bought, advancing is excluded with probability `buy_share`. The final position, in which
    the game is over, comes with a dummy `Advance()`.
    """
    rng = random.Random(seed)
    state = opening(random_circle(seed), variant)
    while not state.over:
        moves = state.moves()
        if len(moves) > 1 and isinstance(moves[0], Advance) and rng.random() < buy_share:
            moves = moves[1:]
        move = rng.choice(moves)
        yield state, move
        state = state.play(move)
    yield state, Advance()


def as_oracle(move: Move) -> Any:
    match move:
        case Advance():
            return ("advance",)
        case Special(cell):
            return "special", cell
        case Buy(patch, cells):
            return "buy", patch, frozenset(cells)


def squares(quilt: int) -> set[tuple[int, int]]:
    return {divmod(square, 9) for square in range(81) if quilt >> square & 1}


# --- Compared with an independent implementation ------------------------------------------------------


@QUICK
@given(seeds, st.sampled_from([0.3, 0.9, 1.0]), variants)
def test_every_step_of_a_random_game_agrees_with_an_independent_implementation(
    seed: int, buy_share: float, variant: Variant
) -> None:
    oracle = OracleGame(list(random_circle(seed)), variant)
    for state, move in random_game(seed, buy_share, variant):
        assert list(state.circle) == oracle.circle
        assert [side.buttons for side in state.sides] == oracle.buttons
        assert [side.income for side in state.sides] == oracle.income
        assert [side.time for side in state.sides] == oracle.space
        assert [squares(side.quilt) for side in state.sides] == oracle.covered
        assert set(state.specials) == oracle.singles
        assert state.pending == oracle.pending
        assert (state.bonus, state.first_home) == (oracle.bonus, oracle.first_finished)
        assert state.scores() == oracle.scores()
        assert state.winner() == oracle.winner()
        assert state.over == oracle.finished()
        if state.over:
            return
        assert state.to_move == oracle.turn()
        legal = [as_oracle(each) for each in state.moves()]
        assert len(set(legal)) == len(legal)
        assert set(legal) == oracle.moves()
        oracle.play(as_oracle(move))


# --- Invariants ---------------------------------------------------------------------------------------


@QUICK
@given(seeds, variants)
def test_covered_squares_and_incomes_are_those_of_the_patches_that_were_bought(
    seed: int, variant: Variant
) -> None:
    laid = [0, 0]
    for state, move in random_game(seed, variant=variant):
        bought = [patch for patch in state.patches.patches[1:] if patch.id not in state.circle]
        covered = sum(side.quilt.bit_count() for side in state.sides)
        assert covered == sum(patch.area for patch in bought) + sum(laid)
        assert sum(side.income for side in state.sides) == sum(patch.income for patch in bought)
        assert sum(laid) + state.pending + len(state.specials) == 5
        assert all(side.buttons >= 0 for side in state.sides)
        assert state.pending <= 1
        laid[state.to_move] += isinstance(move, Special)


@QUICK
@given(seeds)
def test_no_move_lowers_a_score_and_the_bonus_is_given_once(seed: int) -> None:
    before: tuple[int, ...] = (-1000, -1000)
    bonus = None
    for state, _ in random_game(seed):
        assert all(new >= old for new, old in zip(state.scores(), before, strict=True))
        assert bonus in (None, state.bonus)
        before, bonus = state.scores(), state.bonus
    assert all(patch.buttons <= 2 * patch.area for patches in (BOX, PAPER) for patch in patches)


def flipped(quilt: int) -> int:
    """Return the quilt with left and right exchanged."""
    return sum(1 << 9 * row + 8 - column for row, column in squares(quilt))


def transposed(quilt: int) -> int:
    return sum(1 << 9 * column + row for row, column in squares(quilt))


@QUICK
@given(seeds, st.integers(0, 40))
def test_a_mirrored_position_has_as_many_moves_and_the_same_scores(seed: int, ply: int) -> None:
    states = [state for state, _ in random_game(seed)]
    state = states[min(ply, len(states) - 2)]
    for image in (flipped, transposed, lambda quilt: flipped(transposed(quilt))):
        first, second = (replace(side, quilt=image(side.quilt)) for side in state.sides)
        mirrored = replace(state, sides=(first, second))
        assert len(mirrored.moves()) == len(state.moves())
        assert mirrored.scores() == state.scores()


@QUICK
@given(seeds)
def test_the_game_is_the_same_with_the_players_exchanged(seed: int) -> None:
    for state, move in random_game(seed):
        swapped = players_exchanged(state)
        assert swapped.scores() == state.scores()[::-1]
        assert swapped.moves() == state.moves()
        if not state.over:
            assert players_exchanged(state.play(move)) == swapped.play(move)


def players_exchanged(state: PatchworkState) -> PatchworkState:
    def other(player: int | None) -> int | None:
        return None if player is None else 1 - player

    return replace(
        state,
        sides=(state.sides[1], state.sides[0]),
        to_move=1 - state.to_move,
        bonus=other(state.bonus),
        first_home=other(state.first_home),
    )


# --- Worked examples ----------------------------------------------------------------------------------

CIRCLE = (2, 27, 18, 20, *(patch for patch in range(3, 34) if patch not in (18, 20, 27)), 1)


def test_the_first_moves_of_a_game_worked_by_hand() -> None:
    state = opening(CIRCLE)
    # Patch 2 (a corner of three squares) has 4 orientations with 8 x 8 placements each. Patch 27 (3 x 4
    # squares in size) has 4 orientations with 7 x 6 placements each. Patch 18 is too expensive: it costs 10
    # buttons. The remaining move is the advance.
    assert len(state.moves()) == 1 + 4 * 64 + 4 * 42
    # Patch 27 costs 0 buttons and 3 steps and has an income of 1. Now player 1 is behind.
    state = state.play(parse_move(state, "buy 27@0,0"))
    assert state.sides[0] == Side(squares_of("0,1 1,0 1,1 1,2 1,3 2,1"), buttons=5, income=1, time=3)
    assert state.to_move == 1
    assert state.circle[:3] == (18, 20, 3)
    assert state.circle[-2:] == (1, 2)
    # Patch 3 costs 1 button and 3 steps: player 1 arrives on the space of player 0, and moves again because it
    # arrived last.
    state = state.play(parse_move(state, "buy 3@0,0"))
    assert (state.to_move, state.sides[1].time, state.sides[1].buttons) == (1, 3, 4)
    # Player 1 advances to the space after the opponent's: one step, one button.
    state = state.play(Advance())
    assert (state.to_move, state.sides[1].time, state.sides[1].buttons) == (0, 4, 5)
    # Player 0 advances from space 3 to space 5: two buttons, and an income of one button on space 5.
    state = state.play(Advance())
    assert (state.to_move, state.sides[0].time, state.sides[0].buttons) == (1, 5, 5 + 2 + 1)
    # Player 1 passes space 5, but has no income.
    state = state.play(Advance())
    assert (state.to_move, state.sides[1].time, state.sides[1].buttons) == (0, 6, 7)
    assert state.scores() == (8 - 2 * 75, 7 - 2 * 78)


def squares_of(text: str) -> int:
    cells = [tuple(map(int, pair.split(","))) for pair in text.split()]
    return sum(1 << 9 * row + column for row, column in cells)


def test_a_new_patch_counts_for_the_income_on_the_way_of_its_purchase() -> None:
    state = parse_state("circle=18,2,3 buttons=10,5 income=2,0 time=1,9")
    after = state.play(parse_move(state, "buy 18@0,0"))  # 5 steps, from space 1 to space 6; the income is 2 + 3
    assert after.sides[0].buttons == 10 - 10 + 5


def test_the_first_player_to_pass_a_1x1_patch_lays_it_at_once() -> None:
    state = parse_state("circle=2,3,4 time=19,19 buttons=5,5")
    state = state.play(parse_move(state, "buy 2@0,0"))  # player 0 moves to space 20
    assert (state.to_move, state.pending, state.specials) == (0, 1, (26, 32, 44, 50))
    assert len(state.moves()) == 78
    state = state.play(Special((8, 8)))
    assert (state.to_move, state.pending) == (1, 0)
    assert state.sides[0].quilt >> 80 & 1
    state = state.play(Advance())  # player 1 passes space 20 and gets nothing there
    assert (state.pending, state.sides[1].time) == (0, 21)


def test_an_advance_takes_1x1_patches_too() -> None:
    state = parse_state("circle=2,3,4 time=15,19").play(Advance())
    assert (state.to_move, state.pending, state.sides[0].time) == (0, 1, 20)


def test_a_1x1_patch_without_a_free_square_is_discarded() -> None:
    full = "/".join(["#########"] * 9)
    state = parse_state(f"circle=2,3,4 time=19,19 quilts={full},- bonus=0").play(Advance())
    assert (state.to_move, state.pending, state.specials) == (1, 0, (26, 32, 44, 50))


def test_a_1x1_patch_can_complete_the_7x7() -> None:
    quilt = "/".join(["9", "2#######"] + ["2#######"] * 5 + ["2######1", "9"])
    state = parse_state(f"circle=2 quilts={quilt},- time=20,19 pending=1")
    assert len(state.moves()) == 81 - 48
    assert state.bonus is None
    assert state.play(Special((7, 8))).bonus == 0
    assert state.play(Special((0, 0))).bonus is None


def test_the_second_7x7_gets_no_bonus() -> None:
    seven = "/".join(["#######2"] * 7 + ["9", "9"])
    almost = "/".join(["######3"] + ["#######2"] * 6 + ["9", "9"])
    state = parse_state(f"circle=2 quilts={seven},{almost} time=19,20 to-move=1 pending=1")
    after = state.play(Special((0, 6)))
    assert after.bonus == 0
    assert explain(after) == (ScoreBreakdown(5, 32, 64, 7, -52), ScoreBreakdown(5, 32, 64, 0, -59))
    assert str(explain(after)[0]) == "5 buttons - 2 x 32 open squares + 7 for the 7x7 = -52"


def test_a_purchase_near_the_end_stops_on_the_last_space() -> None:
    state = parse_state("circle=7,2,3 time=50,53 buttons=9,0")
    bought = state.play(
        parse_move(state, "buy 7@0,0")
    )  # the patch costs 6 steps, but only 3 are left; its income on space 53 is 3
    assert (bought.over, bought.sides[0].time, bought.sides[0].buttons) == (True, 53, 9 - 7 + 3)
    advanced = state.play(Advance())
    assert (advanced.over, advanced.sides[0].buttons) == (True, 12)
    assert advanced.moves() == []


@pytest.mark.parametrize("first", [0, 1])
def test_a_tie_goes_to_the_player_who_reached_the_last_space_first(first: int) -> None:
    tie = parse_state(f"circle=2,3 time=53,53 home={first} buttons=9,9")
    assert (tie.over, tie.winner()) == (True, first)
    better = parse_state(f"circle=2,3 time=53,53 home={first} buttons=9,8")
    assert better.winner() == 0


def test_in_the_revised_edition_the_1x1_patches_lie_on_other_spaces() -> None:
    state = parse_state("circle=2,3,4 time=19,19 edition=revised")
    assert state.specials == (26, 32, 38, 44, 50)
    state = state.play(parse_move(state, "buy 2@0,0"))  # space 20 has no 1x1 patch
    assert (state.to_move, state.pending) == (1, 0)
    state = parse_state("circle=2,3,4 time=36,37 edition=revised").play(Advance())
    assert (state.to_move, state.pending, state.specials) == (0, 1, (44, 50))


def test_patch_4_is_a_square_in_the_box_and_a_corner_in_the_paper() -> None:
    square = parse_state("circle=4 buttons=6,5")
    corner = parse_state("circle=4 buttons=6,5 patches=paper")
    assert (len(square.moves()), len(corner.moves())) == (1 + 8 * 8, 1 + 4 * 8 * 8)
    assert square.play(parse_move(square, "buy 4@3,3")).sides[0].quilt == squares_of("3,3 3,4 4,3 4,4")
    assert corner.play(parse_move(corner, "buy 4@3,3")).sides[0].quilt == squares_of("3,4 4,3 4,4")


@pytest.mark.parametrize(
    ("patches", "other", "squares"),
    [("box", "paper", "0,0 1,0 1,1"), ("paper", "box", "0,0 0,1 1,0 1,1")],
)
def test_a_patch_of_another_set_is_refused_and_the_sets_are_named(
    patches: str, other: str, squares: str
) -> None:
    state = parse_state(f"circle=4 buttons=6,5 patches={patches}")
    with pytest.raises(BadInput, match=f"patch 4 in the set {patches!r}, but they do in the set {other!r}"):
        state.play(parse_move(state, f"buy 4 {squares}"))


def test_the_circle_continues_after_the_bought_patch() -> None:
    state = parse_state("circle=2,3,5,29,1 buttons=9,9")
    after = [state.play(parse_move(state, f"buy {patch}@0,0")).circle for patch in (2, 3, 5)]
    assert after == [(3, 5, 29, 1), (5, 29, 1, 2), (29, 1, 2, 3)]


def test_with_an_empty_circle_the_only_move_is_to_advance() -> None:
    assert parse_state("circle=-").moves() == [Advance()]


# --- Illegal moves ------------------------------------------------------------------------------------

BROKEN = {
    "game-over": ("circle=2 time=53,53 home=0", "advance", "there is no move to play"),
    "special-first": ("circle=2 time=20,19 pending=1", "advance", "any of 81 open squares"),
    "no-special": ("circle=2", "special 0,0", "you may advance or buy 2"),
    "not-on-offer": ("circle=2,3,5,29", "buy 29@0,0", "you may advance or buy 2, 3 or 5"),
    "too-dear": ("circle=17,3,5,29", "buy 17@0,0", "you may advance or buy 3 or 5"),
    "not-the-patch": ("circle=5,17", "buy 5 0,0 0,1 1,1", "you may advance or buy 5"),
    "off-board": ("circle=5,17", "buy 5@0,7", "you may advance or buy 5"),
    "overlap": ("circle=5,17 quilts=#8/9/9/9/9/9/9/9/9,-", "buy 5@0,0", "you may advance or buy 5"),
}


@pytest.mark.parametrize("code", RULES)
def test_an_illegal_move_is_refused_with_the_broken_rule_and_the_legal_moves(code: str) -> None:
    position, text, legal = BROKEN[code]
    state = parse_state(position)
    with pytest.raises(BadInput) as caught:
        state.play(parse_move(state, text))
    assert f"({code})" in str(caught.value)
    assert legal in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_patch_that_is_too_expensive_is_refused_with_its_price() -> None:
    state = parse_state("circle=17,4,9 buttons=4,5")
    with pytest.raises(BadInput, match=r"patch 17 costs 10 buttons and you have 4 .* advance or buy 9"):
        state.play(parse_move(state, "buy 17@0,0"))


@pytest.mark.parametrize(
    "move",
    [
        Buy(5, ()),
        Buy(5, ((0, 0), (0, 1), (0, 1), (0, 2))),
        Buy(5, ((0, -1), (0, 0), (0, 1))),
        Buy(0, ((0, 0),)),
        Buy(99, ((0, 0),)),
        Special((0, 0)),
    ],
)
def test_malformed_moves_are_refused(move: Move) -> None:
    with pytest.raises(BadInput):
        opening((5, *CIRCLE)).play(move)
