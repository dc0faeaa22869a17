"""Buttons and sliders: how they look in each state, and what the mouse does to them."""

from __future__ import annotations

import pygame
import pytest

from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.button import fit_alike
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.slider import Slider
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widget_theme import CHOICE, ENTRY, PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.look.words import Words

SIZE = (800, 600)
RECT = pygame.Rect(20, 20, 120, 40)
SKY = (1, 2, 3)


@pytest.fixture
def widgets():
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    theme = Theme.load()
    pointer = [(700, 500)]
    scale = Scale.of(SIZE)
    look = Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), scale, pointer=lambda: pointer[0])
    widgets = Widgets(look)

    def send(kind, pixel):
        pointer[0] = pixel
        what = {} if kind == pygame.MOUSEMOTION else {"button": 1}
        return widgets.handle(pygame.Event(kind, pos=pixel, **what))

    widgets.down = lambda pixel: send(pygame.MOUSEBUTTONDOWN, pixel)
    widgets.up = lambda pixel: send(pygame.MOUSEBUTTONUP, pixel)
    widgets.point = lambda pixel: send(pygame.MOUSEMOTION, pixel)
    yield widgets
    widgets.close()


def picture(widgets):
    surface = pygame.Surface(SIZE)
    surface.fill(SKY)
    widgets.draw(surface, 0.0)
    return surface


def seen(widgets, rect=RECT):
    return pygame.image.tobytes(picture(widgets).subsurface(rect), "RGB")


@pytest.mark.parametrize("kind", [None, PRIMARY, QUIET, CHOICE, ENTRY])
def test_each_state_has_a_look_of_its_own(widgets, kind):
    button = widgets.button(RECT, "Text", print, kind)
    looks = [seen(widgets)]
    widgets.point(RECT.center)
    looks.append(seen(widgets))
    widgets.point((700, 500))
    assert seen(widgets) == looks[0]
    button.is_selected = True
    if kind != PRIMARY:  # it is as bright as can be
        looks.append(seen(widgets))
    button.enable(False)
    looks.append(seen(widgets))
    assert len(set(looks)) == len(looks)
    button.enable(True)
    assert seen(widgets) == looks[0], "one that was disabled is no longer chosen"


def test_a_button_is_round_and_inside_its_rectangle(widgets):
    widgets.button(RECT, "", print)
    surface = picture(widgets)
    assert surface.get_at(RECT.topleft)[:3] == SKY
    assert surface.get_at(RECT.center)[:3] != SKY
    assert surface.get_at((RECT.centerx, RECT.top)) != surface.get_at((RECT.centerx, RECT.top + 3)), "border"
    surface.fill(SKY, RECT)
    assert pygame.mask.from_threshold(surface, SKY, (1, 1, 1)).count() == SIZE[0] * SIZE[1]


def test_text_that_does_not_fit_is_smaller(widgets):
    short, long = (widgets.button(RECT, text, print, PRIMARY) for text in ("Text", "A rather long text"))
    assert long.text_pixels < short.text_pixels
    assert long.fits
    fit_alike([short, long])
    assert short.text_pixels == long.text_pixels
    long.text = "Text"
    assert long.text_pixels == short.largest_text_pixels()


def test_only_what_changed_is_drawn_again(widgets):
    button = widgets.button(RECT, "Text", print)
    widgets.add(Slider(0.5, print), RECT.move(0, 100))
    assert len(widgets.changed(0.0)) == 2
    assert list(widgets.changed(0.0)) == []
    button.is_selected = True
    assert set(map(tuple, widgets.changed(0.0))) == {tuple(RECT)}
    widgets.remove(button)
    assert set(map(tuple, widgets.changed(0.0))) == {tuple(RECT)}


def test_a_press_counts_where_it_began_and_ended(widgets):
    pressed = []
    button = widgets.button(RECT, "Text", lambda: pressed.append(1))
    widgets.up(RECT.center)
    assert widgets.down(RECT.center)
    widgets.up((700, 500))
    assert pressed == []
    widgets.down(RECT.center)
    widgets.up(RECT.center)
    assert pressed == [1]
    button.enable(False)
    assert widgets.down(RECT.center), "a press on a disabled button is for nobody else"
    widgets.up(RECT.center)
    assert pressed == [1]


def test_a_slider_is_dragged_and_comes_to_a_press(widgets):
    values = []
    track = pygame.Rect(20, 200, 300, 30)
    slider = Slider(0.0, values.append)
    widgets.add(slider, track)
    knob = slider.knob
    widgets.down(knob.center)
    assert values in ([], [0.0])
    assert slider.knob == knob
    widgets.point((track.centerx, 0))
    assert values[-1] == slider.value
    assert abs(slider.knob.centerx - track.centerx) <= 1
    widgets.point((2000, 0))
    assert slider.value == 1.0
    widgets.up((2000, 0))
    widgets.point(track.center)
    assert slider.value == 1.0
    widgets.down(track.center)
    assert abs(slider.knob.centerx - track.centerx) <= 1
    widgets.up(track.center)


def test_a_slider_that_is_set_keeps_its_value_when_pressed(widgets):
    slider = Slider(0.0, print)
    widgets.add(slider, pygame.Rect(20, 200, 300, 30))
    slider.value = 0.3337
    widgets.down(slider.knob.center)
    widgets.up(slider.knob.center)
    assert slider.value == 0.3337
