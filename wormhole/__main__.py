"""``python -m wormhole`` starts the program, like ``python main.py``."""

from wormhole.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
