"""The names, variants and budgets of agents."""

from __future__ import annotations

import random

import domineering
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.play import NO_BUDGET, Budget, Entrant, make_player


@given(st.one_of(st.integers(1, 10**9 - 1).map(lambda n: Budget(iterations=n))))
@settings(deadline=None, derandomize=True)
def test_a_budget_of_iterations_is_written_and_read_back(budget: Budget) -> None:
    assert Budget.parse(str(budget)) == budget


@given(st.decimals("0.000001", "99999", places=6))
@settings(deadline=None, derandomize=True)
def test_a_budget_of_seconds_is_written_and_read_back(seconds: object) -> None:
    budget = Budget.parse(f"{seconds}s")
    assert budget.seconds == float(str(seconds))
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("greedy", Entrant("greedy", "greedy", NO_BUDGET)),
        ("mcts:1s", Entrant("mcts:1s", "mcts", Budget(seconds=1.0))),
        ("mcts:0.25s", Entrant("mcts:0.25s", "mcts", Budget(seconds=0.25))),
        ("mcts:2000it", Entrant("mcts:2000it", "mcts", Budget(iterations=2000))),
    ],
)
def test_the_name_of_an_agent_may_include_a_budget(text: str, entrant: Entrant) -> None:
    assert Entrant.parse(text) == entrant
    assert str(entrant) == text


@pytest.mark.parametrize(
    "text",
    ["", "0s", "0.0s", "0it", "1", "s", "-1s", "1.5it", "1e3s", "infs", "nans", "1 s", "1S", "٣s", "9" * 99],
)
def test_an_invalid_budget_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"expected seconds \(1s\) or iterations \(2000it\)") as refusal:
        Entrant.parse(f"mcts:{text}")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "domineering has no agent 'nobody'; it has perfect, eager, narrow, crasher,"),
        ("", "domineering has no agent ''"),
        ("human", "the player 'human' is available only in the terminal"),
        ("random:1s", "the agent random takes no budget: write random, not random:1s"),
        ("perfect:5it", "the agent perfect takes no budget: write perfect, not perfect:5it"),
    ],
)
def test_an_agent_that_cannot_play_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        make_player(domineering.game, Entrant.parse(text))
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "name", "variant", "budget"),
    [
        ("greedy+all+regret:1s", "greedy", "all+regret", Budget(seconds=1.0)),
        ("greedy+all+regret", "greedy", "all+regret", NO_BUDGET),
        ("mcts+wide:20it", "mcts", "wide", Budget(iterations=20)),
    ],
)
def test_a_variant_follows_a_plus_sign(text: str, name: str, variant: str, budget: Budget) -> None:
    assert Entrant.parse(text) == Entrant(text, name, budget, variant)


def test_an_agent_is_created_with_the_named_variant() -> None:
    state = domineering.game.module("state").start(domineering.game.parse("1x4"))
    across = state.__class__(state.rows, 1)
    for text, move in (("eager", "a1"), ("eager+last", "c1"), ("eager+first", "a1")):
        player = make_player(domineering.game, Entrant.parse(text))
        assert str(player.choose(across, random.Random(0))) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random+all", "the agent random has no variants, so there is no agent 'random+all'"),
        ("perfect+all", "the agent perfect has no variants, so there is no agent 'perfect+all'"),
        ("eager+", "the name of a variant must follow the plus sign in 'eager+'"),
        ("eager+sideways", "eager has no variant 'sideways'; it has first and last"),
    ],
)
def test_an_unknown_variant_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        make_player(domineering.game, Entrant.parse(text))
    assert str(refusal.value) == message
