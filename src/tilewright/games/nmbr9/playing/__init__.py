"""What the players share: legal placements, compiled stacks, placement values and their weights."""
