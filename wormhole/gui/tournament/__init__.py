"""Tournaments of levels and programs: setting up, watching, exporting."""
