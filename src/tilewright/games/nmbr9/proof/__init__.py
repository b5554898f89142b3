"""A second proof of what the best stack of a free deck scores, and a reader of proof files.

It shares nothing with the search of the solver `exact` but the rules: `second` covers every layer from above by
exact cover, `verify` holds a file of that search against what is found here.
"""
