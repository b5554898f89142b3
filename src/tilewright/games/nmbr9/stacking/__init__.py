"""The free deck as a packing problem, top-down: layers, what they can carry, bounds, and the exhaustive search.

An arrangement of parts on levels can be played in some order if and only if every level hangs together, every
part above the table is supported everywhere, and none rests on a single part. (*If*: play level by level,
inside a level by contact; the level below is complete by then. *Only if*: parts never move, so contact and
support only grow.) So F needs no order. A stack is then best read from its top: each layer that is put
*underneath* covers the layer above it, and scores the whole value that lies above.
"""
