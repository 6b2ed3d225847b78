"""The table of names on the page of the docs, made from ``words.json``."""

from __future__ import annotations

import json
import pathlib

from tapelint.project.roles import words
from tapelint.project.roles.role import Kind

PAGE = pathlib.Path(__file__).parents[2] / "docs/confidence-and-silence.md"
TABLE = pathlib.Path(words.__file__).with_name("words.json")
BEGIN, END = "<!-- begin: words -->", "<!-- end -->"
SHOWN = 6
"""How many words are shown of each kind, those that were met most often first."""
_COUNTED = (Kind.MODULE, Kind.OPTIMISER, Kind.SCHEDULER, Kind.LOADER, Kind.LOSS, Kind.DEVICE)
"""The kinds that a name can tell."""


def table() -> str:
    """The words that decide, of each kind, with how often they kept their promise."""
    rows = ["| role | words | such as (right of read) |", "|---|--:|---|"]
    known = json.loads(TABLE.read_text("utf-8"))["words"]
    for kind in _COUNTED:
        deciding = [
            each
            for each in known
            if words.kind_of(each["word"]) is kind and each["kind"] == kind.id
        ]
        deciding.sort(key=lambda each: (-each["read"], each["word"]))
        if deciding:
            shown = (f"`{each['word']}` ({each['right']} of {each['read']})" for each in deciding)
            some = ", ".join(list(shown)[:SHOWN])
            rows.append(f"| {kind.id} | {len(deciding)} | {some} |")
    return "\n".join(rows)


def page(text: str) -> str:
    """The page with its table made anew."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n\n{table()}\n\n{end}{after}"
