"""``python -m tests.planted.places --repositories DIR --rule TAP503``: where to plant, by chance.

Prints places where a rule's mistake could be made, at most one for each repository: chosen by a
seed, so that nobody picks those that are easy to find. Read each, and throw one out only if it
would be no mistake there.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click

PATTERNS = {
    "TAP503": (r"^\s+\w+(\.\w+)*\.backward\(\)\s*$",),
    "TAP801": (r"^class \w+\((torch\.)?(autograd\.)?Function\):",),
    "TAP802": (
        r"checkpoint(_sequential)?\(.*use_reentrant ?= ?False",
        r"^\s+(x|out|h) = self\.(conv1|layer1|fc1|stem|encoder|features)\((x|input|inputs)\)\s*$",
    ),
}
"""What a line looks like where the mistake may be planted; each is drawn as often."""


@click.command()
@click.option(
    "--repositories",
    required=True,
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder of git directories `owner+name`.",
)
@click.option("--rule", required=True, type=click.Choice(list(PATTERNS)), help="The rule.")
@click.option("--seed", default=1, show_default=True, help="Which places.")
@click.option("--count", default=20, show_default=True, help="How many of each pattern.")
def main(repositories: Path, rule: str, seed: int, count: int) -> None:
    """Print places where a mistake could be planted."""
    for pattern in PATTERNS[rule]:
        chance = random.Random(f"{rule}/{seed}/{pattern}")
        folders = sorted(repositories.iterdir())
        chance.shuffle(folders)
        for place in _places(folders, pattern, chance, count):
            click.echo(place)


def _places(folders: list[Path], pattern: str, chance: random.Random, count: int) -> Iterator[str]:
    for folder in folders:
        found = _git(folder, "grep", "-n", "-E", pattern, "HEAD", "--", "*.py").splitlines()
        if not found:
            continue
        _, path, line, *_ = chance.choice(found).split(":")
        commit = _git(folder, "rev-parse", "HEAD").strip()
        yield f"{folder.name.replace('+', '/', 1)} {commit} {path}:{line}"
        count -= 1
        if not count:
            return


def _git(folder: Path, *arguments: str) -> str:
    command = ("git", "-C", str(folder), *arguments)
    return subprocess.run(command, capture_output=True, check=False).stdout.decode(errors="replace")


if __name__ == "__main__":
    main(prog_name="python -m tests.planted.places")
