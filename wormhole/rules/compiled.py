"""Groups of loops that numba compiles; the compiled twin of a loop is a function with the same behaviour.

Compiling takes up to a minute, once. The machine code is kept in the user's cache, from where it loads in a
fraction of a second. Each group is compiled, kept and loaded as a whole, so perft need not wait for the
search.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from wormhole.rules import loop_cache, twins
from wormhole.rules.compiler_memory import give_back_compiler
from wormhole.rules.fingerprint import Loop, fingerprint
from wormhole.rules.quoting import clipped
from wormhole.rules.twins import Twins, Way

LONGEST_ERROR = 300


class NotCompiledError(RuntimeError):
    """Loops are not compiled, or cannot be; the message says why."""


def available() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


def complain(text: str) -> None:
    """Write a line to stderr, if it is open."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(f"wormhole-chess: {text}", file=sys.stderr, flush=True)


def never_wait() -> None:
    """Make :meth:`LoopGroup.use` neither load nor compile in this process; for processes with a window.

    There a separate thread loads the loops, and a child process compiles them
    (:mod:`wormhole.engine.preparation`).
    """
    _never_waits.set()


_never_waits = threading.Event()


class LoopGroup:
    """Loops that are compiled, kept and loaded together. Any thread may call any method.

    ``name`` is the group's place as ``module:NAME``, so that another process finds it. ``call`` gets a
    function from loops to their twins, and calls each twin once, with arguments of the types of all later
    calls.
    """

    def __init__(
        self, name: str, loops: Sequence[Loop], call: Callable[[Callable[[Loop], Loop]], None]
    ) -> None:
        self.name = name
        self.loops = tuple(loops)
        self._call = call
        self._twins: Twins = {}
        self.way: str | None = None
        """The name of the way in which the twins were compiled; None until they are loaded."""
        self._trouble: str | None = None
        self._at_work = threading.RLock()

    @property
    def is_loaded(self) -> bool:
        """Whether the twins are loaded in this process."""
        return bool(self._twins)

    def twin(self, loop: Loop) -> Loop:
        """The compiled twin of a loop of the group. Raises :class:`NotCompiledError`."""
        if not self.use():
            raise NotCompiledError(self._trouble or f"the {self._label} loops are not loaded")
        return self._twins[loop]

    def entry(self, loop: Loop) -> Callable[..., Any]:
        """The machine code of a twin, called without checks of its arguments' types."""
        return twins.entry(self.twin(loop))

    def use(self) -> bool:
        """Load the twins, or else compile them here with a note on stderr; whether they are loaded now.

        For programs that may wait for them. A failure is reported on stderr and not tried again.
        """
        if self._twins or _never_waits.is_set():
            return self.is_loaded
        with self._at_work:
            if self._trouble is None and available():
                try:
                    self._load_or_build()
                except NotCompiledError as error:
                    self._trouble = str(error)
                    complain(f"the {self._label} loops cannot be compiled and will be slow: {error}")
        return self.is_loaded

    def load(self) -> None:
        """Load the twins from the cache; never compiles. Raises :class:`NotCompiledError`."""
        with self._at_work:
            if self._twins:
                return
            try:
                with _uncollected():
                    found, way = twins.read(self.loops, loop_cache.read(self._file()))
                    self._call(found.__getitem__)
            except Exception as error:  # no cache content and no version of numba may end a game
                raise NotCompiledError(_one_line(error)) from error
            self._twins, self.way = found, way
            give_back_compiler()

    def build(self) -> None:
        """Compile the twins in this process. Raises :class:`NotCompiledError`."""
        with self._at_work:
            self._twins = self._compiled()

    def keep(self) -> None:
        """Write the twins to the cache. Raises :class:`NotCompiledError`."""
        try:
            loop_cache.write(self._file(), twins.written(self._twins, str(self.way)))
        except Exception as error:
            raise NotCompiledError(_one_line(error)) from error

    @property
    def _label(self) -> str:
        return self.name.rpartition(":")[2].lower()

    def _load_or_build(self) -> None:
        try:
            self.load()
        except NotCompiledError as error:
            complain(f"compiling the {self._label} loops, once ({error}) ...")
            self.build()
            try:
                self.keep()
            except NotCompiledError as trouble:
                complain(f"the {self._label} loops will be compiled again next time: {trouble}")

    def _compiled(self) -> Twins:
        try:
            return self._compiled_by(twins.fast_way())
        except Exception as error:
            complain(
                f"{self._label} is compiled in numba's ordinary way, since ours fails: {_one_line(error)}"
            )
        try:
            return self._compiled_by(twins.ORDINARY)
        except Exception as error:
            raise NotCompiledError(_one_line(error)) from error

    def _compiled_by(self, way: Way) -> Twins:
        made = twins.compilable(self.loops, way)
        self._call(made.__getitem__)
        twins.freeze(made)
        self.way = way.name
        return made

    def _file(self) -> str:
        return f"{self._label}-{sys.implementation.cache_tag}-{fingerprint(self.loops)}.loops"


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector off what is loaded meanwhile.

    Numba has so many objects that to look through them holds up every thread for 70 ms each time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def _one_line(error: Exception) -> str:
    """The text of an error on one line; numba's have pages, of which the beginning and the end tell most."""
    text = clipped(" ".join(str(error).split()), LONGEST_ERROR)
    is_ours = isinstance(error, (NotCompiledError, loop_cache.CacheError))
    return text if is_ours else f"{type(error).__name__}: {text}"
