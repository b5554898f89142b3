"""Faults: flipped bits, truncated files, full disks, killed and stopped processes, unusual streams.

The tests are parametrised over two registries: `files_to_damage` (every kind of file that Tilewright stores and
reads again) and `kinds_of_child_processes` (every kind of process that it starts). These modules list the kinds
of the shared code; files of the same names in ``tests/GAME`` list the kinds of a game. Other tests fail if a
module writes files or starts processes but is not listed in a registry. So a new kind must be registered, and
is then tested.
"""
