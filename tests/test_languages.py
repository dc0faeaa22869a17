"""The catalogues of translations, how they are read and chosen, and that all texts are in them."""

from __future__ import annotations

import ast
import contextlib
import re
import string
from functools import cache
from pathlib import Path

import pygame
import pytest

from tools import texts
from wormhole import FenError, Outcome, Termination, WormholeError, variant
from wormhole.base.errors import Message
from wormhole.cli import main
from wormhole.gui.game.result_banner import result_of
from wormhole.gui.languages import catalogues, language
from wormhole.gui.languages.language import _, _n, said
from wormhole.gui.look.lettering import FACES, Lettering
from wormhole.gui.loop.app import App
from wormhole.library.pgn_parser import PgnError
from wormhole.play.start_options import StartOptions

ROOT = Path(__file__).resolve().parents[1]
GUI_FOLDER = ROOT / "wormhole" / "gui"
GUI = sorted(path for path in GUI_FOLDER.rglob("*.py") if path.name != "bench.py")
CODES = sorted(texts.catalogues())
EVERY_CODE = ["en", *CODES]

pytestmark = pytest.mark.usefixtures("english_again")


@pytest.fixture(autouse=True)
def settings_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def cache_of_its_own(tmp_path, monkeypatch):
    """Not for windows: they would compile their loops anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


# The texts


@pytest.fixture(scope="module")
def wanted():
    return texts.texts()


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated_and_none_is_left_over(code, wanted):
    found = texts.differences(texts.read(texts.SHIPPED / f"{code}.po"), wanted)
    assert found == [], "run python -m tools.texts and translate what is missing"


def test_the_languages_of_the_program():
    assert dict(language.languages()) == {
        "en": "English",
        "de": "Deutsch",
        "es": "Español",
        "fr": "Français",
    }


@pytest.mark.parametrize("code", CODES)
def test_translations_have_the_same_placeholders(code):
    def names(text):
        return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}

    wrong = []
    for message in texts.read(texts.SHIPPED / f"{code}.po"):
        ids = [message.id] if isinstance(message.id, str) else message.id
        strings = [message.string] if isinstance(message.string, str) else message.string
        expected = set().union(*map(names, ids))
        wrong += [text for text in strings if message.id and not names(text) <= expected]
        wrong += [text for text in strings[-1:] if message.id and names(text) != expected]
    assert wrong == []


@pytest.mark.parametrize("code", CODES)
def test_ends_and_spaces_agree(code):
    """A sentence ends as one, a text that leads on as such a one; no text has a space at an end."""
    wrong = []
    for message in texts.read(texts.SHIPPED / f"{code}.po"):
        if message.id and isinstance(message.id, str) and len(message.id) > 1:
            end, own_end = (text[-1] if text[-1] in ".…?:" else "" for text in (message.id, message.string))
            is_spaced = message.string.strip(" ") != message.string and message.id.strip(" ") == message.id
            if (end and own_end != end) or is_spaced:
                wrong.append(message.string)
    assert wrong == []


def test_french_has_no_break_before_its_high_signs():
    strings = [message.string for message in texts.read(texts.SHIPPED / "fr.po") if message.id]
    flat = [text for each in strings for text in ([each] if isinstance(each, str) else each)]
    assert [text for text in flat if re.search(r" [:;!?%»]|« ", text)] == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("face", FACES)
def test_the_font_has_every_letter(code, face):
    catalogue = texts.read(texts.SHIPPED / f"{code}.po")
    letters = {letter for message in catalogue if message.id for letter in "".join(message.string)}
    font = Lettering().font(16, *face)
    known = zip(sorted(letters), font.metrics("".join(sorted(letters))), strict=True)
    assert [letter for letter, metrics in known if metrics is None] == []


# The source


NOT_SHOWN = {"White", "Black", "Date", "Event", "Round", "Result", "Wormhole Chess"}
"""Names of headers, and the program's own name."""
SHOWING = {"say", "mention", "write", "button", "area", "show", "explain"}
MAKING = {"MessageDialog", "QuestionDialog", "FileDialog", "FilesDialog", "Entry", "Line", "Column", "Tip"}
MARKS = {"_", "N_", "_n", "_p"}


@cache
def sources():
    """The syntax trees of the window's files, by their names."""
    return {path.relative_to(GUI_FOLDER).as_posix(): ast.parse(path.read_text("utf-8")) for path in GUI}


def called(call):
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def has_words(node):
    """Whether a literal has two letters in a row."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    literal = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return bool(re.search(r"[A-Za-z]{2}", "".join(literal))) and "".join(literal) not in NOT_SHOWN


def test_what_is_shown_is_marked():
    """Literals among the arguments of the calls that show texts are translated."""
    found = []
    for name, tree in sources().items():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and called(call) in SHOWING | MAKING:
                for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
                    literal = argument if isinstance(argument, (ast.Constant, ast.JoinedStr)) else None
                    if literal is not None and has_words(literal) and called(call) != "area":
                        found.append(f"{name}:{call.lineno}: {ast.unparse(literal)}")
    assert [text for text in found if not re.search(r"'[a-z_]+'$", text)] == []


def test_marked_texts_are_literals():
    """Nothing is put into a text before it is translated."""
    formatted = [
        f"{name}:{call.lineno}"
        for name, tree in sources().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and called(call) in MARKS
        and any(isinstance(argument, ast.JoinedStr) for argument in call.args)
    ]
    assert formatted == []


def test_every_marked_text_is_found(wanted):
    """Some versions of Python hide texts within f-strings from the tool that collects them."""
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in wanted}
    lost = []
    for name, tree in sources().items():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and called(call) in MARKS:
                text = call.args[1 if called(call) == "_p" else 0]
                if isinstance(text, ast.Constant) and text.value not in found:
                    lost.append(f"{name}:{call.lineno}: {text.value}")
    assert lost == []


def test_no_local_name_hides_the_function():
    hiding = []
    for name, tree in sources().items():
        nodes = list(ast.walk(tree))
        imports = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
        if "_" in imports:
            loops = (node for node in nodes if isinstance(node, ast.comprehension))
            harmless = {id(each) for loop in loops for each in ast.walk(loop.target)}
            hiding += [
                f"{name}:{node.lineno}"
                for node in nodes
                if (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store))
                and id(node) not in harmless
            ]
    assert hiding == []


NO_SCREEN = {
    "loop/app.py": "the report on standard output",
    "board/drawing/cells.py": "names of pictures",
    "languages/catalogues.py": "a context",
    "window/desktop_menu.py": "what a command answers",
    "loop/faults.py": "what goes to standard error",
    "window/system_window.py": "there is no window to show it in",
}
"""Files with phrases that no screen shows."""


def test_phrases_are_marked():
    """Every literal with two words is translated, or a drawing, or an error from below or of the program."""
    phrases = []
    for name, tree in sources().items():
        nodes = list(ast.walk(tree))
        marked = {
            id(part)
            for call in nodes
            if isinstance(call, ast.Call)
            and (called(call) in {*MARKS, "Message"} or called(call).endswith("Error"))
            for part in ast.walk(call)
        }
        described = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        described |= {id(node.msg) for node in nodes if isinstance(node, ast.Assert)}
        phrases += [
            f"{name}:{node.lineno}: {node.value}"
            for node in nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and name not in NO_SCREEN
            and id(node) not in marked | described
            and re.search(r"[A-Za-z]{2,} [a-z]{2,}", node.value)
            and not re.search(r'<|="', node.value)
        ]
    assert phrases == []


# Choosing a language


def test_plural_forms_are_those_of_the_language():
    language.use("en")
    assert _n("{count} game", "{count} games", 0) == "0 games"
    language.use("fr")
    assert _n("{count} game", "{count} games", 0) == "0 partie"
    assert _n("{count} game", "{count} games", 1500) == "1\u00a0500 parties"
    language.use("de")
    assert _n("{count} game", "{count} games", 1500) == "1.500 Partien"


def test_numbers_and_dates():
    assert language.number(1234.5, 1) == "1,234.5"
    assert language.signed(-0.25, 2) == "\N{MINUS SIGN}0.25"
    assert language.day_text(3, 11, 2026) == "3 Nov 2026"
    language.use("de")
    assert language.number(1234.5, 1) == "1.234,5"
    assert language.signed(0.25, 2) == "+0,25"
    assert language.day_text(3, 11, 2026) == "3. Nov. 2026"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "it:es:de"}, "es"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_the_system_s_language(monkeypatch, variables, expected):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    language.use("system")
    assert language.in_use() == expected


ESPERANTO = f"""
msgid ""
msgstr ""
"Language: eo\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "{catalogues.OWN_NAME}"
msgid "English"
msgstr "Esperanto"

msgid "Settings"
msgstr "Agordoj"

msgid "{{count}} game"
msgid_plural "{{count}} games"
msgstr[0] "{{count}} ludo"
msgstr[1] "{{count}} ludoj"
"""


def test_a_fifth_language_is_one_new_file(cache_of_its_own):
    (own, _shipped) = catalogues.folders()
    own.mkdir(parents=True)
    (own / "eo.po").write_text(ESPERANTO, "utf-8")
    assert language.languages()["eo"] == "Esperanto"
    for _start in range(2):  # the second time from the cache
        language.use("en")
        language.use("eo")
        assert (_("Settings"), _n("{count} game", "{count} games", 2)) == ("Agordoj", "2 ludoj")
        assert _("Quit") == "Quit"


@pytest.mark.parametrize("text", ["", "no catalogue", "\x00", 'msgid "Settings"\nmsgstr "Agordoj'])
def test_a_file_that_is_no_catalogue_leaves_the_texts_english(cache_of_its_own, text):
    (own, _shipped) = catalogues.folders()
    own.mkdir(parents=True)
    (own / "eo.po").write_text(text, "utf-8")
    assert "eo" not in language.languages()
    language.use("eo")
    assert _("Quit") == "Quit"


def test_a_damaged_cache_is_made_anew(cache_of_its_own, tmp_path):
    language.use("de")
    (kept,) = (tmp_path / "cache").rglob("*.mo")
    kept.write_bytes(kept.read_bytes()[:100])
    language.use("en")
    language.use("de")
    assert _("Settings") == "Einstellungen"


def test_an_unknown_language_is_english():
    language.use("xx")
    assert _("Settings") == "Settings"


def test_an_unknown_language_is_refused_with_the_list_of_languages(capsys):
    with pytest.raises(SystemExit):
        main(["play", "--language", "xx"])
    error = capsys.readouterr().err
    assert "there is no language 'xx'; the languages are system, en, de, es, fr" in error


@pytest.mark.parametrize("code", ["../languages/fr", "/dev/null", "", "FR", "fr\0"])
def test_what_is_no_name_of_a_language_is_refused(code):
    with pytest.raises(WormholeError, match="there is no language"):
        language.check(code)


def test_settings_with_an_unknown_language_are_said_to_be_wrong(tmp_path, monkeypatch):
    """The window is in the system's language then."""
    monkeypatch.setenv("LANGUAGE", "fr")
    path = tmp_path / "settings.toml"
    path.write_text('language = "xx"\n')
    app = App(StartOptions(size=(800, 600), settings_path=path, library_path=tmp_path / "games.sqlite3"))
    try:
        app.step(wait=False)
        assert "Réglages" in texts_of(app)
        assert any("xx" in said.text for said in app.stage.notices.latest)
    finally:
        app.close()


# Messages from below


def test_errors_are_said_in_the_language_and_stay_english_themselves():
    error = FenError("the FEN has {count} fields; at most {most} are expected", count=9, most=6)
    language.use("de")
    assert said(error) == "die FEN hat 9 Felder; erwartet werden höchstens 6"
    assert str(error) == "the FEN has 9 fields; at most 6 are expected"


def test_a_message_within_a_message_is_said_in_the_language():
    inner = Message("{move} is not legal here", move="e2e5")
    error = PgnError(inner, 3, 40)
    language.use("fr")
    assert said(error) == "partie 3, ligne 40\u00a0: e2e5 n\u2019est pas légal ici"
    assert str(error) == "game 3, line 40: e2e5 is not legal here"


def test_an_outcome_is_said_in_the_language():
    outcome = Outcome(Termination.STALEMATE, winner=False)
    language.use("es")
    assert said(outcome.reason()) == "Las Negras ganan: las Blancas no tienen jugadas."


@pytest.mark.parametrize("code", EVERY_CODE)
@pytest.mark.parametrize("termination", Termination)
def test_the_reason_goes_on_from_the_title(code, termination):
    """The banner's title says who won, and its reason begins after that."""
    language.use(code)
    for winner in (True, None):
        with contextlib.suppress(KeyError):  # some ends are never a draw, others always
            result = result_of(Outcome(termination, winner), variant("chess"))
            assert result.title
            assert result.reason[:1].isupper()
            assert not result.reason.startswith(result.title)


def test_braces_in_a_value_are_no_placeholders():
    error = FenError("{text} is not a move", text="{move}")
    assert said(error) == str(error) == "{move} is not a move"
    assert str(FenError("{move}")) == "{move}"


def test_system_errors_are_said_in_the_language():
    language.use("de")
    assert said(OSError(1, Message("this is a folder"), "x")) == "das ist ein Ordner"
    assert said(PermissionError(13, "Permission denied")) == "Zugriff verweigert"


# The window


def texts_of(app):
    holders = (app.screen, app.dialog)
    return [button.text for holder in holders if holder is not None for button in holder.widgets.buttons]


@pytest.mark.parametrize("code", CODES)
def test_a_change_of_language_is_seen_at_once(tmp_path, code):
    options = StartOptions(
        size=(800, 600), settings_path=tmp_path / "settings.toml", library_path=tmp_path / "games.sqlite3"
    )
    app = App(options)
    try:
        app.step(wait=False)
        assert "Settings" in texts_of(app)
        app.stage.preferences.change(language=code)
        app.step(wait=False)
        assert "Settings" not in texts_of(app)
        assert _("Settings") in texts_of(app)
        app.stage.preferences.change(language="en")
        app.step(wait=False)
        assert "Settings" in texts_of(app)
    finally:
        app.close()


def test_the_language_can_be_asked_for_on_the_command_line(tmp_path):
    options = StartOptions(
        size=(800, 600),
        language="fr",
        settings_path=tmp_path / "settings.toml",
        library_path=tmp_path / "games.sqlite3",
    )
    app = App(options)
    try:
        app.step(wait=False)
        assert "Réglages" in texts_of(app)
        assert pygame.display.get_caption()[0] == "Wormhole Chess"
    finally:
        app.close()
