"""The games, a folder each. Nothing outside a folder knows its game's name."""
