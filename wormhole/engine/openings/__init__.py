"""What is known of the first moves of each game: their scores, how often they were played, and the results.

Files beside this one hold it as JSON lines; ``tools/openings.py`` makes them from searches and from games
that the computer player played against itself. The window shows them, and the stronger levels play by them.
"""
