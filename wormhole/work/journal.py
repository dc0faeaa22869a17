"""The journal of a long piece of work: which jobs are done, and their results.

It has one object of JSON on each line: first what the work is, then each job with its result. A line is
written once the job is done, so that the work can be stopped at any time and gone on with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wormhole.library.keeping import append_text, write_text
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path


class Journal:
    """The journal in a file, which is made if there is none; ``work`` says what is done.

    ``results`` has the results so far, by their jobs, which are numbers. Raises
    :class:`WormholeError` if the file cannot be used, or is of another work.
    """

    def __init__(self, path: Path, work: Mapping[str, Any]) -> None:
        self._path = path
        self.results: dict[int, Any] = {}
        try:
            text = path.read_text("utf-8") if path.exists() else ""
            whole, _, torn = text.rpartition("\n")
            lines = [json.loads(line) for line in whole.splitlines()]
            if torn:  # the process was killed while it wrote
                write_text(path, whole and whole + "\n")
        except OSError as error:
            raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
        except ValueError:
            raise WormholeError(f"{shown_path(path)}: this is no journal of work") from None
        if not lines:
            self._append(dict(work))
        elif lines[0] != dict(work):
            raise WormholeError(f"{shown_path(path)}: this is the journal of another work: {lines[0]}")
        for line in lines[1:]:
            self.results[line["job"]] = line["result"]

    def add(self, job: int, result: Any) -> None:
        """Note a job as done; at most once. Raises :class:`WormholeError`."""
        if job not in self.results:
            self._append({"job": job, "result": result})
            self.results[job] = result

    def _append(self, data: Mapping[str, Any]) -> None:
        try:
            append_text(self._path, json.dumps(data, ensure_ascii=False) + "\n")
        except OSError as error:
            raise WormholeError(f"{shown_path(self._path)}: {error.strerror}") from None
