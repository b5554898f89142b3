"""Request handlers for play: states, moves, records, agents.

The server keeps no games: each request contains the state in the text form of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from tilewright import registry
from tilewright.errors import BadInput, EngineFailure
from tilewright.play.agent import (
    Entrant,
    Forfeit,
    analyst_of,
    consider,
    find_agent,
    one_player,
    random_numbers,
)
from tilewright.play.analysis import best_moves, judge_moves, totals, value_history
from tilewright.play.match import GameSession, Record, opening, replay
from tilewright.play.state import PlayableGame, State
from tilewright.web.handlers.instances import text_of

__all__ = [
    "analyse",
    "choose_move",
    "make_record",
    "play_move",
    "replay_record",
    "start_game",
    "validate_agent_request",
    "view_state",
]

MAX_SECONDS_PER_MOVE = 30.0
"""The maximum time budget of an agent for one move, in seconds."""
MAX_VALUES = 50
"""The maximum number of moves with values in one answer; the best moves are kept."""
OPTIONAL_PARTS = frozenset({"moves", "svg", "text", "json"})
"""The keys of a view that a client can leave out."""

JsonObject = dict[str, Any]


def _playable_game(request: JsonObject) -> PlayableGame:
    return PlayableGame(registry.game(request["game"]))


def _describe_move(move: Any) -> dict[str, Any]:
    return {"text": str(move), "json": move.to_json()}


def _entrant(playable: PlayableGame, request: JsonObject) -> Entrant:
    """Return the agent that a request names; `engines` has the commands of the operator's engines by name."""
    name = request.get("agent")
    entrant = analyst_of(playable.game) if name is None else Entrant.parse(name)
    if entrant.command:
        raise BadInput("a request cannot contain a command; choose one of the agents that the game lists")
    entrant = replace(entrant, command=request.get("engines", {}).get(entrant.name, ""))
    if (entrant.budget.seconds or 0) > MAX_SECONDS_PER_MOVE:
        raise BadInput(
            f"an agent may use at most {MAX_SECONDS_PER_MOVE:g} s for a move here, not {entrant.budget}"
        )
    return entrant


# --- States -------------------------------------------------------------------------------------------


def _describe_state(playable: PlayableGame, state: State[Any], request: JsonObject) -> dict[str, Any]:
    """Return the description of a state for the pages. Optional parts that are not requested are None."""
    parts = request.get("parts")
    wanted = OPTIONAL_PARTS if parts is None else frozenset(parts)
    scene = _optional_call(playable, "picture", "state_scene", state) if "svg" in wanted else None
    svg = None if scene is None else scene.to_svg()
    return {
        "state": state.to_text(),
        "over": state.over,
        "players": state.players,
        "to_move": state.to_move,
        "scores": list(state.scores()),
        "bounds": list(state.bounds()),
        "winner": state.winner() if state.over else None,
        **_moves(state, request["most_moves"] if "moves" in wanted else None),
        "svg": svg,
        "text": str(state) if "text" in wanted and svg is None else None,
        "json": _optional_call(playable, "web", "view", state) if "json" in wanted else None,
    }


def _moves(state: State[Any], limit: int | None) -> JsonObject:
    """Return the first `limit` moves of a state and the number of all moves; if `limit` is None, only None."""
    if limit is None:
        return {"moves": None, "moves_total": None, "moves_cut": None}
    moves: Sequence[Any] = () if state.over else state.moves()
    listed = [_describe_move(move) for move in islice(moves, limit)]
    return {"moves": listed, "moves_total": len(moves), "moves_cut": len(moves) > limit}


def _optional_call(
    playable: PlayableGame, module: Literal["picture", "web"], function: str, state: State[Any]
) -> Any:
    """Call a function of a module of the game; return None if the game does not have the function."""
    if playable.game.has(module) and hasattr(owner := playable.game.module(module), function):
        return getattr(owner, function)(state)
    return None


def start_game(request: JsonObject) -> JsonObject:
    """Return the state before the first move of the deal in the request, or of a deal drawn with the seed."""
    playable = _playable_game(request)
    # `--set` passes values as text.
    keys = {key: text_of(value) for key, value in (request.get("keys") or {}).items()}
    if request.get("deal") is None:
        deal = playable.deal(request["seed"], keys)
    else:
        deal = _parse_deal(playable, request["deal"], keys)
    return {**_describe_state(playable, playable.start(deal), request), "deal": playable.deal_to_json(deal)}


def _parse_deal(playable: PlayableGame, deal: JsonObject | str, keys: dict[str, str]) -> Any:
    """Parse a deal that `play/start` returned, or an instance of the game in any notation."""
    if isinstance(deal, dict) and not keys:
        with suppress(BadInput):
            return playable.parse_deal(text_of(deal))
        with suppress(BadInput):
            return playable.deal_from_json(deal)
    return playable.parse_deal(text_of(deal), keys)


def view_state(request: JsonObject) -> JsonObject:
    """Return the description of a state."""
    playable = _playable_game(request)
    return _describe_state(playable, playable.parse_state(request["state"]), request)


def play_move(request: JsonObject) -> JsonObject:
    """Play a move and return the state after it."""
    playable = _playable_game(request)
    state = playable.parse_state(request["state"])
    if state.over:
        raise BadInput("the game is over; there is no move left")
    chosen = playable.move_from_json(state, request["move"])
    return {**_describe_state(playable, state.play(chosen), request), "played": _describe_move(chosen)}


# --- Records ------------------------------------------------------------------------------------------


def make_record(request: JsonObject) -> JsonObject:
    """Return the record of a game from its deal and its moves; every move is verified."""
    playable = _playable_game(request)
    session = GameSession(
        playable, playable.deal_from_json(request["deal"]), request["agents"], request.get("seed", 0)
    )
    for ply, data in enumerate(request["moves"], 1):
        try:
            session.play(playable.move_from_json(session.state, data))
        except BadInput as error:
            raise BadInput(f"move {ply}: {error}") from None
    record = session.record()
    return {"record": record.to_json(), "line": record.to_line()}


def replay_record(request: JsonObject) -> JsonObject:
    """Return every state of a recorded game, as text, and the moves between the states."""
    playable = _playable_game(request)
    record = Record.from_json(request["record"])
    steps = list(replay(playable, record))
    first = steps[0].before if steps else opening(playable, record)
    return {
        "states": [first.to_text(), *(step.after.to_text() for step in steps)],
        "moves": [_describe_move(step.move) for step in steps],
        "movers": [step.before.to_move for step in steps],
        "agents": list(record.agents),
        "result": record.outcome.to_json(),
    }


# --- Agents -------------------------------------------------------------------------------------------


def validate_agent_request(request: JsonObject) -> JsonObject:
    """Raise `BadInput` if the agent does not exist, or if the state or the record is invalid.

    A final state is invalid too. Return the name of the agent, which is the analyst if the request names none.
    """
    playable = _playable_game(request)
    entrant = _entrant(playable, request)
    find_agent(playable.game, entrant)
    if request.get("state") is not None:
        if playable.parse_state(request["state"]).over:
            raise BadInput("the game is over in this state; there is no move left")
    elif request.get("record") is not None:
        opening(playable, Record.from_json(request["record"]))
    return {"agent": str(entrant)}


def choose_move(request: JsonObject) -> JsonObject:
    """Return an agent's move; with `values`, also the values of the best moves if the agent computes them."""
    playable = _playable_game(request)
    state = playable.parse_state(request["state"])
    entrant = _entrant(playable, request)
    rng = random_numbers(request["seed"], state.to_move, request["ply"])
    visible_state = playable.seen(state)
    values = None
    with one_player(playable.game, entrant) as player:
        try:
            if request["values"]:
                chosen, listed = consider(player, visible_state, rng)
                values = [{**_describe_move(each.move), "value": each.value} for each in listed[:MAX_VALUES]]
            else:
                chosen = player.choose(visible_state, rng)
            after = state.play(chosen)
        except Forfeit as forfeit:
            raise EngineFailure(f"{request['agent']} failed: {forfeit}") from None
        except Exception as error:
            raise EngineFailure(f"{request['agent']} failed: {type(error).__name__}: {error}") from error
    return {
        "agent": request["agent"],
        "move": _describe_move(chosen),
        "values": values or None,
        "view": _describe_state(playable, after, request),
    }


def analyse(request: JsonObject, report_progress: Callable[[JsonObject], None]) -> JsonObject:
    """Return the JSON of ``tilewright analyse`` for a state or a record.

    For a record, ``course`` contains the value for the first player at the start and after each move.
    """
    playable = _playable_game(request)
    analyst = _entrant(playable, request)
    if request.get("state") is not None:
        state = playable.parse_state(request["state"])
        listed = best_moves(playable, state, analyst, request["seed"])[:MAX_VALUES]
        return {
            "game": playable.game.name,
            "agent": str(analyst),
            "state": state.to_text(),
            "player": state.to_move,
            "moves": [{"move": each.move.to_json(), "value": round(each.value, 4) + 0.0} for each in listed],
        }
    record = Record.from_json(request["record"])
    moves = []
    for judged in judge_moves(playable, record, analyst, request["seed"]):
        moves.append(judged)
        report_progress({"best": len(moves), "bound": len(record.moves), "note": judged.mark})
    return {
        "game": playable.game.name,
        "agent": str(analyst),
        "moves": [judged.to_json() for judged in moves],
        "players": totals(moves, record.agents),
        "result": record.outcome.to_json(),
        "course": value_history(moves, len(record.agents), record.outcome),
    }
