"""IPython's own syntax in a cell: magics, shell lines, help. What is Python in them is kept.

Lines stay lines, so that places in a cell stay what they are. Where only the rest of a line is
Python (``%time step()``), the line tells by how many columns it moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PYTHON_CELLS = frozenset({"capture", "prun", "time", "timeit", "memit", "mprun", "lprun"})
"""Cell magics whose body is Python that runs in the notebook's own namespace."""
_PYTHON_LINES = frozenset({"prun", "time", "timeit", "memit"})
_OPTION = re.compile(r"\s*-[nrptsTDlm]\s*\d+(?=\s)|\s*-[a-zA-Z]+(?=\s)")
_CELL_MAGIC = re.compile(r"%%(\w*)")
_LINE_MAGIC = re.compile(r"%(\w+)")
_ASSIGNMENT = re.compile(
    r"(?P<margin>[ \t]*)(?P<target>[^\W\d][\w.\[\]'\", ]*?)[ \t]*=[ \t]*(?P<escape>[%!])(?!=)"
)
_HELP = re.compile(r"\?{1,2}\s*[%*\w].*|[%*]{0,2}[^\W\d][\w.*\[\]'\"]*\?{1,2}\s*;?\s*")
_SHELL_WORDS = re.compile(
    r"(?:pip3?|conda|mamba)[ \t]+(?:install|uninstall|list|show|freeze|update)\b"
    r"|(?:cat|cd|cp|ls|mkdir|mv|rm)[ \t]+[-\w./~*]"
)
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n\r]*)"""
    r"""|(?P<open>[rRbBuUfFtT]{0,2}(?:\"\"\"|'''))"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<left>[(\[{])|(?P<right>[)\]}])"""
)
UNKNOWN_VALUE = "get_ipython()"
"""An expression of which nothing is known."""


@dataclass(frozen=True)
class PythonLine:
    """One line of a cell as Python.

    Attributes:
        text: The line, without its ending.
        shift: How many columns the text behind the margin stands further right in the cell.
        is_cell_text: Whether the line is as it stands in the cell.
    """

    text: str
    shift: int = 0
    is_cell_text: bool = True

    def column(self, column: int) -> int:
        """Where a column of the text stands in the cell's line."""
        margin = len(self.text) - len(self.text.lstrip())
        return column + (self.shift if column > margin else 0)

    def column_in(self, whole: str, column: int | None) -> int | None:
        """The same, given the cell's line; ``None`` where the text behind it is not the cell's."""
        if column is None:
            return None
        placed = self.column(column)
        return placed if self.text[column - 1 :] == whole[placed - 1 :] else None


def to_python(lines: list[str]) -> list[PythonLine]:
    """The lines of a cell as Python, one for one."""
    if any("\r" in line[:-1] for line in lines):
        lines = [line[:-1].replace("\r", " ") + line[-1:] for line in lines]
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return [PythonLine(line) for line in lines]
    margin = lines[first][: len(lines[first]) - len(lines[first].lstrip(" \t"))]
    if margin:
        return list(_indented(lines, margin))
    magic = _CELL_MAGIC.match(lines[first])
    if magic is None:
        return list(_lines_to_python(lines))
    if magic[1] not in _PYTHON_CELLS:
        return [PythonLine("", is_cell_text=False) for _ in lines]
    blank = [PythonLine("", is_cell_text=False) for _ in lines[: first + 1]]
    return [*blank, *_lines_to_python(lines[first + 1 :])]


def _indented(lines: list[str], margin: str) -> Iterator[PythonLine]:
    """A cell whose first line is indented: IPython takes as much away from all its lines."""
    shifts = [len(margin) if line.startswith(margin) else 0 for line in lines]
    stripped = [line[shift:] for line, shift in zip(lines, shifts, strict=True)]
    for line, shift in zip(to_python(stripped), shifts, strict=True):
        yield PythonLine(line.text, line.shift + shift, is_cell_text=False)


def _lines_to_python(lines: list[str]) -> Iterator[PythonLine]:
    state = _State()
    escaped = False
    for line in lines:
        if escaped:  # a shell line or a magic goes on after a backslash
            yield PythonLine("", is_cell_text=False)
            escaped = line.rstrip().endswith("\\")
            continue
        python = _statement(line) if state.at_start else None
        if python is None:
            yield PythonLine(line)
            state.read(line)
            continue
        yield python
        if python.shift:
            state.read(python.text)
        else:
            escaped = line.rstrip().endswith("\\")


def _statement(line: str) -> PythonLine | None:
    """A line at the start of a statement as Python; ``None`` where it is Python already."""
    body = line.lstrip(" \t")
    margin = line[: len(line) - len(body)]
    if not body:
        return None
    if body[0] == "%":
        magic = _LINE_MAGIC.match(body)
        if magic is not None and magic[1] in _PYTHON_LINES:
            return _timed(margin, body, magic.end())
        return PythonLine(f"{margin}pass", is_cell_text=False)
    if body[0] in "!?;/," or _HELP.fullmatch(body) or _SHELL_WORDS.match(body):
        return PythonLine(f"{margin}pass", is_cell_text=False)
    return _assigned(line)


def _timed(margin: str, body: str, start: int) -> PythonLine:
    """``%time statement``."""
    option = _OPTION.match(body, start)
    while option is not None:
        start = option.end()
        option = _OPTION.match(body, start)
    statement = body[start:].lstrip(" \t")
    if not statement:
        return PythonLine(f"{margin}pass", is_cell_text=False)
    shift = len(body) - len(statement)
    return PythonLine(margin + statement, shift, is_cell_text=False)


def _assigned(line: str) -> PythonLine | None:
    """``files = !ls``, ``result = %time step()``."""
    match = _ASSIGNMENT.match(line)
    if match is None:
        return None
    target = f"{match['margin']}{match['target'].rstrip()} = "
    if match["escape"] == "%":
        magic = _LINE_MAGIC.match(line, match.end() - 1)
        if magic is not None and magic[1] in _PYTHON_LINES:
            value = line[magic.end() :].strip()
            if value:
                return PythonLine(target + value, is_cell_text=False)
    return PythonLine(target + UNKNOWN_VALUE, is_cell_text=False)


class _State:
    """Whether a line starts a statement, or goes on with a string or a bracket."""

    def __init__(self) -> None:
        self._quote = ""
        self._depth = 0
        self._continues = False

    @property
    def at_start(self) -> bool:
        """Whether the next line starts a statement."""
        return not self._quote and self._depth == 0 and not self._continues

    def read(self, line: str) -> None:
        """Go over one line of Python."""
        at = 0
        is_comment = False
        while at < len(line):
            if self._quote:
                end = _end_of_string(line, at, self._quote)
                if end is None:
                    return
                self._quote, at = "", end
                continue
            token = _TOKEN.search(line, at)
            if token is None:
                break
            at = token.end()
            if token["comment"] is not None:
                is_comment = True
            elif token["open"] is not None:
                self._quote = token["open"][-3:]
            elif token["left"] is not None:
                self._depth += 1
            elif token["right"] is not None:
                self._depth = max(0, self._depth - 1)
        self._continues = not is_comment and not self._quote and line.endswith("\\")


def _end_of_string(line: str, start: int, quote: str) -> int | None:
    """Where a string that runs over lines ends in this one."""
    at = start
    while at < len(line):
        if line[at] == "\\":
            at += 2
        elif line.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return None
