"""Explanations for hints: techniques, reasons in words, and proofs by contradiction."""
