"""`python -m tilewright` is the `tilewright` command."""

from tilewright.cli import main

main()
