"""The version of the program, and its names."""

VERSION = "0.1.0"

ENGINE_NAME = f"Wormhole {VERSION}"
"""The name that other programs are told, over UCI and XBoard."""

APPLICATION = "wormhole-chess"
"""The name of its folders for settings, games and caches."""
