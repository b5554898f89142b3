"""Code that the agents share: legal placements, compiled stacks, and the evaluation of placements."""
