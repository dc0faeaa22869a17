"""The headers of a game: the tag pairs of PGN, with the seven that every game has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping

UNDECIDED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNDECIDED)
ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": UNDECIDED,
}
"""The seven headers that every game has, in order, with their values for unknown (PGN standard, 8.1.1)."""


class Headers(MutableMapping[str, str]):
    """Names and values in the order of PGN: first the seven of the roster, then the others as they came.

    A header of the roster that is deleted becomes unknown.

    >>> headers = Headers({"Annotator": "Ada", "White": "Bob"})
    >>> list(headers)[-2:], headers["White"], headers["Result"]
    (['Result', 'Annotator'], 'Bob', '*')
    """

    def __init__(self, values: Mapping[str, str] = {}, changed: Callable[[], None] | None = None) -> None:
        self._values = {**ROSTER, **values}
        self._changed = changed

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __setitem__(self, name: str, value: str) -> None:
        if self._values.get(name) != value:
            self._values[name] = value
            self._tell()

    def __delitem__(self, name: str) -> None:
        if name in ROSTER:
            self[name] = ROSTER[name]
        else:
            del self._values[name]
            self._tell()

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Headers({self._values!r})"

    def _tell(self) -> None:
        if self._changed is not None:
            self._changed()
