"""Powers: find the smallest n whose given powers together use every digit of the base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import PowersInstance, PowersSolution

__all__ = ["PowersInstance", "PowersSolution", "game"]

__getattr__, __dir__ = lazy_exports(__name__, {"rules": ["PowersInstance", "PowersSolution"]})

game = Game(
    __name__,
    title="Powers",
    summary="Find the smallest n whose given powers together use every digit, exactly once or at least once.",
    syntax='3,4 | 3,4:at-least-once | {"exponents": [3, 4], "base": 10, "digits": "once"}',
    solvers=(
        Solver("direct", "search over leading digits of n, with a table for the last digits; uses no engine"),
        Solver("cpsat", "CP-SAT on digits and carries, so n may be arbitrarily large"),
        Solver("minizinc", "MiniZinc with Gecode on digits and carries", needs=("minizinc",)),
        Solver("prolog", "SWI-Prolog with CLP(FD), whose integers are unbounded", needs=("swipl",)),
    ),
    generator=(
        Option("base", 10, "the base; 0: a random one from 4 to 16", lowest=0, highest=36),
        Option("exponents", 2, "number of different exponents", lowest=1, highest=4),
        Option("largest", 6, "largest possible exponent", lowest=4, highest=16),
        Option(
            "digits", "any", "once, at-least-once, or any (random)", choices=("once", "at-least-once", "any")
        ),
    ),
)
