"""The search of the agents: compiled search trees, a compiled endgame solver, and the player that uses both."""
