"""Format numbers and tables for reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = [
    "Cells",
    "markdown_table",
    "number",
    "ratio",
    "ratio_with_interval",
    "seconds",
    "without_empty_columns",
]

Cells = Sequence[object]
"""The cells of a table row; None is an empty cell."""


def seconds(value: float | None) -> str | None:
    return None if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def number(value: float | None) -> str | None:
    """Return a mean or a size as text, with at most two decimal places and no trailing zeros.

    >>> number(2.5), number(2.004), number(10.0)
    ('2.5', '2', '10')
    """
    return None if value is None else f"{value:.2f}".rstrip("0").removesuffix(".")


def ratio(value: float | None) -> str | None:
    if value is None:
        return None
    if 0.1 <= value < 100:
        return f"{value:.2f}"
    return f"{value:.0f}" if 100 <= value < 1e6 else f"{value:.2g}"


def ratio_with_interval(value: float | None, low: float | None, high: float | None) -> str | None:
    return ratio(value) if low is None or high is None else f"{ratio(value)} ({ratio(low)} to {ratio(high)})"


def without_empty_columns(rows: Sequence[Mapping[str, object]]) -> tuple[list[str], list[list[object]]]:
    """Return the headers and the rows without the empty columns; each given row maps headers to cells."""
    headers = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
    return headers, [[row[name] for name in headers] for row in rows]


def markdown_table(headers: Sequence[str], rows: Sequence[Cells]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return "" if value is None else " ".join(str(value).split()).replace("|", "\\|")
