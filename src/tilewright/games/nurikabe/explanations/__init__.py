"""Explanations of hints: techniques, reasons in words, proofs by contradiction."""
