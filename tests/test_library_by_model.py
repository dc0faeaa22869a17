"""The library does what a plain dictionary does, in any order of steps."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.support.library_games import play, played
from tests.support.parts import examples
from wormhole.library import pgn
from wormhole.library.database import packing
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")
WORDS = ("Ada", "Bob", "Cy")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class LibraryLikeADictionary(RuleBasedStateMachine):
    """``games`` is what the library should have; ``deleted`` of them are not shown."""

    def __init__(self):
        super().__init__()
        self.segment, packing.PACKED_AT_ONCE = packing.PACKED_AT_ONCE, 3
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "games.sqlite3")
        self.library = GameDatabase(self.path)
        self.other = GameDatabase(self.path)
        self.games: dict[int, Game] = {}
        self.states: dict[int, PlayState | None] = {}
        self.deleted: set[int] = set()

    def teardown(self):
        self.library.close()
        self.other.close()
        self.folder.cleanup()
        packing.PACKED_AT_ONCE = self.segment

    def one(self, data):
        return data.draw(st.sampled_from(sorted(self.games)))

    @rule(white=st.sampled_from(WORDS), result=st.sampled_from(RESULTS), level=st.none() | st.integers(1, 9))
    def add(self, white, result, level):
        game = played("", White=white, Result=result, Round=str(len(self.games)))
        state = None if level is None else PlayState(None, level)
        number = self.library.add(game, state)
        assert number not in self.games
        self.games[number], self.states[number] = game, state

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def keep(self, data):
        number = self.one(data)
        game = self.games[number]
        play(game.end(), SHUFFLE[game.end().plies() % 4])
        self.states[number] = PlayState(None, 3, game.end().path())
        self.library.keep(number, game, self.states[number])
        # A game that is played on is no longer deleted.
        self.deleted.discard(number)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def delete(self, data):
        number = self.one(data)
        assert self.library.delete([number]) == (number not in self.deleted)
        self.deleted.add(number)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def undelete(self, data):
        number = self.one(data)
        assert self.library.undelete([number]) == (number in self.deleted)
        self.deleted.discard(number)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def import_again(self, data):
        """A game that is shown is known; a deleted one is added again."""
        number = self.one(data)
        text = str(self.games[number])
        is_known = any(str(self.games[shown]) == text for shown in self.shown)
        *_, progress = self.library.import_games(pgn.text_lines(text))
        assert (progress.known, progress.added) == (is_known, not is_known)
        if progress.added:
            newest = max(self.library.find())
            self.games[newest], self.states[newest] = next(pgn.read(text)), None

    @rule()
    def reopen(self):
        self.library.close()
        self.library = GameDatabase(self.path)
        assert self.library.complaint is None

    @rule()
    def change_windows(self):
        self.library, self.other = self.other, self.library

    @rule()
    def purge(self):
        assert self.library.purge() == 0

    @rule(white=st.sampled_from(WORDS), result=st.sampled_from(RESULTS))
    def find(self, white, result):
        wanted = {
            number
            for number in self.shown
            if (self.games[number].headers["White"], self.games[number].result) == (white, result)
        }
        assert set(self.library.find(Query(text=white.lower(), result=result))) == wanted

    @rule(plies=st.integers(0, 3))
    def find_by_position(self, plies):
        board = played(" ".join(SHUFFLE[:plies])).end().board()
        wanted = {number for number in self.shown if self.games[number].end().plies() >= plies}
        assert set(self.library.find(Query.of_position(board))) == wanted

    @rule()
    def what_is_not_there(self):
        for act in (self.library.game, lambda number: self.library.keep(number, played("e4"))):
            try:
                act(10**6)
            except LibraryError as error:
                assert "The library has no game 1000000" in str(error)  # noqa: PT017
            else:
                raise AssertionError("a game that is not there")

    @property
    def shown(self):
        return set(self.games) - self.deleted

    @invariant()
    def all_is_there(self):
        assert set(self.library.find()) == self.shown
        for number, game in self.games.items():
            kept = self.library.game(number)
            assert (str(kept.game), kept.play) == (str(game), self.states[number])
            assert kept.row.deleted == (number in self.deleted)
            assert (kept.row.plies, kept.row.result) == (game.end().plies(), game.result)


LibraryLikeADictionary.TestCase.settings = examples(60, stateful_step_count=20)
TestLibrary = LibraryLikeADictionary.TestCase
