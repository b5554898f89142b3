import contextlib
import os

from awkward.doubling_kernel import double
from awkward.rules import AwkwardInstance, AwkwardSolution
from tilewright.game import Answer, Run, Status
from tilewright.kernel_cache import kernel_folder


def prepare(instance: AwkwardInstance) -> None:
    """Compile the kernel, and record the niceness of this process."""
    double(instance.n)
    with contextlib.suppress(OSError):
        (kernel_folder() / "niceness").write_text(str(os.nice(0)))


def solve(instance: AwkwardInstance, run: Run) -> Answer:
    return Answer(Status.OPTIMAL, AwkwardSolution(instance.n), instance.n)
