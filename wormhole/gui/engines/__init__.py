"""Settings → Engines: the programs that the user has added as players, with their options."""
