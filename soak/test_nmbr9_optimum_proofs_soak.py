"""Long tests of Nmbr9, variant F: two searches prove the optima of the standard game and of small decks."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.game import Limits, Run, Status
from tilewright.games.nmbr9 import rules
from tilewright.games.nmbr9.instances.benchmark_instances_and_results import known_results
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import most_points_by_parts
from tilewright.games.nmbr9.models.carried_sets_file import carried_sets as listed_carried_sets
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.proof.carried_sets import carried_sets
from tilewright.games.nmbr9.proof.connected_layers import layers_of
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Deck, State, deck_of
from tilewright.games.nmbr9.proof.proof_file import ProofFile, write_proof
from tilewright.games.nmbr9.proof.second_search import SMALL_LAYER, Search, prove, top_states
from tilewright.games.nmbr9.proof.verify_proof import best_scores, verify
from tilewright.games.nmbr9.solvers import exact
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import Tables
from tilewright.games.nmbr9.stacking.list_best_stacks import best_stacks
from tilewright.games.nmbr9.stacking.top_down_search import Search as StackSearch
from tilewright.games.nmbr9.stacking.write_certificate import certificate
from tilewright.running import ProcessPool

BEST = 262


def two_threads() -> Run:
    return Run(Limits(threads=2))


def test_the_standard_game_has_a_stack_of_262():
    instance = parse("F-9-2-20")
    proof = prove(instance, BEST, two_threads())
    assert proof.stack is not None
    assert rules.check(instance, proof.stack).objective == proof.score == BEST


def test_the_standard_game_has_no_stack_above_262():
    proof = prove(parse("F-9-2-20"), BEST + 1, two_threads())
    assert proof.impossible
    assert proof.clipped == 0
    # An earlier study found the same bounds and the same number of carried pairs (see proof_file) by another
    # method.
    assert (proof.bound, proof.large_top_bound, proof.carried) == (315, 253, 18_137)


def proof_levels(deck: Deck, target: int) -> list[frozenset[State]]:
    """Return the states that a proof file contains, as one set for each level."""
    search = Search(deck, target)
    level = set(top_states(deck, target, SMALL_LAYER))
    levels = []
    while level:
        levels.append(frozenset(level))
        states = (
            child
            for _, children in search.children_of_each(sorted(level, key=repr), Run())
            for child in children
        )
        level = best_scores(child for child in states if len(child.layer) <= SMALL_LAYER)
    return levels


def test_the_number_of_states_for_262_points_is_that_of_an_earlier_study():
    levels = proof_levels(deck_of(parse("F-9-2-20")), BEST)
    assert [len(level) for level in levels] == [2_030, 30_998, 15_902, 5_512, 28]


def test_a_proof_file_of_the_standard_game_is_verified():
    instance = parse("F-9-2-20")
    deck = deck_of(instance)
    levels = tuple(proof_levels(deck, BEST + 1))
    file = write_proof(ProofFile(instance, BEST + 1, carried_sets(deck, all_pairs=True).pairs(), levels))
    verified = verify(file, two_threads())
    assert verified.complete
    assert verified.levels == tuple(len(level) for level in levels)


def test_the_number_of_layers_of_up_to_three_parts_is_that_of_an_earlier_study():
    deck = deck_of(parse("F-9-2-20"))
    assert sum(len(layers_of(values)) for size in (1, 2, 3) for values in deck.sets_of(size)) == 1_765_397


def test_the_listed_carried_sets_are_those_of_both_searches():
    listed = {(lower, upper) for lower, uppers in listed_carried_sets().carried.items() for upper in uppers}
    deck = deck_of(parse("F-9-2-20"))
    second = carried_sets(deck, all_pairs=True).pairs()
    assert {(deck.members(lower), deck.members(upper)) for lower, upper in second} == listed
    tables = Tables.of(parse("F-9-2-20"))
    lower, upper = np.nonzero(tables.bounds.can_support)
    first = zip(tables.bounds.small[lower].tolist(), upper.tolist(), strict=True)
    assert {(deck.members(each), deck.members(other)) for each, other in first} == listed


@pytest.mark.parametrize(
    ("cards", "support"),
    [(cards, support) for support in ("parts", "types") for cards in (13, 14, 15, 16, 17)],
)
def test_the_second_search_proves_optima_with_the_optima_of_fewer_cards(cards, support):
    instance = parse(f"F-9-2-{cards} support={support}")
    (known,) = (each for each in known_results() if each.instance == instance)
    proof = prove(instance, known.best + 1, two_threads(), most_points_by_parts(instance))
    assert proof.impossible
    assert proof.clipped == 0


@pytest.mark.parametrize(("cards", "best"), [(18, 219), (19, 232)])
def test_the_second_search_verifies_the_proof_that_no_stack_of_fewer_cards_is_better(cards, best, tmp_path):
    file = certificate(parse(f"F-9-2-{cards}"), best + 1, two_threads(), tmp_path)
    assert file is not None
    assert verify(file, two_threads()).complete


def test_no_stack_of_the_standard_game_with_support_types_scores_248():
    instance = parse("F-9-2-20 support=types")
    facts = {parts: most for parts, most in most_points_by_parts(instance).items() if 8 <= parts <= 17}
    search = StackSearch(Tables.of(instance, threads=2).for_target(248, facts, 2), 248, threads=2)
    search.run()
    assert search.best is None
    assert search.clipped == 0


SMALL_DECKS = [
    f"F-{m}-{c}-{k}"
    for m in range(10)
    for c in range(1, 6)
    for k in range(c, 6)
    if k <= (m + 1) * c and (c + 1) ** (m + 1) <= 3**10
]


@pytest.mark.parametrize("support", rules.SUPPORTS)
@pytest.mark.parametrize("text", [*SMALL_DECKS, "F-3-2-7", "F-4-2-7", "F-6-1-7"])
def test_both_searches_agree_on_small_decks(text, support):
    instance = parse(f"{text} support={support}")
    optimum = exact.solve(instance, Run()).objective
    assert optimum == 0 or prove(instance, optimum).score == optimum
    assert prove(instance, optimum + 1).impossible


def test_beam_searches_alone_find_the_best_known_stacks(monkeypatch):
    monkeypatch.setattr(exact._Optimisation, "_search_exhaustively", lambda optimisation, tables: None)
    for text, best in (("F-9-2-20", BEST), ("F-9-2-20 support=types", 241)):
        instance = parse(text)
        answer = exact.solve(instance, two_threads())
        assert answer.objective >= best
        assert rules.check(instance, answer.solution).objective == answer.objective


def test_the_standard_game_has_two_best_stacks():
    assert len(best_stacks(parse("F-9-2-20"), BEST, 2, lambda note: None)) == 2


class StopAfterTenShards(Run):
    """A run that cancels itself after ten shards."""

    def report(self, best=None, bound=None, note=""):
        if note.startswith("10 of"):
            self.cancel.set()


def test_a_stopped_proof_search_continues_with_the_missing_shards(tmp_path):
    instance = parse("F-9-2-20")
    assert certificate(instance, BEST + 1, StopAfterTenShards(Limits(threads=2)), tmp_path) is None
    kept = set(tmp_path.glob("*.json"))
    assert len(kept) == 10
    file = certificate(instance, BEST + 1, two_threads(), tmp_path, ProcessPool(2))
    assert file is not None
    assert kept < set(tmp_path.glob("*.json"))
    assert verify(file, two_threads()).complete


def test_the_first_search_proves_262_and_the_second_verifies_its_proof():
    instance = parse("F-9-2-20")
    answer = exact.solve(instance, two_threads())
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, BEST, BEST)
    assert rules.check(instance, answer.solution).objective == BEST
    file = certificate(instance, BEST + 1, two_threads())
    assert file is not None
    assert verify(file, two_threads()).complete
