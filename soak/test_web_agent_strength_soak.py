"""With the same thinking time, an agent on the web page is not weaker than in the arena."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tilewright.play.agent import Entrant, make_player, random_numbers
from tilewright.play.sprt import Sprt
from tilewright.play.state import PlayableGame
from tilewright.registry import game
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool

AGENT = "mcts:0.2s"
MOST_DEALS = 200
NOT_WORSE = Sprt(-100, 0)
"""The hypotheses: equal strength, or a lead of 100 Elo points for the agent in the arena."""


def page_moves(client: TestClient, body: dict[str, Any]) -> list[Any]:
    """Send a turn as the page does; return the moves of the page's agent."""
    response = client.post("/api/v1/play/turn", json={"game": "patchwork", "parts": [], **body})
    assert response.status_code == 200, response.text
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines())
        for block in response.text.split("\n\n")
        if block
    ]
    return [json.loads(block["data"])["move"]["json"] for block in blocks if block["event"] == "reply"]


def points_of_the_page(client: TestClient, played: PlayableGame, seed: int, page_seat: int) -> float:
    """Play one game; return 1 if the page's agent wins, else 0."""
    state = played.start(played.deal(seed))
    arena = make_player(played.game, Entrant.parse(AGENT))
    agents = [AGENT if seat == page_seat else None for seat in (0, 1)]
    ply = 0
    while not state.over:
        body = {
            "state": state.to_text(),
            "agents": agents,
            "seed": seed,
            "ply": ply,
            "key": f"{seed} {page_seat}",
        }
        if state.to_move != page_seat:
            chosen = arena.choose(state, random_numbers(seed, state.to_move, ply))
            body["move"] = chosen.to_json()
            state, ply = state.play(chosen), ply + 1
        for data in page_moves(client, body):
            state, ply = state.play(played.move_from_json(state, data)), ply + 1
    return float(state.winner() == page_seat)


def test_the_agent_of_the_page_is_as_strong_as_that_of_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    played = PlayableGame(game("patchwork"))
    shares: list[float] = []
    with TestClient(create_app(Jobs(workers=1), Pool(workers=1)), base_url="http://127.0.0.1") as client:
        for seed in range(1, MOST_DEALS + 1):
            shares.append(sum(points_of_the_page(client, played, seed, seat) for seat in (0, 1)) / 2)
            result = NOT_WORSE.weigh(shares)
            if result.decision != "open":
                break
    with capsys.disabled():
        print(f"\n{json.dumps(NOT_WORSE.to_json(result))}, share of the points {sum(shares) / len(shares):.3f}")
    assert result.decision == "accepted"
