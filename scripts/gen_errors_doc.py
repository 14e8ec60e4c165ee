"""Write `docs/errors.md` from the comments of `error_reason.proto`; `--check` fails when the file is another."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
SOURCE = CHECKOUT / "protos" / "tieout" / "type" / "v1" / "error_reason.proto"
TARGET = CHECKOUT / "docs" / "errors.md"
PREFIX = "ERROR_REASON_"

_VALUE = re.compile(rf"((?:^  //.*\n)+)^  {PREFIX}(\w+) = (\d+);", re.MULTILINE)
_EXAMPLE = re.compile(r"Example: (\{.*\})")

HEAD = """# Errors

Written by `python -m scripts.gen_errors_doc` from `protos/tieout/type/v1/error_reason.proto`; edit that file.

A failed call carries a `google.rpc.Status` in the trailer `grpc-status-details-bin`, with
[`ErrorInfo`](https://google.aip.dev/193) always (domain `tieout`, one of the reasons below, and every value that the
message names in `metadata`), `BadRequest` with up to 20 fields where fields are wrong, and `RetryInfo` where a retry
makes sense. The trailer `x-request-id` has the id that our logs know the call by.

Programs go by the reason and never by the message, which may change. A refusal of the answerer is no error: it is an
answer that says why there is none.

**Retrying.** `UNAVAILABLE` may be retried for reads, and for writes with the same `request_id`: clients made with our
service config do so up to four times by themselves, no sooner than `grpc-retry-pushback-ms` says. `RESOURCE_EXHAUSTED`
with `RetryInfo` may be retried after that delay. `ABORTED` means to start the whole request anew. Nothing else gets
better by repeating it.

| reason | status | meaning |
|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """One value of the enum, as its comment describes it."""

    name: str
    number: int
    code: str
    meaning: str
    example: dict[str, Any]


def reasons(source: str) -> list[Reason]:
    """The values that are sent; raises `ValueError` on a comment without a status or an example."""
    found = []
    for comment, name, number in _VALUE.findall(source):
        if int(number) == 0:
            continue
        text = " ".join(line.strip().removeprefix("//").strip() for line in comment.splitlines())
        example = _EXAMPLE.search(text)
        code, _, meaning = text.partition(". ")
        if example is None or not re.fullmatch(r"[A-Z_]+", code):
            raise ValueError(f"{name}: the comment is `STATUS. Meaning. Example: {{…}}`")
        meaning = meaning[: meaning.index("Example: ")].strip()
        found.append(Reason(name, int(number), code, meaning, json.loads(example[1])))
    return found


def render(found: list[Reason]) -> str:
    """The page."""
    rows = "".join(f"| `{one.name}` | `{one.code}` | {one.meaning} |\n" for one in found)
    examples = "".join(
        f"- `{json.dumps(one.example, ensure_ascii=False)}`\n" for one in found if one.example["metadata"]
    )
    return f"{HEAD}{rows}\n## What `metadata` holds\n\n{examples}"


def main() -> None:
    page = render(reasons(SOURCE.read_text(encoding="utf-8")))
    if "--check" not in sys.argv:
        TARGET.write_text(page)
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != page:
        raise SystemExit("docs/errors.md is not what error_reason.proto says: run python -m scripts.gen_errors_doc")


if __name__ == "__main__":
    main()
