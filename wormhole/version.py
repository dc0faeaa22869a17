"""The version of the program."""

VERSION = "0.1.0"

APPLICATION = "wormhole-chess"
"""The name of its folders for settings, games and caches."""
