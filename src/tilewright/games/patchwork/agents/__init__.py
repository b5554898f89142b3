"""The agents that play Patchwork, one per file."""
