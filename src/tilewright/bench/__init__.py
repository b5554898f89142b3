"""Benchmarks: suites of instances and solvers, with interleaved runs, records and reports.

This module imports nothing, so that listing the suites loads neither DuckDB nor the process code.
"""
