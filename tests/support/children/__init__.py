"""Programs that tests start."""

from pathlib import Path


def path_of(name: str) -> str:
    """The path of the program with this name."""
    return str(Path(__file__).with_name(f"{name}.py"))
