"""Groups of arrays for compiled code; each group is stored as one NumPy record.

A kernel passes a record to another kernel as one pointer. A tuple of arrays would be copied, word by word, at
each call, and the copies would take half the time of a search. The type of a record includes the lengths of
its arrays, so loops over the arrays run faster; for a record with other lengths, kernels are compiled again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["record_of"]


def record_of(arrays: Any) -> np.record:
    """Return a record with a copy of each array of a named tuple, under the same field names."""
    by_name = arrays._asdict()
    records = np.recarray(1, [(name, array.dtype, array.shape) for name, array in by_name.items()])
    for name, array in by_name.items():
        records[name][0] = array
    record: np.record = records[0]
    return record
