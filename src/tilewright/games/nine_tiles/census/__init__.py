"""The census: every town of Nine Tiles Panic counted and scored, with every distinct score vector.

`open_census` opens the census in a folder and builds it there if it is missing; `build` builds, resumes or
repairs it. Opening a finished census does not import the compiled code.
"""

from tilewright.games.nine_tiles.census.census_access import build, open_census
from tilewright.games.nine_tiles.census.read_census import Census

__all__ = ["Census", "build", "open_census"]
