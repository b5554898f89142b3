"""One scene, several outputs: SVG, PNG, terminal; colours that all eyes tell apart."""

from tilewright.drawing.palette import COLOURS, piece_colour, text_on
from tilewright.drawing.scene import Area, Dot, Label, Line, Scene

__all__ = ["COLOURS", "Area", "Dot", "Label", "Line", "Scene", "piece_colour", "text_on"]
