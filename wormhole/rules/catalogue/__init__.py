"""The games, one TOML file each."""
