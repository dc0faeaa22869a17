"""Starts the program: ``python main.py`` opens the window."""

from wormhole.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
