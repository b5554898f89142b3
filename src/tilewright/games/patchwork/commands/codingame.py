"""`quilts codingame` and `quilts codingame-bot`: the protocol of the contest "Git Patchwork" on CodinGame."""

from __future__ import annotations

import os
from typing import Annotated

from tilewright.console.command_options import argument, option

__all__ = ["codingame", "codingame_bot"]


def codingame(
    agent: Annotated[str, argument("The agent, such as mcts:0.08s.", "AGENT")],
    seed: Annotated[int, option("Seed of the agent's random choices.", "S", min=0)] = 0,
) -> int:
    """Let an agent answer the referee of "Git Patchwork" on CodinGame with SKIP and PLAY commands.

    The command reads the referee's lines from standard input until they end. It plays one game by the rules of
    the two highest leagues. The referee can be run locally with CG Brutaltester.

    \b
    Examples:
      tilewright quilts codingame mcts:0.08s
    """
    from tilewright.games.patchwork import game
    from tilewright.games.patchwork.codingame.answer_referee_with_agent import answer_referee
    from tilewright.play.agent import Entrant, one_player
    from tilewright.play.engine_server import read_lines

    with one_player(game, Entrant.parse(agent)) as player:
        # Only commands may go to standard output, so everything that the agent prints goes to standard error.
        output = os.dup(1)
        os.dup2(2, 1)
        answer_referee(read_lines(0), lambda command: _write(output, command), player, seed)
    return 0


def _write(descriptor: int, line: str) -> None:
    data = f"{line}\n".encode()
    while data:
        data = data[os.write(descriptor, data) :]


def codingame_bot(
    command: Annotated[
        list[str], argument("The program and its arguments, as separate words or as one string.", "COMMAND")
    ],
) -> int:
    """Run a program written for "Git Patchwork" on CodinGame, and translate the engine protocol for it.

    The program gets the input that the referee of the contest would write, and its SKIP and PLAY commands
    become moves. So the program can be used wherever an agent is expected.

    \b
    Examples:
      tilewright arena patchwork greedy 'exec:tilewright quilts codingame-bot ./my_bot:0.1s' --games 10
      tilewright play patchwork --p2 'exec:tilewright quilts codingame-bot python3 my_bot.py'
    """
    import shlex

    from tilewright import __version__
    from tilewright.games.patchwork import game
    from tilewright.games.patchwork.codingame.player_from_contest_program import BotPlayer
    from tilewright.play.agent import Budget, Player
    from tilewright.play.engine_server import serve_on_standard_streams

    line = command[0] if len(command) == 1 else shlex.join(command)

    def make(budget: Budget, kept: Player | None) -> Player:
        return kept or BotPlayer(line)  # one bot plays the whole game, whatever the budget

    serve_on_standard_streams(game, f"CodinGame bot {line}", __version__, make)
    return 0
