"""Flip 400 bits in each kind of stored file, one at a time; no flipped bit leads to a wrong answer.

``TILEWRIGHT_FLIPS`` sets another number of bits; docs/soak.md shows the latest counts.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest

from faults.files_to_damage import all_kinds, count_outcomes

KINDS = all_kinds()
FLIPS = int(os.environ.get("TILEWRIGHT_FLIPS", "400"))


@pytest.mark.parametrize("name", KINDS)
def test_a_flipped_bit_never_changes_an_answer(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = count_outcomes(KINDS[name], tmp_path / "kept", FLIPS, zlib.crc32(name.encode()))
    with capsys.disabled():
        print(f"\n| {name} | {' | '.join(f'{counts.get(word, 0)}' for word in WORDS)} |", end="")
    assert counts.keys() <= set(WORDS), counts


WORDS = ("detected", "repaired", "harmless")
