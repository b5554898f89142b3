"""A second, independent search for the best score of variant F, and the verification of proof files.

The package `stacking` contains the search of the solver `exact`. The two searches were written independently so
that one can verify the other. Of this game's code they share only the rules and the notation, and similar code
must not be merged. `second_search` uses exact cover to find the layers that can be directly below a given
layer; `verify_proof` verifies the files that `stacking` writes.
"""
