"""Domineering, a game for tests: vertical against horizontal dominoes; the player who cannot move loses."""

from tilewright.game import Agent, Game, Option

game = Game(
    __name__,
    title="Domineering",
    summary="One player lays vertical dominoes, the other horizontal ones; a player who cannot move loses.",
    syntax="3x4, or rows with # for holes: ../.#",
    solvers=(),
    generator=(
        Option("rows", 3, "rows of the board", lowest=1, highest=6),
        Option("columns", 4, "columns of the board", lowest=1, highest=6),
        Option("holes", 2, "number of cells that no domino may cover", lowest=0, highest=6),
    ),
    agents=(
        Agent("perfect", "wins every position that can be won"),
        Agent("eager", "plays the first or the last legal move", variants="first or last"),
        Agent("narrow", "perfect, but gives a value for only one move", entry="agents.perfect:make_narrow"),
        Agent("crasher", "raises an error on its second move", entry="agents.faulty:make_crasher"),
        Agent("cheater", "tries to lay a domino that leaves the board", entry="agents.faulty:make_cheater"),
        Agent("sleeper", "never makes its second move", entry="agents.faulty:make_sleeper"),
        Agent("dier", "kills its process on its second move", entry="agents.faulty:make_dier"),
        Agent("leaver", "exits the program", entry="agents.faulty:make_leaver"),
    ),
)
