"""The program of a bundle: the command line, or one of the processes that it starts."""

import sys

from wormhole.own_program import run_as_child

if __name__ == "__main__":
    if not run_as_child(sys.argv[1:]):
        from wormhole.cli import main

        raise SystemExit(main())
