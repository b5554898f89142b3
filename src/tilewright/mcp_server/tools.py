"""The tools that the server offers: their arguments, and the functions that compute the answers.

These functions receive validated arguments and return JSON data. A caller can choose neither a file to read nor
a program to run: instances and solutions are text or JSON data, never paths, and agents that are external
programs are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game, SolveRequest

__all__ = ["LONGEST_TEXT", "TOOLS", "Argument", "Tool", "check_arguments"]

LONGEST_TEXT = 2**18
"""The maximum number of characters of an argument: of its text or, if it is not a string, of its JSON."""
DEEPEST = 32
"""The maximum nesting depth of the lists and objects in an argument."""
MOST_MOVES = 200
"""The maximum number of legal moves that an answer lists."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a tool: its JSON types, its description, whether it is required, and a number's limits."""

    types: tuple[str, ...]
    about: str
    required: bool = False
    lowest: float | None = None
    highest: float | None = None

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the argument."""
        schema: dict[str, Any] = {"description": self.about}
        schema["type"] = self.types[0] if len(self.types) == 1 else list(self.types)
        if self.lowest is not None:
            schema["minimum"] = self.lowest
        if self.highest is not None:
            schema["maximum"] = self.highest
        return schema


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, its description, its arguments, and the function that computes the answer."""

    name: str
    about: str
    answer: Callable[[Mapping[str, Any]], Any]
    arguments: Mapping[str, Argument] = field(default_factory=dict)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        return {
            "type": "object",
            "properties": {name: argument.schema() for name, argument in self.arguments.items()},
            "required": [name for name, argument in self.arguments.items() if argument.required],
            "additionalProperties": False,
        }


def check_arguments(tool: Tool, arguments: Any) -> dict[str, Any]:
    """Return the arguments of a call; raise `BadInput` if one is unknown, missing, too long or invalid."""
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise BadInput(f"the arguments of {tool.name} must be an object")
    for name, value in arguments.items():
        argument = tool.arguments.get(name)
        if argument is None:
            known = ", ".join(tool.arguments) or "none"
            raise BadInput(f"{tool.name} has no argument {str(name)[:40]!r}; it has {known}")
        if _type_of(value) not in argument.types and not (
            _type_of(value) == "integer" and "number" in argument.types
        ):
            raise BadInput(f"{tool.name}: {name} must be {_either(argument.types)}, not {_type_of(value)}")
        if argument.lowest is not None and not argument.lowest <= value <= (argument.highest or value):
            raise BadInput(f"{tool.name}: {name} must be between {argument.lowest:g} and {argument.highest:g}")
        if _length(value) > LONGEST_TEXT:
            raise BadInput(f"{tool.name}: {name} is longer than {LONGEST_TEXT:,} characters")
    for name, argument in tool.arguments.items():
        if argument.required and name not in arguments:
            raise BadInput(f"{tool.name} needs the argument {name!r}")
    if "game" in arguments:
        registry.game(arguments["game"])
    return dict(arguments)


def _type_of(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "integer", float: "number", str: "string", dict: "object", list: "array"}
    return names.get(type(value), type(value).__name__)


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if not _is_flat(value, DEEPEST):
        raise BadInput(f"an argument is nested more than {DEEPEST} levels deep")
    try:
        return len(json.dumps(value, allow_nan=False))
    except ValueError:
        raise BadInput("an argument has a number that JSON cannot represent") from None


def _is_flat(value: Any, depth: int) -> bool:
    """Return whether a JSON value is nested at most `depth` levels deep."""
    if not isinstance(value, dict | list):
        return True
    parts = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_flat(part, depth - 1) for part in parts)


def _either(types: tuple[str, ...]) -> str:
    words = [f"{'an' if name[0] in 'aeiou' else 'a'} {name}" for name in types]
    return " or ".join(words)


# --- The answers --------------------------------------------------------------------------------------


def _game(arguments: Mapping[str, Any]) -> Game:
    return registry.game(arguments["game"])


def _games(arguments: Mapping[str, Any]) -> Any:
    from tilewright.play.agent import agents_of

    return {
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "summary": game.summary,
                "syntax": game.syntax,
                "solvers": {solver.name: solver.summary for solver in game.solvers},
                "hints": game.has("explain"),
                "agents": [agent.name for agent in agents_of(game)] if game.has("state") else [],
            }
            for game in registry.games()
        ]
    }


def _parse(arguments: Mapping[str, Any]) -> Any:
    game = _game(arguments)
    instance = game.instance(arguments["instance"])
    return {"game": game.name, "instance": game.to_json(instance), "parts": instance.parts, "rules": game.rules}


def _solve(arguments: Mapping[str, Any]) -> Any:
    game = _game(arguments)
    instance = game.instance(arguments["instance"])
    request = SolveRequest(
        solver=arguments.get("solver"),
        time_limit=arguments["time_limit"],
        seed=arguments.get("seed", 0),
        options=arguments.get("options", {}),
    )
    return game.solve(instance, request).to_json()


def _check(arguments: Mapping[str, Any]) -> Any:
    return _game(arguments).check(arguments["instance"], arguments["solution"]).to_json()


def _hint(arguments: Mapping[str, Any]) -> Any:
    return _game(arguments).hint(arguments["instance"], arguments.get("state")).to_json()


def _play(arguments: Mapping[str, Any]) -> Any:
    from tilewright.play import Entrant, PlayableGame, keys_as_text, make_player
    from tilewright.play.agent import EXEC, random_numbers

    played = PlayableGame(_game(arguments))
    seed = arguments.get("seed", 0)
    if "state" in arguments:
        state = played.parse_state(arguments["state"])
    else:
        keys = keys_as_text(arguments.get("options", {}))
        state = played.start(played.deal(seed, keys))
    made = []
    if "move" in arguments:
        chosen = played.move_from_json(state, arguments["move"])
        state = state.play(chosen)
        made.append(str(chosen))
    if "agent" in arguments:
        entrant = Entrant.parse(arguments["agent"])
        if entrant.name == EXEC or entrant.command:
            raise BadInput("the agent must be one of the game's own agents; external programs are not allowed")
        if state.over:
            raise BadInput("the game is over; there is no move left for the agent")
        chosen = make_player(played.game, entrant).choose(
            played.seen(state), random_numbers(seed, state.to_move, 0)
        )
        state = state.play(chosen)
        made.append(str(chosen))
    moves = () if state.over else state.moves()
    return {
        "game": played.game.name,
        "state": state.to_text(),
        "made": made,
        "over": state.over,
        "to_move": None if state.over else state.to_move,
        "scores": list(state.scores()),
        "winner": state.winner() if state.over else None,
        "moves": [str(move) for move in moves[:MOST_MOVES]],
        "number_of_moves": len(moves),
        "drawing": played.show(state),
    }


_GAME = Argument(("string",), "The name of a game, as listed by the tool `games`.", required=True)
_INSTANCE = Argument(
    ("string", "object"),
    "An instance: text in a notation of the game, a puzz.link URL or JSON.",
    required=True,
)
_SEED = Argument(("integer",), "The seed of all random choices.", lowest=0, highest=2**31 - 1)

TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("games", "List the games with their solvers, agents and instance notations.", _games),
        Tool(
            "parse",
            "Parse an instance, and return its JSON and the rules of the game.",
            _parse,
            {"game": _GAME, "instance": _INSTANCE},
        ),
        Tool(
            "solve",
            "Solve an instance within a time limit. The solution is verified by the game's checker; the status"
            " states whether the solution is proved to be optimal.",
            _solve,
            {
                "game": _GAME,
                "instance": _INSTANCE,
                "solver": Argument(("string",), "A solver of the game; by default the first one."),
                "time_limit": Argument(("number",), "The time limit in seconds.", lowest=0.01, highest=3600),
                "seed": _SEED,
                "options": Argument(("object",), "Options of the solver, such as `unique` for pencil puzzles."),
            },
        ),
        Tool(
            "check",
            "Check a solution against the rules; the verdict lists every broken rule with its cells.",
            _check,
            {
                "game": _GAME,
                "instance": _INSTANCE,
                "solution": Argument(("string", "object"), "A solution as JSON.", required=True),
            },
        ),
        Tool(
            "hint",
            "Return the next step of a puzzle and why it is forced, or the first mistake in the given state.",
            _hint,
            {
                "game": _GAME,
                "instance": _INSTANCE,
                "state": Argument(("string", "object"), "The partly solved puzzle, as JSON."),
            },
        ),
        Tool(
            "play",
            "Play a game move by move: start a game or continue from a state, make a move, let an agent"
            " reply, and list the legal moves. The state is returned as text; pass it to the next call.",
            _play,
            {
                "game": _GAME,
                "state": Argument(("string",), "The state from a previous answer; by default a new game."),
                "move": Argument(("string", "object"), "A legal move to make before the agent moves."),
                "agent": Argument(("string",), "The agent that makes the next move, such as `greedy`."),
                "seed": _SEED,
                "options": Argument(
                    ("object",),
                    "For a new game: settings of the deal. Their names depend on the game; if a name is"
                    " unknown, the error message lists the known names.",
                ),
            },
        ),
    )
}
"""The tools by name."""
