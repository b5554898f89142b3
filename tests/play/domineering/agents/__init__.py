"""The agents of Domineering for the tests."""
