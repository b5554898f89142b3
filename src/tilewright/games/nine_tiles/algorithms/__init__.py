"""Three algorithms in plain Python: brute force (A), road synonyms first (B) and staged scoring (C).

The algorithms come from the article that ``town/tiles.json`` names. The tests use them to verify the compiled
census, and compare them with each other.
"""
