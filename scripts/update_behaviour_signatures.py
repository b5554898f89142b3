"""Recompute the expected results of the games' signature searches after an intended change of behaviour.

    .venv/bin/python scripts/update_behaviour_signatures.py             all games
    .venv/bin/python scripts/update_behaviour_signatures.py domino      only the named games

For each game that has a ``signature.json``, the script writes a ``signature.expected.json`` in the same folder.
"""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path

from tilewright import registry
from tilewright.bench.behaviour_signature import parts


def main(names: list[str]) -> None:
    for game in map(registry.game, names or registry.names()):
        numbers = {part.question: part.number for part in parts((game,))}
        if numbers:
            file = Path(str(resources.files(game.package))) / "signature.expected.json"
            file.write_text(json.dumps(numbers, indent=1) + "\n", "utf-8")
            print(file)


if __name__ == "__main__":
    main(sys.argv[1:])
