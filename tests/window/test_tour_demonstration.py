"""The demonstration in a real window: it continues by itself, and gives way to a key."""

from __future__ import annotations

from tests.support.desktop.tour import begin_tour
from tests.support.parts import exhaustive

GAMES_SHOWN = 3


@exhaustive
def test_the_demonstration_shows_three_games_and_gives_way(managed_display, tmp_path):
    words = ("--demo", "--pace", "40", "--level", "1")
    with begin_tour(managed_display, tmp_path, *words) as tour:
        seen = {tour.program.title()}
        while len(seen) < 1 + GAMES_SHOWN:
            tour.wait(lambda: tour.program.title() not in seen, "another game")
            seen.add(tour.program.title())
        tour.changes("a game of one's own", tour.keys("space"))
        path = tmp_path / "taken over.pgn"
        tour.changes("the place for the file", tour.keys("ctrl+s"))
        tour.keys("ctrl+a")()
        tour.text(str(path))()
        tour.keys("Return")()
        tour.wait(path.exists, "the file")
