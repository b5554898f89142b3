"""The second proof against the first, the literal rules and plain Python; proof files and their faults."""

from __future__ import annotations

import gzip
import json
import random
import threading
from collections.abc import Iterator
from functools import cache

import pytest
from nmbr9_oracle import SIDE, near, turned

from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.nmbr9 import rules
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.proof import carried_sets as carry
from tilewright.games.nmbr9.proof.carried_sets import carried_by
from tilewright.games.nmbr9.proof.layers import layers_of
from tilewright.games.nmbr9.proof.part_tables import Deck, deck_of
from tilewright.games.nmbr9.proof.proof_file import ProofFile, read_proof, write_proof
from tilewright.games.nmbr9.proof.second_search import Node, Search, depth_first, prove, tops
from tilewright.games.nmbr9.proof.verify_proof import best_of_each, verify
from tilewright.games.nmbr9.solvers import exact, literal


def best_by_proofs(text: str) -> int:
    """The best score: each stack found is judged and must be beaten, until that is proved impossible."""
    instance = parse(text)
    best = 0
    while True:
        proof = prove(instance, best + 1)
        assert proof.complete
        assert proof.clipped == 0
        if proof.found is None:
            assert proof.impossible
            return best
        verdict = rules.check(instance, proof.found)
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
def test_the_second_proof_finds_the_optimum_of_the_first(text, support):
    instance = parse(f"{text} support={support}")
    assert best_by_proofs(f"{text} support={support}") == exact.solve(instance, Run()).objective


@pytest.mark.parametrize("text", ["F-1-2-4", "F-2-1-3", "F-3-1-4", "F-6-1-4", "F-9-1-3"])
@pytest.mark.parametrize("support", rules.SUPPORTS)
def test_the_second_proof_finds_the_optimum_of_the_literal_rules(text, support):
    instance = parse(f"{text} support={support}")
    assert best_by_proofs(f"{text} support={support}") == literal.solve(instance, Run()).objective


def test_five_cards_of_the_standard_set_score_no_more_than_the_first_search_says():
    instance = parse("F-9-2-5")
    optimum = exact.solve(instance, Run()).objective
    assert prove(instance, optimum).score == optimum
    assert prove(instance, optimum + 1).impossible


# --- Layers and what they carry ---------------------------------------------------------------------------


@cache
def plain_layers(values: tuple[int, ...]) -> frozenset[tuple[tuple[int, int], ...]]:
    """Connected layers of a set in every turn, as values with cells, the first part turned in every way."""
    middle = (SIDE // 2) * (SIDE + 1)
    found = set()

    def grow(lying: tuple[tuple[int, int], ...], left: tuple[int, ...]) -> None:
        if not left:
            found.add(cornered(lying))
            return
        taken = sum(cells for _, cells in lying)
        for at, value in enumerate(left):
            for shape, _, _ in turned(value):
                for r in range(-12, 13):
                    for c in range(-12, 13):
                        cells = shape << (middle + r * SIDE + c)
                        if not lying or (not cells & taken and cells & near(taken)):
                            grow((*lying, (value, cells)), left[:at] + left[at + 1 :])
                        if not lying:
                            break
                    if not lying:
                        break

    grow((), values)
    return frozenset(found)


def cornered(layer: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The layer moved so that its least row and column are 4."""
    bits = [at for _, cells in layer for at in range(cells.bit_length()) if cells >> at & 1]
    row, col = min(at // SIDE for at in bits) - 4, min(at % SIDE for at in bits) - 4
    return tuple(sorted((value, cells >> (row * SIDE + col)) for value, cells in layer))


def turned_layer(layer: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    def turn(cells: int) -> int:
        bits = (at for at in range(cells.bit_length()) if cells >> at & 1)
        return sum(1 << ((at % SIDE) * SIDE + SIDE - 1 - at // SIDE) for at in bits)

    return cornered(tuple((value, turn(cells)) for value, cells in layer))


@cache
def up_to_turns(values: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """One layer of each four that are turns of each other."""
    found, seen = [], set()
    for layer in sorted(plain_layers(values)):
        if layer not in seen:
            found.append(layer)
            for _ in range(4):
                seen.add(layer)
                layer = turned_layer(layer)
    return found


@pytest.mark.parametrize("values", [(7,), (0, 0), (1, 8), (1, 1), (4, 7), (8, 8)])
def test_layers_are_counted_once_up_to_turns(values):
    assert len(layers_of(values)) == len(up_to_turns(values))


def lies_on(
    lower: tuple[tuple[int, int], ...], copies: int, top: int, support: str
) -> Iterator[tuple[int, ...]]:
    """Every set of parts that lies connected on a layer, each resting on two of its parts or numbers."""
    ground = sum(cells for _, cells in lower)
    fits = []
    for value in range(top + 1):
        for shape, _, _ in turned(value):
            for r in range(16):
                for c in range(16):
                    cells = shape << (r * SIDE + c)
                    under = [each for each, piece in lower if piece & cells]
                    if not cells & ~ground and len(set(under) if support == "types" else under) > 1:
                        fits.append((value, cells))
    waiting = [((value,), cells) for value, cells in fits]
    while waiting:
        values, taken = waiting.pop()
        yield tuple(sorted(values))
        for value, cells in fits:
            if values.count(value) < copies and not cells & taken and cells & near(taken):
                waiting.append(((*values, value), taken | cells))


@pytest.mark.parametrize("support", rules.SUPPORTS)
@pytest.mark.parametrize(("top", "copies", "sizes"), [(1, 2, (2, 3)), (3, 1, (2,))])
def test_what_two_or_three_parts_carry_is_found_by_plain_packing(top, copies, sizes, support):
    deck = Deck(top, copies, 9, support == "types")
    ours = {(deck.members(low), deck.members(up)) for low, up in carried_by(deck).pairs()}
    plain = {
        (lower, upper)
        for size in sizes
        for lower in deck.sets_of(size)
        for layer in up_to_turns(lower)
        for upper in lies_on(layer, copies, top, support)
    }
    assert {pair for pair in ours if len(pair[0]) in sizes} == plain


# --- Runs -------------------------------------------------------------------------------------------------


def test_threads_change_nothing():
    one, two = (prove(parse("F-3-2-6"), 11, Run(Limits(threads=threads))) for threads in (1, 2))
    assert one.levels == (1, 7)
    assert one == two


def test_a_cancelled_proof_proves_nothing():
    cancel = threading.Event()
    cancel.set()
    proof = prove(parse("F-3-2-6"), 11, Run(cancel=cancel))
    assert (proof.complete, proof.impossible, proof.found) == (False, False, None)


def test_a_proof_cancelled_before_its_tables_are_made_knows_no_bound(monkeypatch):
    monkeypatch.setattr(carry, "_found", {})  # tables are kept for the next proof of the same deck
    cancel = threading.Event()
    cancel.set()
    proof = prove(parse("F-5-1-6"), 1, Run(cancel=cancel))
    assert (proof.complete, proof.impossible, proof.bound) == (False, False, None)


def test_a_proof_tells_how_far_it_is():
    notes: list[str] = []
    prove(parse("F-3-2-6"), 11, Run(progress=lambda progress: notes.append(progress.note)))
    assert "states searched" in notes[-1]


@pytest.mark.parametrize(
    ("text", "wanted", "says"),
    [
        ("K-9-2-3:3,7,0", 9, "free decks"),
        ("F-6-2-5 grid=6", 9, "without edges"),
        ("F-6-2-5 levels=3", 9, "without edges"),
        ("F-9-3-20", 9, "two copies of ten numbers"),
        ("F-6-2-5", 0, "positive score"),
    ],
)
def test_what_cannot_be_proved_is_refused_in_one_line(text, wanted, says):
    with pytest.raises(BadInput, match=says) as refused:
        prove(parse(text), wanted)
    assert "\n" not in str(refused.value)


# --- Proof files ------------------------------------------------------------------------------------------

WANTED = 11


@pytest.fixture(scope="module")
def proof() -> ProofFile:
    """That six cards of two copies of 0 to 3 score no 11: eight states on two levels."""
    instance = parse("F-3-2-6")
    deck = deck_of(instance)
    levels: list[set] = []
    starts = [Node(top, 1, True, None) for top in tops(deck, WANTED, 3)]
    assert depth_first(Search(deck, WANTED), starts, levels, set(), Run()) is None
    carried = carried_by(deck, all_pairs=True).pairs()
    return ProofFile(instance, WANTED, carried, tuple(frozenset(best_of_each(level)) for level in levels))


def data_of(proof: ProofFile) -> dict:
    return json.loads(gzip.decompress(write_proof(proof)))


def file_of(data: dict) -> bytes:
    return gzip.compress(json.dumps(data).encode())


def test_a_proof_file_is_read_back_and_holds(proof):
    file = write_proof(proof)
    assert read_proof(file) == proof
    verified = verify(file)
    assert verified.complete
    assert (verified.wanted, verified.levels, verified.clipped) == (WANTED, (1, 7), 0)
    assert verified.carried == len(proof.carried)


def test_a_cancelled_verification_proves_nothing(proof):
    cancel = threading.Event()
    cancel.set()
    assert not verify(write_proof(proof), Run(cancel=cancel)).complete


def test_any_turn_and_place_of_a_layer_will_do(proof):
    dice = random.Random(9)
    data = data_of(proof)
    for level in data["levels"]:
        dice.shuffle(level)
        for state in level:
            # A quarter turn of the whole layer, as the file writes it: the box's height becomes its width.
            for _ in range(dice.randrange(4)):
                state[0] = [[v, (t + 1) % 4, -(c + wide(v, t) - 1), r] for v, t, r, c in state[0]]
            down, across = dice.randrange(-99, 99), dice.randrange(-99, 99)
            state[0] = [[v, t, r + down, c + across] for v, t, r, c in state[0]]
            dice.shuffle(state[0])
    dice.shuffle(data["carried"])
    assert read_proof(file_of(data)) == proof
    assert verify(file_of(data)).complete


def wide(value: int, turns: int) -> int:
    part = rules.PARTS[value]
    return part.rows if turns % 2 else part.cols


def test_a_proof_that_lacks_any_state_is_refused(proof):
    for at, level in enumerate(proof.levels):
        for gone in range(len(level)):
            data = data_of(proof)
            del data["levels"][at][gone]
            refuse(file_of(data), rf"levels\[{at}\]: the proof lacks the state")


def test_a_proof_with_a_state_too_many_is_refused(proof):
    data = data_of(proof)
    data["levels"].append([[[[3, 0, 0, 0], [3, 0, 0, 3]], "333", 3]])
    refuse(file_of(data), r"levels\[2\]\[0\]: the deck has not")
    data["levels"][2] = [[[[3, 0, 0, 0]], "33", 3]]
    refuse(file_of(data), r"levels\[2\]: the proof should not have")


def test_a_proof_with_a_pair_too_few_or_too_many_is_refused(proof):
    for at in range(0, len(proof.carried), 50):
        data = data_of(proof)
        del data["carried"][at]
        refuse(file_of(data), "carried: the proof lacks")
    data = data_of(proof)
    data["carried"].append(["11", "0022"])
    refuse(file_of(data), "carried: the proof wrongly has 0022 on 11")


@pytest.mark.parametrize("wanted", [WANTED - 2, WANTED - 1, WANTED + 1, WANTED + 100])
def test_a_proof_of_another_score_is_refused(proof, wanted):
    refuse(file_of(data_of(proof) | {"wanted": wanted}), "levels|wanted")


def test_a_proof_of_the_other_reading_is_refused(proof):
    data = data_of(proof)
    data["instance"]["support"] = "types"
    refuse(file_of(data), "carried: the proof wrongly has")


def test_a_score_that_has_a_stack_is_told():
    instance = parse("F-3-1-3")
    optimum = exact.solve(instance, Run()).objective
    deck = deck_of(instance)
    top = frozenset(tops(deck, optimum, 3))
    file = ProofFile(instance, optimum, carried_by(deck, all_pairs=True).pairs(), (top,))
    refuse(write_proof(file), f"wanted: a stack scores {optimum}")


def test_damaged_files_are_refused(proof):
    file = write_proof(proof)
    dice = random.Random(1)
    for _ in range(40):
        at = dice.randrange(10, len(file))
        broken = bytearray(file)
        broken[at] ^= 1 << dice.randrange(8)
        refuse(bytes(broken), ".")
    for end in (0, 5, len(file) // 2, len(file) - 1):
        refuse(file[:end], "damaged|malformed")
    refuse(b"no gzip", "damaged")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "other"}, "format: expected"),
        ({"version": 2}, "version: expected 1"),
        ({"version": True}, "version: expected 1"),
        ({"wanted": "11"}, "wanted: expected a whole number"),
        ({"more": 1}, "unknown key 'more'"),
        ({"carried": [["01"]]}, r"carried\[0\]: expected a lower set"),
        ({"carried": [["10", "1"]]}, r"carried\[0\]: expected values in order"),
        ({"carried": [["01", "111"]]}, r"carried\[0\]: the deck has not"),
        ({"carried": [["01", "1"], ["01", "1"]]}, r"carried\[1\]: the pair is listed twice"),
        ({"levels": 7}, "levels: expected a list, not 7"),
        (
            {"levels": [[[[[3, 0, 0, 0]], "3"]]]},
            r"levels\[0\]\[0\]: expected a layer, the parts used and a score",
        ),
        ({"levels": [[[[[3, 4, 0, 0]], "3", 0]]]}, r"levels\[0\]\[0\], turns: expected"),
        ({"levels": [[[[[4, 0, 0, 0]], "3", 0]]]}, r"levels\[0\]\[0\], value: expected"),
        ({"levels": [[[[[3, 0, 0, 0]], "2", 0]]]}, "the parts used lack"),
        ({"levels": [[[[[3, 0, 0, 0], [2, 0, 0, 1]], "23", 0]]]}, "overlap"),
        ({"levels": [[[[[3, 0, 0, 0], [2, 0, 9, 9]], "23", 0]]]}, "does not hang together"),
        ({"levels": [[[[], "23", 0]]]}, "a layer of one to 3 parts, not 0"),
        ({"levels": [[[[[3, 0, 0, 0]], "3", 0], [[[3, 1, 4, 4]], "3", 0]]]}, "listed twice"),
    ],
)
def test_files_that_make_no_sense_are_refused(proof, change, says):
    refuse(file_of(data_of(proof) | change), says)


def refuse(file: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        verify(file)
    assert "\n" not in str(refused.value)
