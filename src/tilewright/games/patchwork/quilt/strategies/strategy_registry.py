"""The registry of policies and evaluations, and the lookup of strategies by name."""

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
    """A policy: it offers some placements of the current shape, which are called alternatives.

    ``offer(lookup, quilt, shape)`` writes the alternatives into ``quilt.alternatives`` and returns the number
    of alternatives, which is 0 if the shape fits nowhere. If `learns` is true, the policy keeps statistics from
    one quilt to the next. Policies that differ only in `parameter` share one function, which reads the
    parameter from ``quilt.scalars``.
    """

    name: str
    summary: str
    offer: Callable[..., Any]
    learns: bool = False
    parameter: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation: it chooses one of the alternatives that a policy offers.

    ``choose(lookup, quilt, shape, count)`` returns the index of the chosen alternative; it is called only if
    there are at least two alternatives. `foresight` is the number of tiles after the current tile whose order
    the evaluation knows.
    """

    name: str
    summary: str
    choose: Callable[..., Any]
    foresight: int = 0
    parameter: int = 0


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy: a policy combined with an evaluation."""

    policy: Policy
    evaluation: Evaluation

    @property
    def name(self) -> str:
        return f"{self.policy.name}+{self.evaluation.name}"


_policies: dict[str, Policy] = {}
_evaluations: dict[str, Evaluation] = {}


def policy(
    name: str, summary: str, *, learns: bool = False, parameter: int = 0
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as a policy."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _policies[name] = Policy(name, summary, function, learns, parameter)
        return function

    return register


def evaluation(
    name: str, summary: str, *, foresight: int = 0, parameter: int = 0
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as an evaluation."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _evaluations[name] = Evaluation(name, summary, function, foresight, parameter)
        return function

    return register


@cache
def _registries() -> tuple[Mapping[str, Policy], Mapping[str, Evaluation]]:
    """Import the modules whose decorators fill the registries, and return both registries."""
    # The order of these imports is the order of the strategies. The imports are static, because a dynamic
    # import would make the digest of an agent's code depend on the whole game.
    # isort: off
    from tilewright.games.patchwork.quilt.strategies import policies_kernel  # noqa: F401
    from tilewright.games.patchwork.quilt.strategies import learning_policies_kernel  # noqa: F401
    from tilewright.games.patchwork.quilt.strategies import evaluations_kernel  # noqa: F401
    from tilewright.games.patchwork.quilt.strategies import unpublished_evaluations_kernel  # noqa: F401

    # isort: on
    return _policies, _evaluations


def policies() -> tuple[Policy, ...]:
    return tuple(_registries()[0].values())


def evaluations() -> tuple[Evaluation, ...]:
    return tuple(_registries()[1].values())


def strategy_names() -> tuple[str, ...]:
    """Return the names of all strategies: every policy with every evaluation."""
    return tuple(f"{policy.name}+{evaluation.name}" for policy in policies() for evaluation in evaluations())


def find_strategy(name: str) -> Strategy:
    """Return the strategy with the given name.

    For an unknown policy or evaluation, raise `BadInput`, which lists the known names.
    """
    if not isinstance(name, str):
        raise BadInput(f"strategy: expected a name such as all+regret, not {shorten(name)}")
    first, plus, second = name.partition("+")
    if not plus:
        raise BadInput(f"strategy {name[:60]!r}: expected POLICY+EVALUATION, such as all+regret")
    policy_of, evaluation_of = _registries()
    for what, half, known in (("policy", first, policy_of), ("evaluation", second, evaluation_of)):
        if half not in known:
            close = get_close_matches(half[:60], known, n=1)
            guess = f"; did you mean {close[0]}? Expected one of" if close else "; expected one of"
            raise BadInput(f"there is no {what} {half[:60]!r}{guess} {', '.join(known)}")
    return Strategy(policy_of[first], evaluation_of[second])
