"""The named colours of all pictures, chosen to suit colour-blind readers, too.

The ten colours of pieces are distinguishable with protanopia, deuteranopia and tritanopia, and ink is readable
on all ten. Pictures never rely on the colours `error` and `good` alone: a hatch, a shape or a word always
conveys the same information.
"""

from __future__ import annotations

from tilewright.errors import BadInput

__all__ = ["COLOURS", "PIECES", "contrast", "hex_of", "luminance", "piece_colour", "rgb_of", "text_on"]

COLOURS: dict[str, str] = {
    "ink": "#14181d",
    "paper": "#fffdf8",
    "muted": "#666d75",
    "grid": "#cdd2d8",
    "water": "#7fb2dd",
    "land": "#f3ead2",
    "error": "#ec5a3c",
    "good": "#2fa87c",
    "piece0": "#4fa9fd",
    "piece1": "#eaa719",
    "piece2": "#0d9f94",
    "piece3": "#f0e442",
    "piece4": "#d37ccb",
    "piece5": "#b9e3b0",
    "piece6": "#ff5700",
    "piece7": "#95c6ff",
    "piece8": "#7f9855",
    "piece9": "#b4b1b2",
}

PIECES = 10
"""The number of colours for pieces."""


def piece_colour(k: int) -> str:
    """Return the colour name of piece `k`, counted from 0; the names repeat after ten pieces."""
    return f"piece{k % PIECES}"


def hex_of(name: str) -> str:
    """Return a colour as a string of the form ``#rrggbb``."""
    try:
        return COLOURS[name]
    except KeyError:
        raise BadInput(f"the palette has no colour {name!r}; it has {', '.join(COLOURS)}") from None


def rgb_of(name: str) -> tuple[int, int, int]:
    """Return a colour as red, green and blue, each from 0 to 255."""
    code = hex_of(name)
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def luminance(name: str) -> float:
    """Return the relative luminance as defined by the WCAG: 0 is black, 1 is white."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb_of(name))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21; text needs at least 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def text_on(fill: str) -> str:
    """Return the colour of text on the given fill: ink or paper, whichever has more contrast."""
    return max(("ink", "paper"), key=lambda text: contrast(text, fill))
