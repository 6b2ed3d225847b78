"""``python -m tests.notebooks FOLDER``: the check of notebooks, over all of a folder.

The notebooks of public courses are what it is for; none of them is kept here. The folder itself
is only read.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from .checking import Checked, check

_COMMAND = ("-m", "tapelint", "check", "--isolated", "--no-respect-gitignore", "--select", "ALL")


def _checked(path: Path) -> Checked:
    return check(path.read_bytes())


def _run(folder: Path, *arguments: str) -> list[str]:
    """Run the real command in a folder; what is wrong with how it ends."""
    command = [sys.executable, *_COMMAND, *arguments, "."]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    problems = []
    if result.returncode not in {0, 1, 2}:
        problems.append(f"{arguments[0]} exits with {result.returncode}")
    for word in ("Traceback", "internal error"):
        problems += [line for line in result.stderr.splitlines() if word in line]
    return problems


def _by_command(notebooks: dict[Path, bytes], fixed: set[Path]) -> list[str]:
    """Diff and fix copies by the real command; what is wrong with that."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copies = {path: folder / f"{at}.ipynb" for at, path in enumerate(notebooks)}
        for path, copy in copies.items():
            copy.write_bytes(notebooks[path])
        problems = _run(folder, "--diff", "--unsafe-fixes")
        for path, copy in copies.items():
            if copy.read_bytes() != notebooks[path]:
                problems.append(f"{path}: --diff has written")
        problems += _run(folder, "--fix", "--unsafe-fixes")
        for path, copy in copies.items():
            if (copy.read_bytes() != notebooks[path]) != (path in fixed):
                problems.append(f"{path}: --fix and the interface for Python disagree")
        return problems


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(folders: tuple[Path, ...]) -> None:
    """Check all notebooks at and below FOLDERS."""
    paths = sorted({path for folder in folders for path in folder.rglob("*.ipynb")})
    notebooks = {path: path.read_bytes() for path in paths if path.is_file()}
    total = Checked()
    found: Counter[str] = Counter()
    fixed: set[Path] = set()
    broken = partly = with_findings = 0
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for path, checked in zip(notebooks, pool.map(_checked, notebooks), strict=True):
            total.problems += [f"{path}: {problem}" for problem in checked.problems]
            found.update(checked.findings)
            broken += checked.is_broken
            partly += bool(checked.broken_cells)
            with_findings += bool(checked.findings)
            total.broken_cells += checked.broken_cells
            total.fixed += checked.fixed
            if checked.fixed:
                fixed.add(path)
    total.problems += _by_command(notebooks, fixed)
    click.echo(f"notebooks           {len(notebooks):>6}")
    click.echo(f"  that are none     {broken:>6}")
    click.echo(f"  with broken cells {partly:>6}, {total.broken_cells} cells")
    click.echo(f"  with findings     {with_findings:>6}, {sum(found.values())} findings")
    click.echo(f"  fixed            {len(fixed):>6}, {total.fixed} findings")
    click.echo(f"  left byte by byte {len(notebooks) - len(fixed):>6}")
    for code, number in sorted(found.items()):
        click.echo(f"{code} {number}")
    click.echo(f"problems            {len(total.problems):>6}")
    for problem in total.problems:
        click.echo(f"  {problem}")
    sys.exit(bool(total.problems))


main()
