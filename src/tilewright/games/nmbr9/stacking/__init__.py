"""The exhaustive search of the solver `exact` for variant F: layers, supported sets, upper bounds, proofs.

The parts of a stack can be placed in some order if and only if every level is connected, every part above the
table is fully supported, and no part rests on a single part. (*If*: place the parts level by level, and within
a level so that each part touches an earlier part. *Only if*: parts never move, so contact and support only
increase.) So the order of play can be ignored in variant F. The search builds stacks from the top down: each
layer that is put *under* a stack supports the layer above it and scores the total value of all parts above it.

The package `proof` contains a second search for the same optimum. The two searches were written independently
so that one can verify the other; apart from the rules they share no code, and similar code must not be merged.
"""
