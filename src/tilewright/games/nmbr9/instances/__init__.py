"""A set of instances from trivial to open, with what is known of each."""
