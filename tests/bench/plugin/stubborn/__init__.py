"""A game for tests: name a number as large as is allowed. Its solvers misbehave in many ways."""

from tilewright.game import Game, Option, Solver

_PIDS = Option("pids", "", "a file to write the numbers of the started processes to")
_WAYS = {
    "honest": "answers at once",
    "modest": "one less than the best, with an honest bound",
    "shy": "one less than the best, without a bound",
    "halved": "one less than the best, with an honest bound that is no whole number",
    "slow": "comes nearer step by step until it is stopped",
    "chatty": "reports a thousand times, then is silent until it is stopped",
    "deaf": "ignores its limit, its cancellation and every signal that can be ignored",
    "hungry": "allocates without end",
    "hungry-child": "starts a process that allocates without end",
    "forker": "starts processes that start sessions of their own and ignore signals, and never ends",
    "leaver": "answers and leaves such processes running",
    "garbage": "prints garbage to every stream, then answers",
    "wrong": "claims a number that is not allowed",
    "lowball": "claims that one less than the best is the best",
    "denier": "claims that there is no solution",
    "crash": "dies of a segmentation fault",
    "quitter": "leaves the interpreter",
    "raiser": "fails with an error in two lines",
    "programless": "needs a program that nobody has",
    "prepared": "takes its time to prepare",
}

game = Game(
    __name__,
    title="Stubborn",
    summary="Name the largest number.",
    syntax="a number",
    solvers=[
        Solver(name, summary, entry=f"ways:{name.replace('-', '_')}", options=(_PIDS,))
        for name, summary in _WAYS.items()
    ],
    generator=(Option("n", 5, "the number"),),
)
