"""Parts of the text notations: tokens, and the puzz.link formats."""
