import contextlib
import os

from faulty.doubling_kernel import double
from faulty.rules import FaultyInstance, FaultySolution
from tilewright.game import Answer, Run, Status
from tilewright.kernel_cache import kernel_folder


def prepare(instance: FaultyInstance) -> None:
    """Compile the kernel, and record the niceness of this process."""
    double(instance.n)
    with contextlib.suppress(OSError):
        (kernel_folder() / "niceness").write_text(str(os.nice(0)))


def solve(instance: FaultyInstance, run: Run) -> Answer:
    return Answer(Status.OPTIMAL, FaultySolution(instance.n), instance.n)
