"""Keys, commands, pages and pictures that the documentation names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wormhole.cli import main
from wormhole.gui.window.keys import KEYS
from wormhole.version import VERSION

ROOT = Path(__file__).parent.parent
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS = (*FRONT, *sorted((ROOT / "docs").glob("*.md")))
PAGES = ("README.md", "docs/window.md", "docs/comparison.md")
MODIFIERS = ("Ctrl", "Shift", "Alt")
NAMED = "Enter|Esc|Space|Tab|Ins|Del|Home|End|PgUp|PgDn|Left|Right|Up|Down|Back"
KEY = re.compile(rf"`((?:(?:{'|'.join(MODIFIERS)})\+)*(?:[A-Z0-9?/,+-]|F\d+|{NAMED}))`")
ELSEWHERE = {
    *("Shift+O", "Alt+O", "Shift+Alt+O"),  # colours of arrows, handled by the pencil
    "Ins",  # keeps a line of the analysis
    "6",  # the last of "1 to 6"
    *("Ctrl+1", "Ctrl+8"),  # of "Ctrl+1 to 8"
}


def keys_of_the_window() -> set[str]:
    bindings = [binding for group in KEYS for binding in group.bindings]
    chords = {str(chord) for binding in bindings for chord in binding.chords}
    return chords | {cap for binding in bindings for cap in binding.caps}


@pytest.mark.parametrize("page", PAGES)
def test_every_key_that_a_page_names_exists(page):
    text = (ROOT / page).read_text("utf-8")
    ours = "\n".join(_our_cells(text)) if page == "docs/comparison.md" else text
    named = set(KEY.findall(ours))
    assert named, "the page names keys"
    assert named <= keys_of_the_window() | ELSEWHERE


def test_every_row_of_the_comparison_says_something_of_this_window():
    text = (ROOT / "docs/comparison.md").read_text("utf-8")
    cells = list(_our_cells(text))
    assert len(cells) > 80
    assert not {"", "no", "not found", "\N{EN DASH}", "?"} & set(cells)


def test_every_command_that_the_documentation_names_exists(capsys):
    text = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    named = set(re.findall(r"python main\.py ([a-z]+)", text))
    assert len(named) > 5
    for command in named:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert f" {command} " in capsys.readouterr().out


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_within_the_documentation_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        if not target.startswith("https://"):
            path, _, heading = target.partition("#")
            page = document.parent / path if path else document
            assert page.exists(), target
            assert not heading or heading in _headings(page), target


def _headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    lines = (line for line in page.read_text("utf-8").splitlines() if line.startswith("#"))
    return {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines}


def _our_cells(text: str) -> list[str]:
    """The second cell of each row of a table, but not of its two lines of headings."""
    rows = [line.split("|")[2].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell for cell in rows if cell != "Wormhole Chess" and set(cell) != {"-"}]


def test_every_picture_of_the_docs_is_shown():
    shown = {
        (path.parent / link).resolve()
        for path in DOCUMENTS
        for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8"))
    }
    pictures = {path for suffix in ("png", "webp", "svg") for path in (ROOT / "docs").rglob(f"*.{suffix}")}
    assert {path.resolve() for path in pictures} - shown == set()


def test_the_changelog_begins_with_this_version():
    versions = re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == VERSION
