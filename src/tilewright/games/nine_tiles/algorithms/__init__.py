"""Three algorithms in plain Python: A brute force, B road synonyms first, C staged scoring.

The algorithms come from the article that ``town/tiles.json`` names. They are used to verify the compiled census
and one another.
"""
