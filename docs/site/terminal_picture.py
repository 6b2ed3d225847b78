"""A picture of the terminal: what ``tapelint check`` prints about the first program, as SVG.

``python -m docs.site.terminal_picture`` writes it anew. It is drawn from the real output.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .symptoms import DOCS

FIRST_PAGE = DOCS / "getting-started.md"
PICTURE = DOCS / "pictures" / "check.svg"
COMMAND = ("check", "train.py")
COLUMNS = 100

_CELL_WIDTH, _LINE_HEIGHT, _MARGIN, _BAR = 8.4, 19, 18, 34
_COLOURS = {31: "#ff7b72", 34: "#79c0ff", 36: "#56d4dd"}
_PLAIN = "#e6edf3"
_ESCAPE = re.compile(r"\x1b\[([\d;]*)m")


@dataclass(frozen=True)
class Run:
    """Letters of one look in a row."""

    column: int
    text: str
    colour: str
    is_bold: bool


def first_program() -> str:
    """The program that the first page begins with."""
    found = re.search(r"^```python\n(.*?)^```$", FIRST_PAGE.read_text("utf-8"), re.M | re.S)
    if found is None:
        raise ValueError(f"{FIRST_PAGE} has no program")
    return found[1]


def output_of_check() -> str:
    """What the command prints, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "train.py").write_text(first_program(), encoding="utf-8")
        environment = {**os.environ, "FORCE_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "tapelint", *COMMAND, "--isolated"]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
        )
    if done.returncode != 1:
        raise RuntimeError(f"the first program has no findings: {done.stdout}{done.stderr}")
    return done.stdout


def picture(output: str) -> str:
    """The output below the command that printed it, as SVG, in lines of ``COLUMNS`` letters."""
    rows = [[Run(0, f"$ tapelint {' '.join(COMMAND)}", _PLAIN, True)]]
    for line in output.rstrip("\n").split("\n"):
        rows += _wrapped(_runs(line))
    width = round(COLUMNS * _CELL_WIDTH + 2 * _MARGIN)
    height = _BAR + len(rows) * _LINE_HEIGHT + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>tapelint {' '.join(COMMAND)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        *(
            f'<circle cx="{_MARGIN + 4 + 20 * number}" cy="17" r="6" fill="{colour}"/>'
            for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
        ),
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, '
        'monospace" font-size="14" xml:space="preserve">',
    ]
    for number, row in enumerate(rows):
        y = _BAR + (number + 1) * _LINE_HEIGHT - 5
        parts += [_text(run, y) for run in row if run.text.strip()]
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _runs(line: str) -> list[Run]:
    runs, column, colour, is_bold = [], 0, _PLAIN, False
    for number, part in enumerate(_ESCAPE.split(line)):
        if number % 2:
            for code in map(int, filter(None, (part or "0").split(";"))):
                if code == 0:
                    colour, is_bold = _PLAIN, False
                elif code in (1, 22):
                    is_bold = code == 1
                else:
                    colour = _COLOURS[code]
        elif part:
            runs.append(Run(column, part, colour, is_bold))
            column += len(part)
    return runs


def _wrapped(runs: list[Run]) -> list[list[Run]]:
    """The runs in rows, as a terminal breaks a line that is too long."""
    rows: list[list[Run]] = [[]]
    for run in runs:
        column, text = run.column, run.text
        while text:
            row, place = divmod(column, COLUMNS)
            while len(rows) <= row:
                rows.append([])
            piece = text[: COLUMNS - place]
            rows[row].append(Run(place, piece, run.colour, run.is_bold))
            column, text = column + len(piece), text[len(piece) :]
    return rows


def _text(run: Run, y: int) -> str:
    shown = run.text.strip(" ")
    start = run.column + len(run.text) - len(run.text.lstrip(" "))
    x = round(_MARGIN + start * _CELL_WIDTH, 1)
    bold = ' font-weight="bold"' if run.is_bold else ""
    # The length keeps the columns in line whatever font there is.
    length = round(len(shown) * _CELL_WIDTH, 1)
    look = f'fill="{run.colour}"{bold} textLength="{length}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(shown, quote=False)}</text>'


def main() -> None:
    """Write the picture anew."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(output_of_check()), encoding="utf-8")


if __name__ == "__main__":
    main()
