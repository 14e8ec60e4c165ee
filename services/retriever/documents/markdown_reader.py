"""Markdown to blocks, through the HTML that it stands for: CommonMark with tables, strikethrough, footnotes."""

from __future__ import annotations

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from services.retriever.documents.html_reader import read_html
from services.retriever.documents.model import Reading


def read_markdown(text: str) -> Reading:
    """Read a Markdown file. Front matter is metadata, and HTML inside is judged as HTML is."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(footnote_plugin)
    return read_html(f"<body>{parser.render(text)}</body>")
