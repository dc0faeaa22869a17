"""Who takes a seat: our levels, other programs, and a script for tests, all as one ``Player``."""
