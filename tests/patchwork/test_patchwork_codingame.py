"""The protocol of the contest "Git Patchwork" on CodinGame, as its statement and its referee describe it."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from process_watch import descendants
from tilewright.errors import BadInput, EngineFailure
from tilewright.games.patchwork import game
from tilewright.games.patchwork.codingame.answer_referee_with_agent import ContestPlayer, answer_referee
from tilewright.games.patchwork.codingame.commands_to_referee import (
    command_of,
    described,
    parse_command,
    special_id,
)
from tilewright.games.patchwork.codingame.moves_between import moves_between, moves_since_opening
from tilewright.games.patchwork.codingame.player_from_contest_program import BotPlayer
from tilewright.games.patchwork.codingame.referee_input import (
    RefereeInput,
    RefereePatch,
    Turn,
    time_board_lines,
)
from tilewright.games.patchwork.duel.moves import Advance, Buy, Move, Special
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, opening
from tilewright.games.patchwork.pieces.patches import BOX
from tilewright.geometry import Polyomino
from tilewright.play import Entrant, PlayableGame, make_player, play_match, replay

BOT = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent / 'contest_bot.py'))}"
TILEWRIGHT = [sys.executable, "-m", "tilewright"]
CIRCLE = (
    *(10, 25, 27, 8, 9, 17, 26, 13, 14, 30, 19, 20, 18, 31, 28, 24, 15),
    *(7, 4, 16, 6, 5, 2, 22, 3, 11, 32, 12, 23, 29, 33, 21, 1),
)
GAMES = 6


def start() -> PatchworkState:
    return opening(CIRCLE)


def random_games(count: int = GAMES) -> Iterator[list[tuple[PatchworkState, Move]]]:
    """Yield random games; a game is a list of positions, each with the move that was played in it."""
    for seed in range(count):
        rng = random.Random(seed)
        state, steps = start(), []
        while not state.over:
            moves = state.moves()
            # A purchase has many placements, so a uniform choice among all moves would rarely be an advance.
            move = moves[0] if rng.random() < 0.3 else rng.choice(moves)
            steps.append((state, move))
            state = state.play(move)
        yield steps


def turn_of(state: PatchworkState, opponent_moves: tuple[str, ...] = ()) -> Turn:
    patches = described(state.variant.patch_set)
    circle = tuple(patches[patch] for patch in state.circle)
    return Turn(state.mover, state.waiting, circle, special_id(state), opponent_moves)


# --- The referee's input ------------------------------------------------------------------------------

TURN = """\
3 8 2
OOO......
.O.......
.........
.........
.........
.........
.........
.........
OO.......
0 9 1
.........
.........
.........
.........
.........
.........
.........
.........
........O
2
20 0 2 3 O.O|OOO|O.O
32 0 2 1 OO
0
2
PLAY 17 6 0 1 3
SKIP
"""


def test_a_turn_is_read_and_written_as_the_statement_describes_it() -> None:
    turn = RefereeInput(iter(TURN.splitlines())).read_turn()
    assert turn is not None
    assert turn.mine == Side(0b111 | 1 << 10 | 0b11 << 72, 3, 2, 8)
    assert turn.theirs == Side(1 << 80, 0, 1, 9)
    letter_h = Polyomino.from_rows(["#.#", "###", "#.#"])
    assert turn.patches[0] == RefereePatch(20, 0, 2, 3, letter_h)
    assert [patch.id for patch in turn.patches] == [20, 32]
    assert (turn.special, turn.opponent_moves) == (0, ("PLAY 17 6 0 1 3", "SKIP"))
    assert turn.to_lines() == TURN.splitlines()
    assert time_board_lines() == ["9", "5 11 17 23 29 35 41 47 53", "5", "20 26 32 44 50"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "3 8"),
        (1, "3 8 x"),
        (2, "OOO"),
        (2, "OOO.....X"),
        (11, "-1 0 0"),
        (21, "99"),
        (22, "20 0 2 O"),
        (24, "1"),
    ],
)
def test_input_that_is_not_as_described_is_refused_with_the_number_of_its_line(line: int, text: str) -> None:
    lines = TURN.splitlines()
    lines[line - 1] = text
    with pytest.raises(BadInput, match=f"line {line}: expected"):
        RefereeInput(iter(lines)).read_turn()


def test_input_may_end_between_turns_but_not_within_one() -> None:
    referee = RefereeInput(iter(TURN.splitlines()))
    assert referee.read_turn() is not None
    assert referee.read_turn() is None
    with pytest.raises(BadInput, match="line 6: the input ends within a turn"):
        RefereeInput(iter(TURN.splitlines()[:5])).read_turn()
    assert not RefereeInput(iter([])).check_time_board()


def test_leagues_with_other_rules_are_refused() -> None:
    assert RefereeInput(iter(time_board_lines())).check_time_board()
    with pytest.raises(BadInput, match="line 1: expected '9', as in the two highest leagues, not '0'"):
        RefereeInput(iter(["0", "", "0", ""])).check_time_board()


# --- Commands -----------------------------------------------------------------------------------------


def test_patches_have_the_numbers_of_the_contest() -> None:
    patches = described(BOX)
    assert sorted(patch.id for patch in patches.values()) == list(range(33))
    assert patches[1].to_line() in ("32 0 2 1 OO", "32 0 2 1 O|O")
    assert patches[25].to_line() in ("20 0 2 3 O.O|OOO|O.O", "20 0 2 3 OOO|.O.|OOO")
    assert (patches[33].id, patches[33].income, patches[33].buttons, patches[33].time) == (6, 1, 1, 4)


@pytest.mark.parametrize(
    ("flip", "rotations", "rows"),
    [
        (0, 0, "##|.#|.#"),
        (0, 1, "..#|###"),
        (0, 2, "#.|#.|##"),
        (0, 3, "###|#.."),
        (1, 0, "##|#.|#."),
        (1, 1, "###|..#"),
    ],
)
def test_a_patch_is_flipped_first_and_then_turned_clockwise(flip: int, rotations: int, rows: str) -> None:
    shape = Polyomino.from_rows(["##", ".#", ".#"])
    patch = RefereePatch(19, 1, 4, 2, shape)
    laid = Polyomino.from_rows(rows.split("|"))
    assert command_of(Buy(9, laid.at(2, 5)), 0, {9: patch}) == f"PLAY 19 5 2 {flip} {rotations}"


def test_every_move_has_a_command_that_is_read_back() -> None:
    kinds = set()
    for steps in random_games():
        for state, move in steps:
            patches = described(state.variant.patch_set)
            command = command_of(move, special_id(state), patches)
            assert parse_command(f"{command} good luck", state, patches) == move
            kinds.add(type(move))
    assert kinds == {Advance, Buy, Special}


@pytest.mark.parametrize(
    "command", ["SKIP", "SKIP 1 2", "PLAY 99 0 0 0 0", "PLAY 17 8 8 0 0", "PLAY 20 -1 0", "PLAY 8 3 99 0 1"]
)
def test_a_play_that_is_not_legal_counts_as_skip(command: str) -> None:
    assert parse_command(command, start(), described(BOX)) == Advance()


def test_skipping_a_1x1_patch_lays_it_on_the_first_open_square() -> None:
    pending = [state for steps in random_games() for state, move in steps if isinstance(move, Special)]
    assert pending
    for state in pending:
        for command in ("SKIP", "PLAY 20 0 0", "PLAY 0 0 0 0 0"):
            move = parse_command(command, state, described(state.variant.patch_set))
            assert move == state.moves()[0]


@pytest.mark.parametrize("command", ["", "PASS", "skip", "PLAY", "PLAY 1 2", "PLAY a 1 2", "PLAY  1 2 3"])
def test_any_other_command_is_refused(command: str) -> None:
    with pytest.raises(BadInput, match="expected SKIP or PLAY"):
        parse_command(command, start(), described(BOX))


# --- The opponent's moves -----------------------------------------------------------------------------


def test_the_moves_between_two_turns_of_a_player_are_found() -> None:
    for steps in random_games():
        for index, (state, move) in enumerate(steps):
            after = state.play(move)
            until = next((later for later, _ in steps[index + 1 :] if later.to_move == state.to_move), None)
            if until is None:
                continue
            found = moves_between(after, until)
            assert found is not None
            for each in found:
                assert after.to_move != until.to_move
                after = after.play(each)
            assert after == until


def test_positions_of_different_games_are_not_connected() -> None:
    one, other = (steps[10][0] for steps in list(random_games(2)))
    assert moves_between(one, other) is None


def test_the_first_move_of_the_opponent_is_found_without_a_position_before() -> None:
    assert moves_since_opening(start()) == (start(), [])
    for move in start().moves():
        assert moves_since_opening(start().play(move)) == (start(), [move])
    assert moves_since_opening(next(iter(random_games()))[8][0]) is None


# --- An agent of Tilewright plays for the referee -----------------------------------------------------


def test_positions_are_rebuilt_from_the_input_of_the_turns() -> None:
    """Both players rebuild the positions of a game from the referee's input."""
    for steps in random_games():
        seats = [ContestPlayer(_Following(steps, seat)) for seat in (0, 1)]
        for state, move in steps:
            command = seats[state.to_move].command(turn_of(state))
            assert parse_command(command, state, described(state.variant.patch_set)) == move


class _Following:
    """A player that checks that it receives the positions of its seat, and repeats the recorded moves."""

    def __init__(self, steps: list[tuple[PatchworkState, Move]], seat: int) -> None:
        self._steps = [step for step in steps if step[0].to_move == seat]

    def choose(self, state: PatchworkState, rng: object) -> Move:
        expected, move = self._steps.pop(0)
        assert state == expected
        return move


def test_the_owner_of_the_7x7_bonus_is_remembered() -> None:
    """The referee does not state who has the bonus, and both players may have a full 7x7 square."""
    almost, full = (sum(0b1111111 << 9 * row for row in range(rows)) for rows in (6, 7))
    player = ContestPlayer(make_player(game, Entrant.parse("greedy")))
    patches = tuple(described(BOX)[patch] for patch in range(2, 34))
    player.command(Turn(Side(almost, 50, 5, 30), Side(full, 50, 5, 31), patches, 0, ()))
    turn = Turn(Side(full, 50, 5, 32), Side(full, 50, 5, 33), patches, 0, ())
    state = player._position(turn, list(range(2, 34)))
    assert state.to_move == 1
    assert state.bonus == 0


def test_a_patch_that_is_not_in_the_game_is_refused() -> None:
    turn = Turn(Side(), Side(), (RefereePatch(5, 9, 9, 9, Polyomino.from_rows(["#"])),), 0, ())
    with pytest.raises(BadInput, match="the referee's patch '5 9 9 9 O' is not a patch of the game"):
        ContestPlayer(make_player(game, Entrant.parse("random"))).command(turn)


def test_our_player_answers_the_referee_line_by_line() -> None:
    lines = [*time_board_lines(), *turn_of(start()).to_lines()]
    commands: list[str] = []
    answer_referee(iter(lines), commands.append, make_player(game, Entrant.parse("greedy")))
    patches = described(BOX)
    move = make_player(game, Entrant.parse("greedy")).choose(start(), random.Random("0/0/0"))
    assert [parse_command(command, start(), patches) for command in commands] == [move]


def test_the_command_prints_nothing_but_commands() -> None:
    text = "\n".join([*time_board_lines(), *turn_of(start()).to_lines()]) + "\n"
    command = [*TILEWRIGHT, "quilts", "codingame", "random"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("SKIP\n", "PLAY "))
    assert done.stdout.count("\n") == 1
    done = subprocess.run(command, input="0\n\n0\n\n", capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


# --- Bots of the contest play in the arena ------------------------------------------------------------


def test_a_bot_plays_whole_games_and_learns_the_moves_of_its_opponent() -> None:
    before = descendants()
    played = PlayableGame(game)
    deal = played.parse_deal(",".join(map(str, CIRCLE)))
    bot = f"exec:{shlex.join(TILEWRIGHT)} quilts codingame-bot {BOT}"
    for agents in ((bot, "greedy"), ("random", bot)):
        record = play_match(played, deal, [Entrant.parse(agent) for agent in agents], 1)
        assert record.agents == agents
        assert record.outcome.finished, record.outcome.reason
        assert record.outcome.forfeit is None
        assert len(list(replay(played, record))) == len(record.moves)
    assert descendants() == before


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_is_told_the_moves_of_its_opponent(seat: int) -> None:
    bot = BotPlayer(f"{shlex.quote(sys.executable)} -c {shlex.quote(_ECHO)}")
    state = start()
    played: list[str] = []
    received: list[str] = []
    try:
        for _ in range(12):
            while state.to_move != seat:
                moves = state.moves()
                move = moves[0] if len(played) % 3 else moves[-1]
                played.append(command_of(move, special_id(state), described(state.variant.patch_set)))
                state = state.play(move)
            state = state.play(bot.choose(state))
            received += bot._program.last_words.split(";")[:-1]
            assert received == played
    finally:
        bot.close()
    assert len(received) > 3


_ECHO = """
import sys
for _ in range(4): input()
while True:
    for _ in range(20): input()
    for _ in range(int(input())): input()
    input()
    print(*[input() + ';' for _ in range(int(input()))], sep='', file=sys.stderr, flush=True)
    print('SKIP', flush=True)
"""


def test_a_position_of_another_game_starts_the_bot_again() -> None:
    bot = BotPlayer(BOT)
    try:
        first = bot.choose(start())
        later = next(iter(random_games(1)))[6][0]
        bot.choose(later)
        assert bot.choose(start()) == first
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("dies", "the bot ended with status 1; its last line on standard error: the bot is tired"),
        ("passes", "not 'PASS'"),
    ],
)
def test_a_bot_that_breaks_the_protocol_is_reported(how: str, reason: str) -> None:
    bot = BotPlayer(f"{BOT} {how}")
    try:
        with pytest.raises((EngineFailure, BadInput), match=reason):
            bot.choose(start())
    finally:
        bot.close()
