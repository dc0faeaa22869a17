"""The changes that CONTRIBUTING.md shows, made in a copy of the program, have the described effects."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.parts import exhaustive

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "CONTRIBUTING.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_NEEDED = ("__pycache__", "*.jsonl", "*.npz")

PROGRAM = """
import os
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
from pathlib import Path
from wormhole import Board, menu
from wormhole.gui.window import destination
from wormhole.gui.languages import language
from wormhole.gui.look.theme import Theme
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.engine.loops.workspace import TERMS
from wormhole.engine.weights import weights
from wormhole.learn import course
from wormhole.compiling.groups import never_wait

never_wait()
board = Board("pegasus")
print("language", language.languages()["pt"])
print("game", menu("family")[-1], board.variant.piece_types["G"].name, len(board.legal_moves))
print("piece", piece_sentence(board.variant, "G"))
print("lesson", course.lesson("edge").title, course.chapter_of("edge").title)
print("term", TERMS[-2], weights(board.variant).terms["company"])

from wormhole.gui.composer.rules_page import ROWS
from wormhole.gui.rules_pages.game_sentences import endings
from wormhole.rules.game_file import parse, parse_ini
from wormhole.rules.variants_ini_writer import written

shy = 'inherits = "chess"\\ntitle = "Shy"\\n[endings]\\nfacing_loses = true\\n'
game = parse(shy, "shy")
print("rule", *[text for text in endings(game) if "face each other" in text])
print("in the composer", *[row.answers for row in ROWS if row.label == "Facing kings"])
for refused in (
    lambda: parse(shy + 'goal = "capture"\\n', "shy"),
    lambda: written(game),
    lambda: parse_ini("[shy:chess]\\nfacingLoses = true\\n"),
):
    try:
        refused()
    except ValueError as error:
        print("refused", error)

board = Board(game, "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1")
board.push_uci("d1e1")
print("obeyed", len(board.legal_moves), board.outcome().result(), board.outcome().reason())

from wormhole.gui.loop.app import App
from wormhole.gui.look.hint import Hint
from wormhole.play.seats import two_players
from wormhole.play.start_options import StartOptions

said, show = [], Hint.show
Hint.show = lambda self, text, is_trouble=False: (said.append(text), show(self, text, is_trouble))
app = App(StartOptions(settings_path=Path("settings.toml"), library_path=Path("games.sqlite3")))
app.stage.rooms.open(destination.Game(two_players()))
app.step(wait=False)
app.close()
print("panel", *{text for text in said if "squares left" in text})

import pygame
from wormhole.gui.window.keys import Command
from wormhole.gui.look.words import Words

shown, fitted = [], Words.fitted
Words.fitted = lambda self, text, *rest, **more: (shown.append(text), fitted(self, text, *rest, **more))[1]
app = App(StartOptions(settings_path=Path("settings.toml"), library_path=Path("games.sqlite3")))
app.stage.command(Command.SETTINGS)
app.step(wait=False)
themes = [button for button in app.dialog.widgets.buttons if not button.text]
print("themes", shown[shown.index("Night"):][:len(themes)][-2:])
for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
    pygame.event.post(pygame.Event(kind, button=1, pos=themes[-1].rect.center))
app.step(wait=False)
print("theme", app.stage.settings.theme, app.stage.look.theme.colour.accent)
app.close()
"""


COMPILED = """
from wormhole import Board
from wormhole.rules.game_file import parse

game = parse('inherits = "chess"\\ntitle = "Shy"\\n[endings]\\nfacing_loses = true\\n', "shy")
board = Board(game, "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1")
print(board.perft(2), board.perft(3), board.perft(3, fast=False))
"""


def blocks():
    """Each block of the page with its kind, and with the file that was named last before it."""
    text = PAGE.read_text("utf-8")
    for match in BLOCK.finditer(text):
        files = re.findall(r"`((?:wormhole|sprites)/[^`\s]+\.\w+)`", text[: match.start()])
        yield files[-1], match[1], match[2]


def changed(text, patch):
    """A text with the hunks of a patch, which have no numbers; the lines of each stand there once."""
    for hunk in patch.split("@@\n"):
        lines = [(line[:1], line[1:]) for line in hunk.splitlines(keepends=True)]
        before = "".join(line for sign, line in lines if sign in " \n-" or not sign)
        after = "".join(line for sign, line in lines if sign != "-")
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The program with all changes of the page."""
    place = tmp_path_factory.mktemp("copy")
    for folder in ("wormhole", "fonts", "sounds", "sprites"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns(*NOT_NEEDED))
    for name, kind, content in blocks():
        file = place / name
        is_change = kind == "diff"
        assert file.exists() is is_change, name
        file.write_text(changed(file.read_text("utf-8"), content) if is_change else content, "utf-8")
    return place


def said_by(copy, program):
    """The lines that a program writes, which uses the copy."""
    ours = {"HOME": str(copy), "XDG_CACHE_HOME": str(copy / "cache"), "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        cwd=copy,
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if not line.startswith("pygame")]


@exhaustive
def test_the_compiled_loops_obey_the_rule_of_the_page(copy):
    assert said_by(copy, COMPILED) == ["55 715 715"]


def test_each_change_of_the_page_works(copy):
    assert said_by(copy, PROGRAM) == [
        "language Português",
        "game pegasus Pegasus 24",
        "piece A knight's move, or one with a straight step more. Pieces between do not matter.",
        "lesson Over the edge of a hole The fold",
        "term company 0.0",
        "rule Whoever lets the kings face each other on an open file loses.",
        "in the composer ((False, 'May do so'), (True, 'Lose'))",
        "refused shy: line 4, endings.facing_loses: only where one royal piece is checkmated",
        "refused Shy does not fit into variants.ini: no option describes its rule facing_loses",
        "refused shy: line 2, facingLoses: there is no such option",
        "obeyed 0 0-1 Black wins: White let the kings face each other.",
        "panel 64 squares left",
        "themes ['High contrast', 'Moss']",
        "theme moss (159, 213, 138)",
    ]


def test_the_page_names_files_and_commands_that_are_there():
    text = BLOCK.sub("", PAGE.read_text("utf-8"))
    made = {name for name, kind, _ in blocks() if kind != "diff"}
    named = set(re.findall(r"`([\w./-]+/(?:[\w.-]+\.\w+)?)`", text)) - made
    assert len(named) > 5
    assert [name for name in named if "NAME" not in name and not (ROOT / name).exists()] == []
    tools = re.findall(r"python -m (tools\.\w+)", text)
    assert [name for name in tools if not (ROOT / name.replace(".", "/")).with_suffix(".py").exists()] == []
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if not (ROOT / link).exists()] == []
