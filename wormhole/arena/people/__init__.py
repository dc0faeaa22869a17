"""Tournaments of people at one screen: pairings, results, standings. Pure, but for the files."""
