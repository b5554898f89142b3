"""A town: its tiles, roads, road synonyms, encounters on roads, and the 26 themes that score it."""
