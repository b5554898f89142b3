"""The bench: suites of instances and solvers, run fairly, recorded, reported.

Nothing is imported here: listing suites needs neither the records nor the processes.
"""
