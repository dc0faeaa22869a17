"""The settings dialog in the window: a change is visible at once, and is saved."""

from __future__ import annotations

import time

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole import variant
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.game.game_layout import Place
from wormhole.gui.home.settings_dialog import SettingsDialog
from wormhole.gui.home.settings_pages import PAGES
from wormhole.gui.look.theme import Theme, names_of_ours
from wormhole.gui.window import destination
from wormhole.gui.window.keys import CONTEXT_MENU_KEY, Command
from wormhole.library.settings import Settings, load
from wormhole.play.seats import two_players

OURS = names_of_ours()
SIZES = mostly_exhaustive([(800, 600), (1280, 800), (1920, 1080), (900, 1200)], (800, 600))


@pytest.fixture
def settings(drive):
    """A window with the dialog over a game."""
    driver = drive(start_game=True, black="person")
    driver.key(pygame.K_s, "s")
    return driver


def theme_button(driver: Hand, name: str) -> tuple[int, int]:
    themes = [button for button in driver.app.dialog.widgets.buttons if not button.text]
    return themes[OURS.index(name)].rect.center


def colour_at(driver: Hand, pixel: tuple[int, int]) -> tuple[int, int, int]:
    return tuple(pygame.display.get_surface().get_at(pixel))[:3]


def saved(tmp_path) -> Settings:
    found, complaint = load(tmp_path / "settings.toml")
    assert complaint is None
    return found


def test_a_theme_is_seen_at_once_and_lasts(settings, tmp_path):
    dialog = settings.app.dialog
    for name in OURS:
        settings.click(theme_button(settings, name))
        assert settings.app.dialog is dialog
        panel = Theme.load(name).colour.panel
        corner = dialog.outer(dialog.size).move(30, 10).topleft
        assert colour_at(settings, corner) == panel
        assert colour_at(settings, settings.square("a1"))[:3] != colour_at(settings, corner)
    settings.step(1.0)
    assert saved(tmp_path).theme == OURS[-1]
    settings.press("Done")
    assert settings.app.dialog is None


def test_a_game_goes_on_in_another_theme(settings):
    settings.click(theme_button(settings, "paper"))
    settings.press("Done")
    settings.move("e2e4")
    assert [node.san() for node in settings.match.cursor.nodes] == ["e4"]


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits(drive, size):
    driver = drive(size)
    driver.key(pygame.K_s, "s")
    window = pygame.Rect((0, 0), size)
    for page in PAGES:
        driver.press(page.title)
        places = [button.rect for button in driver.app.dialog.widgets.buttons]
        assert all(window.contains(place) for place in places)
        assert all(place.collidelist(places[:index]) == -1 for index, place in enumerate(places))


def test_by_keyboard_alone(settings, tmp_path):
    for _page in range(PAGES.index(next(page for page in PAGES if page.title == "Board"))):
        settings.key(pygame.K_PAGEDOWN)
    for _step in range(40):
        settings.key(pygame.K_TAB)
        focused = next(
            (
                button
                for button in settings.app.dialog.widgets.buttons
                if settings.app.dialog.widgets.is_focused(button)
            ),
            None,
        )
        if focused is not None and focused.text == "Inside":
            break
    settings.key(pygame.K_RETURN)
    assert settings.app.stage.settings.coordinates == "inside"
    widgets = settings.app.dialog.widgets
    assert [button.text for button in widgets.buttons if widgets.is_focused(button)] == ["Inside"]
    settings.key(pygame.K_ESCAPE)
    settings.step(1.0)
    assert saved(tmp_path).coordinates == "inside"


def test_each_row_changes_its_setting_and_defaults_come_back(settings):
    before = settings.app.stage.settings
    for page in PAGES:
        settings.press(page.title)
        for button in list(settings.app.dialog.widgets.buttons)[len(PAGES) :]:
            if (
                button.text
                and button.text not in ("Done", "Restore defaults", "On", "Carved")
                and "System" not in button.text
                and button.text != "This program"
                and not button.text.endswith("…")
            ):
                settings.press(button.text)
    assert settings.app.stage.settings != before
    settings.press("Restore defaults")
    kept = {"side", "level", "game", "folder", "rules", "muted", "played_games", "fold_view_shown"}
    now, first = vars(settings.app.stage.settings), vars(Settings())
    assert {name: now[name] for name in now if name not in kept} == {
        name: first[name] for name in first if name not in kept
    }


def test_a_set_of_pieces_is_chosen_from_a_list(settings):
    settings.press("Board")
    settings.press("Carved")
    settings.keys(pygame.K_END)
    settings.key(pygame.K_RETURN)
    assert settings.app.stage.settings.pieces == "letters"
    assert settings.has("Letters")


def test_the_small_board_shows_the_speed_of_motion(settings):
    settings.press("Animation")
    quiet = settings.picture()
    settings.step(0.5)
    assert settings.picture() == quiet
    settings.press("Slow")
    moving = settings.picture()
    settings.step(0.1)
    assert settings.picture() != moving
    settings.step(3.0)
    for _frame in range(200):  # the board below paints ahead what it may need
        settings.step(0.02)
    assert settings.app.wakes_in(settings.seconds) > 0


def test_the_language_is_chosen_from_a_list_over_the_dialog(settings):
    settings.press("Language")
    settings.press("System language")
    assert isinstance(settings.app.dialog, DropDown)
    settings.key(pygame.K_ESCAPE)
    assert isinstance(settings.app.dialog, SettingsDialog)


def test_an_own_theme_is_offered_and_a_broken_one_is_told(drive, tmp_path, seen):
    folder = tmp_path / "themes"
    folder.mkdir()
    (folder / "lagoon.toml").write_text('extends = "night"\n[colour]\npanel = "#004040"\n', "utf-8")
    (folder / "broken.toml").write_text('extends = "night"\n[colour]\nink = "blue"\n', "utf-8")
    driver = drive(start_game=True, black="person")
    driver.key(pygame.K_s, "s")
    (complaint,) = (text for text in seen if "broken.toml" in text)
    assert "ink" in complaint
    own = [button for button in driver.app.dialog.widgets.buttons if not button.text][len(OURS)]
    driver.click(own.rect.center)
    assert driver.app.stage.look.theme.colour.panel == (0, 0x40, 0x40)


@pytest.mark.parametrize("size", SIZES)
def test_every_one_of_many_themes_can_be_pressed(drive, tmp_path, size):
    folder = tmp_path / "themes"
    folder.mkdir()
    for number in range(20):
        (folder / f"own{number:02}.toml").write_text(f'extends = "night"\ntitle = "Own {number}"\n', "utf-8")
    driver = drive(start_game=True, black="person", size=size)
    driver.key(pygame.K_s, "s")
    themes = [button for button in driver.app.dialog.widgets.buttons if not button.text]
    assert len(themes) == len(OURS) + 20
    assert min(min(button.rect.size) for button in themes) >= 40
    driver.click(themes[-1].rect.center)
    assert driver.app.stage.settings.theme == "own19"


def test_a_chosen_theme_that_is_gone_is_told_and_night_is_shown(drive, tmp_path):
    (tmp_path / "settings.toml").write_text('theme = "gone"\n', "utf-8")
    driver = drive()
    assert driver.app.notice is not None
    assert driver.app.stage.look.theme.name == "night"


def test_resigning_without_a_question(drive):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    driver.app.stage.preferences.change(asks_resign=False)
    driver.key(pygame.K_r, "r")
    assert driver.app.dialog is None
    assert driver.match.result.outcome is not None


def test_promoting_without_a_question(drive):
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    driver = drive(start_game=True, black="person", variant="chess", fen=fen)
    driver.app.stage.preferences.change(asks_promotion=False)
    driver.move("a7a8")
    assert [node.san() for node in driver.match.cursor.nodes] == ["a8=Q+"]


def test_between_two_people_the_board_faces_who_is_to_move(drive):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    assert not driver.screen.state.flipped
    driver.app.stage.preferences.change(two_players="turns")
    driver.key(pygame.K_u, "u")
    driver.settle()
    sides = []
    for text in ("e2e4", "e7e5", "d2d4"):
        driver.move(text)
        sides.append(driver.screen.state.flipped)
    assert sides == [True, False, True]
    driver.key(pygame.K_f, "f")
    driver.settle()
    assert not driver.screen.state.flipped, "until the next move it stays as it was put"
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert not driver.screen.state.flipped
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert driver.screen.state.flipped


def test_against_the_computer_the_board_never_turns(drive):
    driver = drive(start_game=True)
    driver.app.stage.preferences.change(two_players="turns")
    driver.move("e2e4")
    assert not driver.screen.state.flipped


def opened_game(driver: Hand) -> None:
    driver.app.stage.rooms.open(destination.Game(two_players(variant("wormhole"))))


def folded(driver: Hand) -> None:
    opened_game(driver)
    driver.step()
    driver.move("b1c3")
    driver.click(driver.square("g8"))
    driver.app.stage.command(Command.FOLD_VIEW)


SCREENS = {
    "home": lambda driver: driver.app.stage.rooms.open(destination.Home()),
    "game": opened_game,
    "fold view": folded,
    "routes": lambda driver: (opened_game(driver), driver.app.stage.command(Command.ROUTES)),
    "editor": lambda driver: (opened_game(driver), driver.app.stage.command(Command.EDITOR)),
    "library": lambda driver: driver.app.stage.rooms.open(destination.Library()),
    "keys": lambda driver: driver.app.stage.command(Command.KEYS),
    "notice": lambda driver: driver.app.stage.notices.show("Something happened."),
}
LOOK = {"theme": "paper", "pieces": "bold", "chip": "swirl", "coordinates": "inside", "motion": False}


@pytest.mark.parametrize("name", SCREENS)
def test_after_a_change_everything_looks_as_if_it_had_always_been_so(drive, tmp_path, name):
    def shown(first: dict[str, object], then: dict[str, object]) -> bytes:
        (tmp_path / "settings.toml").unlink(missing_ok=True)
        driver = drive()
        driver.app.stage.preferences.change(**first)
        SCREENS[name](driver)
        for _ in range(60):
            driver.step(0.1)
            time.sleep(0.002)
        driver.app.stage.preferences.change(**then)
        for _ in range(40):
            driver.step(0.1)
            time.sleep(0.002)
        picture = driver.picture()
        driver.app.close()
        return picture

    assert shown({"motion": False}, LOOK) == shown(LOOK, {})


def test_shogi_has_its_characters_as_soon_as_they_are_chosen(drive):
    driver = drive(start_game=True, black="person", variant="shogi")

    def king(name):
        place = pygame.Rect(0, 0, 40, 40)
        place.center = driver.square(name)
        driver.settle()
        return pygame.display.get_surface().subsurface(place).copy()

    picture = king("e1")
    driver.key(pygame.K_s, "s")
    driver.press("Board")
    driver.press("Characters")
    driver.press("Done")
    written = king("e1")
    assert pixels(written) != pixels(picture)
    driver.key(pygame.K_f, "f")
    assert pixels(king("e1")) not in (pixels(written), pixels(picture))  # it is upside down


def pixels(picture):
    return pygame.image.tobytes(picture, "RGB")


def flipped(driver):
    driver.settle()
    return driver.screen.state.flipped


def test_the_board_turns_at_once_when_that_is_chosen(drive):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    driver.app.stage.preferences.change(two_players="turns")
    assert flipped(driver)


def test_a_game_in_which_black_begins_is_seen_from_black_if_the_board_turns(drive):
    fen = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    driver = drive(start_game=True, black="person", variant="chess", fen=fen)
    assert not flipped(driver)
    driver.key(pygame.K_f, "F", pygame.KMOD_LSHIFT)
    assert flipped(driver)
    driver.app.stage.rooms.open(destination.Game(two_players(variant("chess"), fen)))
    assert flipped(driver)


def test_the_menu_of_the_board_and_of_a_player_turn_the_board_of_two_people(drive):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    for place in (Place.YOU, Place.OPPONENT):
        pixel = driver.screen.picture.layout[place].center
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=3))
        driver.step()
        driver.press("Turn the board to the side to move" if place is Place.YOU else "Stop turning the board")
        assert driver.app.stage.settings.two_players == ("turns" if place is Place.YOU else "stays")
    driver.key(pygame.K_RETURN, "\r")
    driver.key(CONTEXT_MENU_KEY)
    driver.press("Turn the board to the side to move")
    assert flipped(driver)


def test_a_new_game_of_two_people_asks_whether_the_board_turns(drive):
    driver = drive(start_game=True, black="person")
    driver.key(pygame.K_n, "n")
    driver.press("The board turns")
    assert driver.app.stage.settings.two_players == "turns"


def test_against_the_computer_the_key_says_that_the_board_does_not_turn(drive):
    driver = drive(start_game=True)
    driver.key(pygame.K_f, "F", pygame.KMOD_LSHIFT)
    assert driver.app.notice.text == "The board turns only in games between two players"
    assert driver.app.stage.settings.two_players == "stays"
    assert not flipped(driver)
