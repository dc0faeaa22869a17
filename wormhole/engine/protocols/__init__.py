"""Protocols by which other programs use the computer player: UCI and that of XBoard."""
