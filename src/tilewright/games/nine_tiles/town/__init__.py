"""A town: its tiles, roads and road synonym, the encounters on roads, and the 26 themes that score the town."""
