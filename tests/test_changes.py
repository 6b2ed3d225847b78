"""Changes of one line, in a repository of git: what a change makes is shown, and nothing else.

Right programs of the rule book lose a line, get one twice, or have one moved. A finding that the
program did not have is the change's doing. In programs that have findings, lines that do nothing
come and go: that is nobody's doing.
"""

from __future__ import annotations

import ast
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapelint import Finding, Settings, lint_source
from tapelint.changed_lines import ChangedLines
from tapelint.findings import Location

from .conftest import Run
from .oracle.examples import all_examples

ALL = Settings(select=("ALL",), ignore=("TAP001",))
SEED = 53
PROGRAMS = 90
"""How many changes are drawn."""


def plain(text: str) -> list[str]:
    """The lines of a program without its docstring and its comments."""
    tree = ast.parse(text)
    return ast.unparse(ast.Module(tree.body[1:], [])).split("\n")


def is_program(lines: list[str]) -> bool:
    try:
        ast.parse("\n".join(lines))
    except SyntaxError:
        return False
    return True


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def changed(lines: list[str], draw: random.Random) -> list[str]:
    """A program with a line less, a line more, or a line elsewhere."""
    after, at = list(lines), draw.randrange(len(lines))
    how = draw.choice(("delete", "add", "move"))
    if how == "add":
        after.insert(at, indent(lines[at]) + draw.choice(lines).strip())
        return after
    taken = after.pop(at)
    if how == "move" and after:
        to = draw.randrange(len(after))
        after.insert(to, indent(after[to]) + taken.strip())
    return after


def with_idle_line(lines: list[str], draw: random.Random) -> list[str]:
    """A program with a line that does nothing."""
    at = draw.randrange(len(lines))
    return [*lines[:at], f"{indent(lines[at])}nothing = 0", *lines[at:]]


def shown(folder: Path, pairs: list[tuple[list[str], list[str]]]) -> Iterator[list[Finding]]:
    """What is shown of each program, as it was committed and as it is now."""

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=x", "-c", "user.email=x@x")
        command = ["git", "-C", str(folder), *identity, *arguments]
        subprocess.run(command, check=True, capture_output=True)

    git("init", "-q")
    files = [folder / str(at) / "program.py" for at in range(len(pairs))]
    for at, (path, (before, _)) in enumerate(zip(files, pairs, strict=True)):
        path.parent.mkdir()
        path.write_text("\n".join(before) + "\n")
        assert at < len(pairs)
    git("add", ".")
    git("commit", "-qm", "before")
    for path, (_, after) in zip(files, pairs, strict=True):
        path.write_text("\n".join(after) + "\n")
    changes = ChangedLines("HEAD", str(folder))

    def lines(path: str, cell: int | None) -> list[str]:
        return Path(path).read_text().split("\n")

    def place(path: str, at: Location) -> tuple[int, int]:
        return at.line, at.end_line

    for path in map(str, files):
        found = lint_source(Path(path).read_text(), path=path, settings=ALL)
        yield changes.chosen(found, {path: ALL}, lines, place)


def test_what_a_change_makes_is_shown(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    right = [plain(each.text) for each in all_examples() if each.kind != "pitfall"]
    pairs = []
    while len(pairs) < PROGRAMS:
        before = draw.choice(right)
        after = changed(before, draw)
        if is_program(after) and after != before:
            pairs.append((before, after))
    book = {(each.rule_folder, each.path.stem): plain(each.text) for each in all_examples()}
    remedied = [
        (before, book[folder, stem])
        for (folder, name), before in book.items()
        if name.startswith("remedy_")
        and (folder, stem := name.replace("remedy", "pitfall")) in book
    ]
    pairs += draw.sample(remedied, PROGRAMS // 3)
    made = 0
    for (before, after), found in zip(pairs, shown(tmp_path, pairs), strict=True):
        had = {each.code for each in lint_source("\n".join(before), settings=ALL)}
        has = {each.code for each in lint_source("\n".join(after), settings=ALL)}
        made += bool(has - had)
        assert has - had <= {each.code for each in found}, "\n".join(after)
    assert made > len(pairs) // 8


def test_an_idle_line_shows_none(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    wrong = [plain(each.text) for each in all_examples() if each.kind == "pitfall"]
    pairs = []
    while len(pairs) < PROGRAMS // 2:
        before = draw.choice(wrong)
        after = with_idle_line(before, draw)
        if is_program(after):
            pairs.append(draw.choice([(before, after), (after, before)]))
    for (before, after), found in zip(pairs, shown(tmp_path, pairs), strict=True):
        had = sorted(each.code for each in lint_source("\n".join(before), settings=ALL))
        has = sorted(each.code for each in lint_source("\n".join(after), settings=ALL))
        if had == has:  # a budget of steps may run out a line sooner
            assert found == [], "\n".join(after)


LOOP = """\
import torch
from torch import nn
from lib import {imported}

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.ones(3, 4, 2):
    {clear}
    loss = {loss}
    loss.backward()
    optimizer.step()
"""
LIBRARY = """\
import torch


def cost(values):
    values = values.pow(2)
    values = values * 2
    return values.mean()
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (("library", "values = values.pow(2)", "values = values.detach().pow(2)"), True),
        (("library", "import torch\n\n", "import torch\n\n# a word\n"), False),
        (("main", "    optimizer.zero_grad()\n", ""), True),
        (("main", "optimizer.zero_grad()", "optimizer.zero_grad()  # a word"), False),
    ],
)
def test_a_trail_through_another_file(
    change: tuple[str, str, str], shown: bool, tapelint: Run, tmp_path: Path
) -> None:
    main = LOOP.format(imported="cost", clear="optimizer.zero_grad()", loss="cost(net(x))")
    texts = {"main": main + "w = net.weight\nw.zero_()\n", "library": LIBRARY}
    names = {"main": "main.py", "library": "lib.py"}

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=x", "-c", "user.email=x@x")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True)

    for each, text in texts.items():
        (tmp_path / names[each]).write_text(text)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "before")
    file, old, new = change
    assert old in texts[file]
    (tmp_path / names[file]).write_text(texts[file].replace(old, new))
    result = tapelint("check", "--diff-base", "HEAD", "--output-format", "concise")
    assert (result.returncode == 1) == shown, result.stdout
    assert "1 finding on unchanged lines left out" in result.stdout
