"""Linting through libcst's tree where Python's would do, to see that both give the same.

``python -m tests.both_trees [PACKAGE]...`` lints the files of published packages through both and
prints every difference; it exits with 1 if there is one.

Through libcst's tree there is no index of the file, so that every function is followed: the same
findings show that those which are left out of it hold none, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import click

from tapelint import Finding
from tapelint.analyses.facts import InPlace
from tapelint.lint import lint_guarded
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.settings import Settings

from .ecosystem.fetching import default_cache, fetch
from .ecosystem.packages import PACKAGES, choose, read_packages


@contextmanager
def through_libcst() -> Iterator[None]:
    """What is linted here is parsed by libcst, as if Python could not."""
    with patch("tapelint.source.parsed.python_tree", lambda text: None):
        yield


def hears_core(rule: type[Checker]) -> bool:
    """Whether a rule hears an event that the core tells, be it of others, too."""
    return rule.has_moved or hasattr(rule, InPlace.visit)


def linted(path: Path, settings: Settings) -> tuple[list[Finding], list[str]]:
    """The findings in a file, with their fixes and trails, and what kept it from being linted.

    Those of rules that hear of the core are left out: it runs what Python can parse. So is
    TAP001, which depends on them.
    """
    found = lint_guarded(path.read_bytes(), path=str(path), settings=settings)
    left = {code for code, rule in all_rules().items() if hears_core(rule)} | {"TAP001"}
    findings = [each for each in found.findings if each.code not in left]
    return findings, [str(each) for each in found.errors]


def differences(path: Path, settings: Settings) -> list[str]:
    """What one tree gives and the other does not."""
    by_python = linted(path, settings)
    with through_libcst():
        by_libcst = linted(path, settings)
    told = []
    for name, ours, theirs in (
        ("Python's tree alone", by_python, by_libcst),
        ("libcst's tree alone", by_libcst, by_python),
    ):
        told += [f"{name}: {each}" for each in ours[0] if each not in theirs[0]]
        told += [f"{name}: {each}" for each in ours[1] if each not in theirs[1]]
    return told


@click.command()
@click.argument("names", metavar="[PACKAGE]...", nargs=-1)
@click.option("--every", default=1, help="Only every N-th file.")
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path))
def main(names: tuple[str, ...], every: int, cache: Path | None) -> None:
    """Lint published packages, all or some of them, through both trees."""
    packages = choose(read_packages(PACKAGES), names)
    files = lines = found = 0
    for folder in fetch(packages, cache or default_cache()).values():
        for path in sorted(folder.rglob("*.py"))[::every]:
            if b"torch" not in path.read_bytes():
                continue
            files, lines = files + 1, lines + path.read_bytes().count(b"\n")
            for each in differences(path, Settings()):
                found += 1
                click.echo(each)
    click.echo(f"{files} files with {lines} lines: {found} differences")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
