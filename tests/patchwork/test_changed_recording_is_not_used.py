"""The stored recordings of games: besides NumPy's checksums, they contain a digest that Tilewright computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from faults.files_to_damage import MISSING, all_kinds


def test_a_recording_with_a_changed_value_is_not_used(tmp_path: Path) -> None:
    """NumPy writes correct checksums for the changed archive, so only Tilewright's digest does not match."""
    kind = all_kinds()["recorded games"]
    kind.write(tmp_path)
    file = kind.file(tmp_path)
    with np.load(file) as stored:
        arrays = dict(stored)
    assert kind.read(tmp_path) is not MISSING
    arrays["margin"] = arrays["margin"] + 1
    np.savez(file, **arrays)
    assert kind.read(tmp_path) is MISSING
