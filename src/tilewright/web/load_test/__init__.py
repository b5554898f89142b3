"""Many people at the workbench at once: how long they wait, what goes wrong, and what is left when they go."""

from tilewright.web.load_test.load_result import LoadPlan, LoadResult, Times
from tilewright.web.load_test.load_run import run_load

__all__ = ["LoadPlan", "LoadResult", "Times", "run_load"]
