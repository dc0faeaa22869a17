"""Tournaments of people at one screen: setting up, pairings, results, standings."""
