"""`quilts strategies`: list the policies and evaluations; a strategy combines a policy and an evaluation."""

from __future__ import annotations

from tilewright.console import print_json, print_table
from tilewright.console.command_options import Json

__all__ = ["strategies"]


def strategies(json: Json = False) -> int:
    """List the policies and the evaluations; any policy and any evaluation form a strategy, as in all+regret.

    \b
    Examples:
      tilewright quilts strategies
    """
    from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluations, policies

    summaries = {
        "policies": {policy.name: policy.summary for policy in policies()},
        "evaluations": {evaluation.name: evaluation.summary for evaluation in evaluations()},
    }
    if json:
        print_json(summaries)
    else:
        for kind, summary_of in summaries.items():
            print_table([kind, "what it does"], list(summary_of.items()))
    return 0
