"""Values that can be converted to Arrow or pandas tables.

    tw.solve("3,4", game="powers").to_pandas()
    tw.arena("domino", "greedy", "random", games=10).to_arrow()
    tw.to_pandas(tw.solve(text, game="powers") for text in ("3,4", "2,3,4"))

PyArrow and pandas are imported when a table is created. If one of them is missing, the error message names the
extra that installs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tilewright.errors import BadInput
from tilewright.optional_packages import require_package

__all__ = ["Tabular", "to_arrow", "to_pandas"]

_INT64 = 2**63
_DECIMAL_LIMIT = 10**38
_EXPECTED = "expected results, standings or other values that can be converted to a table"


class Tabular:
    """Base class of values that can be converted to a table. A subclass defines `to_rows`."""

    __slots__ = ()

    def to_rows(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows of the table, each as a mapping from column names to values."""
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`."""
        return _arrow(self.to_rows())

    def to_pandas(self) -> Any:
        """Return the table as a `pandas.DataFrame`."""
        require_package("pandas")
        return self.to_arrow().to_pandas()


def to_arrow(values: Tabular | Iterable[Tabular]) -> Any:
    """Return one value, or several values of the same kind, as a `pyarrow.Table`.

    >>> import tilewright as tw
    >>> results = [tw.solve(text, game="powers") for text in ("3,4", "2,3:at-least-once")]
    >>> tw.to_arrow(results).select(["status", "objective"]).to_pylist()
    [{'status': 'optimal', 'objective': 18}, {'status': 'optimal', 'objective': 69}]
    """
    if isinstance(values, Tabular):
        return values.to_arrow()
    rows: list[Mapping[str, Any]] = []
    for value in _listed(values):
        if not isinstance(value, Tabular):
            raise BadInput(f"{_EXPECTED}, not {value!r:.60}")
        rows.extend(value.to_rows())
    return _arrow(rows)


def to_pandas(values: Tabular | Iterable[Tabular]) -> Any:
    """Return one value, or several values of the same kind, as a `pandas.DataFrame`.

    >>> import tilewright as tw
    >>> tw.to_pandas(tw.solve("3,4", game="powers"))["status"].tolist()
    ['optimal']
    """
    require_package("pandas")
    return to_arrow(values).to_pandas()


def _listed(values: Any) -> list[Any]:
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise BadInput(f"{_EXPECTED}, not {values!r:.60}")
    return list(values)


def _arrow(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return the rows as an Arrow table; a column that a row lacks is null in that row."""
    require_package("pyarrow")
    import pyarrow

    names = list(dict.fromkeys(name for row in rows for name in row))
    return pyarrow.table({name: _column([row.get(name) for row in rows]) for name in names})


def _column(values: list[Any]) -> Any:
    """Return the values of a column as an Arrow array.

    In a column without floats or fractions, if an integer does not fit into 64 bits, all values become
    decimals or, if an integer has more than 38 digits, text.
    """
    import pyarrow

    numbers = [value for value in values if isinstance(value, int)]
    if any(isinstance(value, float | Fraction) for value in values):
        # All numbers in a column need the same type, so integers and fractions are converted to floats.
        values = [float(value) if isinstance(value, int | Fraction) else value for value in values]
    elif any(not -_INT64 <= value < _INT64 for value in numbers):
        if all(abs(value) < _DECIMAL_LIMIT for value in numbers):
            return pyarrow.array(values, pyarrow.decimal128(38, 0))
        values = [None if value is None else str(value) for value in values]
    return pyarrow.array(values)
