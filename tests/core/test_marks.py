"""How far the core is: the marks of a rule that it misses, and what it finds without a mark.

``marks.toml`` lists both, for the rule book's examples, the programs and the projects. The list may
only shrink: it fails where something new is missed or false, and where it holds more than it must.
``python -m tests.core.test_marks`` writes it anew if nothing is worse.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.site.symptoms import tomllib

from tapelint.project.demand import Triggers
from tapelint.rules import all_rules

from .listeners import findings

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LIST = HERE / "marks.toml"
GROUPS = {
    "rules": sorted(ROOT.glob("rules/*/examples/*.py")),
    "programs": sorted(ROOT.glob("tests/programs/*.py")),
    "projects": sorted(each.parent for each in ROOT.glob("tests/projects/**/expected.toml")),
}
MEASURED = frozenset({"TAP202"})
"""The rules that have not moved to the core yet: of the others, their own tests tell."""
Marks = dict[str, set[str]]
"""For each file, the codes with their lines."""


def marked(path: Path) -> set[str]:
    """The marks of the rule in a file that speak of something certain."""
    return {
        f"{code} {number}"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for marks in re.findall(r"# expect: (.*)", line)
        for code in map(str.strip, marks.split(","))
        if code in MEASURED
    }


def expected(group: str) -> Marks:
    """The marks of a group."""
    if group != "projects":
        return {name(path): marked(path) for path in GROUPS[group]}
    marks: Marks = {}
    for project in GROUPS[group]:
        for path in project.rglob("*.py"):
            marks[name(path)] = set()
        for each in tomllib.loads((project / "expected.toml").read_text()).get("findings", ()):
            if each["code"] in MEASURED and each.get("confidence", "certain") == "certain":
                marks[name(project / each["file"])].add(f"{each['code']} {each['line']}")
    return marks


def found(group: str) -> Marks:
    """What is found in a group."""
    marks: Marks = {}
    for path in GROUPS[group]:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for code, at, line in findings(file)[0]:
                if code not in MEASURED:
                    continue
                if group == "projects" or at == str(file):
                    marks.setdefault(name(Path(at)), set()).add(f"{code} {line}")
    return marks


def name(path: Path) -> str:
    """A file's name in the list."""
    return path.relative_to(ROOT).as_posix()


def differences(group: str) -> dict[str, dict[str, list[str]]]:
    """What is missed and what is false, by file."""
    wanted, got = expected(group), found(group)
    files = sorted({*wanted, *got})
    whole: dict[str, dict[str, list[str]]] = {"missed": {}, "false": {}}
    for file in files:
        own, real = wanted.get(file, set()), got.get(file, set())
        for word, marks in (("missed", own - real), ("false", real - own)):
            if marks:
                whole[word][file] = sorted(marks, key=lambda e: (e[:6], int(e[7:])))
    return whole


@pytest.mark.parametrize("group", GROUPS)
def test_no_more_is_missed_or_false_than_is_listed(group: str) -> None:
    listed = tomllib.loads(LIST.read_text())[group]
    now = differences(group)
    for word in ("missed", "false"):
        more = list(_beyond(now[word], listed[word]))
        assert not more, f"newly {word}: {more}"
        fewer = list(_beyond(listed[word], now[word]))
        assert not fewer, f"no longer {word}, to be taken off the list: {fewer}"


@pytest.mark.parametrize("group", ["rules", "programs"])
def test_what_is_not_run_would_have_told_nothing(group: str) -> None:
    triggers = Triggers(word for each in all_rules().values() for word in each.serious_triggers())
    for path in GROUPS[group]:
        assert findings(path, triggers)[0] == findings(path)[0], path


def _beyond(some: dict[str, list[str]], others: dict[str, list[str]]) -> Iterator[str]:
    for file, marks in some.items():
        yield from (f"{file}: {each}" for each in marks if each not in others.get(file, ()))


def written() -> str:
    """The list as it is now."""
    lines = []
    for group in GROUPS:
        for word, files in differences(group).items():
            lines += [
                f"\n[{group}.{word}]",
                *(f'"{file}" = {marks}' for file, marks in files.items()),
            ]
    return "\n".join(lines).lstrip("\n").replace("'", '"') + "\n"


if __name__ == "__main__":
    before, text = LIST.read_text() if LIST.exists() else None, written()
    worse = [
        f"{word}: {each}"
        for group in GROUPS
        for word in ("missed", "false")
        for each in (
            _beyond(tomllib.loads(text)[group][word], tomllib.loads(before)[group][word])
            if before is not None
            else ()
        )
    ]
    if worse and "--worse" not in sys.argv:
        sys.exit("\n".join(["something is worse:", *worse]))
    LIST.write_text(text)
