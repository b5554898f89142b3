# mypy: ignore-errors
"""The propagator of the `regular` constraint: it sweeps through automata until it reaches a fixed point.

An automaton whose words all have the same length is a layered graph: the state after i symbols is in layer i.
The edges are sorted by layer. A symbol is supported at a position if some path from the first state to the last
state has this symbol at this position, and all symbols of the path are in the domains. Removing the unsupported
symbols makes the constraint domain-consistent (Pesant 2004).

All automata share the same arrays: the edges of automaton `a` have the indices
``first_edge[a]:first_edge[a + 1]``. The states of each automaton are numbered from 0.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled

__all__ = ["OPEN", "OUT", "USED", "count_words", "list_words", "propagate", "read_domains", "sweep"]

OUT, USED, OPEN = 0, 1, 2
"""The possible domains of a tile: not on the board, on the board, or undecided."""


@compiled
def mark_states(source, target, layer, symbol, last, allowed, reachable, productive):
    """Mark the states reachable from the first state and, among them, those that lead to the last state.

    Only edges whose symbols are in the domains (`allowed`) are followed. Return whether there is a path from
    the first state to the last state.
    """
    edges = len(source)
    reachable[: last + 1] = False
    productive[: last + 1] = False
    reachable[0] = True
    for edge in range(edges):
        if reachable[source[edge]] and allowed[layer[edge], symbol[edge]]:
            reachable[target[edge]] = True
    productive[last] = True
    for edge in range(edges - 1, -1, -1):
        if productive[target[edge]] and reachable[source[edge]] and allowed[layer[edge], symbol[edge]]:
            productive[source[edge]] = True
    return reachable[last]


@compiled
def sweep(source, target, layer, symbol, last, allowed, supported, reachable, productive):
    """Mark the supported symbols of each position; return False if the domains allow no accepted word."""
    supported[:] = False
    if not mark_states(source, target, layer, symbol, last, allowed, reachable, productive):
        return False
    for edge in range(len(source)):
        if reachable[source[edge]] and productive[target[edge]] and allowed[layer[edge], symbol[edge]]:
            supported[layer[edge], symbol[edge]] = True
    return True


@compiled
def read_domains(tile, prefix, cells, covers, size, used, allowed):
    """Write the domains of the variables of a tile's word into `allowed`.

    They are derived from the domains of the squares and of the tile; `size` contains the sizes of the squares'
    domains.
    """
    allowed[:, :] = True
    allowed[0, 0] = used[tile] != USED
    allowed[0, 1] = used[tile] != OUT
    for offset in range(len(cells)):
        cell = cells[offset]
        position = prefix + offset
        if cell < 0:
            allowed[position, 1] = False
        else:
            allowed[position, 1] = covers[tile, cell]
            allowed[position, 0] = not (covers[tile, cell] and size[cell] == 1)


@compiled
def write_domains(tile, prefix, cells, covers, empty, size, used, supported, queued):
    """Remove unsupported values from the domains of the tile and the squares, and queue the affected tiles."""
    if used[tile] == OPEN and not supported[0, 1]:
        used[tile] = OUT
    elif used[tile] == OPEN and not supported[0, 0]:
        used[tile] = USED
    for offset in range(len(cells)):
        cell = cells[offset]
        if cell < 0 or not covers[tile, cell]:
            continue
        if not supported[prefix + offset, 1]:
            covers[tile, cell] = False
            size[cell] -= 1
            if size[cell] == 1:
                for other in range(len(used)):
                    queued[other] |= covers[other, cell]
        elif not supported[prefix + offset, 0] and size[cell] > 1:
            for other in range(len(used)):
                if other != tile and covers[other, cell]:
                    covers[other, cell] = False
                    queued[other] = True
            empty[cell] = False
            size[cell] = 1


@compiled
def rule_out_large(area, covers, used, queued):
    """Rule out each tile that, together with the used tiles, needs more squares than can be covered."""
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
            queued[tile] = True


@compiled
def propagate(
    first_edge, source, target, layer, symbol, last, prefix, cells, automaton, area, covers, empty, used
):
    """Make the domains consistent, in place; return False if they allow no word of some tile's automaton.

    `covers[tile, cell]` and `empty[cell]` are the domains of the squares; `used` holds the domains of the
    tiles. `cells` maps each position of a word after its prefix to a cell of the board, or to -1 for the dummy
    column.
    """
    tiles, squares = covers.shape
    positions = prefix + len(cells)
    allowed = np.empty((positions, 2), np.bool_)
    supported = np.empty((positions, 2), np.bool_)
    reachable = np.empty(last.max() + 1, np.bool_)
    productive = np.empty(last.max() + 1, np.bool_)
    queued = np.empty(tiles, np.bool_)
    size = np.empty(squares, np.int64)
    for tile in range(tiles):
        queued[tile] = used[tile] != OUT
    for cell in range(squares):
        size[cell] = empty[cell] + covers[:, cell].sum()
    while queued.any():
        for tile in range(tiles):
            if not queued[tile]:
                continue
            queued[tile] = False
            read_domains(tile, prefix, cells, covers, size, used, allowed)
            number = automaton[tile]
            begin, end = first_edge[number], first_edge[number + 1]
            if not sweep(
                source[begin:end],
                target[begin:end],
                layer[begin:end],
                symbol[begin:end],
                last[number],
                allowed,
                supported,
                reachable,
                productive,
            ):
                return False
            write_domains(tile, prefix, cells, covers, empty, size, used, supported, queued)
        rule_out_large(area, covers, used, queued)
    return True


# --- Words --------------------------------------------------------------------------------------------


@compiled
def count_words(source, target, layer, symbol, last, allowed):
    """Return the number of accepted words whose symbols are all in the domains."""
    ways = np.zeros(last + 1, np.int64)
    ways[0] = 1
    for edge in range(len(source)):
        if allowed[layer[edge], symbol[edge]]:
            ways[target[edge]] += ways[source[edge]]
    return ways[last]


@compiled
def list_words(source, target, layer, symbol, last, allowed, words):
    """Write the accepted words whose symbols are all in the domains into `words`, one word per row.

    The words are in lexicographic order with 1 before 0. `words` must have as many rows as `count_words`
    returns.
    """
    reachable = np.empty(last + 1, np.bool_)
    productive = np.empty(last + 1, np.bool_)
    if not mark_states(source, target, layer, symbol, last, allowed, reachable, productive):
        return
    follow = np.full((last + 1, 2), -1, np.int64)
    for edge in range(len(source)):
        if reachable[source[edge]] and productive[target[edge]] and allowed[layer[edge], symbol[edge]]:
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
