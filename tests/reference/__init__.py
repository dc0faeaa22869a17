"""The rules a second time: slow, plain, straight from the rules page, to check the real ones against.

Nothing here is shared with the package `wormhole`: a mistake would have to be made twice to stay unseen.
Begin with `game.py`; the games' own facts stand in `rules.py`.
"""
