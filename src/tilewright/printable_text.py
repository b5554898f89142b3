"""Text for terminals: control characters and characters that the output cannot encode are replaced."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["ASCII_SUBSTITUTES", "one_line", "printable", "substitute"]

# The control characters except tab and line feed, and the characters that change the direction of text.
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_CONTROLS = re.compile(f"[{_CONTROL}]")
_CONTROLS_BUT_COLOURS = re.compile(f"(\x1b\\[[0-9;]*m)|[{_CONTROL}]")

ASCII_SUBSTITUTES = "tilewright.ascii_substitutes"
"""The name of the error handler `substitute`, for `codecs.register_error` and `reconfigure`."""

_SUBSTITUTES = {
    **dict.fromkeys("─━╌╍┄┅┈┉╴╶╸╺‐‑–—−", "-"),
    **dict.fromkeys("│┃╎╏┆┇┊┋╵╷╹╻", "|"),
    **dict.fromkeys("█▓▒░■▪", "#"),
    **dict.fromkeys("●•", "*"),
    **dict.fromkeys("○◦", "o"),
    **dict.fromkeys("·⋅", "."),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("↑▲", "^"),
    **dict.fromkeys("↓▼", "v"),
    **dict.fromkeys("←◀", "<"),
    **dict.fromkeys("→▶", ">"),
    **dict.fromkeys("↖↘", "\\"),
    **dict.fromkeys("↗↙", "/"),
    "×": "x",
    "≤": "<=",
    "≥": ">=",
}


def printable(text: str, *, colours: bool = False) -> str:
    r"""Return the text with control characters replaced by escape codes, such as ``\x1b``.

    File names, and text from files and other programs, may contain escape sequences that move the cursor or
    change the title of the terminal. Tabs and line feeds are kept, and with `colours` also the sequences that
    set colours and text styles.

    >>> printable("\x1b[31mred\x07")
    '\\x1b[31mred\\x07'
    """
    if _CONTROLS.search(text) is None:
        return text
    if colours:
        return _CONTROLS_BUT_COLOURS.sub(lambda found: found[1] or _escaped(found[0]), text)
    return _CONTROLS.sub(lambda found: _escaped(found[0]), text)


def one_line(text: str) -> str:
    """Return the text as one line without control characters."""
    return printable(" ".join(text.split()))


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def substitute(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: replace the characters with similar ASCII characters or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_ascii, error.object[error.start : error.end])), error.end


def _ascii(character: str) -> str:
    if (found := _SUBSTITUTES.get(character)) is not None:
        return found
    if unicodedata.name(character, "").startswith("BOX DRAWINGS"):
        return "+"
    letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return letters or "?"
