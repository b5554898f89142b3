"""Random plays of every playable game: each state satisfies the contract of `tilewright.play.State`.

A game is played at random to its end. Each state on the way is written, parsed, copied and queried twice; then
the game is taken back to its start and played again. All registered games and the two games of the tests are
tested.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import domineering
import pytest
import short_deck

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.play import (
    Critic,
    Entrant,
    PlayableGame,
    Record,
    State,
    Valuer,
    make_player,
    play_match,
    replay,
)
from tilewright.play.agent import analyst_of, find_agent

pytestmark = pytest.mark.usefixtures("prepared_data")

DEALS = 3
MOVES_LOOKED_AT = 30

GAMES = [game for game in registry.games() if game.has("state")] + [domineering.game, short_deck.game]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def agents() -> Iterator[Any]:
    for game in GAMES:
        for agent in (*game.agents, None):
            if agent is None or "faulty" not in agent.entry:
                name = "random" if agent is None else agent.name
                yield pytest.param(game, name, id=f"{game.name}-{name}")


def entrant(game: Game, name: str) -> Entrant:
    """Return the agent with the given name, with a small budget if the agent accepts one."""
    modest = Entrant.parse(f"{name}:20it")
    try:
        make_player(game, modest)
    except BadInput:
        return Entrant.parse(name)
    return modest


def starts(game: Game) -> Iterator[State[Any]]:
    played = PlayableGame(game)
    for seed in range(DEALS):
        yield played.start(played.deal(seed))


def random_game(state: State[Any], seed: int) -> tuple[list[State[Any]], list[Any]]:
    """Return all states of a random game and the moves between them."""
    rng = random.Random(seed)
    states, moves = [state], []
    while not states[-1].over:
        moves.append(rng.choice(states[-1].moves()))
        states.append(states[-1].play(moves[-1]))
    return states, moves


def some(moves: Any, seed: int = 0) -> list[Any]:
    moves = list(moves)
    return moves if len(moves) <= MOVES_LOOKED_AT else random.Random(seed).sample(moves, MOVES_LOOKED_AT)


@each_game
def test_a_state_is_a_value_that_is_written_in_one_line_and_read_back(game: Game) -> None:
    played = PlayableGame(game)
    for seed, start in enumerate(starts(game)):
        for state in random_game(start, seed)[0]:
            text = state.to_text()
            assert "\n" not in text
            for twin in (played.parse_state(text), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                assert twin == state
                assert hash(twin) == hash(state)
                assert twin.to_text() == text
            assert played.show(state).strip()
            assert played.show(played.seen(state)).strip()
            assert repr(state)


@each_game
def test_moves_are_distinct_and_their_notations_are_read_back(game: Game) -> None:
    played = PlayableGame(game)
    for seed, start in enumerate(starts(game)):
        for state in random_game(start, seed)[0]:
            moves = state.moves()
            assert list(state.moves()) == list(moves)
            assert len(set(moves)) == len(moves)
            for move in some(moves):
                assert "\n" not in str(move)
                assert not str(move).isdecimal()
                assert played.parse_move(state, str(move)) == move
                assert played.move_from_json(state, json.loads(json.dumps(move.to_json()))) == move


@each_game
def test_a_game_ends_when_no_move_is_left_and_scores_keep_within_their_bounds(game: Game) -> None:
    for seed, start in enumerate(starts(game)):
        states, _ = random_game(start, seed)
        final = states[-1].scores()
        for state in states:
            assert state.players == start.players
            assert state.players in (1, 2)
            assert state.over == (not state.moves())
            assert state.over or 0 <= state.to_move < state.players
            assert len(state.scores()) == state.players
            low, high = state.bounds()
            assert all(low <= score <= high for score in final)
            assert all(type(score) is int for score in state.scores())
        winner = states[-1].winner()
        assert winner is None if start.players == 1 else winner in (None, 0, 1)


@each_game
def test_undoing_all_moves_and_replaying_them_gives_the_same_game(game: Game) -> None:
    for seed, start in enumerate(starts(game)):
        before = start.to_text(), hash(start)
        states, moves = random_game(start, seed)
        texts = [state.to_text() for state in states]
        assert (start.to_text(), hash(start)) == before, "playing on must not change a state"
        state = start
        for move, text in zip(moves, texts[1:], strict=True):
            state = state.play(move)
            assert state.to_text() == text


@each_game
def test_a_move_that_is_not_listed_is_refused(game: Game) -> None:
    for seed, start in enumerate(starts(game)):
        states, moves = random_game(start, seed)
        known = {move for state in states for move in some(state.moves(), seed)} | set(moves)
        for state in states:
            legal = set(state.moves())
            for move in sorted(known, key=str)[:200]:
                if move in legal:
                    state.play(move)
                else:
                    with pytest.raises(BadInput) as refusal:
                        state.play(move)
                    assert "\n" not in str(refusal.value)


@each_game
def test_invalid_text_is_refused_as_a_move(game: Game) -> None:
    played = PlayableGame(game)
    for start in starts(game):
        for text in ("", "xyzzy", "{", "[]", '{"a": 1}', "null", "[1, 2", "\x00", "9" * 5000, "é@0,0-0,1"):
            with pytest.raises(BadInput) as refusal:
                start.play(played.parse_move(start, text))
            assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("game", "name"), list(agents()))
def test_an_agent_plays_legal_moves_and_repeats_a_game_for_the_same_seed(game: Game, name: str) -> None:
    played = PlayableGame(game)
    players = next(starts(game)).players
    deal = played.deal(1)
    agents = [entrant(game, name)] * players
    record = play_match(played, deal, agents, 1)
    assert record.outcome.forfeit is None
    assert record.outcome.finished
    assert record == play_match(played, deal, agents, 1)
    assert Record.from_line(record.to_line()) == record
    assert len(list(replay(played, record))) == len(record.moves)


@pytest.mark.parametrize(("game", "name"), list(agents()))
def test_an_agent_chooses_the_first_move_that_it_lists(game: Game, name: str) -> None:
    played = PlayableGame(game)
    player = make_player(game, entrant(game, name))
    if not isinstance(player, Valuer):
        return
    for seed, start in enumerate(starts(game)):
        # Only two states of each game, because some agents are slow.
        states = random_game(start, seed)[0][:-1]
        for state in random.Random(seed).sample(states, min(2, len(states))):
            seen = played.seen(state)
            values = player.values(seen, random.Random(seed))
            assert values[0].move == player.choose(seen, random.Random(seed))
            assert {each.move for each in values} <= set(state.moves())


@each_game
def test_a_record_with_a_move_or_a_score_changed_does_not_replay(game: Game) -> None:
    played = PlayableGame(game)
    players = next(starts(game)).players
    for seed in range(DEALS):
        record = play_match(played, played.deal(seed), [Entrant.parse("random")] * players, seed)
        shorter = replace(record, moves=record.moves[:-1])
        longer = replace(record, moves=(*record.moves, record.moves[-1]))
        richer = replace(record, outcome=replace(record.outcome, scores=(99,) * players))
        for forged in (shorter, longer, richer):
            with pytest.raises(BadInput):
                list(replay(played, forged))


@each_game
def test_the_analyst_of_a_game_values_moves(game: Game) -> None:
    if game.analyst:
        assert isinstance(make_player(game, analyst_of(game)), Critic | Valuer)


@each_game
def test_the_levels_of_a_game_name_agents_of_increasing_rating(game: Game) -> None:
    for level in game.levels:
        find_agent(game, Entrant.parse(level.agent))
    ratings = [level.rating for level in game.levels if level.rating is not None]
    assert ratings == sorted(set(ratings))
