"""Builds the sample contracts (PDF, DOCX, TXT) from the readable sources beside it."""
