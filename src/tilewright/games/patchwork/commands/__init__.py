"""`tilewright quilts`: the commands that only Patchwork has."""

from tilewright.games.patchwork.commands.table_compare_errata import app

__all__ = ["app"]
