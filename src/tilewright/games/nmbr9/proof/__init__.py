"""A second, independent search for the best score of variant F, and the verification of proof files.

The package `stacking` contains the search of the solver `exact`. The two searches were written independently so
that one can verify the other; apart from the rules they share no code, and similar code must not be merged.
`second_search` finds the layers that can be directly below a given layer by exact cover; `verify_proof` checks
the files that `stacking` writes.
"""
