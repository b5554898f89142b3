"""Where work runs, and what it may use: solves in processes of their own, shards with checkpoints."""

from tilewright.running.isolated import Costs, FailedSolve, IsolatedResult, Task, attempt, solve_isolated

__all__ = ["Costs", "FailedSolve", "IsolatedResult", "Task", "attempt", "solve_isolated"]
