"""Equivalence of automaton states by Hopcroft's partition refinement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

__all__ = ["Row", "equivalence_classes"]

Row = tuple[tuple[int, int], ...]
"""The transitions of one state: pairs of symbol and next state, ordered by symbol."""


def equivalence_classes(rows: tuple[Row, ...], finals: Set[int]) -> list[int]:
    """Return the class of each state: two states are in the same class if they accept the same words.

    A final state must be reachable from every state. So two states are in different classes if only one of them
    has a transition for some symbol.
    """
    sources: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for state, row in enumerate(rows):
        for symbol, target in row:
            sources[symbol][target].append(state)
    blocks = [set(range(len(rows))) - finals, set(finals)]
    block_of = [int(state in finals) for state in range(len(rows))]
    waiting = [0, 1]
    while waiting:
        splitter = tuple(blocks[waiting.pop()])
        for into in sources.values():
            entering: dict[int, set[int]] = defaultdict(set)
            for target in splitter:
                for state in into.get(target, ()):
                    entering[block_of[state]].add(state)
            for number, part in entering.items():
                rest = blocks[number] - part
                if rest:
                    # The smaller part becomes the new block. A partition that is stable under the whole block
                    # and under one of its two parts is also stable under the remaining part, so only the
                    # smaller part needs to be processed.
                    small, blocks[number] = sorted((part, rest), key=len)
                    for state in small:
                        block_of[state] = len(blocks)
                    waiting.append(len(blocks))
                    blocks.append(small)
    return block_of
