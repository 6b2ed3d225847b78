"""What arguments really are when code runs: ``python -m tests.roles.at_run_time [SCRIPT ...]``.

Each call of a function of the watched files is noted: what each parameter is given. The roles that
the text alone tells are held against that. Without arguments the rule book, the programs and the
projects run; a script brings the files below its folder.
"""

from __future__ import annotations

import ast
import collections
import contextlib
import functools
import io
import numbers
import os
import pathlib
import pickle
import runpy
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy
import torch
from tests.fuzz.uncalled import numbered_uncalled
from tests.oracle.examples import all_examples
from tests.oracle.torch_verdict import execute
from tests.projects.cases import projects
from torch import nn

from tapelint.project.roles.facts import Definition
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Kind, Role

PROGRAMS = pathlib.Path(__file__).parents[1] / "programs"
SECONDS = 60
"""So long may one program run; what it has shown until then counts."""
_SEQUENCES = (list, tuple, dict, set, collections.deque, torch.utils.data.Dataset)


class Subject(NamedTuple):
    """A parameter: the file and the first line of its function, and its name."""

    path: str
    line: int
    name: str


class Seen(NamedTuple):
    """What a parameter was given in a call.

    Attributes:
        type: The name of its class.
        kinds: The kinds that it is one of.
        trains: Of an optimiser, the names of the arguments whose parameters it holds.
    """

    type: str
    kinds: frozenset[Kind]
    trains: frozenset[str]


class Judged(NamedTuple):
    """A role, and what was seen."""

    subject: Subject
    role: Role
    seen: tuple[Seen, ...]

    @property
    def basis(self) -> str:
        """The strongest evidence that speaks for it."""
        order = ["annotation", "default", "use", "flow", "name"]
        return min((each.basis.value for each in self.role.evidence), key=order.index)

    @property
    def is_right(self) -> bool:
        """Whether it was of its kind in each call."""
        return all(self.role.kind in each.kinds for each in self.seen)

    @property
    def owns_rightly(self) -> bool:
        """Whether an optimiser holds parameters of all networks that it is said to own."""
        return all({*self.role.owns} <= each.trains for each in self.seen)

    def __str__(self) -> str:
        types = " or ".join(sorted({each.type for each in self.seen}))
        told = "; ".join(f"{each.line}: {each.text}" for each in self.role.evidence)
        path, line, name = self.subject
        return f"{path}:{line} {name}: {self.role.kind.id} {self.role.owns} ({told}), is {types}"


def kinds_of(value: object) -> frozenset[Kind]:
    """The kinds that an object is one of."""
    tests: Mapping[Kind, bool] = {
        Kind.MODULE: isinstance(value, nn.Module),
        Kind.OPTIMISER: isinstance(value, torch.optim.Optimizer),
        Kind.SCHEDULER: isinstance(value, torch.optim.lr_scheduler.LRScheduler),
        Kind.SCALER: isinstance(value, torch.amp.GradScaler),
        Kind.LOADER: _gives_batches(value),
        Kind.LOSS: callable(value),
        Kind.TENSOR: isinstance(value, torch.Tensor),
        Kind.ARRAY: isinstance(value, numpy.ndarray),
        Kind.DISTRIBUTION: isinstance(value, torch.distributions.Distribution),
        Kind.NUMBER: isinstance(value, numbers.Number),
        Kind.FLAG: isinstance(value, (bool, int, numpy.bool_)),
        Kind.TEXT: isinstance(value, (str, os.PathLike)),
        Kind.DEVICE: isinstance(value, (str, int, torch.device)),
    }
    return frozenset(kind for kind, holds in tests.items() if holds)


def _gives_batches(value: object) -> bool:
    if isinstance(value, torch.Tensor):
        return value.dim() > 1 and not value.requires_grad
    iterates = hasattr(type(value), "__iter__") or isinstance(value, _SEQUENCES)
    return iterates and not isinstance(value, (str, nn.Module))


class Watch:
    """Notes what the functions of some files are given while it is on."""

    def __init__(self, is_watched: Callable[[str], bool]) -> None:
        self.seen: dict[Subject, set[Seen]] = collections.defaultdict(set)
        self._is_watched = functools.cache(is_watched)

    @contextlib.contextmanager
    def on(self) -> Iterator[None]:
        """Watch all calls of this thread."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: types.FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not self._is_watched(code.co_filename):
            return
        count = code.co_argcount + code.co_kwonlyargcount
        given = {name: frame.f_locals.get(name) for name in code.co_varnames[:count]}
        for name, value in given.items():
            if value is not None:
                subject = Subject(code.co_filename, code.co_firstlineno, name)
                self.seen[subject].add(
                    Seen(type(value).__name__, kinds_of(value), _trains(value, given))
                )


def _trains(value: object, given: Mapping[str, object]) -> frozenset[str]:
    if not isinstance(value, torch.optim.Optimizer):
        return frozenset()
    held = {id(each) for group in value.param_groups for each in group["params"]}
    return frozenset(
        name
        for name, other in given.items()
        if isinstance(other, nn.Module) and held & {id(each) for each in other.parameters()}
    )


def judged(seen: Mapping[Subject, Iterable[Seen]], texts: Mapping[str, str]) -> list[Judged]:
    """The known roles of what was seen.

    Args:
        seen: What was seen.
        texts: The texts of files that are no files.
    """
    found = []
    for path in sorted({each.path for each in seen}):
        text = texts.get(path) or pathlib.Path(path).read_text(encoding="utf-8")
        for subject, role in _roles(ast.parse(text), path):
            given = tuple(seen.get(subject, ()))
            if given and role.is_known:
                found.append(Judged(subject, role, given))
    return found


def _roles(module: ast.Module, path: str) -> Iterator[tuple[Subject, Role]]:
    roles = FunctionRoles()
    owners: dict[ast.AST, ast.ClassDef] = {
        each: node for node in ast.walk(module) if isinstance(node, ast.ClassDef)
        for each in node.body
    }  # fmt: skip
    for node in ast.walk(module):
        if isinstance(node, Definition):
            first = min(each.lineno for each in (node, *node.decorator_list))
            for name, role in roles.of(node, owners.get(node)).items():
                yield Subject(path, first, name), role


def of_the_rule_book(every: int = 1) -> list[Judged]:
    """The examples of the rule book, or one in so many, under the oracle."""
    examples = all_examples()[::every]
    watch = Watch({str(each.path) for each in examples}.__contains__)
    for example in examples:
        with contextlib.suppress(Exception), watch.on():
            execute(example)
    return judged(watch.seen, {})


def of_trainings(count: int) -> list[Judged]:
    """Random programs that train in a function."""
    texts = {f"training {number}": numbered_uncalled(7, number) for number in range(count)}
    watch = Watch(texts.__contains__)
    for name, text in texts.items():
        program = compile(text, name, "exec")
        with contextlib.suppress(Exception), _quiet(), watch.on():
            exec(program, {"__name__": "__main__"})
    return judged(watch.seen, texts)


def of_scripts(scripts: Iterable[pathlib.Path]) -> list[Judged]:
    """Scripts, each in a process of its own."""
    seen: dict[Subject, set[Seen]] = collections.defaultdict(set)
    for script in scripts:
        for subject, given in _in_a_fork(script.resolve()).items():
            seen[subject] |= given
    return judged(seen, {})


def of_the_projects() -> list[Judged]:
    """The projects of the tests."""
    return of_scripts(each.folder / "train.py" for each in projects())


def of_the_programs() -> list[Judged]:
    """The programs of the tests; those that need no arguments are run function by function."""
    return of_scripts(sorted(PROGRAMS.glob("*.py")))


def _in_a_fork(script: pathlib.Path) -> dict[Subject, set[Seen]]:
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        watch = Watch(lambda path: path.startswith(str(script.parent)))
        with contextlib.suppress(BaseException), _quiet():
            signal.signal(signal.SIGALRM, lambda *_: sys.exit())
            signal.alarm(SECONDS)
            _run(script, watch)
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(dict(watch.seen), stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        seen: dict[Subject, set[Seen]] = pickle.load(stream)
    os.waitpid(process, 0)
    return seen


def _run(script: pathlib.Path, watch: Watch) -> None:
    os.chdir(script.parent)
    sys.path.insert(0, str(script.parent))
    sys.argv = [script.name]
    torch.set_num_threads(1)
    with watch.on():
        namespace = runpy.run_path(str(script), run_name="__main__")
    if script.parent == PROGRAMS:
        for each in list(namespace.values()):
            if isinstance(each, types.FunctionType) and not each.__code__.co_argcount:
                with contextlib.suppress(Exception), watch.on():
                    each()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def main(scripts: list[str]) -> None:
    """Print what is right, by kind and evidence, and each role that is wrong."""
    found = of_scripts(map(pathlib.Path, scripts))
    if not scripts:
        found += of_the_rule_book() + of_the_programs() + of_the_projects() + of_trainings(100)
    rows: dict[Any, list[Judged]] = collections.defaultdict(list)
    for each in found:
        rows[each.role.kind.id, each.basis].append(each)
        rows["all", "name" if each.basis == "name" else "without names"].append(each)
    for (kind, basis), its in sorted(rows.items()):
        print(f"{kind:12} {basis:14} {sum(each.is_right for each in its):5} of {len(its):5}")
    owners = [each for each in found if each.role.owns and each.is_right]
    print(f"owns: {sum(each.owns_rightly for each in owners)} of {len(owners)}")
    for each in found:
        if not (each.is_right and each.owns_rightly):
            print(each)


if __name__ == "__main__":
    main(sys.argv[1:])
