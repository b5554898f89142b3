"""Certificates for `tilewright check --certificate`: proof files, verified by the second search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nmbr9.proof.proof_file import read_proof
from tilewright.games.nmbr9.proof.verify_proof import verify as verify_file
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.run import Run

__all__ = ["verify"]


def verify(instance: Nmbr9Instance, objective: int, path: Path, run: Run) -> dict[str, Any]:
    """Whether the file proves that no stack of the instance scores more than the objective.

    The result has `ok` (None when the run was stopped), `proves` and, where the file fails, the `reason`. One
    that cannot be read, or is no proof file, is `BadInput`.
    """
    try:
        file = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    proof = read_proof(file)
    name = f"{proof.instance.spec} with support {proof.instance.support}"
    told = {"proves": f"no stack of {name} scores {proof.wanted} or more"}
    if proof.instance != instance:
        return {"ok": False, **told, "reason": "it is about another instance"}
    if proof.wanted > objective + 1:
        return {"ok": False, **told, "reason": f"that leaves room above {objective}"}
    try:
        verified = verify_file(file, run)
    except BadInput as error:
        return {"ok": False, **told, "reason": str(error)}
    return {"ok": verified.complete or None, **told, "states": sum(verified.levels) + verified.below}
