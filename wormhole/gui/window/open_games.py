"""The games that are open in the window. Each has a tab; at most one is shown, the others stand still."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from typing import Protocol

from wormhole.gui.look.widgets import Action
from wormhole.library.study_folder import KeptChapter
from wormhole.play.seats import OpenedGame

MOST_GAMES = 8


class OpenGame(Protocol):
    """An open game, whether it is shown or not."""

    @property
    def number(self) -> int | None:
        """Its number in the library; None until it is kept there."""
        ...

    @property
    def chapter(self) -> KeptChapter | None:
        """The chapter of a study that this is; None for a game."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """The game and its players, from the longest form to the shortest."""
        ...

    @property
    def awaits_user(self) -> bool:
        """Whether it is a user's turn where the game is at play."""
        ...

    @property
    def gives_place(self) -> bool:
        """Whether the next game takes its place: it has no moves, is over, or is a chapter of a study."""
        ...

    def let_go(self, go: Action) -> None:
        """Call `go`, which ends it; if the library could not keep it, show it and ask first."""
        ...

    def close(self) -> None:
        """End it, as the user closes it."""
        ...

    def leave(self) -> None:
        """End it, as the window is closed. The home screen offers it at the next start."""
        ...


class OpenGames:
    """The open games in the order of their tabs."""

    def __init__(self) -> None:
        self._games: list[OpenGame] = []
        self.chosen: OpenGame | None = None
        """The game that is shown, or was shown before another room; None if no game is open."""

    def __iter__(self) -> Iterator[OpenGame]:
        return iter(tuple(self._games))

    def __len__(self) -> int:
        return len(self._games)

    @property
    def is_full(self) -> bool:
        """Whether no other game can be opened."""
        return len(self._games) >= MOST_GAMES and not (self.chosen is not None and self.chosen.gives_place)

    def with_number(self, number: int | None) -> OpenGame | None:
        """The open game of that number in the library, if there is one."""
        return next((game for game in self._games if number is not None and game.number == number), None)

    def showing(self, opened: OpenedGame) -> OpenGame | None:
        """The open game of the same number, or the same chapter of a study."""
        place = opened.chapter
        if place is None:
            return self.with_number(opened.number)
        return next((game for game in self._games if game.chapter and game.chapter.is_at(place)), None)

    def beside(self, step: int) -> OpenGame | None:
        """The game so many tabs after the chosen one; after the last comes the first."""
        if self.chosen is None:
            return None
        return self._games[(self._games.index(self.chosen) + step) % len(self._games)]

    def add(self, game: OpenGame) -> None:
        """Choose a new game. It takes the place of the chosen one, if that gives it, else the last place."""
        before, self.chosen = self.chosen, game
        if before is not None and before.gives_place:
            self._games[self._games.index(before)] = game
            before.close()
        else:
            self._games.append(game)

    def remove(self, game: OpenGame) -> None:
        """Take a game out, which its owner ends; if it was chosen, the one beside it is."""
        if game is self.chosen:
            beside = self.beside(1 if game is self._games[0] else -1)
            self.chosen = None if beside is game else beside
        self._games.remove(game)

    def close(self, numbers: Collection[int] | None = None) -> None:
        """Close the games with these numbers in the library, or all."""
        for game in self:
            if numbers is None or game.number in numbers:
                self.remove(game)
                game.close()

    def leave(self) -> None:
        """End all games, as the window is closed; an error in one must not cost the others a move."""
        games, self._games, self.chosen = self._games, [], None
        with contextlib.ExitStack() as ends:
            for game in games:
                ends.callback(game.leave)
