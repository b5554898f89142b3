"""Models and bounds that several solvers share."""
