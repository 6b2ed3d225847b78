"""What several tests need."""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest

from tapelint import Finding, Settings, lint_source

from . import lanes, warm
from .lanes import (  # noqa: F401
    pytest_collection_finish,
    pytest_collection_modifyitems,
    pytest_ignore_collect,
    pytest_runtest_call,
    pytest_runtest_protocol,
)
from .tools import pytest_runtest_setup, pytest_terminal_summary  # noqa: F401

Run = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[1]
RULE_BOOK = ROOT / "rules"
_SAY_HOW_TO_BEHAVE = (
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERM",
    "TAPELINT_CACHE_DIR", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONOPTIMIZE",
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "CDPATH", "LC_ALL", "LANGUAGE",
)  # fmt: skip
"""Variables that change what programs do."""
_IGNORED_IN_THE_BACKGROUND = ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM")
"""Signals that shells and nohup have their children ignore, and those theirs."""

# How long an example takes says how busy the machine is, and nothing about the code.
hypothesis.settings.register_profile("tapelint", deadline=None)
hypothesis.settings.load_profile("tapelint")


def pytest_configure() -> None:
    """Make the surroundings the same however the tests were started.

    In a terminal or without one, by nohup, as a background job, from a git hook, in CI.
    """
    lanes.install()
    for name in list(os.environ):
        if name in _SAY_HOW_TO_BEHAVE or name.startswith("GIT_"):
            del os.environ[name]
    os.environ["TERM"] = "xterm"
    os.environ["LC_ALL"] = "C.UTF-8"
    # torch's threads wait for each other in a loop: tiny tensors on a busy machine take tenfold.
    os.environ["OMP_NUM_THREADS"] = "1"
    os.umask(0o022)
    for name in _IGNORED_IN_THE_BACKGROUND:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            by_hand = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(number, by_hand)
    try:
        os.fstat(0)
    except OSError:  # closed: the next file to be opened would be standard input
        os.open(os.devnull, os.O_RDONLY)


_forker = functools.cache(warm.Forker)


def _run(module: str, arguments: Sequence[str], **options: object) -> object:
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    if module in ("tapelint", "flake8") and warm.IS_POSSIBLE and options.keys() <= {"cwd", "input"}:
        given = str(options.get("input", ""))
        return _forker().run(module, arguments, str(options["cwd"]), environment, given)
    return started(module, arguments, environment, **options)


def started(
    module: str, arguments: Sequence[str], environment: dict[str, str], **options: object
) -> object:
    """Run a module as a process that Python starts anew."""
    if "input" not in options:
        options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=300,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def _runner(module: str, folder: Path) -> Run:
    def run(*arguments: str, **options: object) -> object:
        options.setdefault("cwd", folder)
        return _run(module, arguments, **options)

    return run  # type: ignore[return-value]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run of the tests share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def made_once(folder: Path) -> Iterator[bool]:
    """Whether a folder is still to be made; other processes wait meanwhile.

    A fixture is made by each process of a run, of which there are several; what takes long is made
    by the first one, in the folder that they share.
    """
    import fcntl  # which Windows lacks

    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder.with_suffix(".done")
        yield not done.exists()
        done.touch()


@pytest.fixture(scope="session")
def linted(shared: Path) -> Callable[[Path], list[Finding]]:
    """The findings of all rules in a program, linted once by all processes of this run.

    As it is linted where nothing is set but the rules, and as if no file lay beside it.
    """
    folder = shared / "linted"
    folder.mkdir(exist_ok=True)

    @functools.cache
    def findings(path: Path) -> list[Finding]:
        kept = folder / hashlib.sha256(bytes(path)).hexdigest()
        if kept.exists():
            known: list[Finding] = pickle.loads(kept.read_bytes())
            return known
        found = lint_source(path.read_text(encoding="utf-8"), settings=Settings(select=("ALL",)))
        written = folder / f"{kept.name}.{os.getpid()}"
        written.write_bytes(pickle.dumps(found))
        written.replace(kept)
        return found

    return findings


@pytest.fixture
def tapelint(tmp_path: Path) -> Run:
    """Run the real command as a process, in a folder of its own; see ``warm.py``."""
    return _runner("tapelint", tmp_path)


@pytest.fixture
def flake8(tmp_path: Path) -> Run:
    """Run the real flake8 as a process, in a folder of its own; see ``warm.py``."""
    return _runner("flake8", tmp_path)
