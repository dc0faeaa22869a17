"""Pictures of positions and games, as files."""
