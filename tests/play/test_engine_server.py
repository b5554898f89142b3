"""Every agent of every playable game speaks the engine protocol."""

from __future__ import annotations

import os
import random
import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import domineering
import pytest
import short_deck
from dialogue_with_engine_server import Talk, one_way

from process_watch import wait_until
from tilewright import registry
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.play import Entrant, PlayableGame, State, make_player, play_match, replay
from tilewright.play.agent import Interruptible, Player
from tilewright.play.engine_process import Info
from tilewright.play.engine_server import LONGEST_LINE, agent_maker, read_lines

REGISTERED = [game for game in registry.games() if game.has("state")]
GAMES = [*REGISTERED, domineering.game, short_deck.game]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
TILEWRIGHT = [sys.executable, "-m", "tilewright"]
POSITIONS = 3


def agents() -> Iterator[Any]:
    """Yield every agent that is not faulty.

    For a game that prepares data, which is slow, yield only `random`, which needs no data.
    """
    for game in GAMES:
        for agent in (*(() if game.has("page_preparation") else game.agents), None):
            if agent is None or "faulty" not in agent.entry:
                name = "random" if agent is None else agent.name
                yield pytest.param(game, name, id=f"{game.name}-{name}")


each_agent = pytest.mark.parametrize(("game", "name"), list(agents()))


def positions(game: Game, count: int) -> list[State[Any]]:
    """Return unfinished states of a random game, as the player to move sees them."""
    played, rng = PlayableGame(game), random.Random(1)
    states = [played.start(played.deal(1))]
    while not states[-1].over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return [played.seen(state) for state in rng.sample(states[:-1], min(count, len(states) - 1))]


def talk(game: Game, name: str) -> Talk:
    return Talk(game, agent_maker(game, Entrant.parse(name)))


@each_agent
def test_an_agent_introduces_itself_and_chooses_legal_moves(game: Game, name: str) -> None:
    played = PlayableGame(game)
    with talk(game, name) as engine:
        engine.send("tw 1")
        introduction = engine.until("twok")
        assert introduction[:3] == ["id name tested", "id version 1.0", f"game {game.name}"]
        assert all(line.split()[0] in ("id", "game", "option", "twok") for line in introduction)
        assert engine.answers(f"newgame {game.name}") == []
        for state in positions(game, POSITIONS):
            for go in ("go", "go iterations 20", "go time 0.02"):
                engine.send(f"position {state.to_text()}", go)
                *infos, best = engine.until("bestmove")
                legal = set(state.moves())
                assert played.parse_move(state, best.removeprefix("bestmove ")) in legal
                for line in infos:
                    info = Info.parse(line.removeprefix("info "))
                    assert info.value is not None
                    assert played.parse_move(state, info.move) in legal
                if infos:
                    assert info.move == best.removeprefix("bestmove "), "the last info line has the best move"
        engine.send("quit")
        engine.ends()


@each_agent
def test_stop_ends_the_search_of_an_agent_with_a_budget(game: Game, name: str) -> None:
    try:
        player = make_player(game, Entrant.parse(f"{name}:1000000s"))
    except BadInput:
        return  # an agent that accepts no budget takes as long as it needs
    if game not in REGISTERED:
        return  # an agent of a test game need not be interruptible
    assert isinstance(player, Interruptible)
    with talk(game, name) as engine:
        for state in positions(game, 1):
            for go in ("go time 1000000", "go iterations 100000000"):
                engine.send(f"position {state.to_text()}", go, "isready", "stop")
                lines = engine.until("bestmove")
                assert (
                    PlayableGame(game).parse_move(state, lines[-1].removeprefix("bestmove ")) in state.moves()
                )
                if "readyok" not in lines:
                    engine.until("readyok")


@each_game
def test_unknown_lines_are_ignored_and_errors_are_reported(game: Game) -> None:
    state = positions(game, 1)[0]
    with talk(game, "random") as engine:
        assert engine.answers("", "hello", "tw 2", "stop", "\x00\x01", "bestmove x", "newgame", "readyok") == []
        assert engine.answers("go") == ["error there is no position; send position TEXT first"]
        for text in ("", "xyzzy", "{", "é" * 1000):
            (line,) = engine.answers(f"position {text}")
            assert line.startswith("error ")
        (line,) = engine.answers("go")
        assert line.startswith("error ")
        assert engine.answers(f"position {state.to_text()}") == []
        for go in ("go time", "go time -1", "go time x", "go iterations 1.5", "go depth 3"):
            (line,) = engine.answers(go)
            assert line.startswith("error ")
        for option in ("option", "option colour blue", "option seed", "option seed x", "option seed -1"):
            (line,) = engine.answers(option)
            assert line.startswith("error ")
        assert engine.answers("option seed 17") == []
        assert engine.answers("newgame no-such-game") == []
        assert engine.answers(f"position {state.to_text()}") == [
            f"error this engine plays {game.name}, not no-such-game"
        ]
        assert engine.answers(f"newgame {game.name}", f"position {state.to_text()}") == []
        engine.send("go")
        assert engine.until("bestmove")


@each_game
def test_the_option_seed_repeats_the_choice_of_a_random_agent(game: Game) -> None:
    state = positions(game, 1)[0]

    def choice(engine: Talk, seed: int) -> str:
        engine.send(f"option seed {seed}", f"position {state.to_text()}", "go")
        return engine.until("bestmove")[-1]

    with talk(game, "random") as one, talk(game, "random") as other:
        choices = [choice(one, seed) for seed in range(5)]
        assert [choice(other, seed) for seed in range(5)] == choices


def test_without_a_seed_the_choices_of_a_random_agent_differ_and_repeat_in_the_next_game() -> None:
    with talk(domineering.game, "random") as engine:

        def choices() -> list[str]:
            engine.send("newgame domineering", "position ....../...... 0")
            found = []
            for _ in range(8):
                engine.send("go")
                found += engine.until("bestmove")
            return found

        first = choices()
        assert len(set(first)) > 1
        assert choices() == first


def test_there_is_no_move_when_the_game_is_over() -> None:
    with talk(domineering.game, "random") as engine:
        assert engine.answers("position #. 0") == []
        assert engine.answers("go") == ["error the game is over in this position; there is no move left"]


class Waiting:
    """A player that cannot be interrupted and waits until the test releases it."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.closed = False

    def choose(self, state: Any, rng: random.Random) -> Any:
        self.go.wait()
        return state.moves()[0]

    def close(self) -> None:
        self.closed = True


def test_lines_are_answered_during_a_search() -> None:
    player = Waiting()
    with Talk(domineering.game, lambda budget, kept: player) as engine:
        assert engine.answers("position .../... 0", "go", "stop", "hello") == []
        assert engine.answers("go") == ["error a search is running; send stop first"]
        player.go.set()
        assert engine.until("bestmove") == ["bestmove a1"]
        engine.send("quit")
        engine.ends()
        assert player.closed


def test_quit_does_not_wait_for_a_search_that_cannot_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.play.engine_server.QUIT_SECONDS", 0.01)
    player = Waiting()
    with Talk(domineering.game, lambda budget, kept: player) as engine:
        engine.send("position .../... 0", "go", "quit")
        engine.ends()
        assert engine.server.searching
        player.go.set()


def test_the_end_of_the_input_waits_for_the_move() -> None:
    player = Waiting()
    with Talk(domineering.game, lambda budget, kept: player) as engine:
        engine.send("position .../... 0", "go", None)
        threading.Timer(0.05, player.go.set).start()
        engine.ends()
        assert engine.until("bestmove") == ["bestmove a1"]


def test_a_search_that_fails_is_reported_and_the_engine_goes_on() -> None:
    with talk(domineering.game, "crasher") as engine:
        engine.send("position ..../.... 0", "go")
        assert engine.until("bestmove")
        engine.send("go")
        assert engine.until("error") == ["error ZeroDivisionError: out of ideas"]
        assert engine.answers("newgame domineering", "position ..../.... 0") == []
        engine.send("go")
        assert engine.until("bestmove")


def test_a_player_is_kept_for_a_game_and_a_budget() -> None:
    made: list[Player] = []

    def make(budget: object, kept: Player | None) -> Player:
        player = Waiting()
        player.go.set()
        made.append(player)
        return player

    with Talk(domineering.game, make) as engine:
        for go, count in (("go", 1), ("go", 1), ("go time 1", 2), ("go time 1", 2), ("go", 3)):
            engine.send("position ..../.... 0", go)
            engine.until("bestmove")
            assert len(made) == count
        engine.answers("newgame domineering")
        assert len(made) == 4
    assert all(player.closed for player in made if isinstance(player, Waiting))


def test_a_game_that_begins_during_a_search_gets_a_new_player() -> None:
    made: list[Waiting] = []

    def make(budget: object, kept: Player | None) -> Player:
        made.append(Waiting())
        return made[-1]

    with Talk(domineering.game, make) as engine:
        engine.send("position ..../.... 0", "go")
        wait_until(lambda: len(made) == 1)
        assert engine.answers("newgame domineering") == []
        assert not made[0].closed
        made[0].go.set()
        engine.until("bestmove")
        engine.send("position ..../.... 0", "go")
        wait_until(lambda: len(made) == 2)
        assert made[0].closed
        made[1].go.set()
        engine.until("bestmove")


def test_lines_are_read_in_any_pieces_and_very_long_ones_are_dropped() -> None:
    reading, writing = os.pipe()
    text = b"one\ntw" + b"o\n" + b"x" * (3 * LONGEST_LINE) + b"\nthr\xffee\nfour"

    def write() -> None:
        for start in range(0, len(text), 10_007):
            os.write(writing, text[start : start + 10_007])
        os.close(writing)

    thread = threading.Thread(target=write)
    thread.start()
    assert list(read_lines(reading)) == ["one", "two", "thr\ufffdee", "four"]
    thread.join()
    os.close(reading)


# --- The command --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REGISTERED, ids=lambda game: game.name)
def test_the_command_answers_over_standard_input_and_output(game: Game) -> None:
    state = positions(game, 1)[0]
    text = f"tw 1\nisready\nnewgame {game.name}\nposition {state.to_text()}\ngo\n"
    done = one_way([*TILEWRIGHT, "engine", game.name, "random"], text)
    assert (done.returncode, done.stderr) == (0, "")
    *introduction, best = done.stdout.splitlines()
    assert introduction[0] == "id name Tilewright random"
    assert introduction[-2:] == ["twok", "readyok"]
    assert PlayableGame(game).parse_move(state, best.removeprefix("bestmove ")) in state.moves()


@pytest.mark.parametrize("text", ["", "quit\n", "quit\nisready\n", "isready"])
def test_the_command_ends_at_quit_and_at_the_end_of_the_input(text: str) -> None:
    done = one_way([*TILEWRIGHT, "engine", REGISTERED[0].name, "random"], text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("readyok\n" if text == "isready" else "")


# The score of a finished game may need data that takes a long time to prepare.
@pytest.mark.parametrize(
    "game", [game for game in REGISTERED if not game.has("page_preparation")], ids=lambda game: game.name
)
def test_an_agent_plays_through_the_protocol_and_repeats_its_game_for_the_same_seed(game: Game) -> None:
    played = PlayableGame(game)
    deal = played.deal(1)
    entrant = Entrant.parse(f"exec:{shlex.join(TILEWRIGHT)} engine {game.name} random")
    first, second, other = (
        play_match(played, deal, [entrant] * played.start(deal).players, seed) for seed in (1, 1, 2)
    )
    assert first.outcome.finished, first.outcome.reason
    assert len(list(replay(played, first))) == len(first.moves)
    assert first == second
    assert first.moves != other.moves


def test_what_an_agent_prints_does_not_reach_standard_output() -> None:
    code = """
import os, domineering
from tilewright.play.engine_server import serve_on_standard_streams
class Chatty:
    def choose(self, state, rng):
        print("I think", flush=True)
        os.write(1, b"therefore I print\\n")
        return state.moves()[0]
serve_on_standard_streams(domineering.game, "chatty", "1", lambda budget, kept: Chatty())
"""
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ["PYTHONPATH"]])
    done = one_way(
        ["env", f"PYTHONPATH={paths}", sys.executable, "-c", code], "position .../... 0\ngo time 1\n"
    )
    assert (done.returncode, done.stdout) == (0, "bestmove a1\n")
    assert done.stderr == "I think\ntherefore I print\n"


def test_a_wrong_game_or_agent_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    unplayable = next(game.name for game in registry.games() if not game.has("state"))
    cases = {
        ("engine", "domineering", "nobody"): "domineering has no agent 'nobody'",
        ("engine", "domineering", "human"): "the player 'human' is available only in the terminal",
        ("engine", "domineering", "exec"): "a command must follow exec",
        ("engine", "no-such-game", "random"): "no game is called 'no-such-game'",
        ("engine", unplayable, "random"): f"{unplayable} cannot be played move by move",
    }
    for arguments, message in cases.items():
        assert run(list(arguments)) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert message in captured.err
        assert captured.err.count("\n") == 1
