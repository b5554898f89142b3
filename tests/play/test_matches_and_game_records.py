"""Complete games, and their records."""

from __future__ import annotations

import json
import random
from typing import Any

import domineering
import pytest
import short_deck

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.play import Entrant, GameSession, PlayableGame, Record, play_match, replay

DOMINEERING, SHORT_DECK = PlayableGame(domineering.game), PlayableGame(short_deck.game)


def match(played: PlayableGame, deal: str, *agents: str, seed: int = 0) -> Record:
    return play_match(played, played.parse_deal(deal), [Entrant.parse(agent) for agent in agents], seed)


def test_a_record_is_one_line_of_json_with_the_deal_the_moves_and_the_result() -> None:
    record = match(DOMINEERING, "2x2", "perfect", "random", seed=5)
    line = record.to_line()
    assert "\n" not in line
    assert json.loads(line) == {
        "game": "domineering",
        "instance": {"rows": ["..", ".."]},
        "agents": ["perfect", "random"],
        "seed": 5,
        "moves": [[0, 0]],
        "result": {"scores": [1, 0], "winner": 0},
    }


def test_records_of_a_game_with_its_own_deals_begin_with_its_own_keys() -> None:
    record = match(SHORT_DECK, "0,1,2,3", "random", seed=1)
    assert list(record.to_json()) == ["game", "deck", "agents", "seed", "moves", "result"]
    assert record.to_json()["deck"] == [0, 1, 2, 3]
    assert Record.from_line(record.to_line()) == record
    assert [step.ply for step in replay(SHORT_DECK, record)] == list(range(len(record.moves)))


def test_an_agent_does_not_see_hidden_information() -> None:
    # If the peeker saw the whole deck, it would wait for 8 and 9, but it sees only the cards revealed so far.
    assert match(SHORT_DECK, "1,2,8,9", "peeker").outcome.scores == (3,)


def test_the_same_seed_gives_the_same_game_and_another_seed_another_one() -> None:
    games = {match(DOMINEERING, "5x5", "random", "random", seed=seed).to_line() for seed in range(10)}
    assert len(games) == 10
    first = match(DOMINEERING, "5x5", "random", "random", seed=3)
    assert first == match(DOMINEERING, "5x5", "random", "random", seed=3)


def test_the_same_seed_gives_the_same_game_on_any_machine() -> None:
    # The loop repeats the rule by which the agent draws its random numbers: `Random.random`, seeded with a
    # string, returns the same numbers in every Python version.
    state, moves = DOMINEERING.start(DOMINEERING.parse_deal("4x4")), []
    while not state.over:
        drawn = random.Random(f"2024/{state.to_move}/{len(moves)}").random()
        move = state.moves()[int(drawn * len(state.moves()))]
        moves.append(move.to_json())
        state = state.play(move)
    assert moves == [[1, 0], [3, 1], [0, 3], [2, 1], [0, 1]]
    assert list(match(DOMINEERING, "4x4", "random", "random", seed=2024).moves) == moves


@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_that_crashes_loses_and_the_record_has_the_reason(seat: int) -> None:
    agents = ["random", "random"]
    agents[seat] = "crasher"
    record = match(DOMINEERING, "5x5", *agents)
    assert record.outcome.winner == 1 - seat
    assert record.to_json()["result"]["forfeit"] == seat
    assert record.to_json()["result"]["reason"] == "it crashed: ZeroDivisionError: out of ideas"
    assert len(record.moves) == 2 + seat
    assert Record.from_line(record.to_line()) == record
    list(replay(DOMINEERING, record))


def test_an_agent_that_breaks_the_rules_loses_and_the_record_has_the_reason() -> None:
    record = match(DOMINEERING, "3x3", "random", "cheater")
    assert record.outcome.winner == 0
    assert record.outcome.forfeit == 1
    assert record.outcome.reason == "its move f6 is not legal: f6: row 5, column 5 is not free"


def test_the_number_of_agents_must_be_the_number_of_players() -> None:
    with pytest.raises(BadInput, match="domineering takes 2 players, not 1"):
        match(DOMINEERING, "3x3", "random")
    with pytest.raises(BadInput, match="short-deck takes one player, not 2"):
        match(SHORT_DECK, "1,2,3", "random", "random")


def test_undo_returns_to_the_previous_states_up_to_the_start() -> None:
    session = GameSession(DOMINEERING, DOMINEERING.parse_deal("4x4"), ["human", "human"])
    states = [session.state]
    while not session.state.over:
        session.play(session.state.moves()[0])
        states.append(session.state)
    assert session.movers == [ply % 2 for ply in range(session.ply)]
    while session.ply:
        assert session.state is states[session.ply]
        session.undo()
    assert session.state is states[0]


def test_the_error_for_a_game_without_play_lists_the_playable_games() -> None:
    with pytest.raises(BadInput) as refusal:
        PlayableGame(registry.game("powers"))
    assert str(refusal.value).startswith("powers cannot be played move by move; the games that can are ")
    assert "domineering" in str(refusal.value)
    assert "domino" in str(refusal.value)


# --- Invalid records ----------------------------------------------------------------------------------

GOOD = match(DOMINEERING, "2x3", "perfect", "perfect").to_json()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"game": "powers"}, "the recorded game is powers, not domineering"),
        ({"agents": ["random"]}, "the record names 1 agent; the game takes 2 players"),
        ({"agents": ["random"] * 3}, "the record names 3 agents; the game takes 2 players"),
        ({"agents": [1, 2]}, "the agents of a record must be strings"),
        ({"moves": []}, "the record says that the game is finished, but there are legal moves left"),
        ({"moves": [[0, 0], [0, 0]]}, "move 2 of the record: a1: row 0, column 0 is not free"),
        ({"moves": ["zz"]}, "move 1 of the record: 'zz' is not a move"),
        ({"moves": [None]}, "move 1 of the record: 'null' is not a move"),
        ({"moves": 3}, "a record needs the key 'moves', a list"),
        ({"seed": True}, "a record needs the key 'seed', a whole number"),
        ({"result": {}}, "the result of a record must look like"),
        ({"result": {"scores": ["1"], "winner": 0}}, "the result of a record must look like"),
        (
            {"result": {"scores": [0, 1], "winner": 1}},
            "the scores are [0, 1], but its moves give [",
        ),
        (
            {"result": {"scores": GOOD["result"]["scores"], "winner": None}},
            "gives the winner as nobody",
        ),
        ({"instance": {"rows": 3}}, 'expected {"rows": ["..", ".#"]}'),
        (
            {"more": 1},
            "a record of domineering must have only the key 'instance' for its deal; it has instance, more",
        ),
    ],
)
def test_the_error_of_a_replay_has_the_position_of_the_wrong_move(
    changed: dict[str, Any], message: str
) -> None:
    list(replay(DOMINEERING, Record.from_json(GOOD)))
    with pytest.raises(BadInput) as refusal:
        list(replay(DOMINEERING, Record.from_json(GOOD | changed)))
    assert message in str(refusal.value)


@pytest.mark.parametrize("line", ["", "{", "[]", "3", '{"game": 1}', '{"game": "domineering"}', "null"])
def test_a_line_that_is_not_a_record_is_refused(line: str) -> None:
    with pytest.raises(BadInput):
        Record.from_line(line)
