"""Reads the games of a PGN text for the library, on all cores.

The text is split into games here. They are read, played and written as text by child processes and, while
these are busy, here. What is read comes in the order of the text. If a child fails, its games are read here.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from wormhole.base.children import Child, Parent
from wormhole.compiling.groups import never_wait
from wormhole.library import pgn
from wormhole.library.database import writing
from wormhole.library.database.game_rows import Snapshot, snapshot
from wormhole.library.database.position_index import keys_to
from wormhole.library.pgn_parser import ParsedGame, PgnError, parse_games
from wormhole.library.pgn_warnings import PgnWarning
from wormhole.own_program import cores, in_own_group
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.variant import Variant

READ_AT_ONCE = 64
"""Games that a child gets at once."""

BATCHES_AHEAD, MOST_BATCHES = 2, 32
"""Batches that a child has at once: one that it reads, and the next one; and how many wait for a child's."""

READ_ALONE = 250
"""So many games are read before a child is started, which takes most of a second."""

LEAST_PLIES = 4
"""A text without headers and with fewer moves before its first error is no game, but another kind of file."""

MOST_CHILDREN = 3
"""With more of them, they would wait for the texts."""


@dataclass(frozen=True)
class ReadGame:
    """A game that was read, with its digest and the keys of its positions.

    ``number`` is its number in the text, and ``warnings`` say what was read leniently. Of a game with an
    error, there are the moves before it; ``error`` has no game with it.
    """

    kept: Snapshot
    digest: int
    keys: bytes
    number: int
    warnings: tuple[PgnWarning, ...] = ()
    error: PgnError | None = None


Read = ReadGame | PgnError
"""A game, or why there is none of which a move could be read. The error has no game with it."""

_Sent = tuple[list[Variant], list[tuple[Any, ...] | PgnError]]
"""What a child sends of a batch: the variants that it has not sent before; the errors, and the content of the
games, each with the number of its variant."""


def read_games(
    lines: Iterable[str], variants: Iterable[Variant] = (), children: int | None = None
) -> Generator[Read]:
    """The games in ``lines``, in order. Raises :class:`PgnError` behind the last one if the lines do.

    ``children`` is the greatest number of child processes. Closing the iterator ends them.
    """
    games = tuple(variants)
    most = min(cores() - 1, MOST_CHILDREN) if children is None else children
    parsed, error = _until_error(parse_games(lines))
    for each in islice(parsed, READ_ALONE if most else None):
        yield _read(each, games)
    with contextlib.ExitStack() as stack:
        readers: list[_Reader] | None = None
        coming: deque[_Batch | _SentBatch] = deque()
        while batch := list(islice(parsed, READ_AT_ONCE)):
            if readers is None:
                readers = [stack.enter_context(contextlib.closing(_Reader(games))) for _ in range(most)]
            reader = next((each for each in readers if each.is_free), None)
            coming.append(_Batch(batch, games) if reader is None else reader.read(batch))
            while coming and (coming[0].is_read or len(coming) > MOST_BATCHES):
                yield from coming.popleft().found()
        while coming:
            yield from coming.popleft().found()
    if error:
        raise error[0]


def _until_error(parsed: Iterator[ParsedGame]) -> tuple[Iterator[ParsedGame], list[PgnError]]:
    """The games before an error of the lines, and a list that gets the error."""
    found: list[PgnError] = []

    def games() -> Iterator[ParsedGame]:
        try:
            yield from parsed
        except PgnError as error:
            found.append(error)

    return games(), found


def _read(parsed: ParsedGame, variants: tuple[Variant, ...]) -> Read:
    trouble = None
    try:
        game, end = pgn.played(parsed, variants)
    except PgnError as error:
        trouble = error.without_game()
        if error.game is None or error.game.end().plies() < (1 if parsed.headers else LEAST_PLIES):
            return trouble
        game, end = error.game, error.game.end().board()
    kept = snapshot(game)
    return ReadGame(kept, writing.digest(kept), keys_to(end), parsed.number, tuple(game.warnings), trouble)


def _read_all(batch: Sequence[ParsedGame], variants: tuple[Variant, ...]) -> list[Read]:
    return [_read(each, variants) for each in batch]


class _Batch:
    """Games that were read here."""

    is_read = True

    def __init__(self, parsed: Sequence[ParsedGame], variants: tuple[Variant, ...]) -> None:
        self._found = _read_all(parsed, variants)

    def found(self) -> list[Read]:
        """The games."""
        return self._found


class _SentBatch:
    """Games that a child reads; if it fails, they are read here."""

    def __init__(
        self, parsed: Sequence[ParsedGame], variants: tuple[Variant, ...], known: list[Variant]
    ) -> None:
        self._parsed, self._variants, self._known = parsed, variants, known
        self.answer: Future[bytes | None] = Future()

    @property
    def is_read(self) -> bool:
        """Whether `found` need not wait."""
        return self.answer.done()

    def found(self) -> list[Read]:
        """The games."""
        content = self.answer.result()
        if content is None:
            return _read_all(self._parsed, self._variants)
        variants, found = pickle.loads(content)
        self._known += variants
        return [each if isinstance(each, PgnError) else _read_game(each, self._known) for each in found]


class _Reader:
    """A child process that reads games.

    Its answers are taken from the pipe by a thread, so that it never waits for this process.
    """

    def __init__(self, variants: tuple[Variant, ...]) -> None:
        self._variants = variants
        self._known: list[Variant] = []
        self._waiting: deque[_SentBatch] = deque()
        self._is_working = False
        """Whether it has started, and has not failed."""
        self._child: Child | None = None
        with contextlib.suppress(OSError):
            self._child = Child(f"{__name__}:main", **in_own_group())
            self._child.send(variants)
            self._thread = threading.Thread(
                target=self._listen, args=(self._child,), name="reading games", daemon=True
            )
            self._thread.start()

    @property
    def is_free(self) -> bool:
        """Whether it should get another batch."""
        return self._is_working and len(self._waiting) < BATCHES_AHEAD

    def read(self, parsed: Sequence[ParsedGame]) -> _SentBatch:
        """Let it read a batch."""
        batch = _SentBatch(parsed, self._variants, self._known)
        self._waiting.append(batch)
        if self._child is not None:
            self._child.send(parsed)
        if not self._is_working:
            self._fail()  # the thread may have ended before it saw the batch
        return batch

    def close(self) -> None:
        """End it."""
        if self._child is not None:
            self._child.kill()
            self._thread.join()
            self._child.close()

    def _listen(self, child: Child) -> None:
        messages = child.messages()
        self._is_working = bool(next(messages, b""))
        for content in messages:
            self._waiting.popleft().answer.set_result(content)
        self._is_working = False
        self._fail()

    def _fail(self) -> None:
        """Leave to this process what it was to read."""
        with contextlib.suppress(IndexError):
            while True:
                self._waiting.popleft().answer.set_result(None)


def _read_game(content: tuple[Any, ...], variants: Sequence[Variant]) -> ReadGame:
    variant, headers, movetext, opening, plies, *rest = content
    return ReadGame(Snapshot(variants[variant], headers, movetext, opening, plies), *rest)


def _sent(found: Sequence[Read], known: dict[Variant, int]) -> _Sent:
    """What is sent of games, of those variants that are ``known`` the number only."""
    fresh: list[Variant] = []
    content: list[tuple[Any, ...] | PgnError] = []
    for each in found:
        if isinstance(each, PgnError):
            content.append(each)
            continue
        kept = each.kept
        if kept.variant not in known:
            known[kept.variant] = len(known)
            fresh.append(kept.variant)
        moves = kept.movetext, kept.opening, kept.plies
        rest = each.digest, each.keys, each.number, each.warnings, each.error
        content.append((known[kept.variant], dict(kept.headers), *moves, *rest))
    return fresh, content


def main() -> None:
    """The child: read batches until there are no more, and send what is read."""
    never_wait()
    known: dict[Variant, int] = {}
    parent = Parent()
    messages = parent.messages()
    variants = next(messages)
    BOARD.trouble_of_loading()
    parent.send("ready")
    for batch in messages:
        BOARD.trouble_of_loading()  # the loops may have been compiled meanwhile
        parent.send(_sent(_read_all(batch, variants), known))
