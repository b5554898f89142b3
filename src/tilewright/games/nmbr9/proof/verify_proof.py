"""Verify proof files: the second search recomputes everything that a file lists.

`proof_file` describes the format. A file is accepted if and only if

- each of its facts is proved here by the second search, which may use the facts about fewer parts;
- its carried sets are exactly the carried sets computed here;
- its first level consists of exactly the top layers whose upper bound reaches the target, and each further
  level of exactly the layers of up to three parts that can be put under the states of the previous level and
  whose upper bound reaches the target; there are no such layers under the last level;
- no top layer of four or more parts has an upper bound that reaches the target;
- no further layer under a listed state reaches the target, and neither does any sequence of layers that begins
  with a layer of four or more parts directly under a listed state; the file does not list such layers, so the
  states below them are searched completely here.

Then no stack reaches the target, because such a stack would be found layer by layer from its top. The
verification uses no entry of the file that it has not confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.proof.carried_sets import CarriedSets, Stopped, carried_sets
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Deck, Layer, State, deck_of
from tilewright.games.nmbr9.proof.proof_file import ProofFile, read_proof, set_text, state_json
from tilewright.games.nmbr9.proof.second_search import (
    SMALL_LAYER,
    Node,
    Search,
    SearchSummary,
    depth_first,
    prove,
    top_states,
)
from tilewright.run import Run

__all__ = ["Verified", "verify"]


class Verified(SearchSummary):
    """The result of a verification that found no fault; if `complete`, no stack reaches the target."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        data = {"instance": notation.to_json(self.instance), "wanted": self.target}
        names = ("complete", "carried", "levels", "below", "nodes", "covers", "clipped")
        return data | {name: getattr(self, name) for name in names}


def verify(file: bytes, run: Run | None = None) -> Verified:
    """Verify the bytes of a proof file; raise `BadInput` at the first fault."""
    run = run or Run()
    proof = read_proof(file)
    deck = deck_of(proof.instance)
    run.report(note="computing what two or three parts can carry")
    try:
        _compare_carried(proof, carried_sets(deck, all_pairs=True, run=run))
        carried_sets(deck, run=run)
    except Stopped:
        return Verified(instance=proof.instance, target=proof.target, carried=len(proof.carried))
    if not _verify_facts(proof, run):
        return Verified(instance=proof.instance, target=proof.target, carried=len(proof.carried))
    search = Search(deck, proof.target, proof.facts)
    below: set[State] = set()
    complete = _verify_levels(search, proof, below, run)
    return Verified(
        instance=proof.instance,
        target=proof.target,
        complete=complete,
        carried=len(proof.carried),
        levels=tuple(len(level) for level in proof.levels),
        below=len(below),
        **search.counters(),
    )


def _verify_facts(proof: ProofFile, run: Run) -> bool:
    """Prove every fact, in ascending order of the numbers of parts; return False if the run was stopped."""
    proved: dict[int, int] = {}
    for parts, most in sorted(proof.facts.items()):
        run.report(note=f"proving that no stack of {parts} parts scores more than {most}")
        result = prove(replace(proof.instance, cards=parts), most + 1, run, proved)
        if result.stack is not None:
            raise BadInput(f"facts: a stack of {parts} parts scores {result.score}, not at most {most}")
        if not result.impossible:
            return False
        proved[parts] = most
    return True


def _compare_carried(proof: ProofFile, carried: CarriedSets) -> None:
    deck, expected = deck_of(proof.instance), carried.pairs()
    missing, surplus = expected - proof.carried, proof.carried - expected
    for pairs, fault in ((missing, "does not state"), (surplus, "wrongly states")):
        if pairs:
            lower, upper = (set_text(deck, number) for number in min(pairs))
            raise BadInput(
                f"carried: the proof {fault} that the set {lower} carries the set {upper} "
                f"(such pairs: {len(pairs)})"
            )


def _verify_levels(search: Search, proof: ProofFile, below: set[State], run: Run) -> bool:
    """Verify the file level by level; return False if the run was stopped."""
    expected = set(top_states(search.deck, search.target, SMALL_LAYER, search.facts))
    for index in range(len(proof.levels) + 1):
        listed = proof.levels[index] if index < len(proof.levels) else frozenset()
        _compare_states(search.deck, index, frozenset(expected), listed)
        small: set[State] = set()
        large: set[State] = set()
        for state, children in search.children_of_each(sorted(listed, key=_order), run):
            if children and search.next_layer_reaches_target(state):
                _raise_reached(search, index, state)
            for child in children:
                (small if len(child.layer) <= SMALL_LAYER else large).add(child)
        expected = best_scores(small)
        starts = [Node(state, index + 2, False, None) for state in sorted(large, key=_order)]
        end = depth_first(search, starts, [], below, run)
        if end is not None:
            _raise_reached(search, end.level - 1, end.state)
        if run.stopped:
            return False
        verified = f"levels verified: {min(index + 1, len(proof.levels))} of {len(proof.levels)}"
        run.report(note=f"{verified}; searched states with layers of four or more parts: {len(below)}")
    return True


def best_scores(states: Iterable[State]) -> set[State]:
    """Return, for each layer and set of used parts, only the state with the highest score.

    The same layers can lie below all states with this layer and these used parts, and add the same number of
    points, so the other states cannot lead to a better stack.
    """
    best: dict[tuple[Layer, int], State] = {}
    for state in states:
        key = state.layer, state.used
        if key not in best or best[key].score < state.score:
            best[key] = state
    return set(best.values())


def _order(state: State) -> tuple[tuple[int, ...], int, int]:
    return state.layer, state.used, state.score


def _compare_states(deck: Deck, index: int, expected: frozenset[State], listed: frozenset[State]) -> None:
    missing, surplus = expected - listed, listed - expected
    for states, fault in ((missing, "lacks"), (surplus, "should not have")):
        if states:
            first = state_json(deck, min(states, key=_order))
            raise BadInput(f"levels[{index}]: the proof {fault} the state {first} (such states: {len(states)})")


def _raise_reached(search: Search, index: int, state: State) -> None:
    score, data = search.score_under(state), state_json(search.deck, state)
    raise BadInput(
        f"wanted: a stack scores {score}, so the proof is wrong; the stack has a layer under the state {data} "
        f"of level {index + 1} from the top"
    )
