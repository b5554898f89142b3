"""Request handlers for play: states, moves, records, agents.

The server stores no games: a request about a game in progress contains the state as text. A worker process may
cache the players of a game (`cached_players_and_states`), so that they can reuse their search trees for the
next request.
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
    Interruptible,
    Player,
    analyst_of,
    consider,
    find_agent,
    one_player,
    random_numbers,
)
from tilewright.play.analysis import analysis_to_json, best_moves, judge_moves, position_to_json, value_history
from tilewright.play.matches_and_game_records import GameSession, Record, opening, replay
from tilewright.play.state import PlayableGame, State
from tilewright.web.handlers.cached_players_and_states import CACHED_GAMES, CachedGame
from tilewright.web.handlers.instance_requests import text_of

__all__ = [
    "analyse",
    "choose_move",
    "make_record",
    "play_move",
    "play_turn",
    "replay_record",
    "start_game",
    "validate_agent_request",
    "view_state",
]

MAX_SECONDS_PER_MOVE = 30.0
"""The maximum time budget of an agent for one move, in seconds."""
MAX_VALUES = 50
"""The maximum number of moves with values in one answer. If there are more, only the best are included."""
OPTIONAL_PARTS = frozenset({"moves", "svg", "text", "json"})
"""The optional keys of a view: if a request has the key `parts`, only the keys listed there are computed."""

JsonObject = dict[str, Any]


def _playable_game(request: JsonObject) -> PlayableGame:
    return PlayableGame(registry.game(request["game"]))


def _describe_move(move: Any) -> dict[str, Any]:
    return {"text": str(move), "json": move.to_json()}


def _entrant(playable: PlayableGame, request: JsonObject) -> Entrant:
    """Return the agent that a request names or, if it names none, the game's analyst."""
    name = request.get("agent")
    return _allowed_entrant(analyst_of(playable.game) if name is None else Entrant.parse(name), request)


def _allowed_entrant(entrant: Entrant, request: JsonObject) -> Entrant:
    """Return the agent; if it is one of the operator's engines, add the command that the server has set for it.

    Raise `BadInput` if the request itself contains a command, or if the agent's time budget is too large.
    """
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
    """Return the first `limit` moves of a state, the total number of moves, and whether moves were left out.

    If `limit` is None, all three values are None.
    """
    if limit is None:
        return {"moves": None, "moves_total": None, "moves_cut": None}
    moves: Sequence[Any] = () if state.over else state.moves()
    listed = [_describe_move(move) for move in islice(moves, limit)]
    return {"moves": listed, "moves_total": len(moves), "moves_cut": len(moves) > limit}


def _optional_call(
    playable: PlayableGame, module: Literal["picture", "web"], function: str, state: State[Any]
) -> Any:
    """Call a function in one of the game's modules; return None if there is no such function."""
    if playable.game.has(module) and hasattr(owner := playable.game.module(module), function):
        return getattr(owner, function)(state)
    return None


def start_game(request: JsonObject) -> JsonObject:
    """Return the state before the first move; without a deal, the request's seed determines the deal."""
    playable = _playable_game(request)
    # The values are converted to text, because that is how `--set` passes them.
    keys = {key: text_of(value) for key, value in (request.get("keys") or {}).items()}
    if request.get("deal") is None:
        deal = playable.deal(request["seed"], keys)
    else:
        deal = _parse_deal(playable, request["deal"], keys)
    return {**_describe_state(playable, playable.start(deal), request), "deal": playable.deal_to_json(deal)}


def _parse_deal(playable: PlayableGame, deal: JsonObject | str, keys: dict[str, str]) -> Any:
    """Parse a deal: either the JSON that `play/start` returned, or a deal in any notation of the game."""
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
    """Make the record of a game from its deal and its moves; every move is verified."""
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
    """Raise `BadInput` if the agent does not exist or is not allowed, or if the state or the record is invalid.

    A state in which the game is over is also invalid. The moves of a record are verified later, by the job.
    Return the name of the agent, which is the analyst if the request names none.
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
    with one_player(playable.game, entrant) as player:
        reply, after = _reply(playable, state, entrant, player, request["ply"], request)
    return {**reply, "view": _describe_state(playable, after, request)}


def _reply(
    playable: PlayableGame,
    state: State[Any],
    entrant: Entrant,
    player: Player,
    ply: int,
    request: JsonObject,
) -> tuple[JsonObject, State[Any]]:
    """Let a player choose a move; return the description of the move, and the state after it."""
    rng = random_numbers(request["seed"], state.to_move, ply)
    visible_state = playable.seen(state)
    values = None
    try:
        if request["values"]:
            chosen, listed = consider(player, visible_state, rng)
            values = [{**_describe_move(each.move), "value": each.value} for each in listed[:MAX_VALUES]]
        else:
            chosen = player.choose(visible_state, rng)
        after = state.play(chosen)
    except Forfeit as forfeit:
        raise EngineFailure(f"{entrant} failed: {forfeit}") from None
    except Exception as error:
        raise EngineFailure(f"{entrant} failed: {type(error).__name__}: {error}") from error
    reply = {
        "agent": str(entrant),
        "player": state.to_move,
        "move": _describe_move(chosen),
        "values": values or None,
    }
    return reply, after


# --- Turns: a person's move, and the replies of the agents --------------------------------------------


def _entrants(playable: PlayableGame, request: JsonObject) -> list[Entrant | None]:
    """Return an agent for each player, or None for a person.

    Raise `BadInput` if an agent does not exist or is not allowed.
    """
    entrants: list[Entrant | None] = []
    for name in request["agents"]:
        entrant = None if name is None else _allowed_entrant(Entrant.parse(name), request)
        if entrant is not None:
            find_agent(playable.game, entrant)
        entrants.append(entrant)
    return entrants


def play_turn(request: JsonObject, report_progress: Callable[[JsonObject], None]) -> JsonObject:
    """Play a person's move, if the request contains one, and then agents' moves until a person is to move.

    Each move is reported at once: the person's move as the event ``played``, an agent's move as ``reply``. If
    the request contains no move, the event ``started`` replaces ``played``. Agents play at most `most_replies`
    moves.
    """
    playable = _playable_game(request)
    entrants = _entrants(playable, request)
    kept = CACHED_GAMES.get(playable, request["key"])
    try:
        return _play_turn(kept, entrants, request, report_progress)
    except BadInput:
        raise
    except MemoryError:
        CACHED_GAMES.drop_all()  # other cached games may be using the memory
        raise
    except BaseException:
        CACHED_GAMES.drop(playable, request["key"])
        raise
    finally:
        if not request["key"]:
            kept.close()


def _play_turn(
    kept: CachedGame,
    entrants: Sequence[Entrant | None],
    request: JsonObject,
    report_progress: Callable[[JsonObject], None],
) -> JsonObject:
    playable = kept.playable
    state = kept.state(request["state"])
    ply = request["ply"]
    if len(entrants) != state.players:
        raise BadInput(f"agents: expected one entry per player, {state.players} in total")
    if state.over:
        raise BadInput("the game is over; there is no move left")

    def describe(after: State[Any]) -> JsonObject:
        view = _describe_state(playable, after, request)
        kept.keep(after, view["state"])
        return view

    if request.get("move") is None:
        report_progress({"event": "started"})
    else:
        chosen = playable.move_from_json(state, request["move"])
        state, ply = state.play(chosen), ply + 1
        report_progress({"event": "played", "move": _describe_move(chosen), "view": describe(state)})
    replies = 0
    while replies < request["most_replies"] and not state.over:
        entrant = entrants[state.to_move]
        if entrant is None:
            break
        player = kept.player(entrant, state.to_move)
        if isinstance(player, Interruptible):
            player.stopped = CACHED_GAMES.stopped
        reply, state = _reply(playable, state, entrant, player, ply, request)
        if CACHED_GAMES.stopped.is_set():
            break
        report_progress({"event": "reply", **reply, "view": describe(state)})
        replies, ply = replies + 1, ply + 1
    return {"replies": replies}


def analyse(request: JsonObject, report_progress: Callable[[JsonObject], None]) -> JsonObject:
    """Return the JSON of ``tilewright analyse --json`` for a state or a record.

    For a record, the answer also has the key ``course``: the first player's win probability (or expected score)
    at the start and after each move.
    """
    playable = _playable_game(request)
    analyst = _entrant(playable, request)
    if request.get("state") is not None:
        state = playable.parse_state(request["state"])
        listed = best_moves(playable, state, analyst, request["seed"])[:MAX_VALUES]
        return position_to_json(playable, state, analyst, listed)
    record = Record.from_json(request["record"])
    moves = []
    for judged in judge_moves(playable, record, analyst, request["seed"]):
        moves.append(judged)
        report_progress({"best": len(moves), "bound": len(record.moves), "note": judged.mark})
    return {
        **analysis_to_json(playable, record, analyst, moves),
        "course": value_history(moves, len(record.agents), record.outcome),
    }
