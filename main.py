"""Opens the door: ``python main.py`` plays."""

from wormhole.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
