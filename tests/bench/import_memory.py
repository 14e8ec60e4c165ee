"""What an import of many rows costs: time, and the most memory that the retriever's process had, over a whole stack.

    python tests/bench/import_memory.py [--rows 100000] [--json FILE]

An OFX statement is imported, then again, then with a few rows changed and a few new ones. The second time changes
nothing, and has to find that out; the third time most rows stay. Each peak is of that import alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
import uuid
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "gen")]

from services.cli.session import Session  # noqa: E402 - the import roots are set above, so that it runs as a script.
from services.cli.stack import Stack, temporary_stack  # noqa: E402
from services.cli.state import SERVICES  # noqa: E402
from services.common.tokens import TokenMinter  # noqa: E402
from services.common.types import UserId  # noqa: E402

HEAD = (
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>"
    "<CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n"
)
TAIL = "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"


# Every so many rows one has another text in the third file.
CHANGED_EVERY = 1000
# Rows that only the third file has.
NEW_ROWS = 50


def row(number: int, more: str = "") -> str:
    """One of 977 shops on one of 336 days."""
    return (
        f"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2026{number % 12 + 1:02d}{number % 28 + 1:02d}120000"
        f"<TRNAMT>-{number % 500}.{number % 99 + 1:02d}<FITID>2026{number:09d}<NAME>SHOP NUMBER {number % 977}{more}"
        f"<MEMO>CARD PURCHASE {number % 977} SOMEWHERE</STMTTRN>\n"
    )


def peak(pid: int) -> int:
    """The most resident memory that a process has had since `forget`, MiB. The kernel's high-water mark."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert found is not None, "Linux only"
    return int(found[1]) // 1024


def forget(pid: int) -> None:
    """Begin the high-water mark anew (proc(5), clear_refs)."""
    Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="utf-8")


async def measure(stack: Stack, rows: int) -> dict[str, float]:
    """Import three times."""
    minter = TokenMinter.load(stack.state)
    targets = {name: stack.addresses[name].data for name in SERVICES}
    found: dict[str, float] = {"rows": rows, "peak idle, MiB": peak(stack.pid("retriever"))}
    with tempfile.TemporaryDirectory() as folder:
        path, changed = Path(folder) / "statement.ofx", Path(folder) / "changed.ofx"
        path.write_text(HEAD + "".join(row(number) for number in range(rows)) + TAIL)
        later = (row(number, "" if number % CHANGED_EVERY else " ANEW") for number in range(rows + NEW_ROWS))
        changed.write_text(HEAD + "".join(later) + TAIL)
        found["file, MiB"] = round(path.stat().st_size / 2**20, 1)
        async with Session(targets, minter, UserId(uuid.uuid4())) as session:
            for name, file in (("first import", path), ("the same again", path), ("a few changed", changed)):
                forget(stack.pid("retriever"))
                begun = time.perf_counter()
                report = await session.import_file(file)
                found[f"{name}, s"] = round(time.perf_counter() - begun, 1)
                found[f"{name}, added"] = report.added_count
                found[f"{name}, changed"] = report.changed_count
                found[f"{name}, peak MiB"] = peak(stack.pid("retriever"))
    return found


async def main() -> None:
    """Start, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    async with temporary_stack() as stack:
        found = await measure(stack, chosen.rows)
    sys.stdout.writelines(f"{name}: {value:g}\n" for name, value in found.items())
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    asyncio.run(main())
