"""Parts of the text notations: tokens, and the formats of puzz.link."""
