"""The tasks that Domino poses to programs and language models: lay as many stones as possible."""

from __future__ import annotations

__all__ = ["ANSWER", "GOAL", "LEVELS"]

LEVELS = {
    "easy": {"n": 4},
    "medium": {"n": 5, "stones": 18},
    "hard": {"n": 6, "stones": 26},
}
GOAL = "Lay as many stones as possible."
ANSWER = (
    '{"placements": [{"stone": [2, 5], "cells": [[0, 0], [0, 1]]}, ...]} in order of play; cells '
    "are [row, column], counted from 0, and the first label of a stone is on its first cell."
)
