"""The rules of a game for a page and for Markdown: the words that F1 shows, in several languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from gettext import NullTranslations
from typing import TypeVar

from wormhole import Variant
from wormhole.gui.languages.language import _, speaking
from wormhole.gui.rules_pages.game_words import made_by
from wormhole.gui.rules_pages.pages import Topic, topics_of
from wormhole.library.composer.game_draft import GameDraft, definition_of
from wormhole.pages.rules_content import RULES_WORDS, Diagram, RulesContent, Section, section_names

Languages = Mapping[str, NullTranslations]
Said = TypeVar("Said")


def rules_content(game: Variant, languages: Languages) -> RulesContent:
    """The rules in these languages. It takes longer than a frame to find the examples."""
    topics = topics_of(game)
    names = section_names([topic.title for topic in topics])
    return RulesContent(
        game,
        _in_each(languages, lambda: _(game.title)),
        _in_each(languages, lambda: made_by(game)),
        tuple(_section(topic, name, game, languages) for topic, name in zip(topics, names, strict=True)),
        definition_of(game),
        f"{file_stem(game)}.toml",
    )


def file_stem(game: Variant) -> str:
    """The name of the game's file and of its page, without a suffix."""
    return GameDraft({"title": str(game.title)}).name


def _section(topic: Topic, name: str, game: Variant, languages: Languages) -> Section:
    example = topic.demonstration
    diagram = None if example is None else Diagram.of(example, game, topic.letter)
    pages = _in_each(languages, topic.page)
    return Section(
        name,
        {code: page.title for code, page in pages.items()},
        tuple(
            dict(zip(pages, texts, strict=True))
            for texts in zip(*(page.paragraphs for page in pages.values()), strict=True)
        ),
        diagram,
        {} if diagram is None else _in_each(languages, lambda: " ".join(_told(diagram, topic.title))),
        topic.letter,
    )


def _told(diagram: Diagram, piece: str) -> Iterator[str]:
    """What a diagram shows, in words: the reach of a piece, else the moves of the example."""
    reach, square = diagram.reach, diagram.square
    if square is None or reach is None or reach.is_empty:
        yield _(RULES_WORDS["example"]).format(moves=" ".join(diagram.moves))
        return
    names = diagram.first.variant.geometry.names

    def said(name: str, squares: Iterable[int]) -> str:
        listed = ", ".join(names[each] for each in sorted(squares))
        return _(RULES_WORDS[name]).format(piece=_(piece), square=names[square], squares=listed)

    if reach.both or reach.moved:
        yield said("goes", reach.both | reach.moved)
    if reach.moved:
        yield said("only_moves", reach.moved)
    if reach.captured:
        yield said("only_captures", reach.captured)


def _in_each(languages: Languages, say: Callable[[], Said]) -> dict[str, Said]:
    """What is said in each language."""
    found = {}
    for code, texts in languages.items():
        with speaking(texts):
            found[code] = say()
    return found
