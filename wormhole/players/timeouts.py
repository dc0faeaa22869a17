"""How long other programs may take."""

from __future__ import annotations

TIMEOUT_SECONDS = 30.0
"""For an answer, beyond the time that a program has for a move."""

PROBE_SECONDS = 10.0
"""To begin to say what it is. Then it may take any time."""

FEATURES_SECONDS = 4.0
"""To send features: an engine that has sent none uses version 1 of XBoard's protocol.

The protocol asks for two seconds; a busy machine needs more to start a program.
"""

GREETING_SECONDS = 0.5
"""To say more after ``uciok`` without options: some programs greet before they are asked."""

STOP_SECONDS = 2.0
"""To answer ``stop``. After that it is ended, and started again when needed."""

EXIT_SECONDS = 1.0
"""To end after ``quit``."""
