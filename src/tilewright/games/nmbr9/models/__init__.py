"""Models and upper bounds that several solvers share."""
