"""The agents that play Nine Tiles Panic, one module each."""
