from awkward.rules import AwkwardInstance, AwkwardSolution
from tilewright.game import Answer, Run, Status


def solve(instance: AwkwardInstance, run: Run) -> Answer:
    return Answer(Status.OPTIMAL, AwkwardSolution(instance.n), instance.n)
