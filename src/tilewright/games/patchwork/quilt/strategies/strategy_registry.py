"""The register of policies and evaluations, and strategies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput

__all__ = [
    "Evaluation",
    "Policy",
    "Strategy",
    "evaluation",
    "evaluations",
    "find_strategy",
    "policies",
    "policy",
    "strategy_names",
]


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to offer placements: ``offer(table, quilt, shape)`` puts them into ``quilt.alternatives``.

    It gives their number, 0 when the shape fits nowhere. `learns` is true where it remembers earlier quilts.
    Policies that differ in a number only share one function, which finds the number in ``quilt.facts``.
    """

    name: str
    summary: str
    offer: Callable[..., Any]
    learns: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A way to choose: ``choose(table, quilt, shape, count)`` gives the index of the alternative to take.

    It is asked where there are at least two. `foresight` tells how many of the next tiles it looks at.
    """

    name: str
    summary: str
    choose: Callable[..., Any]
    foresight: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Strategy:
    """A policy and an evaluation."""

    policy: Policy
    evaluation: Evaluation

    @property
    def name(self) -> str:
        return f"{self.policy.name}+{self.evaluation.name}"


_policies: dict[str, Policy] = {}
_evaluations: dict[str, Evaluation] = {}


def policy(
    name: str, summary: str, *, learns: bool = False, number: int = 0
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter the function below into the register of policies."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        _policies[name] = Policy(name, summary, function, learns, number)
        return function

    return enter


def evaluation(
    name: str, summary: str, *, foresight: int = 0, number: int = 0
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter the function below into the register of evaluations."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        _evaluations[name] = Evaluation(name, summary, function, foresight, number)
        return function

    return enter


@cache
def _entered() -> tuple[Mapping[str, Policy], Mapping[str, Evaluation]]:
    """Both registers, when the files with the functions are read."""
    from tilewright.games.patchwork.quilt.strategies import evaluations_kernel as evaluations
    from tilewright.games.patchwork.quilt.strategies import learning_policies_kernel as learning
    from tilewright.games.patchwork.quilt.strategies import own_evaluations_kernel as beyond
    from tilewright.games.patchwork.quilt.strategies import policies_kernel as policies

    del beyond, evaluations, learning, policies
    return _policies, _evaluations


def policies() -> tuple[Policy, ...]:
    return tuple(_entered()[0].values())


def evaluations() -> tuple[Evaluation, ...]:
    return tuple(_entered()[1].values())


def strategy_names() -> tuple[str, ...]:
    """Every policy with every evaluation."""
    return tuple(f"{policy.name}+{evaluation.name}" for policy in policies() for evaluation in evaluations())


def find_strategy(name: str) -> Strategy:
    """The strategy of that name; `BadInput` says which of its halves is unknown, and what there is."""
    if not isinstance(name, str):
        raise BadInput(f"strategy: expected a name such as all+regret, not {shorten(name)}")
    first, plus, second = name.partition("+")
    if not plus:
        raise BadInput(f"strategy {name[:60]!r}: expected a policy, + and an evaluation, such as all+regret")
    by_name, by_evaluation = _entered()
    for what, half, known in (("policy", first, by_name), ("evaluation", second, by_evaluation)):
        if half not in known:
            close = get_close_matches(half[:60], known, n=1)
            guess = f"; did you mean {close[0]}? There are" if close else "; there are"
            raise BadInput(f"there is no {what} {half[:60]!r}{guess} {', '.join(known)}")
    return Strategy(by_name[first], by_evaluation[second])
