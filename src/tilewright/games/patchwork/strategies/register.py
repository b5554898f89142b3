"""The register of policies and evaluations, and strategies by name."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from reprlib import repr as shorten

from tilewright.errors import BadInput

__all__ = ["Strategy", "find_strategy", "strategy_names"]

BASES = "in-order size first-fail afc action chb sum-afc sum-action sum-chb bl bl/lb pareto-bl".split()
POLICIES = [f"{base}-{how}" for base in BASES for how in ("some", "every")] + ["all"]
EVALUATIONS = "first random left bottom area regret reverse-regret bottom-fixed area-fixed".split()


@dataclass(frozen=True, slots=True)
class Strategy:
    policy: str
    evaluation: str

    @property
    def name(self) -> str:
        return f"{self.policy}+{self.evaluation}"


def strategy_names() -> tuple[str, ...]:
    return tuple(f"{policy}+{evaluation}" for policy in POLICIES for evaluation in EVALUATIONS)


def find_strategy(name: str) -> Strategy:
    """The strategy of that name; `BadInput` says which of its halves is unknown, and what there is."""
    if not isinstance(name, str):
        raise BadInput(f"strategy: expected a name such as all+regret, not {shorten(name)}")
    policy, plus, evaluation = name.partition("+")
    if not plus:
        raise BadInput(f"strategy {name[:60]!r}: expected a policy, + and an evaluation, such as all+regret")
    for what, half, known in (("policy", policy, POLICIES), ("evaluation", evaluation, EVALUATIONS)):
        if half not in known:
            close = get_close_matches(half[:60], known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
            raise BadInput(f"there is no {what} {half[:60]!r}; {hint}")
    return Strategy(policy, evaluation)
