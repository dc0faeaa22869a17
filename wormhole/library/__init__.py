"""Stored data: records of games, PGN, the library of games, journals, settings."""
