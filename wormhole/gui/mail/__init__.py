"""Games by mail: inviting, writing and reading texts."""
