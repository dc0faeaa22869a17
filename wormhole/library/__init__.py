"""What is kept outside a session: settings, and games as PGN."""
