"""The program of a bundle: the command line, or one of the processes that it starts."""

import multiprocessing
import sys

from wormhole.own_program import run_as_child

if __name__ == "__main__":
    multiprocessing.freeze_support()  # does not return in a worker
    if not run_as_child(sys.argv[1:]):
        from wormhole.cli import main

        raise SystemExit(main())
