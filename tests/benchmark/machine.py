"""What was measured on: the machine, in words."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

from .environments import ROOT


def processor() -> str:
    """The processor's model."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return found[0] if found else platform.machine()


def memory() -> str:
    """How much memory there is."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return "memory unknown"
    return f"{size / 1e9:.0f} GB of memory"


def description() -> str:
    """Processor, cores, memory, system and Python."""
    system = f"{platform.system()} {platform.release()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor()}, {os.cpu_count()} cores, {memory()}; {system}; {python}"


def revision() -> str:
    """Which commit of tapelint this is, and whether files differ from it."""
    try:
        commit = _git("rev-parse", "--short=10", "HEAD")
        differs = _git(
            "status", "--porcelain", "--", "src", "rules", "pyproject.toml", "hatch_build.py"
        )
    except (OSError, subprocess.CalledProcessError):
        return "no commit"
    return f"{commit} with changes" if differs else commit


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()
