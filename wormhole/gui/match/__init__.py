"""The game being played, apart from all drawing."""
