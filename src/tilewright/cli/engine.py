"""The command `tilewright engine`, which runs an agent as a playing engine."""

from __future__ import annotations

from typing import Annotated

from tilewright import __version__, registry
from tilewright.console import command_options as opts

__all__ = ["engine"]


def engine(
    game: opts.GameName,
    agent: Annotated[str, opts.argument("The agent, such as greedy or mcts:1s.", "AGENT")],
    data: opts.DataFolder = None,
) -> int:
    """Run an agent as a playing engine, which speaks the engine protocol over standard input and output.

    Any program that implements the protocol can ask the agent for moves. Conversely, the commands arena, play
    and analyse accept exec:COMMAND as an agent if COMMAND starts a program that speaks this protocol.
    `tilewright engine` reads these lines: tw 1, isready, newgame GAME, option seed N, position TEXT, go,
    go time SECONDS, go iterations N, stop, quit. It ends at quit or at the end of the input.

    \b
    Examples:
      printf 'tw 1\\nposition 4: 01 12 25 33 35 |\\ngo\\n' | tilewright engine domino greedy
      tilewright arena domino greedy 'exec:tilewright engine domino planner' --games 10
      tilewright play domino --p1 'exec:python3 my_engine.py:0.5s'
    """
    from tilewright.play.agent import Entrant
    from tilewright.play.engine_server import agent_maker, serve_on_standard_streams
    from tilewright.play.state import PlayableGame

    played = PlayableGame(registry.game(game)).game
    make = agent_maker(played, Entrant.parse(agent))
    serve_on_standard_streams(played, f"Tilewright {agent}", __version__, make)
    return 0
