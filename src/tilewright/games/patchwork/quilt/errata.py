"""Errors in the paper and in its program, each with the correct value and a command that shows the error.

The errors were found by running the published orders again and by comparing the published program with the
paper.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

__all__ = ["ERRATA", "Erratum"]


@dataclass(frozen=True, slots=True)
class Erratum:
    """One error: what the paper says, what the paper's program does, and what is correct."""

    about: str
    paper: str
    program: str
    truth: str
    command: str
    """A command that shows the error."""

    def to_json(self) -> dict[str, str]:
        return asdict(self)


ERRATA = (
    Erratum(
        "All + Regret, area",
        "78.80 in Table 1",
        "78.40 on the published orders",
        "78.40; it is still the best area of the table",
        "tilewright quilts table --strategies all+regret",
    ),
    Erratum(
        "Size-Every + First, area",
        "66.95 in Table 1",
        "65.95, the same as Size-Every + Bottom, as expected: Bottom acts like First",
        "65.95",
        "tilewright quilts table --strategies size-every+first,size-every+bottom",
    ),
    Erratum(
        "Size is not first-fail",
        "the domain size, 'commonly called first fail': the smallest domain first",
        "takes the square with the LARGEST domain",
        "with the smallest domain first, Some covers 77.77 instead of 66.49: the best policy that offers one "
        "placement",
        "tilewright quilts table --strategies size-some+first,first-fail-some+first",
    ),
    Erratum(
        "Generic heuristics compared with packing heuristics",
        "'the policies based on packing heuristics are better than generic constraint programming heuristics'",
        "compares the packing heuristics with Size, which takes the largest domain first",
        "with the smallest domain first the generic heuristic is better: First-fail-Every + Regret covers "
        "78.52, the best packing heuristic, Pareto BL-Every + Regret, 78.36",
        "tilewright quilts compare pareto-bl-every+regret first-fail-every+regret --runs 20000 --seed 1",
    ),
    Erratum(
        "Bottom",
        "the placement with the smallest top extent",
        "counts the dummy column as covered, so that every row looks used: all placements are equal, and "
        "Bottom acts like First",
        "without the error (bottom-fixed): 73.28 with All instead of 76.51",
        "tilewright quilts table --strategies all+first,all+bottom,all+bottom-fixed",
    ),
    Erratum(
        "Area",
        "the increase of the bounding box of the placed patches",
        "multiplies by the extent of Bottom, which never changes: Area acts like Left",
        "without the error (area-fixed): 73.90 with All instead of 75.08",
        "tilewright quilts table --strategies all+left,all+area,all+area-fixed",
    ),
    Erratum(
        "The last column in use",
        "the maximum column with some fixed placement on the board",
        "the last column of the unbroken run 0, 1, 2, ... of used columns, where column 0 always counts; "
        "squares that no patch can cover any more count as used",
        "we follow the program, so that Left and Pareto BL agree with the table",
        "tilewright quilts table --strategies all+left,pareto-bl-some+left",
    ),
    Erratum(
        "Time",
        "the mean time for a single placement, in milliseconds",
        "measures a whole run: 38 attempts, of which about 20 are placements",
        "divide the published time by about 20 to get the time of a placement",
        "tilewright quilts table --strategies all+regret --json",
    ),
    Erratum(
        "Summed heuristics (sum AFC, sum Action, sum CHB)",
        "add the values of the variables of all patches for the same square",
        "steps through these variables by the number of colours instead of the number of squares, so it adds "
        "variables of other squares",
        "here the sums are over the same square; the counts come from our own propagator, so the cells are not "
        "comparable",
        "tilewright quilts table --strategies sum-chb-some+first,chb-some+first",
    ),
    Erratum(
        "Random",
        "chooses one of the alternatives at random",
        "draws for each alternative a number below twice their count and takes the first smallest one, which "
        "favours early alternatives",
        "we follow the program: area 69.49, streak 12.29, 51.41 alternatives with All",
        "tilewright quilts table --strategies all+random",
    ),
    Erratum(
        "'Very hard to implement by hand'",
        "regret needs the domains of a constraint solver",
        "takes 1,464 milliseconds for a run of All + Regret",
        "every other patch is optional, so the squares it can reach determine the domains: bitboards compute "
        "the same regret in less than a millisecond per run",
        "tilewright quilts table --strategies all+regret",
    ),
    Erratum(
        "The game: rules",
        "income and 1x1 patches on every movement, 7 points for a 7x7",
        "no income when a player advances, no 1x1 patches (an indexing error), no 7x7",
        "with the correct rules the mean score of its players is -21, not -46",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: the value of a patch",
        "formula (1): income spaces ahead times the buttons of the patch, for each step of time",
        "omits the buttons, divides by up to one step too many, and compares with the buttons of a whole "
        "advance",
        "with the formula the players score 12 on average and need 19 plies each",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: branching",
        "83.2",
        "83.15; it counts only the placements of the last affordable patch",
        "190.8 legal moves in the same games; 131.1 with the correct rules and formula (1)",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: 'a slight first-player advantage'",
        "56 wins of 100",
        "56 wins of 100",
        "a random fluctuation: 496 wins and 19 draws over 1,000 other deals; 506 wins with the correct rules "
        "and formula (1)",
        "tilewright quilts game --runs 1000 --seed 1",
    ),
)
