"""Games by mail: the texts that two programs exchange, and what is kept of such a game."""
