"""What was played in each position, and how those games ended.

Files beside this one hold the openings of games that the computer player played against itself, as JSON
lines; ``tools/openings.py`` makes them.
"""
