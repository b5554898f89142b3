"""The agents that play Domino, one module for each."""
