"""Pictures: a scene can be rendered as SVG, PNG or terminal text; the colours suit colour-blind readers."""

from tilewright.drawing.palette import COLOURS, piece_colour, text_on
from tilewright.drawing.scene import Area, Dot, Label, Line, Scene

__all__ = ["COLOURS", "Area", "Dot", "Label", "Line", "Scene", "piece_colour", "text_on"]
