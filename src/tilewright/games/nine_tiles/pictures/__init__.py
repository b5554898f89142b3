"""Drawings of faces, histograms, print sheets, and a played game as text."""
