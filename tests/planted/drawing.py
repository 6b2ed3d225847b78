"""``python -m tests.planted.drawing --repositories DIR --seed 2``: cases drawn by chance.

Draws functions from public training code and plants a mistake in each, both by a seed, so that
nobody picks what is easy to find. It prints cases, which ``python -m tests.planted --cases FILE``
scores. A repository gives few functions, and each mistake is as likely as another there.
"""

from __future__ import annotations

import ast
import json
import random
import subprocess
import warnings
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from .cases import Case, plant
from .checkouts import blob
from .errors import PlantedError
from .mistakes import MISTAKES, Function, Place, Reading
from .texts import Text

_LARGEST = 200_000
"""Larger files, in bytes, are data or generated."""


@click.command()
@click.option(
    "--repositories",
    required=True,
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder of git directories `owner+name`.",
)
@click.option("--seed", default=1, show_default=True, help="Which functions and mistakes.")
@click.option("--count", default=200, show_default=True, help="How many functions.")
@click.option("--each", default=4, show_default=True, help="At most so many of one repository.")
@click.option(
    "--names",
    type=click.File(encoding="utf-8"),
    help="Only these repositories: a file with a line `owner/name` for each.",
)
def main(
    repositories: Path, seed: int, count: int, each: int, names: click.utils.LazyFile | None
) -> None:
    """Print cases with mistakes in functions that chance chose."""
    chance = random.Random(seed)
    asked = {line.strip().replace("/", "+", 1) for line in names} if names else None
    folders = sorted(each for each in repositories.iterdir() if asked is None or each.name in asked)
    chance.shuffle(folders)
    for folder in folders:
        for case in draw(folder, chance, min(each, count)):
            click.echo(json.dumps({name: v for name, v in asdict(case).items() if name != "lint"}))
            count -= 1
        if not count:
            return
    click.echo(f"the repositories have no place for {count} more", err=True)


def draw(folder: Path, chance: random.Random, count: int) -> Iterator[Case]:
    """Cases in functions of one repository, each in another function.

    Args:
        folder: The git directory `owner+name`.
        chance: Draws.
        count: At most so many.
    """
    commit = _git(folder, "rev-parse", "HEAD").decode().strip()
    places: dict[str, list[Case]] = {}
    for path, text, content in _training_files(folder):
        for place in _places(text):
            case = Case(
                place.rule,
                folder.name.replace("+", "/", 1),
                commit,
                path,
                blob(content),
                place.plant,
                place.expect,
                path,
            )
            places.setdefault(place.mistake, []).append(case)
    taken: set[tuple[str, ast.AST | int]] = set()
    mistakes = sorted(places)
    chance.shuffle(mistakes)
    for mistake in mistakes:
        candidates = places[mistake]
        chance.shuffle(candidates)
        for case in candidates:
            function = (case.path, _function_of(folder, case))
            if function not in taken and _fits(folder, case):
                taken.add(function)
                yield case
                count -= 1
                break
        if not count:
            return


def _places(text: Text) -> Iterator[Place]:
    for function, owner in _functions(text.tree):
        reading = Reading(function, text.tree, owner)
        for mistake in MISTAKES:
            yield from mistake(reading)


def _functions(module: ast.Module) -> Iterator[tuple[Function, ast.ClassDef | None]]:
    for node in ast.walk(module):
        for each in (
            getattr(node, "body", ()) if isinstance(node, ast.Module | ast.ClassDef) else ()
        ):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                yield each, node if isinstance(node, ast.ClassDef) else None


def _training_files(folder: Path) -> Iterator[tuple[str, Text, bytes]]:
    """The files of a repository that use torch, if it trains anything."""
    if not _git(folder, "grep", "-l", "-F", ".backward(", "HEAD", "--", "*.py"):
        return
    found = _git(folder, "grep", "-l", "-E", r"^(import|from) torch", "HEAD", "--", "*.py")
    for line in found.decode(errors="replace").splitlines():
        path = line.removeprefix("HEAD:")
        content = _git(folder, "show", f"HEAD:{path}")
        if len(content) > _LARGEST:
            continue
        try:
            text = Text(content.decode().replace("\r\n", "\n"))
            with warnings.catch_warnings(action="ignore"):
                assert text.tree
        except (UnicodeDecodeError, PlantedError, ValueError):
            continue
        yield path, text, content


def _text(folder: Path, case: Case) -> Text:
    content = _git(folder, "show", f"{case.commit}:{case.path}")
    return Text(content.decode().replace("\r\n", "\n"))


def _function_of(folder: Path, case: Case) -> int:
    """The line of the function that a case changes."""
    line = next(each for each in case.plant[0] if isinstance(each, int))
    starts = (
        function.lineno
        for function, _ in _functions(_text(folder, case).tree)
        if function.lineno <= line <= (function.end_lineno or line)
    )
    return max(starts, default=line)


def _fits(folder: Path, case: Case) -> bool:
    """Whether the file can be read with the mistake in it."""
    try:
        ast.parse(plant(case, _text(folder, case)).planted.content)
    except (PlantedError, SyntaxError):
        return False
    return True


def _git(folder: Path, *arguments: str) -> bytes:
    command = ("git", "-C", str(folder), *arguments)
    return subprocess.run(command, capture_output=True, check=False).stdout


if __name__ == "__main__":
    main(prog_name="python -m tests.planted.drawing")
