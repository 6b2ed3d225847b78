"""What was measured: one small file for each row, so that rows can be measured one by one."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """What came out of a row.

    Attributes:
        row: The row's name.
        value: The ratio, or the megabytes; ``None`` where it could not be measured.
        details: The numbers behind it, in words.
        error: Why it could not be measured.
        corpus: What it was measured on; empty where no corpus is asked for.
        runs: How many runs the numbers are the middle of.
        load: How busy the machine was before: the average over a minute, of other processes too.
        date: The day.
        revision: What of tapelint was measured.
    """

    row: str
    value: float | None = None
    details: str = ""
    error: str = ""
    corpus: str = ""
    runs: int = 1
    load: float = 0.0
    date: str = ""
    revision: str = ""


class Results:
    """The results for one corpus."""

    def __init__(self, cache: Path, key: str) -> None:
        self._folder = cache / "results" / key

    def keep(self, result: Result) -> None:
        """Keep a result; one that is no error is not lost to a later error."""
        before = self.read().get(result.row)
        if before is not None and before.value is not None and result.value is None:
            return
        self._write(f"{result.row}.json", dataclasses.asdict(result))

    def keep_raw(self, name: str, data: object) -> None:
        """Keep what a picture is drawn from."""
        self._write(f"{name}.data", data)

    def read(self) -> dict[str, Result]:
        """The results by row."""
        found = {}
        for path in sorted(self._folder.glob("*.json")):
            result = Result(**json.loads(path.read_text("utf-8")))
            found[result.row] = result
        return found

    def raw(self, name: str) -> object:
        """What a picture is drawn from; ``None`` where it was not measured."""
        path = self._folder / f"{name}.data"
        return json.loads(path.read_text("utf-8")) if path.is_file() else None

    def _write(self, name: str, data: object) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._folder / f"{name}.new"
        beside.write_text(json.dumps(data), encoding="utf-8")
        beside.replace(self._folder / name)
