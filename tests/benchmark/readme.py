"""What the README says of the speed, made from the table of the page."""

from __future__ import annotations

import re

from .environments import ROOT
from .rows import TIMES

README = ROOT / "README.md"
BEGINS = "- [What it costs](docs/benchmark.md): "
_NEEDED = ("floor", "folders", "folders_alone")


def measured_in(page: str) -> dict[str, float]:
    """The numbers in the table of the page, by row."""
    found = re.findall(rf"^\| `(\w+)` \| [^|]* \| ([\d.]+) {TIMES} \|", page, re.MULTILINE)
    return {name: float(value) for name, value in found}


def version_in(page: str) -> str:
    """The version of tapelint that the page was measured with; "" where it names none."""
    found = re.search(r"^\| tapelint \| .*\btapelint ([\d.]+\d)", page, re.MULTILINE)
    return found[1] if found else ""


def minor(version: str) -> list[str]:
    """A version without its patches."""
    return version.split(".")[:2]


def said_of_speed(page: str) -> str:
    """What the table says to somebody who wonders whether to try tapelint.

    Raises:
        ValueError: A row was not measured.
    """
    has = measured_in(page)
    if missing := [name for name in _NEEDED if name not in has]:
        raise ValueError(f"not measured: {', '.join(missing)}")
    whole, small, alone = (_times(has[name]) for name in _NEEDED)
    return (
        f"{BEGINS}a first run takes {whole} as long as libcst takes to parse the same files, and "
        f"the next one reads its cache. A small folder of a large package takes {small} as long, "
        f"since [imports are followed](docs/at-scale.md#what-followed-imports-cost); with "
        f"`follow-imports = false`, {alone}."
    )


def with_speed(readme: str, page: str) -> str:
    """The README with what the table says."""
    before, begin, rest = readme.partition(BEGINS)
    if not begin:
        raise ValueError(f"the README has no {BEGINS}")
    line, end, after = rest.partition("\n")
    others = line.partition(" [Other linters]")
    return f"{before}{said_of_speed(page)}{others[1]}{others[2]}{end}{after}"


def _times(value: float) -> str:
    return f"{value:.0f} times" if value >= 3 else f"{value:.1f} times"
