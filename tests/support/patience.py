"""How long a test waits for an event."""

PATIENCE_SECONDS = 300
"""More than anything in the background needs on a slow machine, compiling included.

Only a test that fails waits so long.
"""
