"""Write the model of an instance for other solvers: DIMACS CNF, WCNF, MiniZinc data, or CP-SAT's protobuf.

CNF and WCNF files contain the clauses of a pencil puzzle (see `tilewright.contract.ClausesModule`). If no
solver is named, the CP-SAT model of a pencil puzzle also consists of these clauses. MiniZinc data and all other
CP-SAT models are those of the game's own solvers: a solver is run, and its model is captured before it is
solved.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.engines.captured_models import ModelCaptured, capturing
from tilewright.errors import BadInput
from tilewright.game import Game, Instance, SolveRequest

__all__ = ["FORMATS", "ExportedModel", "export_model", "to_dzn"]

FORMATS = ("dimacs", "wcnf", "dzn", "cpsat")
CAPTURE_LIMIT = 10.0
"""The number of seconds within which a solver must build its model."""


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """The model of an instance in one of `FORMATS`."""

    content: bytes
    about: str
    """What `content` contains, in one line."""
    model: Path | None = None
    """For MiniZinc data: the path of the model file; None for the other formats."""


def export_model(
    game: Game,
    instance: Instance,
    format: str,
    solver: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> ExportedModel:
    """Return the model of an instance in one of `FORMATS`.

    `solver` names the solver whose MiniZinc data or CP-SAT model is exported. By default, it is the first
    solver that uses MiniZinc (for MiniZinc data) or CP-SAT (for a CP-SAT model). The default CP-SAT model of a
    pencil puzzle is built from its clauses instead.
    """
    if format not in FORMATS:
        raise BadInput(f"there is no format {format!r}; expected {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    if format in ("dimacs", "wcnf"):
        if not game.has("clauses"):
            raise BadInput(
                f"{game.name} has no model made of clauses; export the models of its solvers as dzn or cpsat"
            )
        clauses = game.module("clauses").clause_model(instance)
        return _weighted(clauses) if format == "wcnf" else _dimacs(clauses)
    if format == "cpsat" and solver is None and game.has("clauses"):
        return _clauses_for_cpsat(game.module("clauses").clause_model(instance))
    engine = "minizinc" if format == "dzn" else "cpsat"
    chosen = solver or _solver_of(game, engine)
    captured = _captured(game, instance, engine, chosen, options or {})
    if format == "dzn":
        return ExportedModel(
            to_dzn(captured.data).encode(),
            f"data of the solver {chosen} for its MiniZinc model",
            captured.model,
        )
    return ExportedModel(_protobuf(captured.model), f"the model of the solver {chosen}, a CpModelProto")


def _solver_of(game: Game, engine: str) -> str:
    for solver in game.solvers:
        if solver.name == engine or solver.name.startswith(f"{engine}-"):
            return solver.name
    raise BadInput(f"{game.name} has no solver that uses {'MiniZinc' if engine == 'minizinc' else 'CP-SAT'}")


def _captured(
    game: Game, instance: Instance, engine: str, solver: str, options: Mapping[str, Any]
) -> ModelCaptured:
    request = SolveRequest(solver=solver, options=options, time_limit=CAPTURE_LIMIT)
    try:
        with capturing(engine):
            game.solve(instance, request)
    except ModelCaptured as captured:
        return captured
    raise BadInput(f"the solver {solver} of {game.name} has no single model that describes this instance")


# --- Clauses ------------------------------------------------------------------------------------------


def _dimacs(clauses: Any) -> ExportedModel:
    complete, variables = _with_cardinality(clauses)
    lines = [*_comments(clauses), f"p cnf {variables} {len(complete)}", *_lines(complete)]
    return ExportedModel(_text(lines), f"{variables} variables, {len(complete)} clauses")


def _weighted(clauses: Any) -> ExportedModel:
    """Return the model as hard clauses in the WCNF format that the MaxSAT evaluations have used since 2022."""
    complete, variables = _with_cardinality(clauses)
    lines = [*_comments(clauses), *(f"h {line}" for line in _lines(complete))]
    return ExportedModel(_text(lines), f"{variables} variables, {len(complete)} hard clauses")


def _with_cardinality(clauses: Any) -> tuple[list[Sequence[int]], int]:
    """Return the clauses, including an encoding of the cardinality constraints, and the number of variables."""
    from pysat.card import CardEnc, EncType

    complete: list[Sequence[int]] = list(clauses.clauses)
    variables = clauses.variables
    for literals, most in clauses.at_mosts:
        if most < 0:
            complete.append([])
        elif most < len(literals):
            encoded = CardEnc.atmost(list(literals), most, top_id=variables, encoding=EncType.seqcounter)
            complete += encoded.clauses
            variables = max(variables, encoded.nv)
    return complete, variables


def _comments(clauses: Any) -> Iterator[str]:
    yield "c Written by Tilewright. Variables that are not listed are auxiliary variables of the encoding."
    for literal, meaning in clauses.meanings:
        yield f"c {literal} {meaning}"


def _lines(clauses: Sequence[Sequence[int]]) -> Iterator[str]:
    return (" ".join(map(str, [*clause, 0])) for clause in clauses)


def _text(lines: Sequence[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


# --- CP-SAT -------------------------------------------------------------------------------------------


def _clauses_for_cpsat(clauses: Any) -> ExportedModel:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    names = {literal: meaning for literal, meaning in clauses.meanings if literal > 0}
    variables = [
        model.new_bool_var(names.get(number, f"x{number}")) for number in range(1, clauses.variables + 1)
    ]

    def literal(number: int) -> Any:
        variable = variables[abs(number) - 1]
        return variable if number > 0 else variable.negated()

    for clause in clauses.clauses:
        model.add_bool_or([literal(number) for number in clause])
    for literals, most in clauses.at_mosts:
        model.add(sum(literal(number) for number in literals) <= most)
    return ExportedModel(_protobuf(model), f"a CpModelProto with {clauses.variables} Boolean variables")


def _protobuf(model: Any) -> bytes:
    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        file = Path(folder) / "model.pb"
        model.export_to_file(str(file))
        return file.read_bytes()


# --- MiniZinc -----------------------------------------------------------------------------------------


def to_dzn(data: Mapping[str, Any]) -> str:
    """Return MiniZinc data in the format of .dzn files.

    >>> print(to_dzn({"n": 2, "cost": [[1, 2], [3, 4]], "fits": [True, False]}), end="")
    n = 2;
    cost = [|1, 2|3, 4|];
    fits = [true, false];
    """
    return "".join(f"{name} = {_dzn_value(value)};\n" for name, value in data.items())


def _dzn_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        if set(value) == {"set"}:
            return "{" + ", ".join(map(_dzn_value, value["set"])) + "}"
        raise BadInput(
            f"a mapping with the keys {sorted(value)} cannot be written as MiniZinc data; expected only 'set'"
        )
    if isinstance(value, Sequence):
        rows = list(value)
        if rows and all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
            if any(isinstance(cell, Sequence) and not isinstance(cell, str) for row in rows for cell in row):
                sizes = (len(rows), len(rows[0]), len(rows[0][0]))
                flat = [_dzn_value(cell) for plane in rows for row in plane for cell in row]
                ranges = ", ".join(f"1..{size}" for size in sizes)
                return f"array3d({ranges}, [{', '.join(flat)}])"
            return "[|" + "|".join(", ".join(map(_dzn_value, row)) for row in rows) + "|]"
        return "[" + ", ".join(map(_dzn_value, rows)) + "]"
    return str(value)
