"""CP-SAT and MiniZinc interpret the automata of the geometry package in the same way."""

from __future__ import annotations

import json
import subprocess

import pytest
from geometry_oracle import NMBR9, different_images, plain_words, prefixed, surround_words, usage_words
from ortools.sat.python import cp_model

from tilewright.geometry import (
    Dfa,
    Expression,
    Polyomino,
    placement_language,
    surround_language,
    usage_language,
)

CORNER = (".#", "##")
IMAGES = different_images(CORNER, mirror=True)
SHAPES = [Polyomino.from_rows(rows) for rows in IMAGES]
ZERO = [Polyomino.from_rows(rows) for rows in different_images(NMBR9[0], mirror=False)]

CASES = [
    pytest.param(
        placement_language(SHAPES, 3, 4, optional=True, transforms=8),
        prefixed([plain_words(rows, 3, 4) for rows in IMAGES], 15, optional=True, transforms=8),
        id="placement",
    ),
    pytest.param(
        surround_language(ZERO, 6, 7, optional=True),
        prefixed(
            [
                surround_words(rows, 6, 7, beyond_edge=False, with_holes=True)
                for rows in different_images(NMBR9[0], mirror=False)
            ],
            48,
            optional=True,
            transforms=0,
        ),
        id="surround",
    ),
    pytest.param(
        usage_language(SHAPES, 3, 4),
        set().union(*(usage_words(rows, 3, 4) for rows in IMAGES)),
        id="usage",
    ),
    pytest.param(placement_language(SHAPES, 1, 4), set(), id="nothing fits"),
]


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables):
        super().__init__()
        self.variables = variables
        self.words = []

    def on_solution_callback(self):
        self.words.append(tuple(self.value(variable) for variable in self.variables))


def cpsat_words(dfa, domains):
    model = cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values)), f"x{i}")
        for i, values in enumerate(domains)
    ]
    model.add_automaton(variables, *dfa.cpsat())
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # otherwise CP-SAT would replace Python's SIGINT handler
    collector = Collector(variables)
    status = solver.solve(model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return collector.words


@pytest.mark.parametrize(("language", "expected"), CASES)
def test_cpsat_finds_each_placement_once(language, expected):
    words = cpsat_words(language.dfa(), language.domains)
    assert len(words) == len(expected)
    assert set(words) == expected
    assert set(cpsat_words(language.exact(), language.domains)) == expected


@pytest.mark.parametrize(
    "dfa",
    [Expression.parse("[]").dfa(), Expression.parse("()").dfa(), Dfa((((0, 0), (1, 0)),), finals=frozenset())],
    ids=["no word", "only the empty word", "a loop without final states"],
)
def test_cpsat_accepts_an_automaton_without_words(dfa):
    assert cpsat_words(dfa, [(0, 1), (0, 1)]) == []


MODEL = """
include "regular.mzn";
int: Q; int: S; int: lowest; int: q0; set of int: F; int: n;
array[1..Q, 1..S] of int: d;
array[1..n] of set of int: domains;
array[1..n] of var lowest..lowest + S - 1: x;
constraint forall(i in 1..n)(x[i] in domains[i]);
constraint regular([x[i] - lowest + 1 | i in 1..n], Q, S, d, q0, F);
solve satisfy;
output ["\\(x)\\n"];
"""


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(("language", "expected"), CASES)
def test_minizinc_finds_each_placement_once(language, expected, tmp_path):
    table = language.dfa().table()
    data = {
        "Q": table.states,
        "S": table.symbols,
        "lowest": table.lowest,
        "d": [list(row) for row in table.rows],
        "q0": table.start,
        "F": {"set": list(table.finals)},
        "n": language.length,
        "domains": [{"set": list(values)} for values in language.domains],
    }
    (tmp_path / "placement.mzn").write_text(MODEL)
    (tmp_path / "placement.json").write_text(json.dumps(data))
    command = ["minizinc", "--solver", "gecode", "--all-solutions", "placement.mzn", "placement.json"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert finished.returncode == 0, finished.stderr
    words = [tuple(json.loads(line)) for line in finished.stdout.splitlines() if line.startswith("[")]
    assert len(words) == len(expected)
    assert set(words) == expected
