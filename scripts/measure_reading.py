"""Measure how documents of a benchmark are read: evidence found, cells with their labels, pages a second.

    python -m scripts.measure_reading tests/eval/vault/dev --aside v04,v08 --long 1000

For each question with evidence: does every string stand in a passage of the document, and, where label and value of one
cell are the evidence, is there a cell with the printed value whose row path holds the label? Users set aside while the
readers were built are reported apart.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import re
import resource
import time
from collections import Counter, defaultdict
from pathlib import Path

from reportlab.lib.pagesizes import LETTER
from reportlab.pdfgen.canvas import Canvas

from services.common.errors import InvalidArgument
from services.retriever.documents.file_reader import read_file
from services.retriever.documents.model import MediaType, ParsedDocument
from services.retriever.documents.reading import cut_reading
from services.retriever.documents.reading_process import ReadingProcess
from services.retriever.documents.tokens import count_tokens


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("benchmark", type=Path)
    parser.add_argument("--aside", default="", help="users that are reported apart, by comma")
    parser.add_argument("--missing", action="store_true", help="list what is not found")
    parser.add_argument("--long", type=int, default=0, help="read a PDF of so many pages of text and tables as well")
    options = parser.parse_args()
    aside = set(options.aside.split(",")) - {""}
    documents = read_all(options.benchmark)
    results: dict[str, Counter[str]] = defaultdict(Counter)
    for line in (options.benchmark / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        group = "aside" if question["user"] in aside else "main"
        judge(question, documents, results, group, missing=options.missing)
    if options.long:
        measure_long(options.long)
    for group, counts in sorted(results.items()):
        print(
            f"{group}: evidence {counts['found']}/{counts['strings']} strings, "
            f"{counts['whole']}/{counts['questions']} questions; cells {counts['cells']}/{counts['lookups']}"
        )


def read_all(benchmark: Path) -> dict[tuple[str, str], ParsedDocument]:
    """Every document of every user; what cannot be read is named. Prints how fast each format is read."""
    documents: dict[tuple[str, str], ParsedDocument] = {}
    seconds: Counter[MediaType] = Counter()
    sizes: Counter[MediaType] = Counter()
    files: Counter[MediaType] = Counter()
    pages: Counter[MediaType] = Counter()
    cut_seconds = 0.0
    for path in sorted(benchmark.glob("users/*/documents/*")):
        started = time.process_time()
        try:
            media_type, reading = read_file(path.read_bytes())
            read = time.process_time()
            document = cut_reading(media_type, reading, path.name, count_tokens)
        except InvalidArgument as error:
            print(f"{path.parent.parent.name} {path.name}: {error}")
            continue
        seconds[media_type] += read - started  # type: ignore[assignment] # Counter holds floats as well
        cut_seconds += time.process_time() - read
        files[media_type] += 1
        pages[media_type] += reading.pages.count
        sizes[media_type] += path.stat().st_size
        documents[path.parent.parent.name, path.name] = document
    for media_type, taken in seconds.items():
        kilobytes = sizes[media_type] // 1024
        speed = f", {pages[media_type]} pages, {pages[media_type] / taken:.1f} pages/s" if pages[media_type] else ""
        print(f"{media_type.name}: {files[media_type]} files, {kilobytes} KiB, {taken:.2f} s of CPU to read{speed}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"cutting {cut_seconds:.2f} s of CPU; peak memory {peak} MiB")
    return documents


def draw_long(pages: int) -> bytes:
    """A PDF of text and a ruled table on each page."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=LETTER, invariant=1)
    for page in range(pages):
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, 740, f"Section {page + 1}")
        canvas.setFont("Helvetica", 10)
        for line in range(24):
            canvas.drawString(
                72, 716 - 13 * line, f"{line + 1}. The bank may close an account that is not used for a year."
            )
        rows = [("Service", "Fee"), *((f"Service {number}", f"${number}.00") for number in range(14))]
        for index, row in enumerate(rows):
            for x, words in zip((76, 304), row, strict=True):
                canvas.drawString(x, 380 - 20 * index, words)
        canvas.grid((72, 300, 400), [394 - 20 * index for index in range(len(rows) + 1)])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def measure_long(pages: int) -> None:
    """Read one long file in the process that strangers' files are read in, and print time and the most memory."""
    content = draw_long(pages)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    media_type, reading = asyncio.run(ReadingProcess().read(content))
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    count = reading.pages.count
    print(
        f"{media_type.name} of {count} pages, {len(content) // 1024} KiB: {seconds:.1f} s, {cpu:.1f} s of CPU "
        f"({count / cpu:.1f} pages/s), at most {after.ru_maxrss // 1024} MiB"
    )
    started = time.process_time()
    document = cut_reading(media_type, reading, "long.pdf", count_tokens)
    print(f"cut into {len(document.passages)} passages in {time.process_time() - started:.1f} s of CPU")


def judge(
    question: dict[str, object],
    documents: dict[tuple[str, str], ParsedDocument],
    results: dict[str, Counter[str]],
    group: str,
    *,
    missing: bool,
) -> None:
    """Add one question to its group's counts."""
    expect = question["expect"]
    if not isinstance(expect, dict) or not expect.get("evidence"):
        return
    counts = results[group]
    user = str(question["user"])
    names = expect.get("documents") or [expect["document"]]
    read = [documents[user, name] for name in names if (user, name) in documents]
    texts = [squeeze(passage.text) for document in read for passage in document.passages]
    found = [any(squeeze(text) in passage for passage in texts) for text in expect["evidence"]]
    counts["questions"] += 1
    counts["whole"] += all(found)
    counts["strings"] += len(found)
    counts["found"] += sum(found)
    if missing and not all(found):
        print(f"  {question['id']} not found: {[t for t, ok in zip(expect['evidence'], found, strict=True) if not ok]}")
    if len(expect["evidence"]) != 2 or len(names) > 1 or expect.get("kind") not in ("money", "number", "figure"):
        return
    label, printed = map(squeeze, expect["evidence"])
    if len(printed) > 30 or not re.search(r"\d", printed) or not same_number(printed, str(expect.get("value", ""))):
        return
    counts["lookups"] += 1
    cells = [cell for document in read for passage in document.passages for cell in passage.cells]
    hit = any(printed in squeeze(cell.printed) and label in squeeze(" ".join(cell.row_path)) for cell in cells)
    counts["cells"] += hit
    if missing and not hit:
        near = [(cell.row_path, cell.printed) for cell in cells if printed in squeeze(cell.printed)][:3]
        print(f"  {question['id']} no cell {label!r} {printed!r}; near: {near}")


def same_number(printed: str, value: str) -> bool:
    """Whether the evidence is the value itself, so that one cell answers."""
    digits = re.sub(r"[^\d.]", "", printed)
    return bool(digits) and digits.strip(".").rstrip("0").rstrip(".") == value.lstrip("-").rstrip("0").rstrip(".")


def squeeze(text: str) -> str:
    """White space as the benchmark compares it."""
    return re.sub(r"[\s\u00a0]+", " ", text).strip()


if __name__ == "__main__":
    main()
