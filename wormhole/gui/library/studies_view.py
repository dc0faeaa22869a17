"""The view of the studies: the chapters of one of them, the preview of the chosen one, and the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, Divider, MenuEntry, entry
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, number, said
from wormhole.gui.library.game_preview import Walk
from wormhole.gui.library.list_view import BUTTON_UNITS, ListView
from wormhole.gui.library.study_actions import (
    NameOfChapterDialog,
    NameOfStudyDialog,
    ask_study_export,
    copy_chapter,
    import_studies,
)
from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import TableColumn
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.pictures.page_files import page_of_study, save_page
from wormhole.gui.screens.chapters import CHANGING, change_study, open_chapter, refuse_change
from wormhole.gui.window import destination
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.study import Chapter, Study, new_chapter
from wormhole.library.study_folder import StudyFile

RIGHT_BUTTON, BUTTON_OF_STUDY_UNITS = 3, 18
NO_STUDIES = N_(
    "No studies yet. New… begins one. In a game, Menu and Add to a study make a chapter of it. "
    "A PGN file of a study can be dropped here."
)
READING = N_("Reading the studies…")


def columns() -> tuple[TableColumn, ...]:
    """The columns of the list."""
    return (
        TableColumn(is_right=True, samples=("99",)),
        TableColumn(60, heading=_("Chapter")),
        TableColumn(40, heading=_("Game")),
        TableColumn(heading=_("Moves"), samples=(_("Exercise"), "999"), is_right=True),
    )


def texts(index: int, chapter: Chapter) -> tuple[str, ...]:
    """What is written in each column."""
    moves = sum(1 for _node in chapter.game.mainline())
    length = _("Exercise") if chapter.is_exercise else number((moves + 1) // 2)
    return number(index + 1), chapter.name, _(chapter.game.start.variant.title), length


class StudiesView(ListView):
    """Lists the chapters of a study; the studies are read in the background, from `refresh` on."""

    def __init__(self, stage: Stage) -> None:
        self.files: Sequence[StudyFile] = ()
        """All studies."""
        self._wanted: tuple[Path | None, int] = (None, 0)
        """The file and the chapter to show."""
        self._numbers = 0
        """What the first chapter is called in the preview; other after each listing."""
        super().__init__(stage, self._read_chapter)
        self.reading: LatestJob[list[StudyFile]] = LatestJob(self._list, lambda error: self.fail(said(error)))

    # What is shown

    @property
    def file(self) -> StudyFile | None:
        """The file of the study that is listed."""
        path = self._wanted[0]
        found = next((file for file in self.files if file.path == path), None)
        return found or next(iter(self.files), None)

    @property
    def study(self) -> Study | None:
        """The study that is listed, if it can be read."""
        return None if self.file is None else self.file.study

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters that are listed."""
        return () if self.study is None else self.study.chapters

    @property
    def at(self) -> int | None:
        """The chapter that is chosen."""
        at = self.table.chosen
        return at if at is not None and at < len(self.chapters) else None

    def choose(self, path: Path | None, index: int) -> None:
        """Show a study, or else the one that was shown last, and choose a chapter of it."""
        last = self._stage.settings.study
        self._wanted = path or (Path(last) if last else None), index
        self.refresh()

    def make(self, widgets: Widgets) -> None:
        """The choice of a study, the list of its chapters, the preview, and the buttons."""
        super().make(widgets)
        at = self.at
        self._make_list(columns(), _("Open the chapter, or solve the exercise"))
        self._chooser = Button("", self._ask_study, CHOICE)
        self._new_button = Button(_("New…"), self._ask_new, tip=Tip(_("Begin a study")))
        about = Tip(_("Show, rename, export or delete the study"))
        self._menu_button = Button(_("Study…"), self._open_study_menu, tip=about)
        up, down = Tip(_("Move the chapter up"), (cap_words("Ctrl+Up"),)), _("Move the chapter down")
        self._up = Button(_("Up"), partial(self._move, -1), tip=up)
        self._down = Button(_("Down"), partial(self._move, 1), tip=Tip(down, (cap_words("Ctrl+Down"),)))
        self._rename = Button(_("Name…"), self._ask_name, tip=Tip(_("Rename the chapter"), ("F2",)))
        delete = Tip(_("Delete the chapter"), (cap_words("Del"),))
        self._remove = Button(_("Delete"), self._delete, tip=delete)
        self._show_chapters(self._wanted[1] if at is None else at)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Which study is listed, above the list and the preview."""
        units = look.scale.units
        button = min(units(BUTTON_OF_STUDY_UNITS), room.width // 5)
        head: Parts = {self._chooser: Fill(), self._new_button: button, self._menu_button: button}
        box = self._list_and_preview(look, room.width, self._up, self._down, self._rename, self._remove)
        row = Row(head, look.scale.unit, units(BUTTON_UNITS))
        return Column({"head": row, "list": box}, units(1.5))

    def refresh(self) -> None:
        """List the studies as they are now."""
        studies = self._stage.library.studies

        def read() -> list[StudyFile]:
            studies.wait()
            return studies.listed()

        self.reading.ask(read)

    def _read_chapter(self, number: int) -> Walk:
        index = number - self._numbers
        chapters = self.chapters
        chapter = chapters[min(max(0, index), len(chapters) - 1)]
        return Walk.of_chapter(number, chapter.name, chapter)

    def _list(self, files: list[StudyFile]) -> None:
        at = self.at
        self.files, self._was_listed, self._trouble = files, True, ""
        self._numbers += 1000
        self._show_chapters(self._wanted[1] if at is None else at)

    def fail(self, trouble: str) -> None:
        """Report why there is nothing to list."""
        self._trouble = trouble
        self._show_chapters(0)

    def _show_chapters(self, at: int) -> None:
        if not self.is_made:
            return
        file, rows = self.file, [texts(*each) for each in enumerate(self.chapters)]
        trouble = self._trouble or ("" if file is None or file.trouble is None else said(file.trouble))
        at = min(at, len(rows) - 1)
        self.table.show(
            rows, chosen=at if rows else None, empty=trouble or _(NO_STUDIES if self._was_listed else READING)
        )
        if rows:
            self._choose(at)
        else:
            self.preview.choose(None)
        self._show_state()

    def _choose(self, row: int) -> None:
        self.preview.choose(self._numbers + row)
        self._show_state()

    def _show_state(self) -> None:
        """Write the number of chapters, and enable the buttons that can be used."""
        if not self.is_made:
            return
        file, at, count = self.file, self.at, len(self.chapters)
        self._chooser.text = f"{file.name}…" if file is not None else _("Studies")
        self._chooser.enable(len(self.files) > 1)
        self._menu_button.enable(file is not None)
        self._count.show(_n("{count} chapter", "{count} chapters", count) if count else "")
        self._up.enable(at is not None and at > 0)
        self._down.enable(at is not None and at < count - 1)
        for button in (self._rename, self._remove, self._open_button):
            button.enable(at is not None)

    # Events

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the keys and mouse of list, preview and buttons."""
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if self._turn_wheel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            row = self.table.row_at(event.pos)
            if row is None:
                return False
            self.table.go_to(row)
            self._choose(row)
            self._open_menu(event.pos, by_keyboard=False)
            return True
        return self.table.handle(event, now_seconds) or self._widgets.handle(event)

    def _handle_key(self, event: pygame.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key in (pygame.K_UP, pygame.K_DOWN):
                self._move(-1 if event.key == pygame.K_UP else 1)
                return True
            return False
        if event.key in _KEYS:
            _KEYS[event.key](self)
            return True
        if event.key in ENTER and self._widgets.is_focused(self._list_area):
            self._open_chosen()
            return True
        return self.table.step(event.key) or self._widgets.handle(event, arrows=False)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command with the chosen chapter."""
        if command not in _COMMANDS:
            return False
        _COMMANDS[command](self)
        return True

    # Chapters

    def _open_chosen(self) -> None:
        self._open(as_board=False)

    def _open(self, as_board: bool) -> None:
        file, at = self.file, self.at
        if file is not None and at is not None:
            self._stage.preferences.change(study=str(file.path))
            open_chapter(self._stage, file.path, at, as_board)

    def _change(self, changed: Callable[[Study], Study], then: Callable[[Study], None] | None = None) -> None:
        """Change the study, and list it again; `then` gets it as it was before."""
        if self.file is None:
            return

        def done(before: Study) -> None:
            self.refresh()
            if then is not None:
                then(before)

        change_study(self._stage, self.file.path, changed, done)

    def _move(self, by: int) -> None:
        at = self.at
        if at is not None and 0 <= at + by < len(self.chapters):
            self.table.go_to(at + by)
            self._change(lambda study: study.with_moved(at, at + by))

    def _ask_name(self) -> None:
        at = self.at
        if at is not None:
            chapter = self.chapters[at]
            rename = partial(self._set_chapter, at)
            dialog = NameOfChapterDialog(
                self._stage,
                chapter.name,
                lambda name: rename(lambda each: replace(each, name=name or each.name)),
            )
            self._stage.open(dialog)

    def _turn_exercise(self) -> None:
        at = self.at
        if at is not None:
            self._set_chapter(at, lambda chapter: replace(chapter, is_exercise=not chapter.is_exercise))

    def _set_chapter(self, at: int, changed: Callable[[Chapter], Chapter]) -> None:
        self._change(lambda study: study.with_changed(at, changed(study.chapters[at])))

    def _delete(self) -> None:
        """Delete the chapter or, if it is the last one, the study; the notice takes it back."""
        at = self.at
        if at is None:
            return
        if len(self.chapters) == 1:
            self._delete_study()
            return

        def deleted(before: Study) -> None:
            chapter = before.chapters[at]
            text = _("The chapter {name} was deleted.").format(name=chapter.name)
            put_back = partial(self._change, lambda study: study.with_chapter(chapter, at))
            self._stage.notices.show(text, _("Undo"), put_back)

        self._change(lambda study: study.without_chapter(at), deleted)

    def _copy(self) -> None:
        if self.at is not None and self.study is not None:
            copy_chapter(self._stage, self.study, self.at)

    def _open_menu(self, pixel: tuple[int, int], by_keyboard: bool) -> None:
        stage, at = self._stage, self.at
        if at is None:
            return
        chapter = self.chapters[at]
        changing = MenuEntry(_("Change the exercise"), None, lambda: self._open(True))
        turn = _("No exercise any more") if chapter.is_exercise else _("Make it an exercise")
        entries: tuple[MenuEntry | Divider, ...] = (
            MenuEntry(_("Open"), None, self._open_chosen),
            *([changing] if chapter.is_exercise else []),
            MenuEntry(turn, None, self._turn_exercise),
            entry(stage, Command.FLIP),
            DIVIDER,
            MenuEntry(_("Move up"), None, lambda: self._move(-1), at > 0),
            MenuEntry(_("Move down"), None, lambda: self._move(1), at < len(self.chapters) - 1),
            MenuEntry(_("Rename…"), None, self._ask_name),
            MenuEntry(_("Copy as PGN"), Command.COPY_GAME, self._copy),
            DIVIDER,
            MenuEntry(_("Delete"), Command.DELETE_VARIATION, self._delete),
        )
        stage.open(ContextMenu(stage, chapter.name, entries, pixel, by_keyboard))

    def _open_menu_by_key(self) -> None:
        place = self.table.place_of_chosen()
        self._open_menu(self._list_area.rect.topleft if place is None else place.midbottom, by_keyboard=True)

    # Studies

    def _ask_study(self) -> None:
        names = [file.name for file in self.files]
        at = next((at for at, file in enumerate(self.files) if file is self.file), 0)
        self._stage.open(DropDown(self._stage, lambda: self._chooser.rect, names, at, self._show_study))

    def _show_study(self, at: int) -> None:
        self._wanted = self.files[at].path, 0
        self._stage.preferences.change(study=str(self.files[at].path))
        self._numbers += 1000
        self._show_chapters(0)

    def _ask_new(self) -> None:
        stage = self._stage

        def begin(name: str) -> None:
            first = new_chapter(_("Chapter 1"), stage.preferences.game.variant)
            self._add(Study(name, (first,)))

        stage.open(NameOfStudyDialog(stage, _("Study"), begin))

    def _add(self, study: Study) -> None:
        """Write a study, and show it."""
        stage = self._stage

        def show(path: Path) -> None:
            self._wanted = path, 0
            self.table.go_to(0)
            self.refresh()

        wait_for(
            stage,
            _(CHANGING),
            lambda job: stage.library.studies.add(study),
            show,
            partial(refuse_change, stage),
        )

    def _open_study_menu(self) -> None:
        stage, study = self._stage, self.study
        can = study is not None
        entries: tuple[MenuEntry | Divider, ...] = (
            MenuEntry(_("Show as a demonstration"), Command.DEMONSTRATION, self._show_all, can),
            MenuEntry(_("Rename the study…"), None, self._ask_study_name, can),
            MenuEntry(_("Add a chapter"), None, self._add_chapter, can),
            DIVIDER,
            MenuEntry(_("Export…"), Command.SAVE, self._export, can),
            MenuEntry(_("Export as a page…"), None, self._export_page, can),
            MenuEntry(_("Import…"), Command.OPEN, self._ask_import),
            DIVIDER,
            MenuEntry(_("Delete the study"), None, self._delete_study),
        )
        name = "" if self.file is None else self.file.name
        stage.open(ContextMenu(stage, name, entries, self._menu_button.rect.bottomleft, by_keyboard=True))

    def _show_all(self) -> None:
        file, study, at = self.file, self.study, self.at or 0
        if file is not None and study is not None:
            self._stage.rooms.open(destination.StudyShow(study, file.path, at))

    def _ask_study_name(self) -> None:
        if self.study is not None:
            dialog = NameOfStudyDialog(
                self._stage, self.study.name, lambda name: self._change(lambda study: study.renamed(name))
            )
            self._stage.open(dialog)

    def _add_chapter(self) -> None:
        name = _("Chapter {number}").format(number=number(len(self.chapters) + 1))
        chapter = new_chapter(name, self._stage.preferences.game.variant)
        self._change(lambda study: study.with_chapter(chapter))

    def _export(self) -> None:
        if self.study is not None:
            ask_study_export(self._stage, self.study)

    def _export_page(self) -> None:
        if self.study is not None:
            save_page(self._stage, page_of_study(self.study))

    def _ask_import(self) -> None:
        import_studies(self._stage)

    def _delete_study(self) -> None:
        """Delete the file; the notice takes it back."""
        stage, file = self._stage, self.file
        if file is None:
            return
        studies = stage.library.studies

        def deleted(put_back: Callable[[], object]) -> None:
            self.refresh()

            def undo() -> None:
                wait_for(
                    stage,
                    _(CHANGING),
                    lambda job: put_back(),
                    lambda _: self.refresh(),
                    partial(refuse_change, stage),
                )

            text = _("The study {name} was deleted.").format(name=file.name)
            stage.notices.show(text, _("Undo"), undo)

        wait_for(
            stage, _(CHANGING), lambda job: studies.remove(file.path), deleted, partial(refuse_change, stage)
        )


_KEYS: Mapping[int, Callable[[StudiesView], object]] = {
    pygame.K_DELETE: StudiesView._delete,
    pygame.K_F2: StudiesView._ask_name,
    pygame.K_LEFT: lambda view: view.preview.go("back"),
    pygame.K_RIGHT: lambda view: view.preview.go("on"),
}
_COMMANDS: Mapping[Command, Callable[[StudiesView], object]] = {
    Command.FLIP: lambda view: view.preview.flip(),
    Command.COPY_GAME: StudiesView._copy,
    Command.CONTEXT_MENU: StudiesView._open_menu_by_key,
    Command.DEMONSTRATION: StudiesView._show_all,
    Command.SAVE: StudiesView._export,
    Command.OPEN: StudiesView._ask_import,
}
"""What each key and each command does here."""
