"""The Domineering agents for the tests."""
