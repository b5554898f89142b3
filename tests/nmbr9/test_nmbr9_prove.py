"""Proofs in shards that are kept, and certificates that `check` has verified."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path

import numpy as np
import pytest

from tilewright import registry
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.stacking import top_layers as tops
from tilewright.games.nmbr9.stacking.rebuild_placements import flat_stack
from tilewright.games.nmbr9.stacking.search_shards import search_in_shards, search_shard
from tilewright.games.nmbr9.stacking.search_tables import Tables, TooMany
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.write_certificate import certificate
from tilewright.running import InProcess, ProcessPool

SPEC, BEST = "F-4-2-8", 19
"""Five numbers, two of each, eight cards: the optimum is proved by both searches in other tests."""


def quietly(note: str = "") -> None:
    pass


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.of(parse(SPEC))


# --- Shards ---------------------------------------------------------------------------------------------------


def test_shards_see_what_one_search_sees(tables, tmp_path):
    whole = Search(tables, BEST + 1)
    whole.run()
    parts = search_in_shards(tables, BEST + 1, tmp_path, InProcess(), Run(), quietly)
    assert parts is not None
    assert parts.score is None
    assert whole.find is None
    assert parts.levels[:3] == whole.levels[:3]
    assert parts.clipped == 0


def test_shards_meet_the_best_stack(tables, tmp_path):
    parts = search_in_shards(tables, BEST - 1, tmp_path, InProcess(), Run(), quietly)
    assert parts is not None
    assert parts.score == BEST


def test_shards_in_other_processes_tell_the_same(tables, tmp_path):
    here = search_in_shards(tables, BEST, tmp_path / "here", InProcess(), Run(), quietly)
    there = search_in_shards(tables, BEST, tmp_path / "there", ProcessPool(1), Run(), quietly)
    assert here == there


def test_a_stopped_search_goes_on_where_it_was(tables, tmp_path):
    class Impatient(Run):
        """Gives up after two shards."""

        def report(self, best=None, bound=None, note=""):
            if note.startswith("2 of"):
                self.cancel.set()

    assert search_in_shards(tables, BEST + 1, tmp_path, InProcess(), Impatient(), quietly) is None
    kept = set(tmp_path.glob("*.json"))
    assert len(kept) == 2
    times = {path: path.stat().st_mtime_ns for path in kept}
    again = search_in_shards(tables, BEST + 1, tmp_path, InProcess(), Run(), quietly)
    assert again == search_in_shards(tables, BEST + 1, tmp_path / "anew", InProcess(), Run(), quietly)
    assert times == {path: path.stat().st_mtime_ns for path in kept}


def test_portions_of_any_size_find_the_same(tables):
    for wanted in (BEST, BEST + 1):
        search = Search(tables, wanted, portion=1)
        search.run()
        assert (search.find is None) == (wanted > BEST)
        assert search.find is None or search.find.score == BEST


def test_a_shard_may_be_a_set_of_four_parts_on_top():
    tables = Tables.of(parse("F-1-2-4"))
    (top,) = Search(tables, 0).larger_tops()  # all four parts, side by side
    carried = np.packbits(tables.hopes.can_carry).tobytes()
    payload = {"instance": notation.to_json(tables.instance), "wanted": 0, "top": top}
    shard = json.loads(search_shard(carried, 1, payload))
    four = Search(tables, 0)
    four.under_sets([top])
    assert shard["score"] == 0
    assert shard["levels"] == four.levels


def test_top_layers_of_many_sets_may_be_searched_half_by_half(tables, monkeypatch):
    every = [*range(len(tables.sets.counts))]
    sets = [at for at in every if tables.sets.counts[at] == 2]
    whole = Search(tables, BEST)
    whole.under_sets(sets)
    grow = tops.grow

    def grow_little(layers, allowed, *others):
        if allowed.sum() > 12:
            raise TooMany
        return grow(layers, allowed, *others)

    monkeypatch.setattr(tops, "grow", grow_little)
    halves = Search(tables, BEST)
    halves.under_sets(sets)
    assert (halves.find is None) == (whole.find is None)
    assert halves.levels[0] == whole.levels[0]


def test_a_run_that_is_over_before_it_begins_proves_nothing(tmp_path):
    cancel = threading.Event()
    cancel.set()
    assert certificate(parse(SPEC), BEST + 1, Run(cancel=cancel), tmp_path) is None
    assert certificate(parse(SPEC), BEST + 1, Run(Limits(1e-6)), tmp_path) is None


# --- Certificates ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proved(tmp_path_factory) -> tuple[str, Path]:
    """The best stack as JSON, and the file that proves it best."""
    folder = tmp_path_factory.mktemp("proof")
    stack = registry.game("nmbr9").solve(parse(SPEC), solver="exact").solution
    asked = ["nmbr9", "prove", SPEC, str(BEST + 1), "-o", str(folder / "proof.gz"), "--data", str(folder)]
    assert run(asked) == 0
    return json.dumps(notation.solution_to_json(stack)), folder / "proof.gz"


def told(capsys, *arguments: str, status: int) -> dict:
    capsys.readouterr()
    assert run(["check", "nmbr9", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_check_has_a_certificate_verified(proved, capsys):
    stack, file = proved
    verdict = told(capsys, SPEC, stack, "--certificate", str(file), status=0)
    assert (verdict["ok"], verdict["objective"]) == (True, BEST)
    assert verdict["certificate"]["ok"] is True
    assert f"scores {BEST + 1} or more" in verdict["certificate"]["proves"]
    assert run(["check", "nmbr9", SPEC, stack, "--certificate", str(file)]) == 0
    assert "the certificate holds" in capsys.readouterr().out


def test_without_the_option_nothing_is_said_of_certificates(proved, capsys):
    assert "certificate" not in told(capsys, SPEC, proved[0], status=0)


def test_a_certificate_of_something_else_fails(proved, capsys):
    _, file = proved
    flat = registry.game("nmbr9").solve(parse("F-4-2-7"), solver="exact").solution
    stack = json.dumps(notation.solution_to_json(flat))
    verdict = told(capsys, "F-4-2-7", stack, "--certificate", str(file), status=1)
    assert verdict["ok"]
    assert "another instance" in verdict["certificate"]["reason"]


def test_a_certificate_that_leaves_room_above_the_solution_fails(proved, capsys):
    flat = json.dumps(notation.solution_to_json(flat_stack(parse(SPEC))))
    verdict = told(capsys, SPEC, flat, "--certificate", str(proved[1]), status=1)
    assert "room above 0" in verdict["certificate"]["reason"]


def test_a_certificate_that_lacks_a_state_fails(proved, capsys, tmp_path):
    stack, file = proved
    data = json.loads(gzip.decompress(file.read_bytes()))
    del data["levels"][0][0]
    (tmp_path / "less.gz").write_bytes(gzip.compress(json.dumps(data).encode()))
    verdict = told(capsys, SPEC, stack, "--certificate", str(tmp_path / "less.gz"), status=1)
    assert "lacks the state" in verdict["certificate"]["reason"]


def test_a_damaged_certificate_is_bad_input(proved, capsys, tmp_path):
    stack, file = proved
    (tmp_path / "half.gz").write_bytes(file.read_bytes()[:-20])
    for path in (tmp_path / "half.gz", tmp_path / "missing.gz"):
        assert run(["check", "nmbr9", SPEC, stack, "--certificate", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_game_without_certificates_says_so(capsys):
    assert run(["check", "powers", "3,4", '{"n": 18}', "--certificate", "proof.gz"]) == 2
    assert "powers has no certificates" in capsys.readouterr().err


def test_a_broken_rule_is_told_before_any_certificate_is_read(proved, capsys, tmp_path):
    verdict = told(capsys, SPEC, '{"placements": []}', "--certificate", str(tmp_path / "none"), status=1)
    assert not verdict["ok"]
    assert "certificate" not in verdict


def test_there_is_no_proof_where_there_is_a_stack(tmp_path):
    with pytest.raises(BadInput, match=f"there is a stack of {BEST}"):
        certificate(parse(SPEC), BEST, Run(), tmp_path)
