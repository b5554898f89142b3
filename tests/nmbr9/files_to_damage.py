"""The proofs that Nmbr9 stores (see `faults.files_to_damage`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from faults.files_to_damage import StoredFile


def write_proof(folder: Path) -> None:
    from tilewright.files import report_write_errors, write_atomically
    from tilewright.games.nmbr9 import notation
    from tilewright.games.nmbr9.proof.oriented_parts_and_decks import deck_of
    from tilewright.games.nmbr9.proof.proof_file import ProofFile, write_proof

    folder.mkdir(parents=True, exist_ok=True)
    instance = notation.parse("F-6-2-7")
    deck = deck_of(instance)
    sets = [deck.number(values) for values in deck.sets_of(2)]
    proof = ProofFile(instance, 30, frozenset(zip(sets, reversed(sets), strict=True)), (frozenset(),))
    with report_write_errors(folder):
        write_atomically(folder / "proof.gz", write_proof(proof))


def read_proof(folder: Path) -> Any:
    from tilewright.games.nmbr9.proof.proof_file import read_bytes, read_proof

    return read_proof(read_bytes(folder / "proof.gz"))


KINDS = {"proof of Nmbr9": StoredFile(write_proof, "proof.gz", read_proof, ("games.nmbr9.commands",))}

OUTPUTS = {
    "games.nmbr9.instances.benchmark_instances_and_results": "instances for other programs",
    "games.nmbr9.models.carried_sets_file": "a table that a release contains",
}
