"""A contestant that speaks the Universal Chess Interface: https://www.chessprogramming.org/UCI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wormhole.arena.contestant import EngineError
from wormhole.arena.engine_process import EngineProcess
from wormhole.engine.levels import Limit
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError
from wormhole.rules.move import Move
from wormhole.rules.quoting import quoted
from wormhole.rules.variant import Variant

USUAL_VARIANT = "chess"
"""The variant of an engine without the option ``UCI_Variant``."""


class UciClient:
    """An engine run by ``command``, with ``options`` set; ``patience_seconds`` are added to every limit."""

    def __init__(
        self,
        command: Sequence[str],
        variant: Variant,
        limit: Limit,
        options: Mapping[str, str],
        patience_seconds: float,
    ) -> None:
        self._command, self._variant, self._options = tuple(command), variant, dict(options)
        self._go = go_command(limit)
        self._patience_seconds = patience_seconds
        self._answer_seconds = (limit.seconds or 0) + patience_seconds
        self._position = ""
        self._name = self._command[0]
        self._process: EngineProcess | None = None

    @property
    def name(self) -> str:
        """The engine's own name, once it has run."""
        return self._name

    def new_game(self, board: Board) -> None:
        """Start the engine if it does not run, and send the start of a new game."""
        start = board.root().fen()
        self._position = "startpos" if start == Board(board.variant).fen() else f"fen {start}"
        try:
            if self._process is None:
                self._start()
            self._running.say("ucinewgame", "isready")
            self._heard("readyok", self._patience_seconds)
        except EngineError:
            self.close()
            raise

    def move(self, board: Board) -> Move:
        """The engine's best move."""
        moves = "".join(f" {move}" for move in board.move_stack)
        try:
            self._running.say(f"position {self._position}{' moves' if moves else ''}{moves}", self._go)
            words = self._heard("bestmove", self._answer_seconds).split()
            return legal_move(board, words[1] if len(words) > 1 else "")
        except EngineError:
            self.close()
            raise

    def close(self) -> None:
        """End the engine."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    @property
    def _running(self) -> EngineProcess:
        assert self._process is not None, "it is started before each game"
        return self._process

    def _start(self) -> None:
        self._process = EngineProcess(self._command)
        self._running.say("uci")
        offered = {}
        for line in self._running.lines(self._patience_seconds):
            if line == "uciok":
                break
            if line.startswith("id name "):
                self._name = line.removeprefix("id name ")
            elif line.startswith("option name "):
                option, _, about = line.removeprefix("option name ").partition(" type ")
                offered[option.lower()] = about
        self._running.say(*self._settings(offered))

    def _settings(self, offered: Mapping[str, str]) -> list[str]:
        """The lines that set variant and options. Raises :class:`EngineError` for unknown ones."""
        options, game = dict(self._options), self._variant.name
        choices = offered.get("uci_variant", f"combo var {USUAL_VARIANT}").split(" var ")[1:]
        if game not in map(str.strip, choices):
            raise EngineError(f"{self._name} does not play {game}")
        if "uci_variant" in offered:
            options["UCI_Variant"] = game
        for option in options:
            if option.lower() not in offered:
                raise EngineError(f"{self._name} has no option {quoted(option)}")
        return [f"setoption name {option} value {value}" for option, value in options.items()]

    def _heard(self, word: str, seconds: float) -> str:
        """The next line that begins with ``word``."""
        return next(line for line in self._running.lines(seconds) if line.split()[:1] == [word])


def go_command(limit: Limit) -> str:
    """The ``go`` line that asks for a search within ``limit``.

    >>> go_command(Limit(depth=5, seconds=0.25))
    'go depth 5 movetime 250'
    """
    words = ["go"]
    if limit.depth != Limit().depth:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.seconds is not None:
        words.append(f"movetime {max(round(limit.seconds * 1000), 1)}")
    return " ".join(words)


def legal_move(board: Board, text: str) -> Move:
    """The move that an engine wrote, without its roll. Raises :class:`EngineError`."""
    try:
        return board.parse_uci(text.partition("@")[0])
    except MoveError as error:
        raise EngineError(f"plays an illegal move: {error}") from None
