"""Faults of the machine: flipped bits, truncated files, full disks, killed and stopped processes, odd streams.

The tests are parametrised over two registries: `kept_files.KINDS`, every kind of file that Tilewright keeps and
reads again, and `child_processes.KINDS`, every kind of process that it starts. Other tests fail if a module
writes files or starts processes and belongs to no kind. So a new kind is tested as soon as it is registered.
"""
