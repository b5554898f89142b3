"""The census: every town of Nine Tiles Panic counted and scored, every distinct vector of scores kept.

`open_census` gives the census of a folder and builds it there when it is missing; `build` builds, resumes or
repairs it. Both import the compiled code only when there is something to count.
"""

from tilewright.games.nine_tiles.census.census_files import Census, build, open_census

__all__ = ["Census", "build", "open_census"]
