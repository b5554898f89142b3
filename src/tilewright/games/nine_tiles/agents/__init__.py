"""The agents that play Nine Tiles Panic, each in its own module."""
