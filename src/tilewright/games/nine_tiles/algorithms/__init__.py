"""The three algorithms of the article in plain Python: A brute force, B road synonyms first, C staged scoring."""
