"""Exported models: other solvers find the same solutions as the game's own solvers."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import text_format
from ortools.sat import cp_model_pb2
from ortools.sat.python import cp_model
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

import tilewright as tw
from tilewright.cli import run
from tilewright.model_export import export_model
from tilewright.puzzles.kinds_and_states import describe_place

STONES = "4: 01 12 25 33 35"


def export(folder: Path, game: str, instance: str, format: str, *options: str) -> Path:
    file = folder / f"model.{format}"
    assert run(["export", game, instance, "--format", format, "-o", str(file), *options]) == 0
    return file


def solution_count(clauses: list[list[int]], deciding: set[int]) -> int:
    """Count the satisfying assignments that differ in the deciding variables; stop counting at five."""
    count = 0
    with Solver(bootstrap_with=clauses) as solver:
        while count < 5 and solver.solve():
            count += 1
            solver.add_clause([-literal for literal in solver.get_model() if abs(literal) in deciding])
    return count


@pytest.mark.parametrize("game", ["shikaku", "heyawake", "fillomino", "numberlink"])
def test_a_cnf_has_exactly_the_solutions_of_the_puzzle(game: str, tmp_path: Path) -> None:
    library = tw.game(game).module("library")
    name = f"library:{library.puzzles[0].name}"
    file = export(tmp_path, game, name, "dimacs")
    formula = CNF(from_file=str(file))
    comments = [line.split(maxsplit=2) for line in file.read_text("utf-8").splitlines() if line[:2] == "c "]
    deciding = {abs(int(words[1])) for words in comments if words[1].lstrip("-").isdigit()}
    assert deciding
    assert solution_count(formula.clauses, deciding) == 1
    with Solver(bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        true = set(solver.get_model())
    values = {words[2] for words in comments if words[1].lstrip("-").isdigit() and int(words[1]) in true}
    board = tw.parse(library.puzzles[0].puzzle, game=game)
    solution: Any = tw.solve(board).solution
    expected = {f"{describe_place(place)}: {value}" for place, value in solution.values(board).items()}
    assert expected <= values
    weighted = WCNF(from_file=str(export(tmp_path, game, name, "wcnf")))
    assert sorted(map(sorted, weighted.hard)) == sorted(map(sorted, formula.clauses))
    assert weighted.soft == []


def solved(file: Path) -> tuple[str, float]:
    model = cp_model.CpModel()
    written = cp_model_pb2.CpModelProto.FromString(file.read_bytes())
    model.proto.parse_text_format(text_format.MessageToString(written))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.status_name(solver.solve(model)), solver.objective_value


def test_a_protobuf_of_cpsat_has_the_optimum_of_the_game(tmp_path: Path) -> None:
    best = tw.solve(STONES, game="domino").objective
    assert solved(export(tmp_path, "domino", STONES, "cpsat")) == ("OPTIMAL", best)
    assert solved(export(tmp_path, "shikaku", "library:5x5-easy", "cpsat"))[0] == "OPTIMAL"


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(("game", "instance"), [("domino", STONES), ("nurikabe", "2..\n...\n..2")])
def test_minizinc_reads_the_data_with_the_model_of_the_game(game: str, instance: str) -> None:
    exported = export_model(tw.game(game), tw.parse(instance, game), "dzn")
    assert exported.model is not None
    command = ["minizinc", "--solver", "gecode", str(exported.model), "-D", exported.content.decode()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "----------" in done.stdout
    if game == "domino":
        assert "==========" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["powers", "3,4", "--format", "dimacs"], "powers has no model made of clauses"),
        (["powers", "3,4", "--format", "lp"], "there is no format 'lp'; expected dimacs, wcnf, dzn or cpsat"),
        (["domino", STONES, "--format", "cpsat"], "a CP-SAT model is binary; name a file with -o"),
        (["shikaku", "library:5x5-easy", "--format", "dzn"], "shikaku has no solver that uses MiniZinc"),
        (["powers", "3,4", "--format", "cpsat", "-o", "x"], "has no single model that describes this instance"),
        (
            ["lits", "a b\na b", "--format", "dimacs", "--json"],
            "--json needs -o FILE",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["export", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
