"""The first moves of each game: their scores, how often they were played, and the results.

They are files of JSON lines beside this one; ``tools/openings.py`` makes them from searches and from games of
the computer player against itself. The window shows them, and the stronger levels play by them.
"""
