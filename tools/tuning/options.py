"""The options that are common to all tools with self-play."""

from __future__ import annotations

import argparse

import wormhole
from wormhole.work.crew import add_crew_options


def self_play_parser(about: str, nodes: int) -> argparse.ArgumentParser:
    """A parser of a game, ``--nodes`` (so many by default), ``--seed``, ``--workers`` and ``--cluster``."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=wormhole.variants())
    parser.add_argument("--nodes", type=int, default=nodes, help="of each search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the games (default: %(default)s)")
    add_crew_options(parser, int)
    return parser
