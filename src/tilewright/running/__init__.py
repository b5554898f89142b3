"""Where work runs, and what it may use: solves in processes of their own, shards with checkpoints."""

from tilewright.running.isolated import Costs, FailedSolve, IsolatedResult, Task, attempt, solve_isolated
from tilewright.running.measured import Measured, measure
from tilewright.running.places import Failed, Finished, Here, Place, Processes, place
from tilewright.running.shards import Manifest, Shard, complaint, map_shards

__all__ = [
    "Costs",
    "Failed",
    "FailedSolve",
    "Finished",
    "Here",
    "IsolatedResult",
    "Manifest",
    "Measured",
    "Place",
    "Processes",
    "Shard",
    "Task",
    "attempt",
    "complaint",
    "map_shards",
    "measure",
    "place",
    "solve_isolated",
]
