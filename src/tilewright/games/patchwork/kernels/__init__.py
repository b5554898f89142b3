"""How Patchwork's kernels are compiled and cached."""
