"""E-mail to blocks: the body as its reader sees it, then each attachment by what it holds. Headers are no evidence."""

from __future__ import annotations

import email
import email.errors
import email.policy
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage, Message
from typing import cast

from services.common.errors import InvalidArgument
from services.retriever.documents.html_reader import read_html
from services.retriever.documents.model import Block, Heading, Paragraph, Reading, SourceTable
from services.retriever.documents.plain_reader import read_plain

MAX_PARTS = 200
MAX_ATTACHMENTS = 50
MAX_DEPTH = 3
MAX_BYTES = 128 * 1024 * 1024

ReadPart = Callable[[bytes], Reading]
"""Reads an attachment by its content; raises `InvalidArgument` for what is not read."""


def read_eml(content: bytes, read_part: ReadPart) -> Reading:
    """Read a message. An attachment that cannot be read is named in the notices, and the rest is read."""
    message = email.message_from_bytes(content, policy=email.policy.default)
    reader = _MailReader(read_part)
    reader.read(message)
    return Reading(tuple(reader.blocks), tuple(reader.notices))


class _MailReader:
    def __init__(self, read_part: ReadPart) -> None:
        self.blocks: list[Block] = []
        self.notices: list[str] = []
        self._read_part = read_part
        self._attachments = 0
        self._parts = 0
        self._bytes = 0

    def read(self, message: EmailMessage) -> None:
        body = _body(message)
        for part in body:
            self._body(part)
        for part in _leaves(message, 0):
            self._parts += 1
            if self._parts > MAX_PARTS:
                self.notices.append(f"more than {MAX_PARTS} parts: the rest is left out")
                return
            if part is not message and not any(part is one for one in body) and _is_attachment(part):
                self._attachment(part)

    def _body(self, part: EmailMessage) -> None:
        text = _text(part)
        is_html = part.get_content_subtype() == "html"
        reading = read_html(text) if is_html else read_plain(_unquoted(text))
        self.blocks += reading.blocks if is_html else map(_without_greeting, reading.blocks)
        self.notices += reading.notices

    def _attachment(self, part: EmailMessage) -> None:
        self._attachments += 1
        number = self._attachments
        if number > MAX_ATTACHMENTS:
            return
        content = _content(part)
        self._bytes += len(content)
        if not content.strip() or self._bytes > MAX_BYTES:
            self.notices.append(
                f"attachment {number} left out: {'it is empty' if not content.strip() else 'it is too large'}"
            )
            return
        try:
            reading = self._read_part(content)
        except InvalidArgument as error:
            reason = error.metadata.get("detail", "") if error.metadata else ""
            self.notices.append(f"attachment {number} left out: {reason or 'it cannot be read'}")
            return
        if reading.blocks and not isinstance(reading.blocks[0], Heading):
            # A file's name is no evidence, and something has to part it from what stands before.
            self.blocks.append(Heading(1, f"Attachment {number}"))
        self.blocks += map(_without_place, reading.blocks)
        self.notices += [f"attachment {number}: {notice}" for notice in reading.notices]


def _leaves(part: Message, depth: int) -> Iterator[EmailMessage]:
    """The parts of a message, a message inside it as one part."""
    inner = part.get_payload()
    if isinstance(inner, list) and part.get_content_type() != "message/rfc822" and depth < MAX_PARTS:
        for one in inner:
            if isinstance(one, Message):
                yield from _leaves(one, depth + 1)
    else:
        yield cast("EmailMessage", part)


def _body(message: EmailMessage) -> list[EmailMessage]:
    """What a mail program shows as the message: HTML where there is a choice."""
    try:
        body = message.get_body(("html", "plain"))
    except (KeyError, ValueError, AttributeError, email.errors.MessageError):
        body = None
    return [cast("EmailMessage", body)] if body is not None else []


def _is_attachment(part: object) -> bool:
    one = cast("EmailMessage", part)
    if one.get_content_maintype() == "image" and one.get("Content-ID"):
        return False
    if one.get_content_disposition() == "attachment" or one.get_filename():
        return True
    # The other side of an alternative says the same again.
    return one.get_content_maintype() not in ("text", "multipart") or one.get_content_type() == "text/csv"


def _text(part: EmailMessage) -> str:
    try:
        content = part.get_content()
    except (LookupError, UnicodeError, ValueError, AttributeError):
        payload = part.get_payload(decode=True)
        content = payload.decode("cp1252", errors="replace") if isinstance(payload, bytes) else ""
    if isinstance(content, str) and "\ufffd" in content and part.get_content_charset() is None:
        # Nobody said what the bytes are, and those who leave it out write UTF-8 nowadays.
        payload = part.get_payload(decode=True)
        content = payload.decode("utf-8", errors="replace") if isinstance(payload, bytes) else content
    return content if isinstance(content, str) else ""


def _content(part: EmailMessage) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload()
        first = inner[0] if isinstance(inner, list) and inner else None
        return first.as_bytes() if isinstance(first, Message) else b""
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, AssertionError):
        return b""
    if not isinstance(payload, bytes):
        return b""
    if part.get_content_maintype() == "text":
        charset = part.get_content_charset()
        try:
            return payload.decode(charset or "utf-8").encode()
        except (LookupError, UnicodeDecodeError):
            return payload
    return payload


def _without_place(block: Block) -> Block:
    """Pages of attachments are no pages of the message."""
    if isinstance(block, SourceTable):
        return replace(block, rows=tuple(tuple(replace(cell, place=None) for cell in row) for row in block.rows))
    return replace(block, place=None)


def _without_greeting(block: Block) -> Block:
    """Short lines of a letter are greetings and names, and no headings."""
    return Paragraph(block.text) if isinstance(block, Heading) and not block.text.isupper() else block


def _unquoted(text: str) -> str:
    """The text with the marks of quoting taken from the lines that have them."""
    return re.sub(r"^(?:> ?)+", "", text, flags=re.MULTILINE)
