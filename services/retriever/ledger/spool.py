"""Changes of a large file, kept in a temporary file while the ledger that they are laid over is read."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator, Sequence

from services.retriever.model import SourceChange

# Below so many a file's changes are not worth a detour.
LARGE = 20_000
# Changes that are in memory at once; within them equal texts stay one.
AT_ONCE = 10_000


class Spool:
    """Changes in their order. They can be gone through once; the temporary file is gone with the last, or with this."""

    def __init__(self, changes: Sequence[SourceChange]) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open until it was gone through
        for start in range(0, len(changes), AT_ONCE):
            pickle.dump(changes[start : start + AT_ONCE], self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()
        self._file.seek(0)

    def __iter__(self) -> Iterator[SourceChange]:
        with self._file as file:
            while file.tell() < self._end:
                some = list(reversed(pickle.load(file)))  # noqa: S301 - written above, by this process
                while some:
                    yield some.pop()
