"""Pictures: a scene is drawn once and rendered as SVG, PNG or terminal text, in colour-blind safe colours."""

from tilewright.drawing.palette import COLOURS, piece_colour, text_on
from tilewright.drawing.scene import Area, Dot, Label, Line, Scene

__all__ = ["COLOURS", "Area", "Dot", "Label", "Line", "Scene", "piece_colour", "text_on"]
