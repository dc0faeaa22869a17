"""Shared by tests: the driver of a window, games and libraries, programs that tests start, fuzzers."""
