"""Many people at the workbench at once: how long they wait, what goes wrong, and what is left when they go."""

from tilewright.bench.load.result import LoadPlan, LoadResult, Times
from tilewright.bench.load.rush import run_load

__all__ = ["LoadPlan", "LoadResult", "Times", "run_load"]
