"""The running room."""
