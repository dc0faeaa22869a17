"""The command ``picture``: writes a position as PNG or SVG, a game as an animated GIF or WebP."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted, shown_path
from wormhole.base.text_files import errors_of
from wormhole.commands.arguments import count, game_of, game_options, output, played, position_of, seconds

if TYPE_CHECKING:
    from wormhole.gui.look.theme import Theme
    from wormhole.gui.pictures.game_poster import PosterJob
    from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
    from wormhole.gui.pictures.reel import PictureStyle, Reel
    from wormhole.library.record import Game
    from wormhole.rules.variant import Variant

SIZE, SECONDS = 640, 1.0
COORDINATES = ("around", "inside", "off")
THEME = "night"


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    picture = commands.add_parser(
        "picture",
        parents=[game_options()],
        help="write a position as PNG or SVG, or a game as an animated GIF or WebP",
        description="Write the start position, a position (--fen) or a game (--pgn) as a picture. "
        "The suffix determines the format: .png or .svg for a position, .gif or .webp for a game.",
    )
    picture.add_argument("--out", type=output, required=True, metavar="FILE", help="the file to write")
    picture.add_argument("--force", action="store_true", help="replace FILE if it exists")
    picture.add_argument("--pgn", type=Path, metavar="FILE", help="the last game of a PGN file")
    picture.add_argument("--game", type=count, metavar="N", help="with --pgn: game N, not the last")
    picture.add_argument(
        "--ply", type=count, metavar="N", help="with --pgn: the game up to ply N, or the position there"
    )
    picture.add_argument(
        "--size", type=count, default=SIZE, metavar="PIXELS", help=f"the longer side ({SIZE})"
    )
    picture.add_argument(
        "--seconds", type=seconds, default=SECONDS, metavar="S", help=f"seconds per move ({SECONDS:g})"
    )
    picture.add_argument("--still", action="store_true", help="one picture per move, without animation")
    picture.add_argument(
        "--captions",
        action="store_true",
        help="with --pgn: the players and the moves in words",
    )
    picture.add_argument(
        "--whole", action="store_true", help="with --pgn and .png: the whole game as one picture"
    )
    picture.add_argument("--flip", action="store_true", help="Black at the bottom")
    picture.add_argument("--coordinates", choices=COORDINATES, default=COORDINATES[0], help="(around)")
    picture.add_argument(
        "--no-marks", action="store_true", help="do not draw the last move, circles and arrows"
    )
    picture.add_argument("--theme", default=THEME, metavar="NAME", help=f"the colours ({THEME})")
    picture.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Write the picture."""
    from wormhole.compiling.groups import never_wait
    from wormhole.gui.look.theme import Coordinates, Theme, ThemeError
    from wormhole.gui.pictures.picture_files import PictureFormat, kind_of
    from wormhole.gui.pictures.reel import LEAST_SIZE, MOST_SIZE, PictureStyle

    never_wait()
    game = game_of(args.variant)
    shown = None if args.pgn is None else played(args, game)
    kind = kind_of(args.out)
    if kind is None or kind is PictureFormat.PAGE:
        raise WormholeError(f"{shown_path(args.out)}: the name must end in .png, .svg, .gif or .webp")
    if not LEAST_SIZE <= args.size <= MOST_SIZE:
        raise WormholeError(f"--size: a picture can have {LEAST_SIZE} to {MOST_SIZE} pixels, not {args.size}")
    if os.path.exists(args.out) and not args.force:
        raise WormholeError(f"{shown_path(args.out)} exists already; --force replaces it")
    try:
        theme = Theme.load(args.theme)
    except ThemeError as error:
        raise WormholeError(f"--theme: {error}") from None
    marks = not args.no_marks
    style = PictureStyle(args.size, args.flip, Coordinates(args.coordinates), last_move=marks, shapes=marks)
    _write(args.out, _job(args, game, shown, kind, theme, style))
    return 0


def _job(
    args: argparse.Namespace,
    game: Variant,
    shown: Game | None,
    kind: PictureFormat,
    theme: Theme,
    style: PictureStyle,
) -> PictureJob | PosterJob:
    from wormhole.gui.pictures.game_poster import PosterJob, poster_of
    from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
    from wormhole.gui.pictures.reel import FilmPace

    if shown is None and (args.whole or args.captions):
        raise WormholeError("--whole and --captions need --pgn")
    if args.captions and not kind.is_animated:
        raise WormholeError("--captions: the name must end in .gif or .webp")
    if args.whole and shown is not None:
        if kind is not PictureFormat.PNG or args.ply is not None:
            raise WormholeError("--whole: the name must end in .png, and there is no --ply")
        return PosterJob(poster_of(shown), theme, style=style)
    return PictureJob(
        _reel(args, game, shown), kind, theme, style=style, pace=FilmPace(args.seconds, not args.still)
    )


def _reel(args: argparse.Namespace, game: Variant, shown: Game | None) -> Reel:
    from wormhole.gui.pictures.captions import with_captions
    from wormhole.gui.pictures.reel import Reel
    from wormhole.rules.board import Board

    if shown is None:
        if args.ply is not None or args.game is not None:
            raise WormholeError("--ply and --game need --pgn")
        return Reel.of_position(Board(game, position_of(game, args.fen)))
    reel = with_captions(shown) if args.captions else Reel.through(shown)
    if args.ply is None:
        return reel
    if args.ply > len(reel.moves):
        raise WormholeError(f"--ply: the game has {len(reel.moves)} plies, not {quoted(args.ply)}")
    return reel.up_to(args.ply)


def _write(path: Path, job: PictureJob | PosterJob) -> None:
    from tqdm import tqdm

    from wormhole.base.atomic_files import write_bytes

    with tqdm(unit=" frames", disable=None, leave=False) as bar:

        def tell(done: int, count: int) -> None:
            bar.total = count
            bar.update(done - bar.n)

        with errors_of(path):
            write_bytes(path, job.parts(tell))
