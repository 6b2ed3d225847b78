"""Finds the rule book's examples and reads the marks written in their comments.

An example is a small program. Its marks say what torch does with it (``# torch: ...``), which
statements create the parameters whose gradients count (``# parameter``) and what tapelint must
report on which line (``# expect: ...``).
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

RULE_BOOK = Path(__file__).resolve().parents[2] / "rules"

Outcome = Literal["raises", "wrong gradient", "no gradient", "right gradient", "runs"]
Kind = Literal["pitfall", "remedy", "silent"]

_EXPECTATION = re.compile(r"(?P<code>TAP\d{3})(?: (?P<confidence>certain|likely|possible))?")
_RAISES = re.compile(r"raises (?P<exception>\w+): (?P<message>.+)")


class MarkError(ValueError):
    """A mark in an example cannot be understood."""


@dataclass(frozen=True)
class TorchMark:
    """What an example claims about torch; the last two fields belong to ``raises`` only."""

    outcome: Outcome
    exception: str = ""
    message: str = ""


@dataclass(frozen=True, order=True)
class Expectation:
    """A finding that tapelint must report; an empty confidence allows either one."""

    line: int
    code: str
    confidence: str = ""


@dataclass(frozen=True)
class Example:
    """One program of the rule book together with its marks."""

    path: Path
    text: str
    docstring: str
    torch_mark: TorchMark
    parameter_lines: frozenset[int]
    expectations: tuple[Expectation, ...]

    @property
    def rule_folder(self) -> str:
        """The folder of the example's rule, such as ``TAP201-inplace-on-leaf``."""
        return self.path.parent.parent.name

    @property
    def kind(self) -> Kind:
        """Whether the program is a pitfall, its remedy, or a look-alike that is right."""
        prefix = self.path.stem.partition("_")[0]
        if prefix not in get_args(Kind):
            raise MarkError(f"{self.path}: the name must start with pitfall_, remedy_ or silent_")
        return cast(Kind, prefix)

    @property
    def identity(self) -> str:
        """A short readable name for test reports, such as ``TAP201/pitfall_normal``."""
        return f"{self.rule_folder.partition('-')[0]}/{self.path.stem}"


def rule_folders(rule_book: Path = RULE_BOOK) -> list[Path]:
    """The folders of all rules in the rule book, in the order of their codes."""
    return sorted(folder for folder in rule_book.glob("TAP*") if folder.is_dir())


@functools.cache
def all_examples(rule_book: Path = RULE_BOOK) -> tuple[Example, ...]:
    """Every example of the rule book."""
    paths = sorted(rule_book.glob("TAP*/examples/*.py"))
    return tuple(parse_example(path.read_text(encoding="utf-8"), path) for path in paths)


def parse_example(text: str, path: Path) -> Example:
    """Read the docstring and the marks of the program ``text``."""
    docstring = ast.get_docstring(ast.parse(text), clean=False)
    if not docstring or "\n" in docstring:
        raise MarkError(f"{path}: an example starts with a docstring of one line")
    torch_mark: TorchMark | None = None
    parameter_lines: set[int] = set()
    expectations: list[Expectation] = []
    for line, note in _notes(text):
        if note.startswith("torch:"):
            if line > 3 or torch_mark is not None:
                raise MarkError(f"{path}:{line}: the torch mark stands once, below the docstring")
            torch_mark = parse_torch_mark(note.removeprefix("torch:").strip())
        elif note == "parameter":
            parameter_lines.add(line)
        elif note.startswith("expect:"):
            expectations += _parse_expectations(note.removeprefix("expect:"), line, path)
    if torch_mark is None:
        raise MarkError(f"{path}: the line after the docstring must be '# torch: <verdict>'")
    return Example(
        path, text, docstring, torch_mark, frozenset(parameter_lines), tuple(sorted(expectations))
    )


def parse_torch_mark(note: str) -> TorchMark:
    """Understand what stands after ``# torch:``."""
    if match := _RAISES.fullmatch(note):
        return TorchMark("raises", match["exception"], match["message"])
    if note == "raises" or note not in get_args(Outcome):
        raise MarkError(f"unknown torch verdict {note!r}")
    return TorchMark(cast(Outcome, note))


def _parse_expectations(note: str, line: int, path: Path) -> Iterator[Expectation]:
    for part in note.split(","):
        match = _EXPECTATION.fullmatch(part.strip())
        if match is None:
            raise MarkError(f"{path}:{line}: cannot read the expectation {part.strip()!r}")
        yield Expectation(line, match["code"], match["confidence"] or "")


def _notes(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of every note; one comment may hold several, each after its own ``#``."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            for note in token.string.split("#"):
                if note.strip():
                    yield token.start[0], note.strip()
