"""The games, one folder each. No code outside a game's folder refers to the game by name."""
