"""Shows by real torch that each pitfall is one: ``python -m tests.projects.proving [NAME ...]``.

A project whose pitfall raises is run, and has to raise what is expected. For another pitfall
``proofs/NAME.py`` is run beside the project, and asserts what goes wrong; the project itself runs
without an error. So does a project that is right, also one that is right after its remedy, and
each parameter that its optimisers have is given a gradient.

Each run is a fork of a process that has imported torch, so that all take about half a minute.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

from .cases import NAMED, Project, projects

_SAID_BY_PYTHON = "Traceback"


def main(names: list[str]) -> int:
    """Prove all projects, or those named, and print what does not hold.

    Returns:
        How many do not hold.
    """
    import torch

    torch.set_num_threads(1)
    torch.optim.SGD([torch.zeros(1, requires_grad=True)])  # imports much; no fork has to
    failed = 0
    both = [*projects(), *projects(NAMED)]
    for project in both:
        if names and project.name not in names:
            continue
        wrong = disproved(project)
        if wrong:
            failed += 1
            print(f"{project.name}: {wrong}", flush=True)
    print(f"{failed} of {len(names) or len(both)} do not hold")
    return failed


def disproved(project: Project) -> str | None:
    """What real torch has against the expectation, if anything."""
    if not project.expected:
        return _in_a_fork(lambda: _train(project.folder, watch=True))
    error = _in_a_fork(lambda: _train(project.folder, watch=False))
    if project.raises is None:
        error = error or _in_a_fork(lambda: _prove(project))
    elif error is None:
        return "it does not raise"
    elif re.search(project.raises, error):
        error = None
    return error or _wrong_when_remedied(project)


def _wrong_when_remedied(project: Project) -> str | None:
    with tempfile.TemporaryDirectory() as parent:
        folder = project.copied(Path(parent), remedied=True)
        error = _in_a_fork(lambda: _train(folder, watch=True))
    return f"with its remedy: {error}" if error else None


def _train(folder: Path, *, watch: bool) -> None:
    import torch

    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.argv = ["train.py"]
    seen = _watched() if watch else {}
    torch.manual_seed(0)  # what begins below a clamp has no gradient, whoever is right
    runpy.run_path("train.py", run_name="__main__")
    idle = sum(not is_trained for is_trained in seen.values())
    assert not watch or seen, "no optimiser steps"
    assert not idle, f"{idle} of {len(seen)} parameters of the optimisers never get a gradient"


def _prove(project: Project) -> None:
    sys.path.insert(0, str(project.folder))
    os.chdir(project.folder)
    runpy.run_path(str(project.proof), run_name="__main__")


def _watched() -> dict[object, bool]:
    """The parameters that steps of optimisers use, and whether they have had a gradient.

    That of a single number may be zero: the last bias of a critic is in both terms of a difference.
    """
    from torch.optim.optimizer import register_optimizer_step_pre_hook

    seen: dict[object, bool] = {}

    def look(optimizer: object, *_: object) -> None:
        for group in optimizer.param_groups:  # type: ignore[attr-defined]
            for each in group["params"]:
                grad = each.grad
                has = grad is not None and (grad.numel() == 1 or bool(grad.abs().sum() > 0))
                seen[each] = seen.get(each, False) or has

    register_optimizer_step_pre_hook(look)
    return seen


def _in_a_fork(run: Callable[[], None]) -> str | None:
    """Run something in a process of its own; the last line of its error, if there is one."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        said = ""
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                run()
        except BaseException:
            said = traceback.format_exc()
        with os.fdopen(writing, "w", encoding="utf-8") as stream:
            stream.write(said)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as stream:
        said = stream.read()
    os.waitpid(process, 0)
    lines = [line for line in said.splitlines() if line and not line.startswith(" ")]
    errors = [line for line in lines if not line.startswith(_SAID_BY_PYTHON)]
    return " / ".join(errors[:2]) if said else None


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
