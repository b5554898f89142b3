"""The console room."""
