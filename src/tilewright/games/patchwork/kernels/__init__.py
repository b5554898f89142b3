"""Compilation and caching of Patchwork's kernels."""
