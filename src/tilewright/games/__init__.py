"""The games, one folder each. No code outside a game's folder depends on that game."""
