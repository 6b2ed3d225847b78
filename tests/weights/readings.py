"""The readings as data, and the tables made from them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tapelint.rules.weights import LEAST_READ, LEAST_RIGHT, Weight, is_likely
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

ROOT = Path(__file__).parents[2]
READINGS = Path(__file__).with_name("readings.csv")
WEIGHTS = ROOT / "src/tapelint/rules/weights.json"
PAGE = ROOT / "docs/confidence-and-silence.md"
BEGIN, END = "<!-- begin: weights -->", "<!-- end -->"
_COLUMNS = ["source", "path", "line", "code", "assumptions", "verdict"]
Key = tuple[str, str]


class Reading(NamedTuple):
    """A report that was read.

    Attributes:
        source: The repository, or the package with its version.
        path: The file; of a notebook, with the cell.
        line: The line.
        code: The rule.
        assumptions: What the report rests on: kinds, each with the kind of its evidence.
        verdict: ``right`` or ``wrong``.
    """

    source: str
    path: str
    line: int
    code: str
    assumptions: tuple[Key, ...]
    verdict: str


def read(path: Path = READINGS) -> list[Reading]:
    """The readings."""
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    return [
        Reading(
            row["source"],
            row["path"],
            int(row["line"]),
            row["code"],
            tuple(_key(each) for each in row["assumptions"].split("; ")),
            row["verdict"],
        )
        for row in rows
    ]


def _key(text: str) -> Key:
    kind, _, evidence = text.partition("/")
    return kind, evidence


def write(readings: Iterable[Reading], path: Path = READINGS) -> None:
    """Write the readings, in order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for each in sorted(set(readings)):
        assumed = "; ".join("/".join(key) for key in sorted(each.assumptions))
        writer.writerow([*each[:4], assumed, each.verdict])
    path.write_text(out.getvalue(), encoding="utf-8")


def weights(readings: Iterable[Reading]) -> dict[Key, Weight]:
    """How many reports rested on each kind of assumption, and how many of them were right."""
    read_of: Counter[Key] = Counter()
    right_of: Counter[Key] = Counter()
    for each in readings:
        for key in set(each.assumptions):
            read_of[key] += 1
            right_of[key] += each.verdict == "right"
    return {key: Weight(right_of[key], read_of[key]) for key in sorted(read_of)}


def data(readings: Iterable[Reading]) -> str:
    """The text of the package's table."""
    readings = list(readings)
    sources: dict[Key, set[str]] = {}
    for each in readings:
        for key in each.assumptions:
            sources.setdefault(key, set()).add(each.source)
    rows = [
        {
            "kind": kind,
            "evidence": evidence,
            "right": weight.right,
            "read": weight.read,
            "sources": len(sources[kind, evidence]),
        }
        for (kind, evidence), weight in weights(readings).items()
    ]
    lines = ",\n    ".join(map(json.dumps, rows))
    made = '"made_by": "python -m tests.weights, from tests/weights/readings.csv"'
    return f'{{\n  {made},\n  "weights": [\n    {lines}\n  ]\n}}\n'


def table(found: Mapping[Key, Weight]) -> str:
    """The table of the docs."""
    lines = ["| assumed | evidence | right of read | reports |", "|---|---|--:|---|"]
    for kind in Assumed:
        for sign in Sign:
            weight = found.get((kind.id, sign.id))
            if weight is not None:
                level = "`likely`" if is_likely(Assumption(kind, sign)) else "`possible`"
                sentence = kind.of("…")
                row = (sentence, sign.of(kind), f"{weight.right} of {weight.read}", level)
                lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def page(found: Mapping[Key, Weight], text: str) -> str:
    """The page of the docs, with its table made anew."""
    before, _, rest = text.partition(BEGIN)
    behind = rest.partition(END)[2]
    bound = f"{LEAST_RIGHT:.0%} of at least {LEAST_READ}"
    assert bound in text, f"the page has to say the bound: {bound}"
    return f"{before}{BEGIN}\n\n{table(found)}\n\n{END}{behind}"
