"""Answers about games that are played. A state travels as the text that its game writes; nothing is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput, EngineFailure
from tilewright.play.agent import Entrant, Valuer, analyst_of, find_agent, make_player, random_numbers
from tilewright.play.analysis import best_moves, judge_moves, totals, value_history
from tilewright.play.match import GameSession, Record, opening, replay
from tilewright.play.state import PlayableGame, State

__all__ = ["accept", "analyse", "choose", "move", "record", "replayed", "start", "view"]

LONGEST_BUDGET = 30.0
"""Seconds that an agent may be given for a move."""
VALUES_LISTED = 50
PARTS = frozenset({"moves", "svg", "text", "json"})
"""What a view can be asked to leave out."""

Question = dict[str, Any]


def _played(question: Question) -> PlayableGame:
    return PlayableGame(registry.game(question["game"]))


def _state(played: PlayableGame, question: Question) -> State[Any]:
    return played.parse_state(question["state"])


def _move(move: Any) -> dict[str, Any]:
    return {"text": str(move), "json": move.to_json()}


def _entrant(played: PlayableGame, name: str | None) -> Entrant:
    entrant = analyst_of(played.game) if name is None else Entrant.parse(name)
    if (entrant.budget.seconds or 0) > LONGEST_BUDGET:
        raise BadInput(f"an agent has at most {LONGEST_BUDGET:g} s for a move here, not {entrant.budget}")
    return entrant


# --- States -------------------------------------------------------------------------------------------


def show(played: PlayableGame, state: State[Any], question: Question) -> dict[str, Any]:
    """A state as the pages show it. Of the parts that cost most, those that are not wanted are None."""
    parts = question.get("parts")
    wanted = PARTS if parts is None else frozenset(parts)
    svg = _picture(played, state) if "svg" in wanted else None
    return {
        "state": state.to_text(),
        "over": state.over,
        "players": state.players,
        "to_move": state.to_move,
        "scores": list(state.scores()),
        "bounds": list(state.bounds()),
        "winner": state.winner() if state.over else None,
        **_moves(state, question["most_moves"] if "moves" in wanted else None),
        "svg": svg,
        "text": str(state) if "text" in wanted and svg is None else None,
        "json": _told(played, state) if "json" in wanted else None,
    }


def _moves(state: State[Any], most: int | None) -> Question:
    """The first moves of a state; None of everything if `most` is None."""
    if most is None:
        return {"moves": None, "moves_total": None, "moves_cut": None}
    moves: Sequence[Any] = () if state.over else state.moves()
    listed = [_move(move) for move in islice(moves, most)]
    return {"moves": listed, "moves_total": len(moves), "moves_cut": len(moves) > most}


def _picture(played: PlayableGame, state: State[Any]) -> str | None:
    if played.game.has("picture") and hasattr(picture := played.game.module("picture"), "state_scene"):
        return str(picture.state_scene(state).to_svg())
    return None


def _told(played: PlayableGame, state: State[Any]) -> Any:
    """What the game's own page is told of a state."""
    if played.game.has("web") and hasattr(web := played.game.module("web"), "view"):
        return web.view(state)
    return None


def start(question: Question) -> Question:
    """The state before the first move of a deal, which is given or drawn by its seed."""
    played = _played(question)
    keys = {key: _word(value) for key, value in (question.get("keys") or {}).items()}
    deal = question.get("deal")
    if deal is None:
        dealt = played.deal(question["seed"], keys)
    elif isinstance(deal, dict) and not keys:
        dealt = _deal_of(played, deal)
    else:
        dealt = played.parse_deal(deal if isinstance(deal, str) else json.dumps(deal), keys)
    return {**show(played, played.start(dealt), question), "deal": played.deal_to_json(dealt)}


def _deal_of(played: PlayableGame, deal: Question) -> Any:
    """A deal as `play/start` wrote it, or an instance of the game."""
    try:
        return played.deal_from_json(deal)
    except BadInput:
        return played.parse_deal(json.dumps(deal))


def _word(value: Any) -> str:
    """A key's value as ``--set`` would have it."""
    return value if isinstance(value, str) else json.dumps(value)


def view(question: Question) -> Question:
    played = _played(question)
    return show(played, _state(played, question), question)


def move(question: Question) -> Question:
    """The state after a move."""
    played = _played(question)
    state = _state(played, question)
    if state.over:
        raise BadInput("the game is over; there is no move left")
    chosen = played.move_from_json(state, question["move"])
    return {**show(played, state.play(chosen), question), "played": _move(chosen)}


# --- Records ------------------------------------------------------------------------------------------


def record(question: Question) -> Question:
    """The record of a game from its deal and its moves, every one of them verified."""
    played = _played(question)
    session = GameSession(
        played, played.deal_from_json(question["deal"]), question["agents"], question.get("seed", 0)
    )
    for ply, data in enumerate(question["moves"], 1):
        try:
            session.play(played.move_from_json(session.state, data))
        except BadInput as error:
            raise BadInput(f"move {ply}: {error}") from None
    made = session.record()
    return {"record": made.to_json(), "line": made.to_line()}


def replayed(question: Question) -> Question:
    """Every state of a recorded game, as text, and the moves between them."""
    played = _played(question)
    found = Record.from_json(question["record"])
    steps = list(replay(played, found))
    first = steps[0].before if steps else opening(played, found)
    return {
        "states": [first.to_text(), *(step.after.to_text() for step in steps)],
        "moves": [_move(step.move) for step in steps],
        "movers": [step.before.to_move for step in steps],
        "agents": list(found.agents),
        "result": found.outcome.to_json(),
    }


# --- Agents -------------------------------------------------------------------------------------------


def accept(question: Question) -> Question:
    """Whether a move or an analysis may be asked for: the agent exists, the state or the record can be read."""
    played = _played(question)
    entrant = _entrant(played, question.get("agent"))
    find_agent(played.game, entrant)
    if question.get("state") is not None:
        if _state(played, question).over:
            raise BadInput("the game is over in this state; there is no move left")
    elif question.get("record") is not None:
        opening(played, Record.from_json(question["record"]))
    return {"agent": str(entrant)}


def choose(question: Question, tell: Callable[[Question], None]) -> Question:
    """What an agent plays; with `values`, what it thinks of the moves, if it can say that."""
    played = _played(question)
    state = _state(played, question)
    player = make_player(played.game, _entrant(played, question["agent"]))
    rng = random_numbers(question["seed"], state.to_move, question["ply"])
    seen = played.seen(state)
    values = None
    try:
        if question["values"] and isinstance(player, Valuer):
            listed = player.values(seen, rng)
            values = [{**_move(each.move), "value": each.value} for each in listed[:VALUES_LISTED]]
            chosen = listed[0].move
        else:
            chosen = player.choose(seen, rng)
        after = state.play(chosen)
    except Exception as error:
        raise EngineFailure(f"{question['agent']} failed: {type(error).__name__}: {error}") from error
    return {
        "agent": question["agent"],
        "move": _move(chosen),
        "values": values,
        "view": show(played, after, question),
    }


def analyse(question: Question, tell: Callable[[Question], None]) -> Question:
    """The document of ``tilewright analyse``: of a record, with the course of the game, or of a state."""
    played = _played(question)
    analyst = _entrant(played, question["agent"])
    if question.get("state") is not None:
        state = _state(played, question)
        listed = best_moves(played, state, analyst, question["seed"])[:VALUES_LISTED]
        return {
            "game": played.game.name,
            "agent": str(analyst),
            "state": state.to_text(),
            "player": state.to_move,
            "moves": [{"move": each.move.to_json(), "value": round(each.value, 4) + 0.0} for each in listed],
        }
    found = Record.from_json(question["record"])
    moves = []
    for judged in judge_moves(played, found, analyst, question["seed"]):
        moves.append(judged)
        tell({"best": len(moves), "bound": len(found.moves), "note": judged.mark})
    return {
        "game": played.game.name,
        "agent": str(analyst),
        "moves": [judged.to_json() for judged in moves],
        "players": totals(moves, found.agents),
        "result": found.outcome.to_json(),
        "course": value_history(moves, len(found.agents), found.outcome),
    }
