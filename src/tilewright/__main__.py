"""Run the `tilewright` command with `python -m tilewright`."""

from tilewright.cli import main

main()
