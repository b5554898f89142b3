"""The learned value and the tree search of the agent mcts-v1, a fixed reference for comparisons."""
