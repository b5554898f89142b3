"""The solver `exact`, compared with the solver `literal`, with plain Python, and with published results."""

from __future__ import annotations

import gzip
import json
from itertools import combinations

import numpy as np
import pytest
from nmbr9_oracle import rotated_forms

from tilewright.errors import BadInput
from tilewright.game import Limits, Run, Status
from tilewright.games.nmbr9 import rules
from tilewright.games.nmbr9.best_stacks import read_best_stacks
from tilewright.games.nmbr9.notation import parse, parse_solution
from tilewright.games.nmbr9.proof.verify_proof import verify
from tilewright.games.nmbr9.rules import PARTS, orientations
from tilewright.games.nmbr9.solvers import exact, literal
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import SearchTooLarge, Tables, sets_of
from tilewright.games.nmbr9.stacking.proved_bounds_step_by_step import steps
from tilewright.games.nmbr9.stacking.write_certificate import certificate
from tilewright.geometry import is_connected

Layer = frozenset[tuple[int, frozenset[tuple[int, int]]]]
"""A layer of parts: the value and the cells of each part."""


def solved(text: str, seconds: float | None = None):
    instance = parse(text)
    answer = exact.solve(instance, Run(Limits(seconds)))
    if answer.solution is not None:
        verdict = rules.check(instance, answer.solution)
        assert verdict.ok
        assert verdict.objective == answer.objective
    return answer


# --- Optima ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "optimum"), [("F-6-1-4", 7), ("F-6-1-5", 17), ("F-6-2-5", 19)])
def test_the_small_decks_of_the_challenge_have_the_optima_of_the_repaired_model(text, optimum):
    answer = solved(f"{text} grid=6 levels=3")
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, optimum, optimum)


VARIANTS = [
    f"F-{m}-{c}-{k}"
    for m in (0, 1, 2, 4, 6, 9)
    for c in (1, 2, 3)
    for k in range(1, 5)
    if k <= (m + 1) * c and (c < 3 or m < 6)
]


@pytest.mark.parametrize("support", rules.SUPPORTS)
@pytest.mark.parametrize("text", VARIANTS)
def test_up_to_four_cards_the_literal_solver_finds_the_same_optimum(text, support):
    answer = solved(f"{text} support={support}")
    other = literal.solve(parse(f"{text} support={support}"), Run())
    assert answer.status == other.status == Status.OPTIMAL
    assert answer.objective == other.objective


@pytest.mark.parametrize("table", ["grid=4", "grid=5", "grid=6", "levels=1", "levels=2", "grid=5 levels=2"])
@pytest.mark.parametrize("text", ["F-1-2-3", "F-4-1-4", "F-9-1-3", "F-6-2-4"])
def test_on_bounded_tables_the_literal_solver_finds_the_same_optimum(text, table):
    answer = solved(f"{text} {table}")
    other = literal.solve(parse(f"{text} {table}"), Run())
    assert (answer.status, answer.objective) == (other.status, other.objective)


def test_a_table_too_small_for_the_cards_is_infeasible():
    assert solved("F-0-2-2 grid=4").status == Status.INFEASIBLE


@pytest.mark.parametrize(
    "text",
    [
        "F-6-2-5 grid=6 levels=3",
        "F-4-2-6",
        pytest.param("F-9-1-5 support=types grid=9", marks=pytest.mark.long),
    ],
)
def test_bounds_decrease_to_the_optimum(text):
    bounds = [step.bound for step in steps(parse(text), Run())]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == solved(text).objective


@pytest.mark.parametrize("text", ["F-0-1-1", "F-2-1-3 grid=3"])
def test_the_bound_is_zero_if_nothing_can_score(text):
    assert [step.bound for step in steps(parse(text), Run())][-1] == 0


def test_a_stopped_run_has_a_stack_and_possibly_a_bound():
    answer = solved("F-9-2-20", seconds=0.2)
    assert answer.status == Status.FEASIBLE
    assert answer.bound is None or answer.bound >= 262


# --- Tables ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables():
    return Tables.of(parse("F-4-2-4"), packed=2)


def layers_of_pair(first: int, second: int) -> set[tuple]:
    first_cells = frozenset(PARTS[first].cells)
    return {
        min(rotated_forms([(first, first_cells), (second, cells)]))
        for shape in orientations(second)
        for cells in shape.placements_touching(first_cells)
    }


def decoded(codes, shapes) -> Layer:
    layer = set()
    for code in map(int, codes):
        turn, row, column = code >> 10, code >> 5 & 31, code & 31
        cells = shapes.cells[turn, : shapes.sizes[turn]]
        layer.add((int(shapes.values[turn]), frozenset((row + int(r), column + int(c)) for r, c in cells)))
    return frozenset(layer)


def test_every_layer_of_two_parts_is_listed_once(tables):
    listed = [min(rotated_forms(decoded(codes, tables.shapes))) for codes in tables.layers[1]]
    expected = set().union(*(layers_of_pair(a, b) for a in range(5) for b in range(a, 5)))
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


def supported_sets(layer: Layer, numbers: int, copies: int, types: bool) -> set[tuple[int, ...]]:
    """Return the connected sets of up to three parts that can lie on a layer, found by brute force.

    Each set is a tuple of its values in ascending order.
    """
    layer_cells = frozenset().union(*(cells for _, cells in layer))
    positions = []
    for value in range(numbers):
        for shape in orientations(value):
            for cells in shape.placements_within(layer_cells):
                below = [(v, part) for v, part in layer if not part.isdisjoint(cells)]
                if len({v for v, _ in below} if types else below) >= 2:
                    positions.append((value, frozenset(cells)))
    supported = set()
    for count in range(1, 4):
        for chosen in combinations(positions, count):
            values = tuple(sorted(value for value, _ in chosen))
            cells = [cell for _, part in chosen for cell in part]
            legal = all(values.count(value) <= copies for value in values)
            if legal and len(set(cells)) == len(cells) and is_connected(cells):
                supported.add(values)
    return supported


@pytest.mark.parametrize("support", rules.SUPPORTS)
def test_pairs_support_exactly_the_sets_found_by_brute_force(support):
    tables = Tables.of(parse(f"F-4-2-4 support={support}"), packed=2)
    subsets = tables.sets
    expected: dict[int, set[tuple[int, ...]]] = {}
    for codes, lower in zip(tables.layers[1], sets_of(tables.layers[1], subsets, tables.shapes), strict=True):
        supported = supported_sets(decoded(codes, tables.shapes), 5, 2, support == "types")
        expected.setdefault(int(lower), set()).update(supported)
    for lower, supported in expected.items():
        marked = np.nonzero(tables.bounds.can_support[tables.bounds.small_index[lower]])[0]
        sets = {tuple(v for v in range(5) for _ in range(subsets.digits[upper, v])) for upper in marked}
        assert sets == supported


def test_the_whole_game_has_3610_layers_of_one_or_two_parts():
    assert sum(map(len, Tables.of(parse("F-9-2-3"), packed=2).layers)) == 3610


# --- Proofs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "optimum"),
    [
        pytest.param("F-4-2-8", 19, marks=pytest.mark.long),
        pytest.param("F-5-1-6", 16, marks=pytest.mark.long),
        ("F-4-2-6 support=types", 15),
    ],
)
def test_the_second_search_verifies_the_proofs_of_the_first(text, optimum):
    instance = parse(text)
    assert solved(text).objective == optimum
    verified = verify(certificate(instance, optimum + 1, Run()))
    assert verified.complete
    assert (verified.target, verified.clipped) == (optimum + 1, 0)


def test_there_is_no_proof_of_a_false_claim():
    with pytest.raises(BadInput, match="a stack scores 15"):
        certificate(parse("F-4-2-6"), 15, Run())


def test_a_proof_without_one_of_its_states_is_refused():
    file = certificate(parse("F-5-1-6"), 17, Run())
    data = json.loads(gzip.decompress(file))
    assert verify(file).complete
    assert data["levels"]
    data["levels"][0].pop()
    with pytest.raises(BadInput):
        verify(gzip.compress(json.dumps(data).encode()))


@pytest.mark.parametrize(
    ("name", "support", "score"),
    [("F-9-2-20", "parts", 262), ("F-9-2-20 support=types", "types", 241), ("F-9-2-18", "parts", 219)],
)
def test_the_recorded_stacks_are_legal_and_have_the_stated_score(name, support, score):
    (record,) = (each for each in read_best_stacks() if each["instance"] == name)
    instance = parse(record["instance"])
    verdict = rules.check(instance, parse_solution(json.dumps(record["solution"])))
    assert verdict.ok
    assert instance.support == support
    assert verdict.objective == record["score"] == score


# --- Beam searches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["F-4-2-8", "F-4-2-8 support=types", "F-5-2-8 grid=9 levels=4"])
def test_beam_searches_alone_find_the_best_stack_of_small_decks(text, monkeypatch):
    best = solved(text).objective
    monkeypatch.setattr(exact._Optimisation, "_search_exhaustively", lambda optimisation, tables: None)
    answer = solved(text)
    assert answer.objective == best
    assert answer.bound >= best


def test_beam_searches_continue_if_the_exhaustive_search_is_too_large(monkeypatch):
    def too_large(optimisation, tables):
        raise SearchTooLarge

    monkeypatch.setattr(exact, "LATE_ROUNDS", exact.ROUNDS + 1)
    monkeypatch.setattr(exact._Optimisation, "_search_exhaustively", too_large)
    answer = solved("F-5-2-9")
    assert answer.status == Status.FEASIBLE
    assert "too many" in answer.stats["gave_up"]


def test_beam_searches_with_the_same_seed_find_the_same_stack(monkeypatch):
    monkeypatch.setattr(exact._Optimisation, "_search_exhaustively", lambda optimisation, tables: None)
    monkeypatch.setattr(exact, "WIDTH", 5)
    first, second = (solved("F-5-2-9 support=types") for _ in range(2))
    assert first.solution == second.solution


def test_tightened_bounds_are_not_larger():
    tables = Tables.of(parse("F-3-2-7"))
    sets = np.arange(1, len(tables.sets.counts))
    sets = sets[tables.sets.counts[sets] <= 7]
    bounds, tightened = (each.bound_below(sets, sets) for each in (tables, tables.tightened(1.3)))
    assert (tightened <= bounds).all()
    assert (tightened < bounds).any()
    assert (tables.tightened(1.0).bound_below(sets, sets) == bounds).all()
