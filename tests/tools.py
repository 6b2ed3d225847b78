"""What a test needs beyond Python and the extra ``test``: a tool, or the network.

``@pytest.mark.tool("nvim")`` says that a test needs a program, a package of the extra ``dev``, or
a folder of this repository that npm makes. Where one is missing, the test is skipped: README's
command passes on a machine that has Python alone. ``.ci/run`` runs what was skipped so with
``-m tool`` and ``TAPELINT_CI=1``, and there nothing may be missing.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]
IN_CI = bool(os.environ.get("TAPELINT_CI"))
_PACKAGES = frozenset({"mypy", "ruff"})
_TOOL, _NETWORK = "needs the tool ", "needs the network: "


@functools.cache
def is_here(tool: str) -> bool:
    """Whether a test may use a tool."""
    if tool in _PACKAGES:
        return importlib.util.find_spec(tool) is not None
    if tool == "eglot":
        script = ["--batch", "--eval", "(package-initialize)", "--eval", "(require 'eglot)"]
        return is_here("emacs") and not _exit_code("emacs", *script)
    return (ROOT / tool).is_dir() if "/" in tool else shutil.which(tool) is not None


def _exit_code(*command: str) -> int:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tool is missing, before anything is made for it."""
    for mark in item.iter_markers("tool"):
        for tool in mark.args:
            if not is_here(tool):
                _leave_out(f"{_TOOL}{tool}")


def no_network(said: str) -> NoReturn:
    """Leave a test out, for pip could not get what it needs."""
    _leave_out(f"{_NETWORK}{said.strip()[-300:]}")


def _leave_out(reason: str) -> NoReturn:
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)


def counted(reasons: Iterable[str]) -> str:
    """One line about what was skipped, by its reasons."""
    tools: Counter[str] = Counter()
    network = others = 0
    for reason in reasons:
        if found := re.search(f"{_TOOL}(\\S+)", reason):
            tools[found[1]] += 1
        elif _NETWORK in reason:
            network += 1
        else:
            others += 1
    named = ", ".join(f"{tool} {count}" for tool, count in sorted(tools.items()))
    for_tools = f"{tools.total()} for a tool" + (f" ({named})" if named else "")
    return f"skipped: {for_tools}, {network} for the network, {others} for another reason"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped, and for want of what."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.write_line(counted(_reason(each) for each in skipped))


def _reason(report: pytest.TestReport) -> str:
    """Why a test was skipped: the last of file, line and reason."""
    said = report.longrepr
    return str(said[-1] if isinstance(said, tuple) else said)
