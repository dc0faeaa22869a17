"""Puzzles, one file for each game, one object of JSON on each line; made by ``python main.py mine``."""
