"""Certificates for `tilewright check --certificate`: proof files, verified by an independent search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nmbr9.proof.proof_file import read_bytes, read_proof
from tilewright.games.nmbr9.proof.verify_proof import verify as verify_file
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.run import Run

__all__ = ["verify"]


def verify(instance: Nmbr9Instance, objective: int, path: Path, run: Run) -> dict[str, Any]:
    """Verify that a proof file proves that no stack of the instance scores more than the objective.

    The result has `ok` (None if the run was stopped) and `proves`, the claim of the file. If the verification
    fails, a `reason` is added, otherwise `states`, the number of states that were compared or searched. A file
    that cannot be read or is not a proof file raises `BadInput`.
    """
    file = read_bytes(path)
    proof = read_proof(file)
    name = f"{proof.instance.spec} with support {proof.instance.support}"
    claim = {"proves": f"no stack of {name} scores {proof.target} or more"}
    if proof.instance != instance:
        return {"ok": False, **claim, "reason": "the proof is about another instance"}
    if proof.target > objective + 1:
        return {"ok": False, **claim, "reason": f"the proof does not exclude every score above {objective}"}
    try:
        verified = verify_file(file, run)
    except BadInput as error:
        return {"ok": False, **claim, "reason": str(error)}
    return {"ok": verified.complete or None, **claim, "states": sum(verified.levels) + verified.below}
