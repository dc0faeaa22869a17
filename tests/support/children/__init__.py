"""Programs that tests start."""

import sys
from pathlib import Path


def path_of(name: str) -> str:
    """The path of the program with this name."""
    return str(Path(__file__).with_name(f"{name}.py"))


def fake_command(protocol: str, manner: str = "first") -> tuple[str, ...]:
    """The command of a program that plays in a manner of ``fake_engine.py``."""
    return sys.executable, path_of("fake_engine"), protocol, manner


def fake_program(protocol: str, manner: str = "first") -> str:
    """The same program as the command line names a player."""
    return f"{protocol}:{' '.join(fake_command(protocol, manner))}"
