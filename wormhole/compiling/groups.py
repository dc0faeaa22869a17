"""Groups of loops that numba compiles, and the files of the user's cache that keep their machine code.

The compiled twin of a loop is a function with the same behaviour. Compiling takes some twenty seconds; from
the cache the machine code loads in a fraction of a second. Each group is compiled, kept and loaded as a
whole, so perft need not wait for the search.

A cache file begins with a checksum of its name and content, so that damaged, incomplete or confused files are
never run. It is in the user's cache folder or, if that is not writable, in the folder for temporary files. No
other user may write there, because the content is executed. A wheel or a bundle for one platform has the
files among its own (:data:`SHIPPED`), so that its first start need not compile.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import os
import queue
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from wormhole.base.quoting import clipped
from wormhole.compiling import twins
from wormhole.compiling.children import LOOK_AGAIN_SECONDS, CompilingChild
from wormhole.compiling.fingerprint import Loop, fingerprint
from wormhole.compiling.twins import Calls, CompileMode, Twins
from wormhole.own_program import cores
from wormhole.version import APPLICATION

MAPPINGS = Path("/proc/self/smaps")
MADV_DONTNEED = 4
READ_ONLY, COMPILER, UNCHANGED = ("r-xp", "r--p"), "libllvmlite", ("Private_Dirty:", "0", "kB")

SHIPPED = Path(__file__).with_name("compiled_loops")
"""The folder of the files that a wheel or a bundle has; in a source tree there is none."""

KEPT_SECONDS = 14 * 24 * 3600.0
"""A file unused for this long is removed when another one is written."""

HALF_WRITTEN_SECONDS = 3600.0
"""A temporary file older than this was left by a killed process."""

_NEW = ".new"
_SUM = hashlib.sha256().digest_size

LONGEST_ERROR = 300


def give_back_compiler() -> None:
    """Unmap the pages of LLVM's code and constants, some 60 MB, which linking the loops has read.

    The system reads them again if anything is compiled or linked later (madvise(2)). They are parts of a file
    that nothing writes, so nothing is lost. Elsewhere than on Linux nothing is done.
    """
    if sys.platform != "linux":
        return
    try:
        lines = MAPPINGS.read_text("utf-8", "replace").splitlines()
        madvise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):
        return
    madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    for begin, end in code_of_compiler(lines):
        madvise(begin, end - begin, MADV_DONTNEED)


def code_of_compiler(lines: Iterable[str]) -> list[tuple[int, int]]:
    """The first and the last address of each mapping of LLVM's code and constants, by /proc/self/smaps.

    What the dynamic linker has changed is left out.

    >>> code_of_compiler(["1000-3000 r-xp 0 0:0 1  /lib/libllvmlite.so", "Private_Dirty:   0 kB"])
    [(4096, 12288)]
    """
    found, mapping = [], ["", ""]
    for words in map(str.split, lines):
        if "-" in words[0]:
            mapping = words
        elif tuple(words) == UNCHANGED and COMPILER in mapping[-1] and mapping[1] in READ_ONLY:
            first, last = mapping[0].split("-")
            found.append((int(first, 16), int(last, 16)))
    return found


class CacheError(Exception):
    """A cache file is missing, damaged, or cannot be read or written."""


def read(name: str) -> bytes:
    """The content of the file ``name``. Raises :class:`CacheError`."""
    trouble = "not compiled yet"
    for folder in (SHIPPED, *_folders()):
        path = folder / name
        try:
            if folder is not SHIPPED and not _is_private(folder):
                continue
            found = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            trouble = f"{path}: {error.strerror}"
            continue
        if found[:_SUM] == _checksum(name, found[_SUM:]):
            if folder is not SHIPPED:
                with contextlib.suppress(OSError):
                    os.utime(path)  # marks it as used
            return found[_SUM:]
        trouble = f"{path} is damaged"
    raise CacheError(trouble)


def write(name: str, content: bytes) -> None:
    """Write ``content`` to the file ``name``, atomically. Raises :class:`CacheError`."""
    trouble = "there is no folder for them"
    for folder in _folders():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_private(folder):
                trouble = f"others may write to {folder}"
                continue
            _write(folder / name, _checksum(name, content) + content)
        except OSError as error:
            trouble = f"{folder}: {error.strerror}"
            continue
        _remove_old(folder)
        return
    raise CacheError(trouble)


def _write(path: Path, content: bytes) -> None:
    """Replace a file atomically: other processes see the old content or the new one."""
    number, new = tempfile.mkstemp(_NEW, path.name, path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def _folders() -> Iterator[Path]:
    yield Path(platformdirs.user_cache_dir(APPLICATION), "compiled")
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    with contextlib.suppress(OSError):  # there may be no folder for temporary files
        yield Path(tempfile.gettempdir(), f"{APPLICATION}{user}")


def _is_private(folder: Path) -> bool:
    """Whether no other user may write there; always True on Windows, where users have separate folders."""
    if not hasattr(os, "getuid"):
        return True
    found = os.lstat(folder)
    is_writable = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not is_writable


def _checksum(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _remove_old(folder: Path) -> None:
    now = time.time()
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may have removed it
            age = now - path.stat().st_mtime
            if age > KEPT_SECONDS or (path.suffix == _NEW and age > HALF_WRITTEN_SECONDS):
                path.unlink()


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
    """Make :func:`use_all` neither load nor compile in this process; for processes with a window.

    There a separate thread loads the loops (:mod:`wormhole.engine.readiness`).
    """
    never_waits.set()


never_waits = threading.Event()
"""Set once :func:`never_wait` was called."""


class LoopGroup:
    """Loops that are compiled, kept and loaded together. Any thread may call any method.

    ``name`` is the group's place as ``module:NAME``, so that another process finds it. ``calls`` is called
    with a function from loops to their twins.
    """

    def __init__(self, name: str, loops: Sequence[Loop], calls: Calls) -> None:
        self.name = name
        self.loops = tuple(loops)
        self._calls = calls
        self._twins: Twins = {}
        self.way: str | None = None
        """The name of the way in which the twins were compiled; None until they are loaded."""
        self.trouble: str | None = None
        """Why the twins cannot be compiled; it is not tried again."""
        self._at_work = threading.RLock()

    @property
    def is_loaded(self) -> bool:
        """Whether the twins are loaded in this process."""
        return bool(self._twins)

    def twin(self, loop: Loop) -> Loop:
        """The compiled twin of a loop of the group. Raises :class:`NotCompiledError`."""
        if not self.use():
            raise NotCompiledError(self.trouble or f"the {self.label} loops are not loaded")
        return self._twins[loop]

    def entry(self, loop: Loop) -> Callable[..., Any]:
        """The machine code of a twin, called without checks of its arguments' types."""
        return twins.entry(self.twin(loop))

    def use(self) -> bool:
        """Load the loops, or else let a child compile them, see :func:`use_all`; whether they are loaded now.

        Each new board asks this, so that it must be quick once they are.
        """
        return self.is_loaded or use_all((self,))

    def load(self) -> None:
        """Load the twins from the cache; never compiles. Raises :class:`NotCompiledError`."""
        with self._at_work:
            if self._twins:
                return
            try:
                with _uncollected():
                    found, way = twins.read(self.loops, read(self._file()))
                    self._calls(found.__getitem__)
            except Exception as error:  # no cache content and no version of numba may end a game
                raise NotCompiledError(_one_line(error)) from error
            self._twins, self.way = found, way
            give_back_compiler()

    def trouble_of_loading(self) -> NotCompiledError | None:
        """Load the twins; returns the error if that fails."""
        try:
            self.load()
        except NotCompiledError as error:
            return error
        return None

    def build(self) -> None:
        """Compile the twins in this process, for a processor of numba's choice unless it is chosen before.

        Raises :class:`NotCompiledError`.
        """
        with self._at_work:
            self._twins = self._compiled()

    def store(self) -> None:
        """Write the twins to the cache. Raises :class:`NotCompiledError`."""
        try:
            if not twins.is_for_processor():
                raise NotCompiledError("numba was set up before for the processor of this machine")
            write(self._file(), twins.written(self._twins, str(self.way)))
        except Exception as error:
            raise NotCompiledError(_one_line(error)) from error

    def copy_to(self, folder: Path) -> None:
        """Copy the file of the cache to another folder. Raises :class:`CacheError` and :class:`OSError`."""
        name = self._file()
        content = read(name)
        _write(folder / name, _checksum(name, content) + content)

    def build_and_store(self) -> NotCompiledError | None:
        """Compile the twins and write them to the cache, unless they can be loaded; returns the error if that
        fails.
        """
        if self.trouble_of_loading():
            try:
                self.build()
                self.store()
            except NotCompiledError as error:
                return error
        return None

    @property
    def label(self) -> str:
        """What the group is called in messages."""
        return self.name.rpartition(":")[2].lower()

    def _compiled(self) -> Twins:
        try:
            return self._compiled_by(twins.fast_way())
        except Exception as error:
            complain(
                f"{self.label} is compiled in numba's ordinary way, since ours fails: {_one_line(error)}"
            )
        try:
            return self._compiled_by(twins.ORDINARY)
        except Exception as error:
            raise NotCompiledError(_one_line(error)) from error

    def _compiled_by(self, way: CompileMode) -> Twins:
        made = twins.compiled(self.loops, self._calls, way)
        self._calls(made.__getitem__)
        self.way = way.name
        return made

    def _file(self) -> str:
        return f"{self.label}-{sys.implementation.cache_tag}-{fingerprint(self.loops)}.loops"


@contextlib.contextmanager
def compiled_meanwhile(group: LoopGroup) -> Iterator[None]:
    """Load a group of loops; if it is not compiled yet, let a thread obtain it during the block."""
    is_over = threading.Event()

    def obtained() -> None:
        with contextlib.suppress(NotCompiledError):  # the plain loops are slower, with the same results
            for _share in obtain((group,), lambda: not is_over.is_set()):
                pass

    try:
        if group.trouble_of_loading() and available():
            threading.Thread(target=obtained, name="loops", daemon=True).start()
        yield
    finally:
        is_over.set()


def obtain(groups: Sequence[LoopGroup], is_wanted: Callable[[], bool]) -> Iterator[float]:
    """Load groups of loops into this process; child processes compile those that are missing.

    There is at most one child for each core. The first groups come first. A group is loaded as soon as its
    child has compiled it. Yields the progress of all, 0.0 to 1.0. Ends early once ``is_wanted()`` is false.
    Raises :class:`NotCompiledError`.
    """
    missing = [group for group in groups if group.trouble_of_loading()]
    news: queue.SimpleQueue[CompilingChild] = queue.SimpleQueue()
    failures = []
    with contextlib.ExitStack() as stack:
        children = {_child(shared, news, stack): shared for shared in dealt(missing, cores())}
        while any(children.values()) and is_wanted():
            with contextlib.suppress(queue.Empty):
                child = news.get(timeout=LOOK_AGAIN_SECONDS)
                waiting = children[child]
                children[child] = [group for group in waiting if not child.is_done_with(group.name)]
                for group in waiting:
                    if group not in children[child]:
                        failures += _taken(child, group)
            yield sum(child.share for child in children) / len(children)
        if is_wanted():
            for said in filter(None, (child.said for child in children)):
                complain(f"the process that compiles says:\n{said}")
    if failures and is_wanted():
        raise failures[0]


Each = TypeVar("Each")


def dealt(things: Sequence[Each], count: int) -> list[list[Each]]:
    """The things in at most ``count`` lists, dealt there and back: the first list has the first, the second
    one the second and the third. So a list that began earlier gets less of what follows.

    >>> dealt("abcde", 2)
    [['a', 'd', 'e'], ['b', 'c']]
    """
    lists: list[list[Each]] = [[] for _ in range(min(len(things), count))]
    for start in range(0, len(things), count):
        row = things[start : start + count]
        order = lists if start // count % 2 == 0 else lists[::-1]
        for each, some in zip(row, order, strict=False):
            some.append(each)
    return lists


def _child(
    groups: Sequence[LoopGroup], news: queue.SimpleQueue[CompilingChild], stack: contextlib.ExitStack
) -> CompilingChild:
    """A child that compiles the groups and ends with the stack. Raises :class:`NotCompiledError`."""
    try:
        child = CompilingChild([group.name for group in groups], news)
    except OSError as error:
        raise NotCompiledError(f"the process that compiles cannot be started: {error}") from error
    stack.callback(child.close)
    return child


def _taken(child: CompilingChild, group: LoopGroup) -> list[NotCompiledError]:
    """Load a group that a child is done with; returns the error if that fails."""
    missing = group.trouble_of_loading()  # another program may have compiled it meanwhile
    if missing is None:
        return []
    trouble = child.trouble_of(group.name)
    return [NotCompiledError(trouble) if trouble else missing]


def use_all(groups: Iterable[LoopGroup]) -> bool:
    """Load groups, or else let children compile them, with a note on stderr; whether all are loaded now.

    For programs that may wait for them. A failure is reported on stderr and not tried again.
    """
    groups = tuple(groups)
    if never_waits.is_set() or not available():
        return all(group.is_loaded for group in groups)
    with _waiting:
        missing = {
            group: trouble
            for group in groups
            if not group.is_loaded and group.trouble is None and (trouble := group.trouble_of_loading())
        }
        if missing:
            _compile(missing)
    return all(group.is_loaded for group in groups)


_waiting = threading.RLock()


def _compile(missing: Mapping[LoopGroup, NotCompiledError]) -> None:
    """Compile groups in children or, if that fails, in this process, where they are not kept."""
    for group, trouble in missing.items():
        complain(f"compiling the {group.label} loops, once ({trouble}) ...")
    try:
        for _ in obtain(tuple(missing), lambda: True):
            pass
    except NotCompiledError as error:
        for group in missing:
            if group.is_loaded:
                continue
            complain(f"the {group.label} loops will be compiled again next time: {error}")
            try:
                group.build()
            except NotCompiledError as trouble:
                group.trouble = str(trouble)
                complain(f"the {group.label} loops cannot be compiled and will be slow: {trouble}")


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
    is_ours = isinstance(error, (NotCompiledError, CacheError))
    return text if is_ours else f"{type(error).__name__}: {text}"
