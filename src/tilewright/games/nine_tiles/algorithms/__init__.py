"""Three algorithms in plain Python: A brute force, B road synonyms first, C staged scoring.

They are those of the article that ``town/tiles.json`` names. They verify the compiled census and one another.
"""
