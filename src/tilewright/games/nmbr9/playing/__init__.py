"""Code that the agents share: legal placements, compiled stacks, placement values and their weights."""
