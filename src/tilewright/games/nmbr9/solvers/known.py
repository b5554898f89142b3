"""Solve variant K for decks of any size: beam searches, and an upper bound from `levels_bound`.

A beam search (`playing.deck_beams`) places the deck card by card. The children of a stack are the results of
the best placements of the next card; the best children of all stacks form the next beam. The evaluation of a
stack is its score plus the shape values of its placements (`placement_value_kernel`). The best weights for
computing these values differ from deck to deck, so the search is repeated with random variations of the
weights, and with wider beams while there is time.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.models.assigned_levels_bound import levels_bound
from tilewright.games.nmbr9.playing.deck_beams import BeamSearch, Line, beam_searches
from tilewright.games.nmbr9.playing.state_to_kernel_arrays import KernelState
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.games.nmbr9.state import Nmbr9State

__all__ = ["prepare", "solve"]

BEAMS = 32
"""The maximum number of beam searches if the deck is small or there is no time limit."""
SMALL_DECK = 10
"""The maximum number of cards in a small deck; small decks gain nothing from more searches."""
BOUND_SECONDS, BOUND_SHARE = 4.0, 0.4
"""The time limit for the upper bound: BOUND_SECONDS seconds, but at most BOUND_SHARE of the remaining time."""


def prepare(instance: Nmbr9Instance) -> None:
    if instance.variant == "K":
        state = Nmbr9State(Nmbr9Instance("K", 9, 2, 3, (9, 9, 8), support=instance.support))
        kernel_state = KernelState.of(state)
        assert kernel_state is not None
        next(beam_searches(state, kernel_state)).run(lambda: False)


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "K":
        raise BadInput(f"the solver 'known' solves only variant K, not {instance.variant}")
    seconds = BOUND_SECONDS if run.remaining is None else min(BOUND_SECONDS, BOUND_SHARE * run.remaining)
    bound = levels_bound(instance, run.part(seconds, threads=1))
    run.report(bound=bound)
    state = Nmbr9State(instance)
    kernel_state = KernelState.of(state)
    assert kernel_state is not None, "an empty stack fits on the board of the kernels"
    searches = beam_searches(state, kernel_state, run.limits.seed)
    if run.limits.time is None or instance.cards <= SMALL_DECK:
        searches = islice(searches, BEAMS)
    best: Line | None = None
    completed = 0

    def search_line(search: BeamSearch) -> Line | None:
        return search.run(lambda: run.stopped)

    with ThreadPoolExecutor(run.limits.threads) as pool:
        while (best is None or best.score != bound) and (batch := list(islice(searches, run.limits.threads))):
            for line in pool.map(search_line, batch):
                if line is None:
                    continue
                completed += 1
                if best is None or line.score > best.score:
                    best = line
                    run.report(best=line.score)
            if run.stopped:
                break
    stats = {"beams": completed}
    if best is None:
        return Answer(Status.UNKNOWN, bound=bound, stats=stats)
    status = Status.OPTIMAL if best.score == bound else Status.FEASIBLE
    return Answer(status, _solution(best), best.score, bound, stats=stats)


def _solution(line: Line) -> Nmbr9Solution:
    return Nmbr9Solution.of_parts((move.value, move.level, move.cells) for move in line.moves)
