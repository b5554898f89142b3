"""The datasets of Nmbr9: best known results with their stacks, and proofs that no stack scores more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.exported_dataset import Dataset, DatasetWriter
from tilewright.game import Run, Status
from tilewright.games.nmbr9.best_stacks import read_best_stacks
from tilewright.run import to_number

__all__ = ["DATASETS"]

PROVED = ("F-9-2-7", "F-9-2-8", "F-9-2-9", "F-9-2-10")
"""The instances for which proof files are written."""
SMALL = 6
"""The number of instances in a small sample."""


def _rows(writer: DatasetWriter) -> Iterator[dict[str, Any]]:
    from tilewright.games.nmbr9 import game
    from tilewright.games.nmbr9.instances.benchmark_instances_and_results import known_results

    stacks = {stack["instance"]: stack["solution"] for stack in read_best_stacks()}
    results = known_results()[:SMALL] if writer.small else known_results()
    for known in results:
        solution = stacks.get(known.name)
        if solution is not None:
            verdict = game.check(known.instance, solution)
            assert verdict.ok
            assert verdict.objective == known.best
        elif known.effort == "quick" and known.instance.variant != "U":
            writer.say(f"nmbr9: {known.name}")
            result = game.solve(known.instance)
            assert result.status in (Status.OPTIMAL, Status.INFEASIBLE)
            assert result.objective == known.best
            solution = None if result.solution is None else game.solution_to_json(result.solution)
        yield {
            "name": known.name,
            "instance": game.to_json(known.instance),
            "best": to_number(known.best),
            "bound": to_number(known.bound),
            "proved": known.best == known.bound,
            "methods": list(known.methods),
            "stack": solution,
        }


def _write_optima(writer: DatasetWriter) -> None:
    writer.json_lines(
        "optima.jsonl",
        _rows(writer),
        "one instance per line: the best known value, the proved bound, the methods that proved it, and"
        " a stack or null",
        "tilewright solve nmbr9 NAME --json",
    )


def _write_proofs(writer: DatasetWriter) -> None:
    from tilewright.games.nmbr9.instances.benchmark_instances_and_results import known_results
    from tilewright.games.nmbr9.stacking.write_certificate import certificate

    best = {known.name: known for known in known_results()}
    for name in PROVED[:1] if writer.small else PROVED:
        writer.say(f"nmbr9: the proof for {name}")
        score = int(best[name].best or 0) + 1
        proof = certificate(best[name].instance, score, Run())
        assert proof is not None
        writer.bytes(
            f"proof-{name}.gz",
            proof,
            f"a proof that no stack of {name} scores {score} or more; `tilewright nmbr9 verify` checks it",
            f"tilewright nmbr9 prove {name} {score} -o proof-{name}.gz",
        )


DATASETS = (
    Dataset(
        "optima",
        "Optima with stacks",
        "Benchmark instances, from trivial to unsolved. A stack is included if it is recorded or can be"
        " computed in seconds; the checker confirms that each stack scores the value in `best`. A fraction such"
        " as 689/180 is given as the nearest floating-point number.",
        _write_optima,
    ),
    Dataset(
        "proofs",
        "Proofs of optimality",
        "Each file can be verified without the program that wrote it; the module"
        " `tilewright.games.nmbr9.proof.proof_file` describes the format. `tilewright nmbr9 prove F-9-2-20 263"
        " -o proof.gz` writes the proof that no stack of the whole game scores 263 or more.",
        _write_proofs,
    ),
)
