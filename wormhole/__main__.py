"""``python -m wormhole`` starts the program, like ``python main.py``.

Until this module runs, Python itself looks for modules in the working folder first.
"""

import sys

from wormhole.own_program import import_path

if __name__ == "__main__":
    sys.path[:] = import_path()
    from wormhole.cli import main

    raise SystemExit(main())
