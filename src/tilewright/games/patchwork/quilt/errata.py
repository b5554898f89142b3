"""Where the paper, its program and the truth differ, each with the command that shows it.

Found by laying the published orders anew and by reading the published program beside the paper.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

__all__ = ["ERRATA", "Erratum"]


@dataclass(frozen=True, slots=True)
class Erratum:
    """One difference."""

    about: str
    paper: str
    program: str
    truth: str
    command: str

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
        "65.95, the same as Size-Every + Bottom, as it must be",
        "65.95",
        "tilewright quilts table --strategies size-every+first,size-every+bottom",
    ),
    Erratum(
        "Size is not first-fail",
        "the domain size, 'commonly called first fail': the smallest domain first",
        "takes the square with the LARGEST domain",
        "first-fail done right covers 77.77 (Some) instead of 66.49: the best policy that offers one placement",
        "tilewright quilts table --strategies size-some+first,first-fail-some+first",
    ),
    Erratum(
        "Generic heuristics against packing heuristics",
        "'the policies based on packing heuristics are better than generic constraint programming heuristics'",
        "compares with Size as it is, the largest domain first",
        "with the smallest domain first the generic heuristic is the better one: 78.52 with Every + Regret, "
        "against 78.36 of the best packing heuristic, Pareto BL-Every + Regret",
        "tilewright quilts compare pareto-bl-every+regret first-fail-every+regret --runs 20000 --seed 1",
    ),
    Erratum(
        "Bottom",
        "the placement with the least top extent",
        "counts the dummy column as placed, so that every row looks used: all are equal, and Bottom is First",
        "repaired, as bottom-fixed: 73.28 with All instead of 76.51",
        "tilewright quilts table --strategies all+first,all+bottom,all+bottom-fixed",
    ),
    Erratum(
        "Area",
        "the increase of the box around the placed patches",
        "multiplies by the extent of Bottom, which never changes: Area is Left",
        "repaired, as area-fixed: 73.90 with All instead of 75.08",
        "tilewright quilts table --strategies all+left,all+area,all+area-fixed",
    ),
    Erratum(
        "The last column in use",
        "the maximum column with some fixed placement on the board",
        "the last of the columns 0, 1, 2, ... that follow each other without a gap, column 0 always counted; "
        "squares that nothing can cover any more count as used",
        "as the program has it, so that Left and Pareto BL agree with the table",
        "tilewright quilts table --strategies all+left,pareto-bl-some+left",
    ),
    Erratum(
        "Time",
        "the mean time for a single placement, in milliseconds",
        "measures a whole run: 38 attempts, about 20 of them placements",
        "divide by about 20 to compare with microseconds per placement",
        "tilewright quilts table --strategies all+regret --json",
    ),
    Erratum(
        "Summed heuristics (sum AFC, sum Action, sum CHB)",
        "add the values of the square's variables of all patches",
        "steps through these variables with the number of colours instead of the number of squares: it adds "
        "variables of other squares",
        "here the sums are over the same square; the counts are our own, so the cells are not comparable",
        "tilewright quilts table --strategies sum-chb-some+first,chb-some+first",
    ),
    Erratum(
        "Random",
        "chooses one of the alternatives at random",
        "gives each a random number below twice their number and takes the first smallest: early ones gain",
        "as the program has it: 69.49 / 12.29 / 51.41 with All",
        "tilewright quilts table --strategies all+random",
    ),
    Erratum(
        "'Very hard to implement by hand'",
        "regret needs the domains of a constraint solver",
        "1,464 milliseconds for a run of All + Regret",
        "every other patch is optional, so its reach on the board is its domain: bitboards give the same "
        "regret in less than a millisecond for a run",
        "tilewright quilts table --strategies all+regret",
    ),
    Erratum(
        "The game: rules",
        "income and 1x1 patches on every movement, 7 points for a 7x7",
        "no income when a player advances, no 1x1 patches (an index slip), no 7x7",
        "with the rules as they are the mean score of its players is -21, not -46",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: the value of a patch",
        "formula (1): income spaces ahead times the buttons of the patch, for each step of time",
        "leaves the buttons out, divides by up to one step too many, and compares with a whole advance",
        "with the formula the players score 12 and need 19 plies each",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: branching",
        "83.2",
        "83.15, which counts the placements of the last patch that can be bought",
        "190.8 legal moves in the same games; 131.1 in the true game",
        "tilewright quilts game",
    ),
    Erratum(
        "The game: 'a slight first-player advantage'",
        "56 wins of 100",
        "56 wins of 100",
        "chance: 496 wins and 19 draws over 1,000 other deals, 506 wins in the true game",
        "tilewright quilts game --runs 1000 --seed 1",
    ),
)
