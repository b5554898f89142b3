"""Turns: a person's move and the agents' replies in one request, with players that a worker caches."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tilewright.errors import BadInput, EngineFailure
from tilewright.play.agent import Entrant
from tilewright.play.matches_and_game_records import play_match
from tilewright.play.state import PlayableGame
from tilewright.registry import game
from tilewright.web.fair_queue import FairQueue
from tilewright.web.handlers import cached_players_and_states
from tilewright.web.handlers.cached_players_and_states import CACHED_GAMES, CachedGames
from tilewright.web.handlers.play import play_turn
from tilewright.web.supervised_worker import WorkerProcess

DOMINO = PlayableGame(game("domino"))
REST = {"values": False, "most_replies": 20, "most_moves": 0, "parts": []}


def events_of(text: str) -> list[tuple[str, Any]]:
    """Return the parsed server-sent events, except those about phases."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks if block["event"] != "phase"]


def turn(client: TestClient, **body: Any) -> list[tuple[str, Any]]:
    response = client.post("/api/v1/play/turn", json={"parts": [], **body})
    assert response.status_code == 200, response.text
    return events_of(response.text)


def test_one_response_has_every_move_of_a_turn(client: TestClient) -> None:
    state = DOMINO.start(DOMINO.deal(1))
    move = state.moves()[0]
    events = turn(
        client, game="domino", state=state.to_text(), move=str(move), agents=["greedy"], most_replies=2
    )
    assert [kind for kind, _ in events] == ["running", "played", "reply", "reply", "done"]
    assert events[1][1]["view"]["state"] == state.play(move).to_text()
    for _, body in events[1:4]:
        state = state.play(DOMINO.parse_move(state, body["move"]["text"]))
        assert body["view"]["state"] == state.to_text()
    assert events[-1][1]["result"] == {"replies": 2}
    # Without a person's move the agents begin, and after the last move no agent replies.
    events = turn(client, game="domino", state=state.to_text(), agents=["greedy"], most_replies=50, values=True)
    assert [kind for kind, _ in events[:3]] == ["running", "started", "reply"]
    assert events[-2][1]["view"]["over"]
    assert events[2][1]["values"][0]["text"] == events[2][1]["move"]["text"]


def test_the_agent_of_the_page_plays_as_in_the_arena() -> None:
    """A worker keeps one player for the whole game, with the same budget and random numbers as in the arena."""
    played = PlayableGame(game("patchwork"))
    deal, agents = played.deal(7), [None, "mcts:20it"]
    record = play_match(played, deal, [Entrant.parse("random"), Entrant.parse("mcts:20it")], 7)
    state = played.start(deal)
    ply = 0
    while not state.over:
        reports: list[Any] = []
        move = record.moves[ply] if state.to_move == 0 else None
        request = {"game": "patchwork", "state": state.to_text(), "move": move, "agents": agents, "key": "k"}
        play_turn(request | {"seed": 7, "ply": ply} | REST, reports.append)
        moves = [report["move"]["json"] for report in reports if "move" in report]
        assert moves == list(record.moves[ply : ply + len(moves)])
        for data in moves:
            state = state.play(played.move_from_json(state, data))
        ply += len(moves)
        assert state.over or state.to_move == 0
    assert ply == len(record.moves)


@pytest.mark.parametrize(
    ("change", "status", "message"),
    [
        ({"move": "99@0,0-0,1"}, 400, "99"),
        ({"state": "nonsense"}, 400, "nonsense"),
        ({"agents": ["gready"]}, 400, "no agent 'gready'"),
        ({"agents": ["greedy:1s"]}, 400, "takes no budget"),
        ({"agents": ["exec:true"]}, 400, "cannot contain a command"),
        ({"agents": [None, None]}, 400, "expected one entry per player, 1 in total"),
        ({"agents": []}, 422, "agents"),
        ({"most_replies": 51}, 422, "most_replies"),
        ({"game": "powers"}, 400, "cannot be played"),
    ],
)
def test_a_bad_turn_is_refused_in_one_line(
    change: dict[str, Any], status: int, message: str, client: TestClient
) -> None:
    body = {"game": "domino", "state": DOMINO.start(DOMINO.deal(1)).to_text(), "agents": ["greedy"], **change}
    response = client.post("/api/v1/play/turn", json=body)
    assert response.status_code == status
    assert message in response.json()["detail"]
    assert "\n" not in response.json()["detail"]


# --- Cached players -----------------------------------------------------------------------------------


class Counting:
    """A player that plays the first legal move and can be made to fail; the class counts its instances."""

    made = 0
    closed = 0
    fails = False

    def __init__(self, *_: Any) -> None:
        type(self).made += 1

    def choose(self, state: Any, rng: Any) -> Any:
        if self.fails:
            raise ValueError("broken")
        return state.moves()[0]

    def close(self) -> None:
        type(self).closed += 1


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Counting]]:
    monkeypatch.setattr(Counting, "made", 0)
    monkeypatch.setattr(Counting, "closed", 0)
    monkeypatch.setattr(cached_players_and_states, "make_player", Counting)
    yield Counting
    CACHED_GAMES.drop_all()


def reply_once(state: str, key: str) -> str:
    """Let the agent play one move; return the state after it."""
    reports: list[Any] = []
    request = {"game": "domino", "state": state, "move": None, "agents": ["greedy"], "key": key}
    play_turn(request | {"seed": 1, "ply": 0} | REST | {"most_replies": 1}, reports.append)
    return str(reports[-1]["view"]["state"])


def test_a_player_and_the_state_are_kept_for_a_game_and_a_lost_player_is_made_anew(
    counting: type[Counting], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    original = PlayableGame.parse_state
    monkeypatch.setattr(
        PlayableGame, "parse_state", lambda self, text: parsed.append(text) or original(self, text)
    )
    first = DOMINO.start(DOMINO.deal(1)).to_text()
    second = reply_once(first, "a")
    third = reply_once(second, "a")
    assert (counting.made, parsed) == (1, [first])
    # The player is reused for another position of the same game, as after an undo, but not for other games.
    assert reply_once(first, "a") == second
    assert counting.made == 1
    assert reply_once(second, "b") == third
    assert counting.made == 2
    assert reply_once(second, "") == third
    assert (counting.made, counting.closed) == (3, 1)
    # A player that fails is not used again.
    monkeypatch.setattr(Counting, "fails", True)
    with pytest.raises(EngineFailure, match="greedy failed"):
        reply_once(second, "a")
    monkeypatch.setattr(Counting, "fails", False)
    assert reply_once(second, "a") == third
    assert (counting.made, counting.closed) == (4, 2)


def test_the_number_of_kept_games_is_bounded(counting: type[Counting]) -> None:
    kept = CachedGames(most=2)
    entrant = Entrant.parse("greedy")
    for key in ("a", "b", "a", "c"):
        kept.get(DOMINO, key).player(entrant, 0)
    assert (len(kept), counting.made, counting.closed) == (2, 3, 1)
    assert kept.get(DOMINO, "a").player(entrant, 0) is kept.get(DOMINO, "a").player(entrant, 0)
    assert kept.get(DOMINO, "a").player(entrant, 1) is not kept.get(DOMINO, "a").player(entrant, 0)
    with pytest.raises(BadInput):
        kept.get(DOMINO, "a").state("nonsense")


def test_an_item_waits_for_the_worker_that_it_prefers_only_while_that_worker_is_idle() -> None:
    queue: FairQueue[int] = FairQueue(share=9, waiting=9, waiting_each=9, preferred_worker=lambda item: item)
    taken: list[Any] = []
    idle = threading.Thread(target=lambda: taken.append(queue.take(60, 0)))
    idle.start()
    while 0 not in queue._idle_workers:
        idle.join(0.01)
    queue.put("client", 0)
    assert queue.take(0, 1) is None
    idle.join()
    assert taken == [("client", 0)]
    queue.put("client", 0)
    assert queue.take(0, 1) == ("client", 0)


def test_a_cancelled_turn_leaves_its_worker_and_the_kept_games_alive() -> None:
    worker, cancel = WorkerProcess(), threading.Event()
    state = DOMINO.start(DOMINO.deal(1)).to_text()
    request = {"game": "domino", "state": state, "move": None, "agents": ["greedy"], "key": "k"}
    request |= {"seed": 1, "ply": 0} | REST
    try:
        pid = worker.start().pid
        # The turn is cancelled before its first reply.
        worker.ask(
            "turn", request, seconds=300, cancel=cancel, on_progress=lambda _: cancel.set(), patience=300
        )
        assert worker.pid == pid
        assert worker.ask("turn", {**request, "most_replies": 1}, seconds=300) == {"replies": 1}
    finally:
        worker.kill()
