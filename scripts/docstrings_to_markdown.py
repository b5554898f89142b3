"""A Griffe extension that converts docstrings to Markdown for the reference pages of the site.

Examples (lines that start with ``>>>``, and their output) become code blocks, and Sphinx roles, such as
``:meth:`` before a name, are removed.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr):`~?([^`]+)`")


class DocstringMarkup(griffe.Extension):
    """Rewrites every docstring that Griffe has read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of an object, if it has one; Griffe calls this for every object."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(docstring: str) -> str:
    """Return a docstring with its examples in fenced code blocks and without Sphinx roles.

    >>> print(as_markdown("Add two numbers.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all."))
    Add two numbers.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    That is all.
    """
    lines: list[str] = []
    inside = False
    for line in [*_ROLE.sub(r"`\1`", docstring).splitlines(), ""]:
        starts = line.lstrip().startswith(">>> ")
        if starts and not inside:
            indent = line[: len(line) - len(line.lstrip())]
            lines += ["", f"{indent}```pycon"] if lines and lines[-1].strip() else [f"{indent}```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append(f"{indent}```")
            inside = False
        lines.append(line)
    return "\n".join(lines).rstrip()
