"""Asks to which study a game or a position is added, and as what."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from pathlib import Path

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.game_form import ROW_UNITS
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, named, number
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Group, Layout, Leaf, Parts
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.screens.chapters import CHANGING, open_chapter, refuse_change
from wormhole.gui.window.stage import Stage
from wormhole.library.record import GameNode
from wormhole.library.study import LONGEST_NAME, Chapter, Study, clean_name
from wormhole.library.study_folder import StudyFile, StudyFolder

WIDTH_UNITS, LABEL_UNITS, HINT_UNITS = 68, 14, 6
GAP_UNITS = 1


class ChapterContent(Enum):
    """What becomes the chapter."""

    GAME = N_("The game")
    POSITION = N_("From here on")
    EXERCISE = N_("Exercise")


ABOUT = {
    ChapterContent.GAME: N_("The whole game with its variations, comments, arrows and circles."),
    ChapterContent.POSITION: N_("The position that is shown, and what follows it in the game."),
    ChapterContent.EXERCISE: N_("“Find the move here”: the moves that follow are asked one by one."),
}


def open_add_to_study(stage: Stage, node: GameNode, flipped: bool) -> None:
    """Read the studies, then ask."""
    studies = stage.library.studies

    def work(_job: object) -> list[StudyFile]:
        studies.wait()
        return [file for file in studies.listed() if file.study is not None]

    wait_for(stage, _(READING), work, lambda files: stage.open(AddToStudyDialog(stage, files, node, flipped)))


class AddToStudyDialog(Dialog):
    """Asks for a study, or for the name of a new one, for what is added, and for the name of the chapter."""

    heading = N_("Add to a study")
    size_units = (WIDTH_UNITS, 4 * (ROW_UNITS + GAP_UNITS) + HINT_UNITS + 2 + BUTTON_UNITS)

    def __init__(self, stage: Stage, files: Sequence[StudyFile], node: GameNode, flipped: bool) -> None:
        super().__init__(stage)
        self._files = files
        self._node, self._flipped = node, flipped
        last = stage.settings.study
        self._file = next((file for file in files if str(file.path) == last), next(iter(files), None))
        """None for a new study."""
        self._part = (
            ChapterContent.GAME if node.game().variations or node.parent is None else ChapterContent.POSITION
        )
        self._study = Button("", self._ask_study, CHOICE)
        self._new = TextField("", LONGEST_NAME, _("Name of the new study"), enter=self._add)
        self._parts = Choice(
            named([(part, part.value) for part in ChapterContent]), self._part, self._set_part
        )
        self._parts.enable(bool(node.variations), [ChapterContent.EXERCISE])
        self._name = TextField(self._usual_name(), LONGEST_NAME, enter=self._add)
        self._hint = Hint()
        self._answers = self.answers(_("Add"), self._add)
        self.own(self._new)
        self.first = self._answers.buttons[0] if files else self._new
        self._tell()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """A row for each question, what it means, and the buttons."""
        units = look.scale.units
        rows: Parts = {}

        def add(words: str, widget: Leaf | Group) -> None:
            rows[words] = Row({Caption(words): units(LABEL_UNITS), widget: Fill()}, size=units(ROW_UNITS))

        add(_("Study"), self._study)
        if self._file is None:
            add(_("Name"), self._new)
        add(_("Add"), self._parts)
        add(_("Chapter"), self._name)
        rows[self._hint] = Fill()
        upper = Column(rows, units(GAP_UNITS), size=Fill())
        return Column({"upper": upper, self._answers: units(BUTTON_UNITS)}, 2 * look.scale.unit)

    def _usual_name(self) -> str:
        """The players, or the number of the chapter."""
        headers = self._node.game().headers
        players = [headers[side] for side in ("White", "Black")]
        if all(player.strip("?") for player in players) and "Person" not in players:
            return clean_name(" - ".join(players))
        study = None if self._file is None else self._file.study
        count = 0 if study is None else len(study.chapters)
        return _("Chapter {number}").format(number=number(count + 1))

    def _tell(self) -> None:
        self._study.text = _("New study") if self._file is None else self._file.name
        self._hint.show(_(ABOUT[self._part]))

    def _set_part(self, part: ChapterContent) -> None:
        self._part = part
        self._tell()

    def _ask_study(self) -> None:
        names = [_("New study"), *(file.name for file in self._files)]
        chosen = 0 if self._file is None else self._files.index(self._file) + 1
        self.stage.open(DropDown(self.stage, lambda: self._study.rect, names, chosen, self._set_study))

    def _set_study(self, at: int) -> None:
        was_usual = self._name.get_text() == self._usual_name()
        self._file = None if at == 0 else self._files[at - 1]
        if was_usual:
            self._name.set_text(self._usual_name())
        self._tell()
        self.stage.refresh_dialog()
        if self._file is None:
            self.widgets.focus(self._new)

    def _chapter(self) -> Chapter:
        name = clean_name(self._name.get_text()) or self._usual_name()
        if self._part is ChapterContent.GAME:
            return Chapter.of_game(name, self._node.game(), self._flipped)
        return Chapter.from_node(name, self._node, self._part is ChapterContent.EXERCISE, self._flipped)

    def _add(self) -> None:
        stage, file = self.stage, self._file
        chapter, name = self._chapter(), clean_name(self._new.get_text()) or _("Study")
        stage.close_dialog()
        studies = stage.library.studies

        def done(place: tuple[Path, int]) -> None:
            path, at = place
            stage.preferences.change(study=str(path))
            words = _("Added to {study}").format(study=name if file is None else file.name)
            stage.notices.show(words, _("Open"), lambda: open_chapter(stage, path, at))

        work = partial(_added, studies, None if file is None else file.path, name, chapter)
        wait_for(stage, _(CHANGING), lambda job: work(), done, partial(refuse_change, stage))


def _added(studies: StudyFolder, path: Path | None, name: str, chapter: Chapter) -> tuple[Path, int]:
    """Add a chapter to a study, or begin one with it; returns the file, and the chapter's place."""
    studies.wait()
    if path is None:
        return studies.add(Study(name, (chapter,))), 0
    return path, len(studies.change(path, lambda study: study.with_chapter(chapter)).chapters)
