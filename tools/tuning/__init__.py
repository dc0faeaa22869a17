"""Finding what pieces, places and terms are worth from games: the parts of ``tools/tune.py``."""
