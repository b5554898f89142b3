"""The article's three algorithms in plain Python: A brute force, B road synonyms first, C staged scoring."""
