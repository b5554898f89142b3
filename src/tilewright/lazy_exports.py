"""Names that a package exports, but imports only when they are first used.

A game's package is imported whenever the games are listed, so its import must be fast; the types that it
exports are defined in modules that are slower to import::

    if TYPE_CHECKING:
        from .rules import Board, Cover

    __all__ = ["Board", "Cover", "game"]
    __getattr__, __dir__ = lazy_exports(__name__, {"rules": ["Board", "Cover"]})
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tilewright.optional_packages import named_extras

__all__ = ["lazy_exports"]


def lazy_exports(
    package: str, names: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that exports names from its modules.

    `names` maps each module of the package to the names that the package exports. A module is imported when one
    of its names is first used.
    """
    modules = {name: f"{package}.{module}" for module, offered in names.items() for name in offered}

    def get_attribute(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with named_extras():
            return getattr(import_module(modules[name]), name)

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return get_attribute, list_names
