"""The proved facts: the rules of inference hold for small instances, and no two facts contradict each other."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.game import Answer, Status
from tilewright.games.nmbr9.instances import bounds_from_proved_facts
from tilewright.games.nmbr9.instances.benchmark_instances_and_results import known_results
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import (
    INSTANCES_FILE,
    ContradictingFacts,
    Fact,
    at_most,
    facts,
    find_contradiction,
    lower_fact,
    most_points_by_parts,
    read_facts,
    upper_fact,
    with_facts,
)
from tilewright.games.nmbr9.notation import parse

SETS = [(1, 1, 2), (1, 2, 3), (2, 1, 3), (2, 2, 3), (3, 1, 3), (3, 1, 4), (3, 2, 3)]
TABLES = ["", " support=types", " levels=1", " grid=5"]


def small_instances() -> list[str]:
    texts = []
    for (m, c, k), table in product(SETS, TABLES):
        texts += [f"F-{m}-{c}-{k}{table}", f"U-{m}-{c}-{k}{table}"]
        if k < 4 and "grid" not in table:
            texts.append(f"U-{m}-{c}-{k}{table} objective=expected")
    decks = ["1,1,0", "0,1,1", "1,2,3", "3,2,1", "3,1,2,0"]
    return texts + [f"K-3-2-{deck.count(',') + 1}:{deck}{table}" for deck in decks for table in TABLES]


def test_the_rules_of_inference_hold_for_small_instances():
    solved = []
    for text in small_instances():
        result = tw.solve(parse(text))
        assert result.status in (Status.OPTIMAL, Status.INFEASIBLE), text
        solved.append((parse(text), -1 if result.objective is None else result.objective))
    inferred = 0
    for (one, best), (other, most) in product(solved, solved):
        if one != other and at_most(one, other):
            inferred += 1
            assert best <= most, f"{one} should be at most {other}"
    assert inferred > 500


@pytest.mark.parametrize(
    ("one", "other", "holds"),
    [
        ("F-9-2-18", "F-9-2-19", True),
        ("F-9-2-19", "F-9-2-18", False),
        ("F-9-2-3 grid=5", "F-9-2-4 grid=5", False),
        ("F-9-1-10", "F-9-2-11", True),
        ("F-9-5-2", "F-9-2-2", True),
        ("F-9-2-9 support=types", "F-9-2-9", True),
        ("F-9-2-9", "F-9-2-9 support=types", False),
        ("K-9-2-3:9,9,8", "F-9-2-3", True),
        ("K-9-2-3:9,9,8", "F-9-1-3", False),
        ("K-9-2-3:9,9,8", "K-9-2-4:9,9,8,0", True),
        ("K-9-2-3:9,8,0", "K-9-2-4:9,9,8,0", False),
        ("F-9-2-3", "K-9-2-4:9,9,8,0", False),
        ("U-9-2-3", "K-9-2-4:9,9,8,0", True),
        ("U-9-2-3 objective=expected", "K-9-2-4:9,9,8,0", False),
        ("U-9-2-3 objective=expected", "F-9-2-3", True),
        ("U-9-2-3", "U-9-2-3 objective=expected", True),
        ("U-9-2-3 objective=expected", "U-9-2-3", False),
        ("U-9-2-3 objective=expected", "U-9-1-3 objective=expected", False),
        ("U-9-2-5", "U-6-1-5", True),
    ],
)
def test_the_optimum_of_one_instance_is_at_most_the_optimum_of_another(one, other, holds):
    assert at_most(parse(one), parse(other)) is holds


def test_no_two_facts_contradict_each_other():
    assert len(facts()) > 90
    assert find_contradiction(facts()) is None


def test_no_benchmark_instance_has_a_result_that_another_fact_beats():
    for known in known_results():
        if known.best is None and known.bound is None:
            continue
        for fact in facts():
            if fact.bound is not None and at_most(known.instance, fact.instance):
                assert known.bound <= fact.bound
            if fact.best is not None and at_most(fact.instance, known.instance):
                assert known.best >= fact.best


def test_a_bound_may_come_from_another_instance():
    eighteen = parse("F-9-2-18")
    above = replace(parse("F-9-2-19"), support="parts")
    assert upper_fact(eighteen, [Fact(above, 232, 236)]) == Fact(above, 232, 236)
    assert lower_fact(above, [Fact(eighteen, 211, 240)]) == Fact(eighteen, 211, 240)
    assert upper_fact(above, [Fact(eighteen, 211, 240)]) is None


def test_a_proof_relies_only_on_facts_about_fewer_cards():
    bounds = most_points_by_parts(parse("F-9-2-9 support=types"))
    # For eight cards, only one method proved the optimum with support=types. So the bound is the optimum with
    # support=parts, which two methods proved.
    assert bounds == {1: 9, 2: 9, 3: 9, 4: 16, 5: 29, 6: 35, 7: 51, 8: 72}
    assert most_points_by_parts(parse("F-9-2-3")) == {}


@pytest.mark.parametrize(
    ("name", "change"),
    [("F-9-2-10", {"best": 500}), ("F-9-2-12", {"bound": 98}), ("F-9-1-8", {"best": None, "bound": None})],
)
def test_a_wrong_fact_contradicts_another_one(name, change):
    data = json.loads(INSTANCES_FILE.read_text("utf-8"))
    for each in data["instances"]:
        if each["name"] == name:
            each.update(change)
    found = find_contradiction(read_facts(data))
    assert found is not None
    assert name in {fact.name for fact in found}


def test_an_answer_that_contradicts_a_fact_ends_with_status_five(monkeypatch, capsys):
    assert tw.solve(parse("F-2-2-4")).objective > 1  # So the optimum of F-2-2-5 is also greater than 1.
    monkeypatch.setattr(bounds_from_proved_facts, "facts", lambda: (Fact(parse("F-2-2-5"), 0, 1),))
    assert run(["solve", "nmbr9", "F-2-2-4", "--quiet"]) == 5
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "F-2-2-4 scores at least" in line
    assert "F-2-2-5 scores at least 0 and at most 1" in line


def test_facts_lower_the_bound_of_an_unfinished_answer(monkeypatch):
    monkeypatch.setattr(bounds_from_proved_facts, "facts", lambda: (Fact(parse("F-9-2-20"), 262, 262),))
    deck = parse("K-9-2-20:9,5,2,7,8,9,6,7,1,4,0,0,5,4,3,3,2,6,8,1")
    answer = with_facts(deck, Answer(Status.FEASIBLE, None, 120, 300))
    assert (answer.status, answer.bound) == (Status.FEASIBLE, 262)
    assert answer.stats["bound_from"] == "F-9-2-20 scores at most 262"
    assert with_facts(deck, Answer(Status.FEASIBLE, None, 120, 200)).bound == 200
    assert with_facts(deck, Answer(Status.FEASIBLE, None, 262, 300)).status is Status.OPTIMAL
    with pytest.raises(ContradictingFacts, match="contradictory facts"):
        with_facts(deck, Answer(Status.FEASIBLE, None, 263, 300))


def test_bounds_of_known_decks_come_from_facts(capsys):
    deck = "K-9-2-20:4,0,2,6,6,3,5,8,9,4,1,1,7,7,0,8,9,3,5,2"
    assert run(["nmbr9", "bound", deck, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bound"] <= 262
    with pytest.raises(BadInput):
        parse("K-9-2-20:4,0,2")
