"""Code for playing: legal placements, stacks for compiled code, evaluation, beam search and environments."""
