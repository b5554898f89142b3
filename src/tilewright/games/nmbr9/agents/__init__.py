"""The agents that play Nmbr9, one module each."""
