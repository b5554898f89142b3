"""One scene, several outputs: SVG, PNG, terminal; colours that all eyes tell apart."""

from tilewright.drawing.scene import Area, Dot, Label, Line, Scene

__all__ = ["Area", "Dot", "Label", "Line", "Scene"]
