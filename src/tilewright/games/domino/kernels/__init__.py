"""Compiled loops of domino."""
