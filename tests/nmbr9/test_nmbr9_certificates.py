"""Proof searches that are split into shards, and the certificates that `tilewright check` verifies."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from nmbr9_oracle import cancelled_run

from tilewright import registry
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.proof.proof_file import read_proof
from tilewright.games.nmbr9.proof.second_search import prove
from tilewright.games.nmbr9.proof.verify_proof import verify
from tilewright.games.nmbr9.rules import SUPPORTS
from tilewright.games.nmbr9.solvers import exact
from tilewright.games.nmbr9.stacking import top_layers_for_target, write_certificate
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import SearchTooLarge, Tables
from tilewright.games.nmbr9.stacking.rebuild_placements import flat_stack
from tilewright.games.nmbr9.stacking.search_shards import search_in_shards, search_shard
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.write_certificate import certificate
from tilewright.running import InProcess, ProcessPool

SPEC, BEST = "F-4-2-8", 19
"""An instance with eight cards from two copies of each number up to 4, and its optimum, which other tests
prove."""


def ignore_progress(note: str = "") -> None:
    pass


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.of(parse(SPEC))


# --- Shards ---------------------------------------------------------------------------------------------------


def test_shards_find_the_same_states_as_a_single_search(tables, tmp_path):
    single = Search(tables, BEST + 1)
    single.run()
    result = search_in_shards(tables, BEST + 1, tmp_path, InProcess(), Run(), ignore_progress)
    assert result is not None
    assert result.score is None
    assert single.best is None
    assert result.levels[:3] == single.levels[:3]
    assert result.clipped == 0


def test_shards_find_the_best_stack(tables, tmp_path):
    result = search_in_shards(tables, BEST - 1, tmp_path, InProcess(), Run(), ignore_progress)
    assert result is not None
    assert result.score == BEST


def test_shards_in_other_processes_have_the_same_result(tables, tmp_path):
    same_process = search_in_shards(tables, BEST, tmp_path / "same", InProcess(), Run(), ignore_progress)
    other_process = search_in_shards(tables, BEST, tmp_path / "other", ProcessPool(1), Run(), ignore_progress)
    assert same_process == other_process


def test_a_stopped_search_continues_with_the_missing_shards(tables, tmp_path):
    class StopAfterTwoShards(Run):
        def report(self, best=None, bound=None, note=""):
            if note.startswith("2 of"):
                self.cancel.set()

    assert (
        search_in_shards(tables, BEST + 1, tmp_path, InProcess(), StopAfterTwoShards(), ignore_progress) is None
    )
    kept = set(tmp_path.glob("*.json"))
    assert len(kept) == 2
    times = {path: path.stat().st_mtime_ns for path in kept}
    again = search_in_shards(tables, BEST + 1, tmp_path, InProcess(), Run(), ignore_progress)
    assert again == search_in_shards(tables, BEST + 1, tmp_path / "anew", InProcess(), Run(), ignore_progress)
    assert times == {path: path.stat().st_mtime_ns for path in kept}


def test_portions_of_any_size_find_the_same_stack(tables):
    for target in (BEST, BEST + 1):
        search = Search(tables, target, portion=1)
        search.run()
        assert (search.best is None) == (target > BEST)
        assert search.best is None or search.best.score == BEST


def test_a_shard_may_search_under_top_layers_of_four_parts():
    tables = Tables.of(parse("F-1-2-4"))
    (top,) = Search(tables, 0).larger_top_sets()  # The only top set consists of all four parts.
    support_bits = np.packbits(tables.bounds.can_support).tobytes()
    payload = {"instance": notation.to_json(tables.instance), "wanted": 0, "facts": {}, "top": top}
    shard = json.loads(search_shard(support_bits, 1, payload))
    search = Search(tables, 0)
    search.search_under_sets([top])
    assert shard["score"] == 0
    assert shard["levels"] == search.levels


def test_top_sets_that_are_too_many_are_searched_in_halves(tables, monkeypatch):
    sets = [number for number in range(len(tables.sets.counts)) if tables.sets.counts[number] == 2]
    whole = Search(tables, BEST)
    whole.search_under_sets(sets)
    extend_layers = top_layers_for_target.extend_layers

    def extend_few_sets(layers, allowed, *others):
        if allowed.sum() > 12:
            raise SearchTooLarge
        return extend_layers(layers, allowed, *others)

    monkeypatch.setattr(top_layers_for_target, "extend_layers", extend_few_sets)
    halves = Search(tables, BEST)
    halves.search_under_sets(sets)
    assert (halves.best is None) == (whole.best is None)
    assert halves.levels[0] == whole.levels[0]


def test_a_run_that_is_stopped_at_once_proves_nothing(tmp_path):
    assert certificate(parse(SPEC), BEST + 1, cancelled_run(), tmp_path) is None
    assert certificate(parse(SPEC), BEST + 1, Run(Limits(1e-6)), tmp_path) is None


# --- Certificates ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proved(tmp_path_factory) -> tuple[str, Path]:
    """The best stack as JSON, and the certificate file that proves that no stack is better."""
    folder = tmp_path_factory.mktemp("proof")
    stack = registry.game("nmbr9").solve(parse(SPEC), solver="exact").solution
    command = ["nmbr9", "prove", SPEC, str(BEST + 1), "-o", str(folder / "proof.gz"), "--data", str(folder)]
    assert run(command) == 0
    return json.dumps(notation.solution_to_json(stack)), folder / "proof.gz"


def check_json(capsys, *arguments: str, status: int) -> dict:
    """Run `tilewright check` and return its JSON output."""
    capsys.readouterr()
    assert run(["check", "nmbr9", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_check_verifies_a_certificate(proved, capsys):
    stack, file = proved
    verdict = check_json(capsys, SPEC, stack, "--certificate", str(file), status=0)
    assert (verdict["ok"], verdict["objective"]) == (True, BEST)
    assert verdict["certificate"]["ok"] is True
    assert f"scores {BEST + 1} or more" in verdict["certificate"]["proves"]
    assert run(["check", "nmbr9", SPEC, stack, "--certificate", str(file)]) == 0
    assert "the certificate holds" in capsys.readouterr().out


def test_without_the_option_the_output_does_not_mention_certificates(proved, capsys):
    assert "certificate" not in check_json(capsys, SPEC, proved[0], status=0)


def test_a_certificate_for_another_instance_fails(proved, capsys):
    _, file = proved
    best = registry.game("nmbr9").solve(parse("F-4-2-7"), solver="exact").solution
    stack = json.dumps(notation.solution_to_json(best))
    verdict = check_json(capsys, "F-4-2-7", stack, "--certificate", str(file), status=1)
    assert verdict["ok"]
    assert "another instance" in verdict["certificate"]["reason"]


def test_a_certificate_that_does_not_exclude_better_stacks_fails(proved, capsys):
    flat = json.dumps(notation.solution_to_json(flat_stack(parse(SPEC))))
    verdict = check_json(capsys, SPEC, flat, "--certificate", str(proved[1]), status=1)
    assert "every score above 0" in verdict["certificate"]["reason"]


def test_a_certificate_that_lacks_a_state_fails(proved, capsys, tmp_path):
    stack, file = proved
    data = json.loads(gzip.decompress(file.read_bytes()))
    del data["levels"][0][0]
    (tmp_path / "less.gz").write_bytes(gzip.compress(json.dumps(data).encode()))
    verdict = check_json(capsys, SPEC, stack, "--certificate", str(tmp_path / "less.gz"), status=1)
    assert "lacks the state" in verdict["certificate"]["reason"]


def test_a_damaged_certificate_is_bad_input(proved, capsys, tmp_path):
    stack, file = proved
    (tmp_path / "half.gz").write_bytes(file.read_bytes()[:-20])
    for path in (tmp_path / "half.gz", tmp_path / "missing.gz"):
        assert run(["check", "nmbr9", SPEC, stack, "--certificate", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_game_without_certificates_refuses_the_option(capsys):
    assert run(["check", "powers", "3,4", '{"n": 18}', "--certificate", "proof.gz"]) == 2
    assert "powers has no certificates" in capsys.readouterr().err


def test_a_broken_rule_is_reported_before_the_certificate_is_read(proved, capsys, tmp_path):
    verdict = check_json(capsys, SPEC, '{"placements": []}', "--certificate", str(tmp_path / "none"), status=1)
    assert not verdict["ok"]
    assert "certificate" not in verdict


def test_there_is_no_proof_if_a_stack_reaches_the_target(tmp_path):
    with pytest.raises(BadInput, match=f"a stack scores {BEST}"):
        certificate(parse(SPEC), BEST, Run(), tmp_path)


# --- Facts about fewer parts ----------------------------------------------------------------------------------


def optima(text: str, support: str = "parts") -> dict[int, int]:
    """Return the optimum of the instance for each smaller number of cards, keyed by this number."""
    instance = replace(parse(text), support=support)
    smaller = (replace(instance, cards=cards) for cards in range(1, instance.cards))
    return {each.cards: exact.solve(each, Run()).objective for each in smaller}


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("text", ["F-2-2-6", "F-3-2-6", "F-5-1-6"])
def test_facts_about_fewer_parts_do_not_change_the_optimum(text, support):
    instance = replace(parse(text), support=support)
    best = exact.solve(instance, Run()).objective
    facts, tables = optima(text, support), Tables.of(instance)
    for target in (best, best + 1):
        search = Search(tables.for_target(target, facts), target)
        search.run()
        assert (search.best is None) == (target > best)
        second = prove(instance, target, facts=facts)
        assert second.complete
        assert (second.stack is None) == (target > best)


def test_a_proof_may_rely_on_facts_about_fewer_parts(monkeypatch):
    # Of eight small instances that were tried, this one has the fastest proof in which facts exclude states.
    instance, target = parse("F-3-2-8"), 13
    facts = optima("F-3-2-8")
    without = read_proof(certificate(instance, target, Run()))
    monkeypatch.setattr(write_certificate, "facts_for_search", lambda instance: facts)
    file = certificate(instance, target, Run())
    assert file is not None
    proof = read_proof(file)
    assert proof.facts == facts
    assert sum(map(len, proof.levels)) < sum(map(len, without.levels))
    assert verify(file).complete
    for parts in (3, 7):
        data = json.loads(gzip.decompress(file))
        data["facts"][str(parts)] -= 1
        with pytest.raises(BadInput, match=f"facts: a stack of {parts} parts scores {facts[parts]}"):
            verify(gzip.compress(json.dumps(data).encode()))


def test_shards_in_other_processes_use_the_same_facts(tables, tmp_path):
    pruned = tables.for_target(BEST, optima(SPEC))
    here = search_in_shards(pruned, BEST, tmp_path / "here", InProcess(), Run(), ignore_progress)
    elsewhere = search_in_shards(pruned, BEST, tmp_path / "elsewhere", ProcessPool(1), Run(), ignore_progress)
    assert here is not None
    assert here.score == BEST
    assert here == elsewhere
