"""placeholder"""

from __future__ import annotations
from services.retriever.model import ImportOptions, ParsedFile


def read_csv(content: bytes, file_name: str, options: ImportOptions) -> ParsedFile:
    raise NotImplementedError
