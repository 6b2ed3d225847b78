"""Builds the site: ``python -m docs.site``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tapelint import rule_book

from .configuration import configuration
from .links import check_links
from .staging import ROOT, BrokenLinkError, stage

BUILD = ROOT / "build"


def build(folder: Path) -> int:
    """Build the site into ``folder/site`` and follow its links; the exit code.

    The folder also gets ``pages``, which the generator reads, and ``external-links.txt``.
    """
    folder = folder.resolve()
    site = folder / "site"
    try:
        stage(folder / "pages")
    except BrokenLinkError as error:
        print(error, file=sys.stderr)
        return 1
    settings = folder / "zensical.toml"
    settings.write_text(configuration(), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "zensical",
        "build",
        "--strict",
        "--clean",
        "-f",
        str(settings),
    ]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        return 1
    links = check_links(site, rule_book.SITE)
    (folder / "external-links.txt").write_text("".join(f"{each}\n" for each in links.external))
    for broken in links.broken:
        print(f"broken link: {broken}", file=sys.stderr)
    counts = f"{links.pages} pages, {links.internal} internal links, {len(links.broken)} broken"
    print(f"{site}: {counts}; {len(links.external)} external addresses, not asked")
    return 1 if links.broken else 0


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=BUILD, help="the folder to build in")
    sys.exit(build(parser.parse_args().out))


if __name__ == "__main__":
    main()
