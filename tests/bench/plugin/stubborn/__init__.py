"""A game for tests: find the largest allowed number. Its solvers misbehave in many ways."""

from tilewright.game import Game, Option, Solver

_PIDS = Option("pids", "", "a file to which the ids of the started processes are written")
_BEHAVIOURS = {
    "honest": "answers at once",
    "modest": "returns one less than the best number, with a correct bound",
    "shy": "returns one less than the best number, without a bound",
    "halved": "returns one less than the best number, with a correct bound that is not an integer",
    "slow": "improves its answer step by step until it is stopped",
    "chatty": "reports progress a thousand times, then waits until it is stopped",
    "deaf": "ignores its limit, its cancellation and every signal that can be ignored",
    "hungry": "allocates memory without limit",
    "hungry-child": "starts a process that allocates memory without limit",
    "forker": "starts processes that leave its process group and ignore signals, and never ends",
    "leaver": "answers, but leaves processes running that ignore signals",
    "garbage": "prints garbage to every stream, then answers",
    "wrong": "claims a number that is not allowed",
    "lowball": "claims that one less than the best number is optimal",
    "denier": "claims that there is no solution",
    "crash": "crashes with a segmentation fault",
    "quitter": "exits the interpreter",
    "raiser": "raises an error whose message has two lines",
    "programless": "needs a program that does not exist",
    "prepared": "the same as honest, for tests of the preparation time",
}

game = Game(
    __name__,
    title="Stubborn",
    summary="Find the largest allowed number.",
    syntax="a number",
    solvers=[
        Solver(name, summary, entry=f"behaviours:{name.replace('-', '_')}", options=(_PIDS,))
        for name, summary in _BEHAVIOURS.items()
    ],
    generator=(Option("n", 5, "the number"),),
)
