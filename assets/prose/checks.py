"""Checks of prose chunks: the common ones; passages of one document may overlap."""

from assets.documents.checks import chunk_check_specs

CHECKS = chunk_check_specs("prose_chunks")
