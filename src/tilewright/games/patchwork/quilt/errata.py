"""Errors in the paper and in its program, each with what is correct and a command that shows the error.

We found the errors by repeating the published experiments and by comparing the published program with the
paper. ``errata.json`` lists them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib import resources

__all__ = ["ERRATA", "Erratum"]


@dataclass(frozen=True, slots=True)
class Erratum:
    """One error: what the paper says, what the paper's program does, and what is correct."""

    about: str
    paper: str
    program: str
    truth: str
    command: str
    """A command that shows the error."""

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def _read() -> tuple[Erratum, ...]:
    text = resources.files(__package__).joinpath("errata.json").read_text("utf-8")
    return tuple(Erratum(**entry) for entry in json.loads(text))


ERRATA = _read()
