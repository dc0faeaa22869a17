"""Every theme of ours: it is complete, its text can be read, and what lies on the board can be told apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from colour_vision import VISIONS, contrast, distance

from wormhole.gui.look.theme import Colour, Theme, mixed
from wormhole.gui.look.theme_files import OURS

AA, AAA, LARGE = 4.5, 7.0, 3.0
"""The least contrasts of WCAG 2: for text, for text that is easy to read, for large text and signs."""
APART = 11.0
"""The least CIEDE2000 between two colours that mean different things."""


def of(name: str) -> Theme:
    return Theme.load(name)


def grounds(theme: Theme) -> list[Colour]:
    """Where text stands: on panels, on buttons, on the row under the pointer."""
    colour = theme.colour
    return [
        colour.panel,
        mixed(colour.panel, colour.raised, 0.6),
        mixed(colour.panel, colour.sky_edge, 0.6),
        *(mixed(sky, colour.panel, theme.panel_opacity) for sky in (colour.sky_centre, colour.sky_edge)),
    ]


@pytest.mark.parametrize("name", OURS)
def test_text_can_be_read(name: str) -> None:
    theme, colour = of(name), of(name).colour
    skies = [colour.sky_centre, colour.sky_middle, colour.sky_edge]
    pairs = [
        *(("ink", colour.ink, ground, AAA) for ground in [*grounds(theme), colour.raised, *skies]),
        *(("muted", colour.muted, ground, AA) for ground in [*grounds(theme), *skies]),
        *(("accent", colour.accent, ground, AA) for ground in grounds(theme)),
        *(("lit", colour.lit, ground, AA) for ground in grounds(theme)),
        *(("alarm", colour.alarm, ground, AA) for ground in grounds(theme)),
        *(("accent_other", colour.accent_other, sky, LARGE) for sky in skies),
        ("hot", colour.hot_ink, colour.hot, AA),
        ("chosen", colour.ink, mixed(colour.panel, colour.accent, 0.28), AA),
        *(
            (f"sign_{sign}", getattr(colour, f"sign_{sign}"), colour.panel, AA)
            for sign in ("good", "mistake", "brilliant", "blunder", "speculative", "dubious")
        ),
        ("die", colour.die_ink, mixed(colour.wormhole, colour.wormhole_core, 0.36), LARGE),
        ("line", colour.panel_line, colour.panel, 1.3),
    ]
    low = [
        f"{what} {contrast(ink, ground):.2f}"
        for what, ink, ground, least in pairs
        if contrast(ink, ground) < least
    ]
    assert not low


def test_high_contrast_is_high() -> None:
    colour = of("contrast").colour
    texts = ("ink", "muted", "accent", "lit", "alarm")
    assert min(contrast(getattr(colour, text), colour.panel) for text in texts) >= AAA
    assert contrast(colour.panel_line, colour.panel) >= LARGE
    assert contrast(colour.square_light_top, colour.square_dark_top) >= LARGE


@pytest.mark.parametrize("name", OURS)
def test_pieces_stand_out_from_squares(name: str) -> None:
    theme, colour = of(name), of(name).colour
    for side in (theme.white, theme.black):
        for square in (colour.square_light_foot, colour.square_dark_foot):
            outline_or_body = max(contrast(side.line, square), contrast(side.foot, square))
            assert outline_or_body >= LARGE
        assert contrast(side.line, side.foot) >= AA
    assert contrast(theme.white.foot, theme.black.top) >= AA


def laid(colour: Colour, square: Colour, opacity: float) -> Colour:
    return mixed(square, colour, opacity)


def confusions(name: str, vision: str, least: float) -> list[str]:
    """Pairs of colours on the board or in a chart that are too close for this vision."""
    colour = of(name).colour
    found = []

    def compare(group: dict[str, Colour]) -> None:
        for (one, first), (other, second) in combinations(group.items(), 2):
            apart = distance(first, second, vision)
            if apart < least:
                found.append(f"{one} and {other}: {apart:.1f}")

    for square in ("light", "dark"):
        bare = mixed(getattr(colour, f"square_{square}_top"), getattr(colour, f"square_{square}_foot"), 0.5)
        compare(
            {
                f"{square} square": bare,
                "chosen": laid(colour.choice, bare, 0.74),
                "last move": laid(colour.gold, bare, 0.66),
                "hole": colour.wormhole_core,
            }
        )
        compare({"capture": colour.warning, f"{square} square": bare, "target": colour.choice})
        compare(
            {
                f"{square} square": bare,
                "reach of White": laid(colour.reach_white, bare, 0.5),
                "reach of Black": laid(colour.reach_black, bare, 0.5),
                "reach of both": laid(colour.reach_both, bare, 0.5),
            }
        )
    compare({shape: getattr(colour, f"shape_{shape}") for shape in ("green", "red", "yellow", "blue")})
    compare({"best": colour.best, "other line": colour.other_line, "threat": colour.threat})
    compare({"better": colour.better, "threat": colour.threat, "premove": colour.premove})
    compare({"won": colour.chart_won, "drawn": colour.chart_drawn, "lost": colour.chart_lost})
    compare({"light": colour.square_light_foot, "dark": colour.square_dark_top})
    return found


@pytest.mark.parametrize("vision", VISIONS)
def test_colour_blind_people_tell_all_marks_apart(vision: str) -> None:
    assert confusions("distinct", vision, APART) == []


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", OURS)
def test_colour_blind_people_tell_circles_arrows_and_reach_apart_in_every_theme(
    name: str, vision: str
) -> None:
    colour = of(name).colour
    for tokens in (
        ("shape_green", "shape_red", "shape_yellow", "shape_blue"),
        ("reach_white", "reach_black", "reach_both"),
    ):
        for one, other in combinations(tokens, 2):
            assert distance(getattr(colour, one), getattr(colour, other), vision) >= APART, (one, other)


@pytest.mark.parametrize("name", OURS)
def test_marks_differ(name: str) -> None:
    assert confusions(name, "full", APART) == []


def test_the_measure_of_colours_is_the_published_one() -> None:
    """Black and white, and two colours that a deuteranope confuses."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert distance((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    assert distance((200, 60, 60), (120, 110, 50)) > 3 * distance(
        (200, 60, 60), (120, 110, 50), "deuteranopia"
    )
