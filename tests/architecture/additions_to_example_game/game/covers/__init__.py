"""Covers in files, and a program that counts their pieces."""
