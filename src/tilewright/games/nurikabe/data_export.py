"""The datasets of Nurikabe: the library with solutions and grades."""

from __future__ import annotations

from tilewright.puzzles.library_dataset import library_dataset

__all__ = ["DATASETS"]

DATASETS = (library_dataset("nurikabe"),)
