"""The range of scores in each theme, and the scores that all towns of a counting job share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tilewright.games.nine_tiles.town.tiles import FACES, Thing

__all__ = ["HIGHEST", "LOWEST", "THEMES", "known_scores"]

THEMES = 26

LOWEST = (0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, -6, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0)
HIGHEST = (4, 4, 5, 0, 11, 11, 6, 20, 5, 6, 3, 6, 5, 4, -1, 7, 8, 4, 4, 3, 9, 6, 5, 5, 3, 4)
"""`LOWEST` and `HIGHEST`: the lowest and the highest score that a packed vector can hold in each theme."""

Scores = npt.NDArray[np.int64]


def known_scores(faces: Sequence[int], roads: int, longest: int, same_length: int) -> Scores:
    """Return 29 numbers that all towns of a job share.

    The first 26 are the scores that do not depend on where a face lies, and 0 for all other themes. The last
    three are the numbers of aliens (captives included), of hamburgers on roads, and of UFOs.
    """
    shown = [FACES[face // 2][face % 2] for face in faces]
    things = [road.thing for face in shown for road in face.roads]
    dogs = sum(face.dogs for face in shown)
    girls = sum(face.girls for face in shown)
    boys = sum(face.boys for face in shown)
    known = {
        5: longest,
        6: sum(road.is_curve for face in shown for road in face.roads),
        7: sum(face.houses for face in shown),
        9: sum(face.agents for face in shown),
        10: roads,
        11: sum(not face.roads for face in shown),
        12: dogs,
        13: same_length,
        15: -roads,
        24: min(dogs, girls + boys),
        25: girls,
        26: boys,
        27: things.count(Thing.ALIEN) + sum(face.captives_offroad for face in shown),
        28: things.count(Thing.HAMBURGER),
        29: sum(face.ufos for face in shown),
    }
    return np.array([known.get(number, 0) for number in range(1, THEMES + 4)], np.int64)
