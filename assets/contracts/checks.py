"""Checks of contract chunks: all four of the common ones, clauses never overlapping."""

from assets.documents.checks import chunk_check_specs

CHECKS = chunk_check_specs("contract_chunks")
