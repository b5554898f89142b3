"""The command `tilewright conform`, which runs the conformance tests on a game."""

from __future__ import annotations

from dataclasses import asdict

from tilewright import registry
from tilewright.console import command_options as opts
from tilewright.console import print_json, print_table, say

__all__ = ["conform"]


def conform(game: opts.GameName, json: opts.Json = False, quiet: opts.Quiet = False) -> int:
    """Run the conformance tests on a game. The exit status is 1 if a test fails.

    \b
    Examples:
      tilewright conform heyawake
      tilewright conform my-game --json
    """
    from tilewright.testing import checks, run_check

    played = registry.game(game)
    outcomes = []
    for check in checks(played):
        if not quiet:
            say(f"{check.name} ...")
        outcomes.append(run_check(check))
    failed = [outcome for outcome in outcomes if outcome.status == "failed"]
    if json:
        tests = [asdict(outcome) for outcome in outcomes]
        print_json({"game": played.name, "ok": not failed, "tests": tests})
    else:
        print_table(["test", "outcome", "reason"], [(each.name, each.status, each.reason) for each in outcomes])
        print(
            f"{played.name}: {len(failed)} of {len(outcomes)} tests failed"
            if failed
            else f"{played.name}: no test failed"
        )
    return 1 if failed else 0
