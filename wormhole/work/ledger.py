"""The ledger of a long piece of work: which jobs are done, and their results.

It is a journal: first it says what the work is, then it has each job with its result, written once the job is
done. So the work can be stopped at any time and gone on with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wormhole.library import journal
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted, shown_path


class Ledger:
    """The ledger in a file, which is made if there is none; ``work`` says what is done.

    ``results`` has the results so far, by their jobs, which are numbers. Raises
    :class:`WormholeError` if the file cannot be used, or is of other work.
    """

    def __init__(self, path: Path, work: Mapping[str, Any]) -> None:
        self._path = path
        try:
            path.parent.stat()  # a journal would make the folder of a mistyped path
            entries = journal.read(path)
        except OSError as error:
            raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
        if not entries:
            self._append(work)
        elif entries[0] != work:
            raise WormholeError(f"{shown_path(path)}: this file belongs to other work: {quoted(entries[0])}")
        for entry in entries[1:]:
            if type(entry.get("job")) is not int or "result" not in entry:
                raise WormholeError(f"{shown_path(path)}: an entry is not a job with its result")
        self.results: dict[int, Any] = {entry["job"]: entry["result"] for entry in entries[1:]}

    def add(self, job: int, result: Any) -> None:
        """Note a job as done, the first time. Raises :class:`WormholeError`."""
        if job not in self.results:
            self._append({"job": job, "result": result})
            self.results[job] = result

    def _append(self, entry: Mapping[str, Any]) -> None:
        try:
            journal.append(self._path, [entry])
        except OSError as error:
            raise WormholeError(f"{shown_path(self._path)}: {error.strerror}") from None
