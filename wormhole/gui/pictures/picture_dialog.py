"""The dialog that makes a picture of the position or the game, with a preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from wormhole import Board
from wormhole.base.atomic_files import write_bytes
from wormhole.base.quoting import shown_path
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, named, number, said
from wormhole.gui.look.button_row import half
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Area
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import BoardStyle, Coordinates, Motion
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.pictures.captions import with_captions
from wormhole.gui.pictures.game_poster import PosterJob, poster_of
from wormhole.gui.pictures.page_files import PageJob, page_of_game, save_page
from wormhole.gui.pictures.picture_files import ANIMATED, PictureFormat, PictureJob
from wormhole.gui.pictures.reel import END_SECONDS, SLOWER, FilmPace, PictureStyle, Reel, picture_size
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library.record import Game, GameNode
from wormhole.library.settings import PICTURE_SECONDS, PICTURE_SIZES

WIDTH_UNITS = 92
ROW_UNITS, ROW_GAP_UNITS, LABEL_UNITS = 4.5, 0.75, 15.5
PREVIEW_UNITS, NARROW_PREVIEW_UNITS, WORDS_UNITS = 32, 18, 6
WHATS = ((False, N_("This position")), (True, N_("This game")))
KINDS = (
    (PictureFormat.PNG, "PNG"),
    (PictureFormat.SVG, "SVG"),
    (PictureFormat.GIF, "GIF"),
    (PictureFormat.WEBP, "WebP"),
    (PictureFormat.PAGE, N_("Page")),
)
MOTIONS = ((True, N_("On")), (False, N_("Off")))
COORDINATES = (
    (Coordinates.AROUND, N_("Beside")),
    (Coordinates.INSIDE, N_("Inside")),
    (Coordinates.OFF, N_("None")),
)
SIDES = ((False, N_("White")), (True, N_("Black")))
LABELS = (
    *(N_("Picture of"), N_("File"), N_("Longer side"), N_("Seconds per move"), N_("Animation")),
    *(N_("Captions"), N_("Coordinates"), N_("Below"), N_("Marks")),
)


class PicturePreview(Area):
    """A layer with a board at the top of a rectangle of the window. Call `show` first.

    The board is painted in the background; until then there is a plain ground.
    """

    def __init__(self) -> None:
        super().__init__()
        self._ply = 0
        self._next_at = NEVER
        self._placed: tuple[pygame.Rect, BoardStyle] | None = None
        self._job: Job[BoardView] | None = None
        self._layer: BoardLayer | None = None
        self._view: BoardView | None = None

    def show(self, reel: Reel, style: PictureStyle, pace: FilmPace | None, motion: Motion) -> None:
        """Show a game at this pace, from the move on that is shown; without one, the reel's last position."""
        self._reel, self._style, self._pace = reel, style, pace
        has_motion = pace is not None and pace.has_motion
        self._motion = motion.scaled(SLOWER) if has_motion else motion.still()
        self._ply = len(reel.moves) if pace is None else min(self._ply, len(reel.moves))
        self._state = reel.up_to(self._ply).last_state(style.flipped, style.shapes)
        self._board = reel.up_to(self._ply).last_board()
        if self.rect.width:
            self._paint()
        self._next_at = NEVER

    def _measure(self) -> None:
        self._placed = None
        self._paint()

    def update(self, now_seconds: float) -> float:
        """Take over the board once it is painted; continue the game; returns when that is due next."""
        if self._job is not None and self._job.is_done_within(0.0):
            job, self._job = self._job, None
            self._view = job.result()
            self._layer = BoardLayer(self._view, self._state)
            self.is_stale = True
        if self._pace is not None and self._reel.moves and self._layer is not None:
            if self._next_at == NEVER:
                self._next_at = now_seconds + self._pace.seconds
            elif now_seconds >= self._next_at:
                self._step(now_seconds)
        return min(timeline.update(self._state, now_seconds), self._next_at)

    @property
    def is_ready(self) -> bool:
        """Whether the board is painted."""
        return self._layer is not None

    def close(self) -> None:
        """Wait for nothing more."""
        if self._job is not None:
            self._job.cancel()

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it after `show`, else what changed on the board."""
        changed = () if self._layer is None else self._layer.changed(now_seconds)
        return super().changed(now_seconds) or changed

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        if self._layer is not None:
            self._layer.draw(surface, now_seconds)
        elif self._placed is not None:
            surface.fill(self._look.theme.colour.sky_middle, self._placed[0])

    def _paint(self) -> None:
        """Begin to make the board's view, unless there is the right one."""
        variant = self._reel.start.variant
        hands = places_in_hand(variant)
        width, height = picture_size(variant.geometry, self._style, hands)
        share = min(self.rect.width / width, self.rect.height / height)
        place = pygame.Rect(0, 0, round(width * share), round(height * share))
        place.midtop = self.rect.midtop
        placed = place, self._style.board_style
        if placed != self._placed:
            self._placed = placed
            self._view = None
            look, style, state = self._look, self._style.board_style, self._state

            def work(_job: Job[BoardView]) -> BoardView:
                view = BoardView(look.sprites.another(), variant.geometry, hands)
                view.place(place, None, style)
                view.prepare(positions.state_of(board, state.flipped))
                return view

            board = self._board.copy()
            if self._job is not None:
                self._job.cancel()
            self._job = Job(work)
        self._layer = None if self._view is None else BoardLayer(self._view, self._state)
        self.is_stale = True

    def _step(self, now_seconds: float) -> None:
        """Play the next move, or begin again."""
        count = len(self._reel.moves)
        self._ply = (self._ply + 1) % (count + 1)
        if self._ply:
            self._board.push(self._reel.moves[self._ply - 1])
            positions.play(self._state, self._board, now_seconds, self._motion)
        else:
            self._board = self._reel.start.copy()
            positions.show(self._state, self._board)
        if self._style.shapes:
            annotate(self._state, shapes=self._reel.shapes[self._ply])
        assert self._pace is not None, "only a game has moves"
        pause = self._pace.seconds if self._ply < count else max(END_SECONDS, self._pace.seconds)
        self._next_at = now_seconds + pause


def save_picture(stage: Stage, picture: PictureJob | PosterJob) -> None:
    """Ask where to save it, and make it."""
    suffix = picture.kind.value
    title = _(picture.reel.start.variant.title)
    name = f"{title} {date.today().isoformat()}{suffix}"
    heading = _("Save a picture")

    def write(path: Path) -> None:
        def tell(trouble: OSError | None) -> None:
            if trouble is None:
                stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))
            else:
                text = f"{shown_path(path)}: {said(trouble)}."
                stage.open(MessageDialog(stage, _("The picture was not saved"), text))

        wait_for(stage, _("Drawing…"), lambda job: _made(picture, path, job), tell, is_long=True)

    ask_where(stage, heading, suffix, name, write)


def _made(picture: PictureJob | PosterJob, path: Path, job: Job[OSError | None]) -> OSError | None:
    """Write the file; returns the error, if there is one. Runs in a job."""

    def tell(done: int, count: int) -> None:
        words = _("{done} of {count} pictures").format(done=number(done), count=number(count))
        job.tell(done / count, words)

    try:
        write_bytes(path, picture.parts(tell))
    except OSError as error:
        return error
    return None


@dataclass(frozen=True)
class Subject:
    """The subjects of a picture: a position, and the game that it is from, if there is one.

    ``node`` is the position's place in that game with all its variations. ``exercise`` is the page of the
    exercise in which the position is.
    """

    position: Reel
    game: Reel | None = None
    flipped: bool = False
    node: GameNode | None = None
    exercise: PageJob | None = None

    def film(self, has_captions: bool) -> Reel:
        """The reel of the game, or of the position without one."""
        if has_captions and self.node is not None:
            return with_captions(self.node)
        return self.position if self.game is None else self.game

    def page(self, is_game: bool, flipped: bool) -> PageJob:
        """The page of the game, the exercise or the position."""
        if is_game and self.exercise is not None:
            return self.exercise
        if is_game and self.node is not None:
            return page_of_game(self.node.game(), flipped)
        board = self.position.last_board()
        game = Game(Board(board.variant, board.fen()))
        game.set_shapes(self.position.shapes[-1])
        return page_of_game(game, flipped)


class PictureDialog(Dialog):
    """Asks for the subject of a picture and its style; the preview shows it at once."""

    heading = N_("Save a picture")
    is_elastic = True

    def __init__(self, stage: Stage, subject: Subject) -> None:
        super().__init__(stage)
        self._subject = subject
        of_game = PictureFormat.WEBP if subject.exercise is None else PictureFormat.PAGE
        self._kinds = {False: PictureFormat.PNG, True: of_game}
        """The kind of file chosen last for a position and for a game."""
        self._is_game = False
        settings, board_style = stage.settings, stage.look.board_style
        self._style = PictureStyle(
            settings.picture_size, subject.flipped, board_style.coordinates, board_style.last_move
        )
        self._pace = FilmPace(settings.picture_seconds, settings.picture_motion)
        self._words, self.preview = Hint("small"), PicturePreview()
        sizes = [(size, number(size)) for size in PICTURE_SIZES]
        paces = [(pace, number(pace, 1)) for pace in PICTURE_SECONDS]
        style, sides = self._style, named(SIDES)
        choice = partial(Choice[Any], gap=half)
        self._what = choice(named(self._whats), False, self._set_what)
        self._file = choice(named(KINDS), self._kind, self._set_kind)
        self._paces = choice(paces, self._pace.seconds, self._set_seconds)
        self._motions = choice(named(MOTIONS), self._pace.has_motion, self._set_motion)
        self._has_captions = False
        self._with_captions = choice(named(MOTIONS), self._has_captions, self._set_captions)
        self._sizes = choice(sizes, style.size, self._set_size)
        self._coordinates = choice(
            named(COORDINATES), style.coordinates, lambda each: self._restyle(coordinates=each)
        )
        self._marks = choice(named(MOTIONS), style.shapes, lambda on: self._restyle(shapes=on, last_move=on))
        self._choices: Sequence[Choice[Any]] = (
            self._what,
            self._file,
            self._sizes,
            self._paces,
            self._motions,
            self._with_captions,
            self._coordinates,
            choice(sides, style.flipped, lambda flipped: self._restyle(flipped=flipped)),
            self._marks,
        )
        self._what.enable(subject.game is not None or subject.exercise is not None, (True,))
        self._answers = self.answers(_("Save…"), self._save)
        self.first = self._answers.buttons[0]
        self._show()

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows and the buttons."""
        rows = len(LABELS) * (ROW_UNITS + ROW_GAP_UNITS) - ROW_GAP_UNITS
        return WIDTH_UNITS, rows + 2 + BUTTON_UNITS

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The preview at the left, a row for each choice at the right, the buttons below."""
        units, gap = look.scale.units, look.scale.units(2)
        widest = units(NARROW_PREVIEW_UNITS if self.is_narrow else PREVIEW_UNITS)
        width = min(widest, room.width * 2 // 5)
        left = Column({self.preview: Fill(), self._words: units(WORDS_UNITS)}, look.scale.unit, width)
        height = room.height - units(BUTTON_UNITS) - gap
        pitch = min(units(ROW_UNITS + ROW_GAP_UNITS), height // len(LABELS))
        row = pitch - units(ROW_GAP_UNITS)
        rows: Parts = {
            text: Row({Caption(_(text)): units(LABEL_UNITS), choice: Fill()}, size=row)
            for text, choice in zip(LABELS, self._choices, strict=True)
        }
        upper = Row({"left": left, "rows": Column(rows, pitch - row, Fill())}, units(2.5), Fill())
        return Column({"upper": upper, self._answers: units(BUTTON_UNITS)}, gap)

    def update(self, now_seconds: float) -> float:
        """Let the preview continue."""
        return self.preview.update(now_seconds)

    @property
    def _whats(self) -> tuple[tuple[bool, str], ...]:
        """What can become a picture or a page."""
        return WHATS if self._subject.exercise is None else (WHATS[0], (True, N_("This exercise")))

    @property
    def _kind(self) -> PictureFormat:
        return self._kinds[self._is_game]

    @property
    def _is_poster(self) -> bool:
        """Whether it is one picture of the whole game."""
        return self._is_game and self._kind is PictureFormat.PNG

    @property
    def reel(self) -> Reel:
        """The game or the position that becomes the picture."""
        game = self._subject.game
        return game if game is not None and self._is_game else self._subject.position

    def _set_what(self, is_game: bool) -> None:
        self._is_game = is_game
        self._show()

    def _set_kind(self, kind: PictureFormat) -> None:
        self._kinds[self._is_game] = kind
        self._show()

    def _set_size(self, size: int) -> None:
        self.stage.preferences.change(picture_size=size)
        self._restyle(size=size)

    def _set_seconds(self, seconds: float) -> None:
        self.stage.preferences.change(picture_seconds=seconds)
        self._pace = replace(self._pace, seconds=seconds)
        self._show()

    def _set_motion(self, has_motion: bool) -> None:
        self.stage.preferences.change(picture_motion=has_motion)
        self._pace = replace(self._pace, has_motion=has_motion)
        self._show()

    def _set_captions(self, has_captions: bool) -> None:
        self._has_captions = has_captions
        self._show()

    def _restyle(self, **changes: Any) -> None:
        self._style = replace(self._style, **changes)
        self._show()

    def _show(self) -> None:
        """Show what is chosen: in the preview, in words, and which choices there are."""
        is_moving = self._is_game and not self._is_poster
        self.preview.show(self.reel, self._style, self._pace if is_moving else None, self.stage.motion)
        self._words.show(self._said())
        is_exercise = self._subject.exercise is not None
        self._file.enable(not self._is_game, (PictureFormat.SVG,))
        self._file.enable(self._is_game and not is_exercise, ANIMATED)
        self._file.enable(not (self._is_game and is_exercise), (PictureFormat.PNG,))
        self._file.show(self._kind)
        is_page = self._kind is PictureFormat.PAGE
        is_poster = self._is_poster
        is_film = self._is_game and not (is_page or is_poster)
        for choice, value, can in (
            (self._sizes, self._style.size, not is_page),
            (self._paces, self._pace.seconds, is_film),
            (self._motions, self._pace.has_motion, is_film),
            (self._with_captions, self._has_captions, is_film),
            (self._coordinates, self._style.coordinates, not (is_page or is_poster)),
            (self._marks, self._style.shapes, not is_page),
        ):
            choice.show(value if can else None)
            choice.enable(can)

    def _said(self) -> str:
        if self._kind is PictureFormat.PAGE:
            return _("One file that any browser opens: the moves are stepped through, without this program.")
        if self._is_poster:
            return _("The whole game: its last position, deciding moments, the graph.")
        variant = self.reel.start.variant
        width, height = picture_size(variant.geometry, self._style, places_in_hand(variant))
        size = _("{width} by {height} pixels").format(width=number(width), height=number(height))
        if not self._is_game:
            return size
        moves = len(self.reel.moves)
        seconds = round(moves * self._pace.seconds + END_SECONDS)
        plies = _n("{count} ply", "{count} plies", moves)
        return f"{size} · {plies} · " + _n("about {count} second", "about {count} seconds", seconds)

    def _save(self) -> None:
        if self._kind is PictureFormat.PAGE:
            page = self._subject.page(self._is_game, self._style.flipped)
            self.stage.close_dialog()
            save_page(self.stage, page)
            return
        theme, sprites = self.stage.look.theme, self.stage.look.sprites
        job: PictureJob | PosterJob
        if self._is_poster and self._subject.node is not None:
            job = PosterJob(poster_of(self._subject.node.game()), theme, sprites.art, self._style)
        else:
            reel = self._subject.film(self._has_captions) if self._is_game else self.reel
            job = PictureJob(reel, self._kind, theme, sprites.art, self._style, self._pace)
        self.stage.close_dialog()
        save_picture(self.stage, job)
