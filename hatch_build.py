"""Hatchling hooks that prepare the README for a package index and add compiled kernels to a wheel.

The build reads these environment variables:

- TILEWRIGHT_REPOSITORY, the address of the repository, such as https://example.org/owner/tilewright. The
  relative links of the README become links to that repository. Without the variable they become plain text,
  because a package index shows the README without the other files of the repository.
- TILEWRIGHT_WHEEL_KERNELS, the folder with the kernels, and TILEWRIGHT_WHEEL_TAG, the tag of the wheel, for
  example cp311-cp311-manylinux_2_27_x86_64. Only `scripts/build_wheels.py` sets these two variables and
  enables the hook that reads them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")


class ReadmeHook(MetadataHookInterface):
    """A Hatchling metadata hook that sets the README and the project URLs for a package index."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the fields ``readme`` and ``urls``; Hatchling calls this when it reads the metadata."""
        repository = os.environ.get("TILEWRIGHT_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = for_package_index(text, repository, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {"Source": repository, "Issues": f"{repository}/issues"} if repository else {}


def for_package_index(text: str, repository: str, tag: str) -> str:
    """Return the README with its relative links pointing to `tag` in `repository`.

    If `repository` is empty, the links become plain text, and pictures are removed.

    >>> for_package_index("See [the docs](docs/web.md).", "https://example.org/owner/tilewright", "v1")
    'See [the docs](https://example.org/owner/tilewright/blob/v1/docs/web.md).'
    >>> for_package_index("![Board](a.svg) See [the docs](docs/web.md).", "", "v1")
    ' See the docs.'
    """

    def replace(match: re.Match[str]) -> str:
        is_picture, label, path = match.groups()
        if repository:
            return f"{is_picture}[{label}]({repository}/{'raw' if is_picture else 'blob'}/{tag}/{path})"
        return "" if is_picture else label

    return _LINK.sub(replace, text)


class KernelBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """A Hatchling build hook that adds the compiled kernels to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the kernels and set the tag of the wheel; Hatchling calls this before it builds the wheel."""
        folder = os.environ["TILEWRIGHT_WHEEL_KERNELS"]
        build_data["force_include"][folder] = "tilewright/_kernels"
        build_data["pure_python"] = False
        build_data["tag"] = os.environ["TILEWRIGHT_WHEEL_TAG"]
