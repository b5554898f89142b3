"""Who plays domineering in the tests."""
