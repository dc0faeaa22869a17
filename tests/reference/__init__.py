"""The reference rules: a slow, simple implementation of the rules page, to test the package against.

It shares no code with the package `wormhole`, so that an error in one of them shows. Start reading with
`game.py`; the facts of each game are in `rules.py`.
"""
