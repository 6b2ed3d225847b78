"""Files that are twice as long: what grows faster than a file shows as a factor above two."""

from __future__ import annotations

import ast
import functools
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tapelint.source.indexing import index_of

from .measuring import in_turn, middle_cpu, run
from .rows import Bench, Measured, ratio, seconds

LINES = 10_000
SHAPES: dict[str, Callable[[int], str]] = {
    "numbers": lambda n: f"x{n} = 1",
    "copies": lambda n: f"x{n + 1} = x{n}",
    "calls": lambda n: f"x{n} = torch.zeros({n})",
    "tensors": lambda n: f"x{n} = w * {n}",
    "attributes": lambda n: f"w.x{n} = {n}",
    "lists": lambda n: f"x{n + 1} = [x{n}]",
    "pairs": lambda n: f"x{n}, y{n} = 1, 2",
    "uses": lambda n: f"print(x{n})",
    "sums": lambda n: f"x{n} += w",
    "items": lambda n: f"x[{n}] = w",
    "functions": lambda n: f"def f{n + 1}(): return f{n}()",
    "classes": lambda n: f"class C{n}: x = {n}",
    "imports": lambda n: f"import m{n}",
    "branches": lambda n: f"if len(w) > {n}: x{n} = w",
    "methods": lambda n: f"class M{n}(torch.nn.Module):\n    def forward(self, x): return x * x{n}",
}
"""Lines that a long file may consist of, by their number."""
_START = "import torch\nx0 = w = torch.zeros(3, requires_grad=True)\nw.normal_()\n"


def long_file(shape: str, lines: int) -> str:
    """A file of many lines of one shape."""
    return _START + "".join(f"{SHAPES[shape](each)}\n" for each in range(lines))


def worst_growth(bench: Bench) -> Measured:
    """A file of each shape against one half as long; the shape that grows most counts."""
    found: dict[str, float] = {}
    costs: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            runs = []
            for lines in (2 * LINES, LINES):
                path = Path(folder, f"{shape}{lines}.py")
                path.write_text(long_file(shape, lines), encoding="utf-8")
                command = bench.check("--no-cache", "-j1", "--select", "TAP", path)
                runs.append(functools.partial(run, command))
            twice, once = map(middle_cpu, in_turn(runs[0], runs[1], bench.runs))
            found[shape] = ratio(twice, once)
            costs[shape] = f"{seconds(twice)} for {2 * LINES} lines, {seconds(once)} for {LINES}"
    worst = max(found, key=lambda each: found[each])
    every = ", ".join(f"{shape} {value:.2f}" for shape, value in found.items())
    return Measured(found[worst], f"{worst}: {costs[worst]}; {every}", "files of one shape each")


def index_growth(shape: str, lines: int) -> float:
    """How many times as long the index takes of a file that is twice as long."""
    once, twice = (ast.parse(long_file(shape, each)) for each in (lines, 2 * lines))
    return min(_index_time(twice) for _ in range(3)) / min(_index_time(once) for _ in range(3))


def _index_time(module: ast.Module) -> float:
    started = time.process_time()
    index_of(module)
    return time.process_time() - started
