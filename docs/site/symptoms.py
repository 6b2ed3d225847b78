"""The index from torch's messages and from symptoms to rules: ``docs/symptoms.toml`` as a page."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DOCS = Path(__file__).resolve().parents[1]
RULE_BOOK = DOCS.parent / "rules"
DATA = DOCS / "symptoms.toml"
PAGE = DOCS / "symptoms.md"

INTRODUCTION = """\
# From an error or a symptom to its cause

For users with an error of torch, or a model that does not learn. Run `tapelint check` on your \
file, or look for the message or the symptom here. Each cause leads to its rule and to a small \
program that shows it.

The messages are those of torch 2.13, and … stands for what differs from case to case. The tests \
run each program and compare what it says. This page is made from `docs/symptoms.toml`.
"""
ELSEWHERE = "No rule finds these. They have causes that lie elsewhere."


@dataclass(frozen=True)
class Cause:
    """One pitfall that leads to what a user sees."""

    example: str
    text: str

    @cached_property
    def path(self) -> Path:
        """The program that shows it.

        Raises:
            FileNotFoundError: The rule book has no such program.
        """
        code, _, name = self.example.partition("/")
        paths = list(RULE_BOOK.glob(f"{code}-*/examples/{name}.py"))
        if len(paths) != 1:
            raise FileNotFoundError(f"{DATA.name}: the rule book has no example {self.example}")
        return paths[0]

    @property
    def rule(self) -> str:
        """The rule's folder, such as ``TAP201-inplace-on-leaf``."""
        return self.path.parent.parent.name


@dataclass(frozen=True)
class Message:
    """What torch or Python says, and why."""

    name: str
    kind: str
    says: str
    meaning: str
    causes: tuple[Cause, ...]

    def is_said(self, kind: str, text: str) -> bool:
        """Whether a text is this message, from the first letter to the last."""
        pattern = ".*".join(re.escape(part) for part in self.says.split("…"))
        return kind == self.kind and re.fullmatch(pattern, text, re.DOTALL) is not None


@dataclass(frozen=True)
class Symptom:
    """What happens without a word, and why."""

    name: str
    torch: tuple[str, ...]
    look: str
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class Index:
    """All that ``docs/symptoms.toml`` holds."""

    messages: tuple[Message, ...]
    symptoms: tuple[Symptom, ...]
    elsewhere: tuple[tuple[str, str], ...]

    def entries_of(self, rule: str) -> list[str]:
        """The names of all messages and symptoms that lead to a rule's folder."""
        entries: list[Message | Symptom] = [*self.messages, *self.symptoms]
        return [each.name for each in entries if rule in {cause.rule for cause in each.causes}]


def read_index(data: Path = DATA) -> Index:
    """Read the index."""
    with data.open("rb") as file:
        tables = tomllib.load(file)
    return Index(
        tuple(
            Message(each["name"], each["kind"], each["says"], each["meaning"], _causes(each))
            for each in tables["messages"]
        ),
        tuple(
            Symptom(each["name"], tuple(each["torch"]), each["look"], _causes(each))
            for each in tables["symptoms"]
        ),
        tuple((each["name"], each["says"]) for each in tables["elsewhere"]),
    )


def _causes(table: dict[str, Any]) -> tuple[Cause, ...]:
    return tuple(Cause(each["example"], each["cause"]) for each in table["causes"])


def anchor(name: str) -> str:
    """The anchor of a heading, as GitHub and the site make it."""
    kept = re.sub(r"[^\w\s-]", "", name.lower())
    return re.sub(r"\s", "-", kept.strip())


def page(index: Index) -> str:
    """The page, in Markdown."""
    lines = [INTRODUCTION, "## What torch says", ""]
    lines += [f"- [{_escaped(each.name)}](#{anchor(each.name)})" for each in index.messages]
    lines += ["", "## What you see", ""]
    lines += [f"- [{each.name}](#{anchor(each.name)})" for each in index.symptoms]
    lines += ["", "## The messages", ""]
    for message in index.messages:
        lines += [f"### {_escaped(message.name)}", ""]
        lines += ["```text", f"{message.kind}: {message.says}", "```", "", message.meaning, ""]
        lines += [*map(_line, message.causes), ""]
    lines += ["## The symptoms", ""]
    for symptom in index.symptoms:
        lines += [f"### {symptom.name}", "", symptom.look, "", *map(_line, symptom.causes), ""]
    lines += ["## Not from these rules", "", ELSEWHERE, ""]
    lines += [f"- {name}: {says[0].lower()}{says[1:]}" for name, says in index.elsewhere]
    return "\n".join(lines) + "\n"


def _line(cause: Cause) -> str:
    code, _, name = cause.rule.partition("-")
    program = f"../rules/{cause.rule}/examples/{cause.path.name}"
    rule = f"[{code} {name}](../rules/{cause.rule}/rule.md)"
    return f"- {cause.text} {rule}, [`{cause.path.stem}`]({program})"


def _escaped(name: str) -> str:
    """A name as Markdown shows it letter by letter."""
    return re.sub(r"([_*])", r"\\\1", name)


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(read_index()), encoding="utf-8")


if __name__ == "__main__":
    main()
