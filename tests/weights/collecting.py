"""Reading off what reports rest on: the files that verdicts are about are linted anew."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tapelint.findings import Confidence, Finding
from tapelint.lint import lint_readable
from tapelint.settings import Settings

from .readings import Reading

_CELL = re.compile(r"(.*?)[:#]cell(\d+)$")
_SETTINGS = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)


def collect(verdicts: Sequence[Path], folders: Sequence[Path]) -> Iterator[Reading]:
    """The reports that verdicts are about and that the present engine makes, with what they assume.

    Args:
        verdicts: Tables with the columns repository (or source), path, line, code and verdict.
        folders: Where the sources lie: ``owner+name`` or ``package-version``.
    """
    rows = [(_source(row), row) for each in verdicts for row in _rows(each)]
    known: dict[Path, dict[tuple[int | None, int, str], Finding]] = {}
    for source, row in rows:
        cell = _CELL.match(row["path"])
        path = cell.group(1) if cell else row["path"]
        file = next((one for one in _places(source, path, folders) if one.is_file()), None)
        if file is None or row["verdict"] not in {"right", "wrong"}:
            continue
        if file not in known:
            linted = lint_readable(file.read_bytes(), path=str(file), settings=_SETTINGS)
            known[file] = {(f.location.cell, f.line, f.code): f for f in linted.findings}
        key = (int(cell.group(2)) if cell else None, int(row["line"]), row["code"])
        found = known[file].get(key)
        if found is not None and found.assumed:
            assumed = sorted({(each.kind, each.evidence) for each in found.assumed})
            at = (source, row["path"], found.line, found.code)
            yield Reading(*at, tuple(assumed), row["verdict"])


def _rows(path: Path) -> list[dict[str, str]]:
    delimiter = "\t" if path.suffix == ".tsv" else ","
    text = path.read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter=delimiter)
    return [row for row in rows if (row["line"] or "").isdigit()]


def _source(row: dict[str, str]) -> str:
    package = f"{row['package']}-{row['version']}" if "package" in row else ""
    return row.get("source") or row.get("repository", "").replace("+", "/") or package


def _places(source: str, path: str, folders: Sequence[Path]) -> Iterator[Path]:
    name = source.replace("/", "+")
    for folder in folders:
        yield folder / name / path
        for each in folder.glob(f"{name}-*"):
            yield each / path
