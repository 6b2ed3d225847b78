"""What is linted: sources of published packages, all of them or a sample."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..ecosystem.errors import EcosystemError
from ..ecosystem.fetching import fetch
from ..ecosystem.packages import PACKAGES, Package, choose, read_packages
from .errors import BenchmarkError

SMALL = ("transformers/models/bert", "timm/optim", "botorch/optim", "stable_baselines3/dqn")
"""Small folders of large packages, as somebody lints them who works on one."""
USUAL = ("timm", "botorch", "stable_baselines3", "pyro_ppl", "transformers")
_SEED = 20260101


@dataclass(frozen=True)
class Corpus:
    """Sources of packages.

    Attributes:
        names: The packages.
        sources: The folder of wheels and sources, as ``tests.ecosystem`` keeps it.
        sample: How many files to take; 0 for all.
    """

    names: tuple[str, ...] = USUAL
    sources: Path = Path()
    sample: int = 0

    @property
    def key(self) -> str:
        """A name for results: what was measured on another corpus is another result."""
        names = "all" if self.is_usual else "+".join(self.names)
        return f"{names}-{self.sample}" if self.sample else names

    @property
    def is_usual(self) -> bool:
        """Whether these are the packages of the table."""
        return sorted(self.names) == sorted(USUAL)

    @property
    def description(self) -> str:
        """What it is, in words."""
        names = ", ".join(f"{each.name} {each.version}" for each in self._packages)
        if not self.sample:
            return names
        return f"a sample of {self.sample} files of {names}"

    def only(self, name: str) -> Corpus:
        """The same of one package."""
        return Corpus((name,), self.sources, self.sample)

    def part(self, path: str) -> Path:
        """A folder of one of the packages, by its path in the package."""
        return self.only(path.partition("/")[0]).folders[0] / path

    @functools.cached_property
    def _packages(self) -> list[Package]:
        try:
            return choose(read_packages(PACKAGES), self.names)
        except EcosystemError as error:
            raise BenchmarkError(str(error)) from None

    @functools.cached_property
    def folders(self) -> list[Path]:
        """The folder of each package."""
        try:
            return list(fetch(self._packages, self.sources).values())
        except EcosystemError as error:
            raise BenchmarkError(
                f"{error}\nwithout a network, use --sources with the folder of a former run"
            ) from None

    @functools.cached_property
    def _all_files(self) -> tuple[list[Path], list[Path]]:
        with_torch: list[Path] = []
        without: list[Path] = []
        for folder in self.folders:
            for path in sorted(folder.rglob("*.py")):
                (with_torch if b"torch" in path.read_bytes() else without).append(path)
        return with_torch, without

    @property
    def files(self) -> list[Path]:
        """The Python files that mention torch, in order."""
        return sampled(self._all_files[0], self.sample)

    @property
    def others(self) -> list[Path]:
        """Those that do not."""
        return sampled(self._all_files[1], self.sample)

    @property
    def paths(self) -> list[Path]:
        """What commands are given: the folders; of a sample, its files."""
        return self.files if self.sample else self.folders


@dataclass(frozen=True)
class Scripts(Corpus):
    """Programs that train, in folders of the user's own: no index has them.

    Attributes:
        given: The folders.
    """

    given: tuple[Path, ...] = ()

    @property
    def description(self) -> str:
        """What it is, in words."""
        names = f"training scripts of {', '.join(folder.name for folder in self.folders)}"
        if not self.sample:
            return names
        return f"a sample of {self.sample} files of {names}"

    @functools.cached_property
    def folders(self) -> list[Path]:
        """The folders, all there."""
        if not self.given:
            raise BenchmarkError(
                "no training scripts: give --training DIR with a checkout of vwxyzjn/cleanrl, and "
                "again with one of pytorch/examples"
            )
        if missing := [str(folder) for folder in self.given if not folder.is_dir()]:
            raise BenchmarkError(f"no folder of training scripts: {', '.join(missing)}")
        return list(self.given)


def sampled(paths: Sequence[Path], number: int) -> list[Path]:
    """So many of the paths, in their order: always the same ones; 0 for all."""
    if not number or number >= len(paths):
        return list(paths)
    chosen = random.Random(_SEED).sample(range(len(paths)), number)
    return [paths[at] for at in sorted(chosen)]
