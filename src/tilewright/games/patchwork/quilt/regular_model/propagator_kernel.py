# mypy: ignore-errors
"""The loops of the propagator: forward and backward through the layers of an automaton, until nothing changes.

An automaton that reads words of one length is a graph in layers: the state after i symbols lies in layer i. Its
edges come layer by layer. A symbol is possible at a position if an edge with that symbol lies on a way from the
first state to the last that takes only symbols still in the domains: that is domain consistency for `regular`
(Pesant 2004).

All automata stand behind one another in the same arrays; the edges of automaton `a` are
``first_edge[a]:first_edge[a + 1]``, and its states are numbered from 0.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["OPEN", "OUT", "USED", "count_words", "list_words", "propagate", "read_domains", "sweep"]

OUT, USED, OPEN = 0, 1, 2
"""A tile that does not lie on the board, one that does, and one of which it is not known."""


@njit(cache=True, nogil=True)
def reach(source, target, layer, symbol, last, allowed, ahead, behind):
    """Mark the states that lie on a way from the first to the last, each in `ahead` and `behind`."""
    edges = len(source)
    ahead[: last + 1] = False
    behind[: last + 1] = False
    ahead[0] = True
    for edge in range(edges):
        if ahead[source[edge]] and allowed[layer[edge], symbol[edge]]:
            ahead[target[edge]] = True
    behind[last] = True
    for edge in range(edges - 1, -1, -1):
        if behind[target[edge]] and ahead[source[edge]] and allowed[layer[edge], symbol[edge]]:
            behind[source[edge]] = True
    return ahead[last]


@njit(cache=True, nogil=True)
def sweep(source, target, layer, symbol, last, allowed, supported, ahead, behind):
    """Which symbols each position may still take; False when no word is left."""
    supported[:] = False
    if not reach(source, target, layer, symbol, last, allowed, ahead, behind):
        return False
    for edge in range(len(source)):
        if ahead[source[edge]] and behind[target[edge]] and allowed[layer[edge], symbol[edge]]:
            supported[layer[edge], symbol[edge]] = True
    return True


@njit(cache=True, nogil=True)
def read_domains(tile, prefix, cells, covers, size, used, allowed):
    """The domains of a tile's own variables, as the board's variables leave them."""
    allowed[:, :] = True
    allowed[0, 0] = used[tile] != USED
    allowed[0, 1] = used[tile] != OUT
    for place in range(len(cells)):
        cell = cells[place]
        position = prefix + place
        if cell < 0:
            allowed[position, 1] = False
        else:
            allowed[position, 1] = covers[tile, cell]
            allowed[position, 0] = not (covers[tile, cell] and size[cell] == 1)


@njit(cache=True, nogil=True)
def write_domains(tile, prefix, cells, covers, empty, size, used, supported, waiting):
    """Take from the board's variables what the automaton does not support; wake the tiles concerned."""
    if used[tile] == OPEN and not supported[0, 1]:
        used[tile] = OUT
    elif used[tile] == OPEN and not supported[0, 0]:
        used[tile] = USED
    for place in range(len(cells)):
        cell = cells[place]
        if cell < 0 or not covers[tile, cell]:
            continue
        if not supported[prefix + place, 1]:
            covers[tile, cell] = False
            size[cell] -= 1
            if size[cell] == 1:
                for other in range(len(used)):
                    waiting[other] |= covers[other, cell]
        elif not supported[prefix + place, 0] and size[cell] > 1:
            for other in range(len(used)):
                if other != tile and covers[other, cell]:
                    covers[other, cell] = False
                    waiting[other] = True
            empty[cell] = False
            size[cell] = 1


@njit(cache=True, nogil=True)
def rule_out_large(area, covers, used, waiting):
    """The tiles that are used and one more must not need more squares than can be covered at all."""
    coverable = 0
    for cell in range(covers.shape[1]):
        for tile in range(len(used)):
            if covers[tile, cell]:
                coverable += 1
                break
    needed = 0
    for tile in range(len(used)):
        if used[tile] == USED:
            needed += area[tile]
    for tile in range(len(used)):
        if used[tile] == OPEN and needed + area[tile] > coverable:
            used[tile] = OUT
            waiting[tile] = True


@njit(cache=True, nogil=True)
def propagate(
    first_edge, source, target, layer, symbol, last, prefix, cells, automaton, area, covers, empty, used
):
    """Make the domains consistent, in place; False when that leaves a variable without a value.

    `covers[tile, cell]` and `empty[cell]` are the domains of the board's variables, `used` those of the tiles'.
    `cells` gives the board's cell for each place of a word after its prefix, -1 for the dummy column.
    """
    tiles, squares = covers.shape
    positions = prefix + len(cells)
    allowed = np.empty((positions, 2), np.bool_)
    supported = np.empty((positions, 2), np.bool_)
    ahead = np.empty(last.max() + 1, np.bool_)
    behind = np.empty(last.max() + 1, np.bool_)
    waiting = np.empty(tiles, np.bool_)
    size = np.empty(squares, np.int64)
    for tile in range(tiles):
        waiting[tile] = used[tile] != OUT
    for cell in range(squares):
        size[cell] = empty[cell] + covers[:, cell].sum()
    while waiting.any():
        for tile in range(tiles):
            if not waiting[tile]:
                continue
            waiting[tile] = False
            read_domains(tile, prefix, cells, covers, size, used, allowed)
            a = automaton[tile]
            ends = first_edge[a], first_edge[a + 1]
            if not sweep(
                source[ends[0] : ends[1]],
                target[ends[0] : ends[1]],
                layer[ends[0] : ends[1]],
                symbol[ends[0] : ends[1]],
                last[a],
                allowed,
                supported,
                ahead,
                behind,
            ):
                return False
            write_domains(tile, prefix, cells, covers, empty, size, used, supported, waiting)
        rule_out_large(area, covers, used, waiting)
    return True


# --- Words --------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def count_words(source, target, layer, symbol, last, allowed):
    """How many words the automaton accepts within the domains."""
    ways = np.zeros(last + 1, np.int64)
    ways[0] = 1
    for edge in range(len(source)):
        if allowed[layer[edge], symbol[edge]]:
            ways[target[edge]] += ways[source[edge]]
    return ways[last]


@njit(cache=True, nogil=True)
def list_words(source, target, layer, symbol, last, allowed, words):
    """Write the words within the domains, in lexicographic order with 1 before 0, one a row.

    `words` has as many rows as `count_words` counts.
    """
    ahead = np.empty(last + 1, np.bool_)
    behind = np.empty(last + 1, np.bool_)
    if not reach(source, target, layer, symbol, last, allowed, ahead, behind):
        return
    follow = np.full((last + 1, 2), -1, np.int64)
    for edge in range(len(source)):
        if ahead[source[edge]] and behind[target[edge]] and allowed[layer[edge], symbol[edge]]:
            follow[source[edge], symbol[edge]] = target[edge]
    length = words.shape[1]
    path = np.zeros(length + 1, np.int64)
    word = np.full(length, 2, np.int64)
    depth = row = 0
    while depth >= 0:
        if depth == length:
            words[row] = word
            row += 1
            depth -= 1
        elif word[depth] > 0:
            word[depth] -= 1
            after = follow[path[depth], word[depth]]
            if after >= 0:
                path[depth + 1] = after
                depth += 1
                if depth < length:
                    word[depth] = 2
        else:
            depth -= 1
