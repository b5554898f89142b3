"""Run work in other processes: isolated solves, executors, and shards with checkpoints."""

from tilewright.running.checkpointed_shards import (
    Manifest,
    Shard,
    describe_failures,
    finished_tasks,
    map_shards,
)
from tilewright.running.executors import (
    Executor,
    InProcess,
    ProcessPool,
    TaskDone,
    TaskFailed,
    executor_named,
)
from tilewright.running.isolated_solve import (
    Costs,
    FailedSolve,
    IsolatedResult,
    SolveTask,
    run_task,
    solve_isolated,
)
from tilewright.running.measured_command import MeasuredCommand, measure

__all__ = [
    "Costs",
    "Executor",
    "FailedSolve",
    "InProcess",
    "IsolatedResult",
    "Manifest",
    "MeasuredCommand",
    "ProcessPool",
    "Shard",
    "SolveTask",
    "TaskDone",
    "TaskFailed",
    "describe_failures",
    "executor_named",
    "finished_tasks",
    "map_shards",
    "measure",
    "run_task",
    "solve_isolated",
]
