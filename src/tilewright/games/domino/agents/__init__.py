"""The agents that play Domino, one module per agent."""
