"""Pictures of faces, histograms of scores, the cover sheet for printing, and a game state as text."""
