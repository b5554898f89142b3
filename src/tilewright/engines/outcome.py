"""What every engine hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.game import Status

__all__ = ["Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The solutions that an engine found, the last one the best, and what it proved about them."""

    status: Status
    solutions: tuple[Mapping[Any, Any], ...] = ()
    objective: int | None = None
    bound: int | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> Mapping[Any, Any] | None:
        return self.solutions[-1] if self.solutions else None
