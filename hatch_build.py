"""Add compiled kernels to a wheel. Only `scripts/build_wheels.py` uses this build hook.

The environment variable TILEWRIGHT_WHEEL_KERNELS names the folder that holds the kernels, and
TILEWRIGHT_WHEEL_TAG is the tag of the wheel, for example cp311-cp311-manylinux_2_27_x86_64.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook for the wheel with kernels."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling calls this before it builds the wheel."""
        folder = os.environ["TILEWRIGHT_WHEEL_KERNELS"]
        build_data["force_include"][folder] = "tilewright/_kernels"
        build_data["pure_python"] = False
        build_data["tag"] = os.environ["TILEWRIGHT_WHEEL_TAG"]
