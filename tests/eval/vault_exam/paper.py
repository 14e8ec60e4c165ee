"""A paper: blocks in reading order, rendered to the format that its file name ends with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.eval.vault_exam.latent import Fact, Grid, Source

Inline = str | Fact


@dataclass(slots=True)
class Block:
    kind: str  # heading, text, list, table, note, hidden, page
    text: str = ""
    level: int = 1
    items: list[str] = field(default_factory=list)
    grid: Grid | None = None
    options: dict[str, Any] = field(default_factory=dict)


def joined(parts: tuple[Inline, ...]) -> str:
    return " ".join(p.text if isinstance(p, Fact) else p for p in parts)


class Paper:
    """`look` holds what only the renderer needs: page size, fonts, rules, furniture, delimiter."""

    def __init__(self, name: str, **look: Any) -> None:
        self.name = name
        self.look = look
        self.blocks: list[Block] = []
        self.attached: list[Paper] = []
        self.inside = ""

    def _own(self, thing: Source) -> None:
        thing.paper = self.inside or self.name

    def h(self, text: str, level: int = 1) -> Paper:
        self.blocks.append(Block("heading", text, level))
        return self

    def p(self, *parts: Inline, **options: Any) -> Paper:
        for x in parts:
            if isinstance(x, Fact):
                self._own(x)
        self.blocks.append(Block("text", joined(parts), options=options))
        return self

    def ul(self, *items: Inline, numbered: bool = False) -> Paper:
        for x in items:
            if isinstance(x, Fact):
                self._own(x)
        self.blocks.append(
            Block("list", items=[joined((x,)) for x in items], options={"numbered": numbered})
        )
        return self

    def table(self, grid: Grid, **options: Any) -> Paper:
        self._own(grid)
        self.blocks.append(Block("table", grid=grid, options=options))
        return self

    def note(self, mark: str, *parts: Inline) -> Paper:
        for x in parts:
            if isinstance(x, Fact):
                self._own(x)
        self.blocks.append(Block("note", joined(parts), options={"mark": mark}))
        return self

    def hidden(self, text: str, how: str = "") -> Paper:
        """Text that no reader of the paper sees: white, of no size, hidden by style, in a hidden sheet."""
        self.blocks.append(Block("hidden", text, options={"how": how}))
        return self

    def page(self) -> Paper:
        self.blocks.append(Block("page"))
        return self

    def picture(self, *lines: str) -> Paper:
        """Text that is only a picture, as on a scanned page."""
        self.blocks.append(Block("picture", items=list(lines)))
        return self

    def sheet(self, title: str) -> Paper:
        """A new sheet of a workbook."""
        self.blocks.append(Block("sheet", title))
        return self

    def attach(self, paper: Paper) -> Paper:
        paper.inside = self.name
        for b in paper.blocks:
            if b.grid:
                b.grid.paper = self.name
        self.attached.append(paper)
        return self
