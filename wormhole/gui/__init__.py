"""The window: its event loop, screens, dialogs, board, panel and sounds."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the program's own output is for its own words
