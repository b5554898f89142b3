"""The play room."""
