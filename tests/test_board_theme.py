"""Themes, and the messages for theme files with errors."""

from __future__ import annotations

import pytest

from wormhole.gui.look.theme import Theme, ThemeError, colour_from, hexed, mixed, theme_from


def test_the_night_theme_is_complete() -> None:
    theme = Theme.load()
    assert theme.colour.wormhole == (0x7A, 0x4D, 0xFF)
    assert (theme.text.small, theme.text.display) == (14, 30)
    assert 0.18 <= theme.motion.shortest_travel <= theme.motion.longest_travel <= 0.32


def test_motion_can_be_still() -> None:
    motion = Theme.load().motion
    assert not motion.is_still
    assert motion.still().is_still
    assert motion.still().chip == 0


def test_colours_are_read_written_and_mixed() -> None:
    assert colour_from("#eef1ff") == (238, 241, 255)
    assert hexed((238, 241, 255)) == "#eef1ff"
    assert mixed((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


@pytest.mark.parametrize("text", ["blue", "#12345", "#1234567", 5, None])
def test_a_bad_colour_is_named(text: object) -> None:
    with pytest.raises(ThemeError, match=r"colour\.ink: "):
        theme_from("odd", {"extends": "night", "colour": {"ink": text}})


def test_a_theme_that_is_not_there_is_named() -> None:
    with pytest.raises(ThemeError, match="noon"):
        Theme.load("noon")


def test_missing_and_unknown_tokens_are_named() -> None:
    with pytest.raises(ThemeError, match=r"colour\.\w+: is missing"):
        theme_from("bare", {"colour": {}, "panel": {"opacity": 1, "corner": 1}, "board": {}, "sky": {}})
    with pytest.raises(ThemeError, match=r"\w+: is missing"):
        theme_from("empty", {})
