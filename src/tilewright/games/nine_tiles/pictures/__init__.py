"""Pictures of faces, histograms of scores, the printable cover sheet, and a game state as text."""
