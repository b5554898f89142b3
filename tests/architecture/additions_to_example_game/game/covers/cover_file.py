"""The file of a cover, which is stored with its digest."""

import json
from pathlib import Path

from tilewright.damage_detection import seal, unseal
from tilewright.files import report_write_errors, write_atomically

from ..notation import parse_solution, solution_to_json
from ..rules import Cover

FILE = "cover.json"


def store_cover(folder: Path, cover: Cover) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with report_write_errors(folder):
        write_atomically(folder / FILE, json.dumps(seal(solution_to_json(cover))).encode())


def stored_cover(folder: Path) -> Cover | None:
    """Return the stored cover; None if there is none or if the file is damaged."""
    try:
        return parse_solution(json.dumps(unseal(json.loads((folder / FILE).read_bytes()), ("pieces",))))
    except (OSError, ValueError):
        return None
