"""The list of packages: names, pinned versions and the hashes of their wheels.

The list is a requirements file, so that pip itself holds the hashes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import EcosystemError

PACKAGES = Path(__file__).with_name("packages.txt")
_LINE = re.compile(r"(?P<name>\w+)==(?P<version>[\w.]+) --hash=sha256:(?P<sha256>[0-9a-f]{64})")


@dataclass(frozen=True)
class Package:
    """One wheel on the index."""

    name: str
    version: str
    sha256: str

    def __str__(self) -> str:
        return f"{self.name}-{self.version}"

    @property
    def requirement(self) -> str:
        """The line of a requirements file."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"


def read_packages(path: Path) -> list[Package]:
    """The packages of a list, in its order.

    Raises:
        EcosystemError: The list cannot be read, or a line of it is no pinned package.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise EcosystemError(f"{path}: {error.strerror}") from None
    packages = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            match = _LINE.fullmatch(line.strip())
            if match is None:
                raise EcosystemError(
                    f"{path}:{number}: not of the form name==version --hash=sha256:..."
                )
            packages.append(Package(**match.groupdict()))
    return packages


def choose(packages: Sequence[Package], names: Sequence[str]) -> list[Package]:
    """The packages of these names, or all of them where none is named.

    Raises:
        EcosystemError: A name is not on the list.
    """
    wanted = {_normal(name) for name in names}
    chosen = [package for package in packages if not wanted or _normal(package.name) in wanted]
    if unknown := wanted - {_normal(package.name) for package in packages}:
        raise EcosystemError(f"not on the list of packages: {', '.join(sorted(unknown))}")
    return chosen


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()
