"""The ways to solve Powers, one file each."""
