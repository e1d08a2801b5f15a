"""Measurements beside other tools and beside the bare parts; no test depends on a timing."""
