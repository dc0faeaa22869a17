"""The first screen, and the settings."""
