"""A load test of the web server: response times, errors, and processes left running, with many clients."""

from tilewright.web.load_test.load_plan_and_result import LoadPlan, LoadResult, Times
from tilewright.web.load_test.load_run import run_load

__all__ = ["LoadPlan", "LoadResult", "Times", "run_load"]
