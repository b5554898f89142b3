"""The second search, compared with the solvers `exact` and `literal` and plain Python; faulty proof files."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from nmbr9_oracle import SIDE, cancelled_run, near, rotations

from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.nmbr9 import rules
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.proof import carried_sets as carried_sets_module
from tilewright.games.nmbr9.proof.carried_sets import carried_sets
from tilewright.games.nmbr9.proof.connected_layers import layers_of
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Deck, deck_of
from tilewright.games.nmbr9.proof.proof_file import ProofFile, read_proof, write_proof
from tilewright.games.nmbr9.proof.second_search import Node, Search, depth_first, prove, top_states
from tilewright.games.nmbr9.proof.verify_proof import best_scores, verify
from tilewright.games.nmbr9.solvers import exact, literal


def best_by_proofs(text: str) -> int:
    """Search repeatedly for a better stack, check each one, and return the best score once it is proved."""
    instance = parse(text)
    best = 0
    while True:
        proof = prove(instance, best + 1)
        assert proof.complete
        assert proof.clipped == 0
        if proof.stack is None:
            assert proof.impossible
            return best
        verdict = rules.check(instance, proof.stack)
        assert verdict.ok
        assert verdict.objective == proof.score > best
        best = proof.score


# --- Optima -----------------------------------------------------------------------------------------------

UP_TO_FOUR = [
    f"F-{m}-{c}-{k}" for m in (0, 1, 3, 6, 9) for c in (1, 2) for k in range(1, 5) if k <= (m + 1) * c
]
FIVE = ["F-1-3-5", "F-2-2-5", "F-3-2-5", "F-4-1-5", "F-4-2-5", "F-6-2-5"]
MORE = ["F-2-2-6", "F-2-3-7", "F-3-2-6"]


@pytest.mark.parametrize("text", [*UP_TO_FOUR, *FIVE, *MORE])
@pytest.mark.parametrize("support", rules.SUPPORTS)
def test_the_second_search_finds_the_optimum_of_the_first(text, support):
    instance = parse(f"{text} support={support}")
    assert best_by_proofs(f"{text} support={support}") == exact.solve(instance, Run()).objective


@pytest.mark.parametrize("text", ["F-1-2-4", "F-2-1-3", "F-3-1-4", "F-6-1-4", "F-9-1-3"])
@pytest.mark.parametrize("support", rules.SUPPORTS)
def test_the_second_search_finds_the_optimum_of_the_literal_rules(text, support):
    instance = parse(f"{text} support={support}")
    assert best_by_proofs(f"{text} support={support}") == literal.solve(instance, Run()).objective


@pytest.mark.parametrize("text", ["F-9-2-4", pytest.param("F-9-2-5", marks=pytest.mark.long)])
def test_both_searches_find_the_same_optimum_for_a_few_cards_of_the_standard_set(text):
    instance = parse(text)
    optimum = exact.solve(instance, Run()).objective
    assert prove(instance, optimum).score == optimum
    assert prove(instance, optimum + 1).impossible


# --- Layers and carried sets ------------------------------------------------------------------------------


@cache
def all_layers(values: tuple[int, ...]) -> frozenset[tuple[tuple[int, int], ...]]:
    """Return all connected layers of a set of parts, in every rotation.

    A layer is a tuple of pairs: the value of a part, and its cells as a bit set.
    """
    middle = (SIDE // 2) * (SIDE + 1)
    layers = set()

    def add_parts(layer: tuple[tuple[int, int], ...], left: tuple[int, ...]) -> None:
        if not left:
            layers.add(cornered(layer))
            return
        taken = sum(cells for _, cells in layer)
        for index, value in enumerate(left):
            for shape, _, _ in rotations(value):
                # The first part of a layer may lie anywhere, so only one position is tried.
                for r, c in product(range(-12, 13), repeat=2) if layer else [(0, 0)]:
                    cells = shape << (middle + r * SIDE + c)
                    if not layer or (not cells & taken and cells & near(taken)):
                        add_parts((*layer, (value, cells)), left[:index] + left[index + 1 :])

    add_parts((), values)
    return frozenset(layers)


def cornered(layer: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Translate a layer so that its first row is row 4 and its first column is column 4."""
    bits = [bit for _, cells in layer for bit in range(cells.bit_length()) if cells >> bit & 1]
    row, col = min(bit // SIDE for bit in bits) - 4, min(bit % SIDE for bit in bits) - 4
    return tuple(sorted((value, cells >> (row * SIDE + col)) for value, cells in layer))


def rotated_layer(layer: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    def rotated(cells: int) -> int:
        bits = (bit for bit in range(cells.bit_length()) if cells >> bit & 1)
        return sum(1 << ((bit % SIDE) * SIDE + SIDE - 1 - bit // SIDE) for bit in bits)

    return cornered(tuple((value, rotated(cells)) for value, cells in layer))


@cache
def layers_up_to_rotation(values: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Return the layers of `all_layers`, but only one rotation of each."""
    layers, seen = [], set()
    for layer in sorted(all_layers(values)):
        if layer not in seen:
            layers.append(layer)
            for _ in range(4):
                seen.add(layer)
                layer = rotated_layer(layer)
    return layers


@pytest.mark.parametrize("values", [(7,), (0, 0), (1, 8), (1, 1), (4, 7), (8, 8)])
def test_every_layer_is_listed_once_up_to_rotation(values):
    assert len(layers_of(values)) == len(layers_up_to_rotation(values))


def sets_on(
    lower: tuple[tuple[int, int], ...], copies: int, max_value: int, support: str
) -> Iterator[tuple[int, ...]]:
    """Yield the sorted values of every connected set of parts that can lie on a layer.

    Each part must lie on at least two parts of the layer or, with support=types, on parts of two or more
    values.
    """
    lower_cells = sum(cells for _, cells in lower)
    positions = []
    for value in range(max_value + 1):
        for shape, _, _ in rotations(value):
            for r, c in product(range(16), repeat=2):
                cells = shape << (r * SIDE + c)
                below = [each for each, part in lower if part & cells]
                if not cells & ~lower_cells and len(set(below) if support == "types" else below) > 1:
                    positions.append((value, cells))
    waiting = [((value,), cells) for value, cells in positions]
    while waiting:
        values, taken = waiting.pop()
        yield tuple(sorted(values))
        for value, cells in positions:
            if values.count(value) < copies and not cells & taken and cells & near(taken):
                waiting.append(((*values, value), taken | cells))


@pytest.mark.parametrize("support", rules.SUPPORTS)
@pytest.mark.parametrize(
    ("max_value", "copies", "sizes"),
    [(1, 2, (2,)), (3, 1, (2,)), pytest.param(1, 2, (3,), marks=pytest.mark.long)],
)
def test_two_or_three_parts_carry_exactly_the_sets_found_by_brute_force(max_value, copies, sizes, support):
    deck = Deck(max_value, copies, 9, support == "types")
    pairs = {(deck.members(low), deck.members(up)) for low, up in carried_sets(deck).pairs()}
    expected = {
        (lower, upper)
        for size in sizes
        for lower in deck.sets_of(size)
        for layer in layers_up_to_rotation(lower)
        for upper in sets_on(layer, copies, max_value, support)
    }
    assert {pair for pair in pairs if len(pair[0]) in sizes} == expected


# --- Runs -------------------------------------------------------------------------------------------------


def test_the_number_of_threads_does_not_change_the_result():
    single, double = (prove(parse("F-3-2-6"), 11, Run(Limits(threads=threads))) for threads in (1, 2))
    assert single.levels == (1, 7)
    assert single == double


def test_a_cancelled_proof_proves_nothing():
    proof = prove(parse("F-3-2-6"), 11, cancelled_run())
    assert (proof.complete, proof.impossible, proof.stack) == (False, False, None)


def test_a_proof_cancelled_before_its_tables_are_complete_has_no_bound(monkeypatch):
    monkeypatch.setattr(carried_sets_module, "_cache", {})  # Other tests may have cached the tables.
    proof = prove(parse("F-5-1-6"), 1, cancelled_run())
    assert (proof.complete, proof.impossible, proof.bound) == (False, False, None)


def test_a_proof_reports_its_progress():
    notes: list[str] = []
    prove(parse("F-3-2-6"), 11, Run(progress=lambda progress: notes.append(progress.note)))
    assert "states searched" in notes[-1]


@pytest.mark.parametrize(
    ("text", "target", "message"),
    [
        ("K-9-2-3:3,7,0", 9, "only variant F"),
        ("F-6-2-5 grid=6", 9, "only unbounded tables"),
        ("F-6-2-5 levels=3", 9, "only unbounded tables"),
        ("F-9-3-20", 9, "at most 59,049 sets of parts"),
        ("F-1-11-21", 9, "at most 20 cards"),
        ("F-6-2-5", 0, "positive score"),
    ],
)
def test_unsupported_instances_are_refused_in_one_line(text, target, message):
    with pytest.raises(BadInput, match=message) as refused:
        prove(parse(text), target)
    assert "\n" not in str(refused.value)


# --- Proof files ------------------------------------------------------------------------------------------

TARGET = 11


@pytest.fixture(scope="module")
def proof() -> ProofFile:
    """A proof that no stack of F-3-2-6 scores 11 points or more; it has eight states on two levels."""
    instance = parse("F-3-2-6")
    deck = deck_of(instance)
    levels: list[set] = []
    starts = [Node(top, 1, True, None) for top in top_states(deck, TARGET, 3)]
    assert depth_first(Search(deck, TARGET), starts, levels, set(), Run()) is None
    carried = carried_sets(deck, all_pairs=True).pairs()
    return ProofFile(instance, TARGET, carried, tuple(frozenset(best_scores(level)) for level in levels))


def data_of(proof: ProofFile) -> dict:
    return json.loads(gzip.decompress(write_proof(proof)))


def file_of(data: dict) -> bytes:
    return gzip.compress(json.dumps(data).encode())


def test_a_proof_file_survives_a_round_trip_and_is_verified(proof):
    file = write_proof(proof)
    assert read_proof(file) == proof
    verified = verify(file)
    assert verified.complete
    assert (verified.target, verified.levels, verified.clipped) == (TARGET, (1, 7), 0)
    assert verified.carried == len(proof.carried)


def test_a_cancelled_verification_proves_nothing(proof):
    assert not verify(write_proof(proof), cancelled_run()).complete


def test_layers_may_be_listed_in_any_rotation_and_translation(proof):
    dice = random.Random(9)
    data = data_of(proof)
    for level in data["levels"]:
        dice.shuffle(level)
        for state in level:
            # Rotate the whole layer by a random number of quarter turns, in the notation of the file.
            for _ in range(dice.randrange(4)):
                state[0] = [[v, (t + 1) % 4, -(c + width(v, t) - 1), r] for v, t, r, c in state[0]]
            down, across = dice.randrange(-99, 99), dice.randrange(-99, 99)
            state[0] = [[v, t, r + down, c + across] for v, t, r, c in state[0]]
            dice.shuffle(state[0])
    dice.shuffle(data["carried"])
    assert read_proof(file_of(data)) == proof
    assert verify(file_of(data)).complete


def width(value: int, turns: int) -> int:
    part = rules.PARTS[value]
    return part.rows if turns % 2 else part.cols


def test_a_proof_that_lacks_any_state_is_refused(proof):
    for depth, level in enumerate(proof.levels):
        for removed in range(len(level)):
            data = data_of(proof)
            del data["levels"][depth][removed]
            refuse(file_of(data), rf"levels\[{depth}\]: the proof lacks the state")


def test_a_proof_with_an_additional_state_is_refused(proof):
    data = data_of(proof)
    data["levels"].append([[[[3, 0, 0, 0], [3, 0, 0, 3]], "333", 3]])
    refuse(file_of(data), r"levels\[2\]\[0\]: the deck does not contain")
    data["levels"][2] = [[[[3, 0, 0, 0]], "33", 3]]
    refuse(file_of(data), r"levels\[2\]: the proof should not have")


def test_a_proof_with_a_missing_or_an_additional_pair_is_refused(proof):
    for removed in range(0, len(proof.carried), 50):
        data = data_of(proof)
        del data["carried"][removed]
        refuse(file_of(data), "carried: the proof does not state")
    data = data_of(proof)
    data["carried"].append(["11", "0022"])
    refuse(file_of(data), "carried: the proof wrongly states that the set 11 carries the set 0022")


@pytest.mark.parametrize("target", [TARGET - 2, TARGET - 1, TARGET + 1, TARGET + 100])
def test_a_proof_of_another_score_is_refused(proof, target):
    refuse(file_of(data_of(proof) | {"wanted": target}), "levels|wanted")


def test_a_proof_for_the_other_rule_of_support_is_refused(proof):
    data = data_of(proof)
    data["instance"]["support"] = "types"
    refuse(file_of(data), "carried: the proof wrongly states")


def test_a_proof_is_refused_if_a_stack_reaches_the_target():
    instance = parse("F-3-1-3")
    optimum = exact.solve(instance, Run()).objective
    deck = deck_of(instance)
    top = frozenset(top_states(deck, optimum, 3))
    file = ProofFile(instance, optimum, carried_sets(deck, all_pairs=True).pairs(), (top,))
    refuse(write_proof(file), f"wanted: a stack scores {optimum}")


def test_damaged_files_are_refused(proof):
    file = write_proof(proof)
    dice = random.Random(1)
    for _ in range(40):
        position = dice.randrange(10, len(file))
        damaged = bytearray(file)
        damaged[position] ^= 1 << dice.randrange(8)
        refuse(bytes(damaged), ".")
    for end in (0, 5, len(file) // 2, len(file) - 1):
        refuse(file[:end], "damaged|malformed")
    refuse(b"no gzip", "damaged")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "format: expected"),
        ({"version": 1}, "version: expected 2"),
        ({"version": True}, "version: expected 2"),
        ({"facts": {"6": 40}}, "facts: expected scores for numbers of parts from 1 to 5"),
        ({"facts": {"5": -1}}, r"facts\['5'\]: expected a whole number"),
        ({"facts": {"3": 2}}, "facts: a stack of 3 parts scores 3, not at most 2"),
        ({"wanted": "11"}, "wanted: expected a whole number"),
        ({"more": 1}, "unknown key 'more'"),
        ({"carried": [["01"]]}, r"carried\[0\]: expected a lower set"),
        ({"carried": [["10", "1"]]}, r"carried\[0\]: expected a string of values in ascending order"),
        ({"carried": [["01", "111"]]}, r"carried\[0\]: the deck does not contain"),
        ({"carried": [["01", "1"], ["01", "1"]]}, r"carried\[1\]: the pair is listed twice"),
        ({"levels": 7}, "levels: expected a list, not 7"),
        (
            {"levels": [[[[[3, 0, 0, 0]], "3"]]]},
            r"levels\[0\]\[0\]: expected a layer, the parts used and a score",
        ),
        ({"levels": [[[[[3, 4, 0, 0]], "3", 0]]]}, r"levels\[0\]\[0\], turns: expected"),
        ({"levels": [[[[[4, 0, 0, 0]], "3", 0]]]}, r"levels\[0\]\[0\], value: expected"),
        ({"levels": [[[[[3, 0, 0, 0]], "2", 0]]]}, "the used parts do not include"),
        ({"levels": [[[[[3, 0, 0, 0], [2, 0, 0, 1]], "23", 0]]]}, "overlap"),
        ({"levels": [[[[[3, 0, 0, 0], [2, 0, 9, 9]], "23", 0]]]}, "is not connected"),
        ({"levels": [[[[], "23", 0]]]}, "a layer of 1 to 3 parts, not 0"),
        ({"levels": [[[[[3, 0, 0, 0]], "3", 0], [[[3, 1, 4, 4]], "3", 0]]]}, "listed twice"),
    ],
)
def test_inconsistent_files_are_refused(proof, change, message):
    refuse(file_of(data_of(proof) | change), message)


def refuse(file: bytes, message: str) -> None:
    """Assert that the verification of a proof file fails with a one-line message."""
    with pytest.raises(BadInput, match=message) as refused:
        verify(file)
    assert "\n" not in str(refused.value)
