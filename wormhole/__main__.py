"""``python -m wormhole`` is the same door as ``python main.py``."""

from wormhole.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
