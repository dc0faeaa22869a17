"""The rules of a game as one page: boards whose examples are played there, and the game's file to save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from wormhole.base.errors import Message
from wormhole.library.own_pictures import kept_pictures
from wormhole.pages.board_data import ALPHABET, board_values, cells_of, change, hands_of, symbols_of, way_text
from wormhole.pages.game_page import Printed
from wormhole.pages.html import Html, element, joined
from wormhole.pages.page_look import PageLook
from wormhole.pages.page_source import PageSource
from wormhole.pages.rules_content import (
    RULES_WORDS,
    Diagram,
    RulesContent,
    Section,
    Standing,
    Words,
    first_moves,
    numbered,
    start_array,
)
from wormhole.pages.shell import Page, file_text
from wormhole.rules.board import Board

PAGE_WORDS = {
    "board": Message("Board"),
    "previous": Message("Previous move"),
    "next": Message("Next move"),
    "play": Message("Play"),
    "stop": Message("Stop"),
    "download": Message("Save the file"),
}
"""The texts of the buttons below a diagram, and beside the file."""
ALL_WORDS = {**RULES_WORDS, **PAGE_WORDS}
"""Those with values in braces are filled in here; the script needs the others."""
ONLY_MOVES, ONLY_CAPTURES, FIRST_MOVE = "blue", "red", "green"
"""The colours of the rings in the diagram of a piece, and of the arrow in that of a rule."""


def rules_page(content: RulesContent, look: PageLook, printed: Printed) -> Page:
    """What the page shows. Its words are in all languages of ``look``."""
    return _Rules(content, look).page(printed)


class _Rules:
    """Writes the page; what it says for each language is collected in ``texts``."""

    def __init__(self, content: RulesContent, look: PageLook) -> None:
        self._content, self._look, self._code = content, look, look.language
        self._texts: dict[str, dict[str, str]] = {code: {} for code in look.languages}
        self._diagrams: list[dict[str, Any]] = []

    def page(self, printed: Printed) -> Page:
        """All of it."""
        content, game = self._content, self._content.game
        name = game.name if content.file == game.definition else content.file_name.partition(".")[0]
        pictures = kept_pictures(game)
        inside = joined(*self._inside())
        symbols = symbols_of(game, 0, self._look)
        return Page(
            content.title,
            inside,
            PageSource(definitions={name: content.file}, pictures={name: pictures} if pictures else {}),
            {name: words for name, words in ALL_WORDS.items() if "{" not in words},
            about=content.made_by,
            scripts=("board", "rules"),
            styles=("rules",),
            data={
                "boards": [board_values(game, 0, self._look, printed(game))],
                "diagrams": self._diagrams,
            },
            texts=self._texts,
            symbols=[file_text("drawings.svg"), self._look.hole("hole"), *symbols],
        )

    def _inside(self) -> Iterator[Html]:
        idea, *others = self._content.sections
        pieces = [section for section in others if section.letter]
        *special, ending = (section for section in others if not section.letter)
        chapters = (
            self._chapter(idea),
            self._start(),
            self._pieces(pieces),
            *([element("div", *map(self._chapter, special), class_="special")] if special else []),
            self._chapter(ending),
            self._first_moves(),
            self._file(),
        )
        yield self._contents(idea, pieces, [*special, ending])
        yield element("div", *chapters, class_="rules")

    # The parts of the page

    def _contents(self, idea: Section, pieces: Iterable[Section], special: Iterable[Section]) -> Html:
        links = [
            self._link_to(idea),
            self._link("start-position", "start"),
            self._link("pieces", "pieces", [self._link_to(each) for each in pieces]),
            *map(self._link_to, special),
            self._link("first-moves", "first_moves"),
            self._link("file", "file"),
        ]
        heading = self._element("h2", "contents", id="contents")
        return element("nav", heading, element("ol", *links), class_="contents", aria_labelledby="contents")

    def _link_to(self, section: Section) -> Html:
        return self._link(_anchor(section), self._title(section))

    def _link(self, name: str, text: str, below: Iterable[Html] = ()) -> Html:
        inner = [element("ol", *below)] if below else []
        return element("li", self._element("a", text, href=f"#{name}"), *inner)

    def _chapter(self, section: Section) -> Html:
        words = element("div", self._element("h2", self._title(section)), *self._paragraphs(section))
        figure = [] if section.diagram is None else [self._figure(section, section.diagram)]
        return element("section", words, *figure, id=_anchor(section), class_="card rule")

    def _start(self) -> Html:
        head = element("tr", *(self._element("th", name, scope="col") for name in self._columns()))
        rows = [element("tr", *self._row(each)) for each in start_array(self._content.game)]
        table = element("table", element("thead", head), element("tbody", *rows))
        words = element("div", self._element("h2", "start"), element("div", table, class_="wide"))
        board = Board(self._content.game, seed=0)
        figure = self._board({"cells": ",".join(cells_of(board)), "hands": hands_of(board)}, "start")
        return element("section", words, figure, id="start-position", class_="card rule")

    def _columns(self) -> tuple[str, ...]:
        return "piece", "letter", "white", "black"

    def _row(self, standing: Standing) -> Iterator[Html]:
        piece = standing.piece
        name = f"piece-{piece.letter}"
        self._say(name, self._look.said(piece.name))
        yield element("th", _drawing(piece.letter), self._element("span", name), scope="row")
        yield element("td", piece.letter)
        for squares, count in zip(standing.squares, standing.in_hand, strict=True):
            yield element("td", " ".join(squares), *([" ", self._held(count)] if count else []))

    def _held(self, count: int) -> Html:
        name = f"in_hand.{count}"
        self._say(name, {code: said.format(count=count) for code, said in self._said("in_hand").items()})
        return self._element("span", name)

    def _pieces(self, pieces: Iterable[Section]) -> Html:
        cards = [self._piece(section) for section in pieces]
        heading = self._element("h2", "pieces")
        return element("section", heading, element("div", *cards, class_="pieces"), id="pieces")

    def _piece(self, section: Section) -> Html:
        heading = element(
            "h3",
            _drawing(section.letter),
            self._element("span", self._title(section)),
            element("span", section.letter, class_="letter"),
        )
        inside = [heading, *self._paragraphs(section)]
        if section.diagram is not None:
            inside.append(self._figure(section, section.diagram))
            if section.diagram.marks:
                marks = (self._element("li", name) for name in section.diagram.marks)
                inside.append(element("ul", *marks, class_="marks"))
        return element("article", *inside, id=_anchor(section), class_="card")

    def _paragraphs(self, section: Section) -> Iterator[Html]:
        for number, words in enumerate(section.paragraphs):
            name = f"{section.name}.{number}"
            self._say(name, words)
            yield self._element("p", name)

    def _figure(self, section: Section, diagram: Diagram) -> Html:
        name = f"{section.name}.alt"
        self._say(name, section.alt)
        return self._board(_diagram_values(diagram), name)

    def _board(self, values: Mapping[str, Any], alt: str) -> Html:
        """The place of a board, which the script draws; without a script, what it shows in words."""
        self._diagrams.append({**values, "alt": alt})
        words = self._element("p", alt, class_="only-read")
        return element("figure", words, data_diagram=str(len(self._diagrams) - 1))

    def _first_moves(self) -> Html:
        found = first_moves(self._content.game)
        heading = self._element("h2", "first_moves")
        name = "listed" if found.moves else "counted"
        values = {"count": str(found.count), "moves": ", ".join(found.moves)}
        self._say("all-moves", {code: said.format(**values) for code, said in self._said(name).items()})
        inside = [heading, self._element("p", "all-moves")]
        if found.lines:
            head = element("tr", *(self._element("th", each, scope="col") for each in ("best", "score")))
            scores = ((numbered(each.moves), f"{each.centipawns / 100:+.2f}") for each in found.lines)
            rows = (element("tr", element("td", line), element("td", score)) for line, score in scores)
            table = element("table", element("thead", head), element("tbody", *rows))
            inside.append(element("div", table, class_="wide"))
        return element("section", *inside, id="first-moves", class_="card")

    def _file(self) -> Html:
        content = self._content
        link = self._element(
            "a",
            "download",
            href=f"data:application/toml;charset=utf-8,{quote(content.file, safe='')}",
            download=content.file_name,
            class_="button",
        )
        shown = element(
            "details", element("summary", content.file_name), element("pre", content.file, tabindex="0")
        )
        inside = (self._element("h2", "file"), self._element("p", "file_about"), element("p", link), shown)
        return element("section", *inside, id="file", class_="card")

    # Texts

    def _title(self, section: Section) -> str:
        name = f"{section.name}.title"
        self._say(name, section.title)
        return name

    def _say(self, name: str, words: Words) -> None:
        """Have the text with this name in all languages."""
        for code, said in words.items():
            self._texts[code][name] = said

    def _said(self, name: str) -> Words:
        return {code: texts.gettext(RULES_WORDS[name]) for code, texts in self._look.languages.items()}

    def _element(self, tag: str, name: str, **attributes: str) -> Html:
        """An element with a text, which changes with the language."""
        text = self._texts[self._code].get(name) or self._texts["en"].get(name)
        if text is None:
            text = self._look.languages[self._code].gettext(ALL_WORDS[name])
        return element(tag, text, data_t=name, **attributes)


def _anchor(section: Section) -> str:
    """The id of a section; no other element has such a one."""
    return f"rule-{section.name}"


def _drawing(letter: str) -> Html:
    """The picture of White's piece."""
    use = element("use", href=f"#w-0-{letter}", width="100", height="100")
    return element("svg", use, viewBox="0 0 100 100", class_="drawn", aria_hidden="true")


def _diagram_values(diagram: Diagram) -> dict[str, Any]:
    """A diagram as the script reads it."""
    cells = cells_of(diagram.first)
    values: dict[str, Any] = {"cells": ",".join(cells), "hands": hands_of(diagram.first)}
    if diagram.reach is not None and diagram.square is not None:
        reach = diagram.reach
        values["chosen"] = diagram.square
        values["targets"] = [[each, int(bool(cells[each]))] for each in sorted(reach.both | reach.moved)]
        rings = [(ONLY_MOVES, each) for each in sorted(reach.moved)]
        rings += [(ONLY_CAPTURES, each) for each in sorted(reach.captured)]
        values["shapes"] = [[colour, each, each] for colour, each in rings]
    steps = []
    for number, step in enumerate(diagram.steps):
        before, after = cells_of(step.before), cells_of(step.after)
        move = step.after.peek()
        route = step.before.route(move)
        said: dict[str, Any] = {"san": diagram.moves[number], "now": change(cells, before), "next": ""}
        said["next"] = change(before, after)
        said["way"] = way_text(route) if move.drop is None else ALPHABET[move.to_square]
        if route.castled is not None:
            said["way"] = ALPHABET[route.from_square] + ALPHABET[route.to_square]
            said["rook"] = "".join(ALPHABET[square] for square in route.castled)
        if route.captured is not None:
            said["taken"] = ALPHABET[route.captured]
        if step.after.checked is not None:
            said["check"] = step.after.checked
        said["hands"] = hands_of(step.after)
        steps.append({name: value for name, value in said.items() if value != ""})
        if number == 0 and diagram.square is None and move.drop is None:
            values["shapes"] = [[FIRST_MOVE, route.from_square, route.to_square]]
        cells = after
    values["steps"] = steps
    return {name: value for name, value in values.items() if value not in ("", [])}
