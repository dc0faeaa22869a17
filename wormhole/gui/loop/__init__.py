"""The event loop and what it owns: the stage, the stack of screens, faults."""
