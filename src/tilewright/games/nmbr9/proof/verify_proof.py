"""Proof files verified: everything that a file must list is found here anew, by the second search.

`file` says what a proof file is. It is accepted if and only if

- what it says two or three parts can carry is what is found here, pair for pair;
- its top layers are those with hope, and the layers of up to three parts under the states of each level that
  keep hope are the next level, state for state; under the last level there are none;
- no top layer of four or more parts has hope;
- no layer under a listed state reaches the score, nor does anything under layers of four or more parts, which
  are not listed but searched here to the end.

So no stack scores what the file says is wanted: a stack that did would be met from its top down. Nothing that
the file says is used before it is found to be so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.games.nmbr9.proof.carried_sets import Carried, Stopped, carried_by
from tilewright.games.nmbr9.proof.layer_below_kernel import CLIPPED, COVERS, NODES
from tilewright.games.nmbr9.proof.part_tables import Deck, Layer, State, deck_of
from tilewright.games.nmbr9.proof.proof_file import ProofFile, read_proof, set_text, state_json
from tilewright.games.nmbr9.proof.second_search import SMALL, Node, Search, depth_first, tops
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.run import Run

__all__ = ["Verified", "verify"]


@dataclass(frozen=True, slots=True)
class Verified:
    """A proof file that holds, as far as it was read."""

    instance: Nmbr9Instance
    wanted: int
    """What no stack scores."""
    complete: bool
    """False after a time limit or a cancellation: then nothing is proved."""
    carried: int
    levels: tuple[int, ...]
    below: int
    nodes: int
    covers: int
    clipped: int


def verify(file: bytes, run: Run | None = None) -> Verified:
    """Verify the bytes of a proof file; `BadInput` says in one line where it fails."""
    run = run or Run()
    proof = read_proof(file)
    deck = deck_of(proof.instance)
    run.report(note="what two or three parts can carry")
    try:
        _compare_carried(proof, carried_by(deck, all_pairs=True, run=run))
        carried_by(deck, run=run)
    except Stopped:
        return Verified(proof.instance, proof.wanted, False, len(proof.carried), (), 0, 0, 0, 0)
    search = Search(deck, proof.wanted)
    below: set[State] = set()
    complete = _verify_levels(search, proof, below, run)
    return Verified(
        instance=proof.instance,
        wanted=proof.wanted,
        complete=complete,
        carried=len(proof.carried),
        levels=tuple(len(level) for level in proof.levels),
        below=len(below),
        nodes=int(search.stats[NODES]),
        covers=int(search.stats[COVERS]),
        clipped=int(search.stats[CLIPPED]),
    )


def _compare_carried(proof: ProofFile, carried: Carried) -> None:
    deck, ours = deck_of(proof.instance), carried.pairs()
    for pairs, fault in ((ours - proof.carried, "lacks"), (proof.carried - ours, "wrongly has")):
        if pairs:
            lower, upper = (set_text(deck, number) for number in min(pairs))
            raise BadInput(f"carried: the proof {fault} {upper} on {lower} ({len(pairs)} such pairs)")


def _verify_levels(search: Search, proof: ProofFile, below: set[State], run: Run) -> bool:
    """Level by level; True if nothing stopped it."""
    expected = set(tops(search.deck, search.wanted, SMALL))
    for at in range(len(proof.levels) + 1):
        listed = proof.levels[at] if at < len(proof.levels) else frozenset()
        _compare_states(search.deck, at, frozenset(expected), listed)
        under: set[State] = set()
        large: set[State] = set()
        for state, children in search.under_each(sorted(listed, key=_order), run):
            if children and search.ends(state):
                _refuse_end(search, at, state)
            for child in children:
                (under if len(child.layer) <= SMALL else large).add(child)
        expected = best_of_each(under)
        starts = [Node(state, at + 2, False, None) for state in sorted(large, key=_order)]
        end = depth_first(search, starts, [], below, run)
        if end is not None:
            _refuse_end(search, end.level - 1, end.state)
        if run.stopped:
            return False
        run.report(note=f"level {at + 1} of {len(proof.levels)} holds, {len(below)} states below")
    return True


def best_of_each(states: Iterable[State]) -> set[State]:
    """Of the states with the same layer and the same parts used, the one of the highest score: what lies under
    another one scores less under that one too."""
    best: dict[tuple[Layer, int], State] = {}
    for state in states:
        key = state.layer, state.used
        if key not in best or best[key].score < state.score:
            best[key] = state
    return set(best.values())


def _order(state: State) -> tuple[tuple[int, ...], int, int]:
    return state.layer, state.used, state.score


def _compare_states(deck: Deck, at: int, expected: frozenset[State], listed: frozenset[State]) -> None:
    missing, surplus = expected - listed, listed - expected
    for states, fault in ((missing, "lacks"), (surplus, "should not have")):
        if states:
            one = state_json(deck, min(states, key=_order))
            raise BadInput(f"levels[{at}]: the proof {fault} the state {one} ({len(states)} such states)")


def _refuse_end(search: Search, at: int, state: State) -> None:
    score, one = search.score_under(state), state_json(search.deck, state)
    raise BadInput(f"wanted: a stack scores {score}, with a layer under the state {one} of level {at + 1}")
