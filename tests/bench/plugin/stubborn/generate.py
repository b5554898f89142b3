from __future__ import annotations

from stubborn.rules import StubbornInstance


def generate(seed: int, n: int) -> StubbornInstance:
    return StubbornInstance(n + seed)
