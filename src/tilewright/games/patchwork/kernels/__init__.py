"""How Patchwork's compiled code is compiled and cached."""
