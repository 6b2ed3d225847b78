"""Derive what operations do to shapes from the installed torch, and write it as one JSON file.

    python -m tests.oracle.measure_shapes            write src/tapelint/torch_api/shapes.json
    python -m tests.oracle.measure_shapes other.json write another file

Each name of an operation is called with sample tensors and arguments, in all its spellings. It has
an effect of :mod:`tapelint.torch_api.shape_effects` if that tells the shape of each result that
torch gives, or says nothing of it, and tells at least :data:`LEAST` of them.

How to read the tables:

effects
    For each operation, by the last part of its name, the effect that it has.
layers
    The same for the classes of ``torch.nn``; ``features`` names the constructor's parameter that
    is the last size of what a layer gives.
broadcasting
    The losses that take a column and a row, and compare each number with each.
"""

from __future__ import annotations

import argparse
import json
import operator
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import torch

from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.shape_arguments import Effect, Given, Result
from tapelint.torch_api.shape_effects import EFFECTS
from tapelint.torch_api.shapes import Shape

TABLE: Final = Path(__file__).resolve().parents[2] / "src/tapelint/torch_api/shapes.json"
LEAST: Final = 4
"""So many results an effect tells at least."""
FEATURES: Final = "features"
_SHAPES: Final = ((), (1,), (3,), (3, 1), (1, 3), (2, 3), (3, 3), (2, 3, 1), (2, 3, 4))
_ENDLESS: Final = {"torch.Tensor.index"}
"""Calls that may not come back."""
_Arguments = tuple[tuple[object, ...], dict[str, object]]


def _index(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.long)


def _arguments() -> Iterator[_Arguments]:
    """What an operation is given behind its first tensor."""
    plain: Sequence[tuple[object, ...]] = (
        (), (0,), (1,), (-1,), (0, 1), (-1, 1), (1, True), (2, 1), (2, 0, True), (0.5,),
        (0.0, 1.0), ((2, 3),), ((0, 1),), (6, 1), (3, 3), (0, 2, 1), (2, 3, 4), (-1, 3),
        ((0, -1), True), (torch.float64,),
        (0, 0, 2), (1, 0, 2), (torch.rand(2, 4, 5),), (torch.rand(4, 5),),
    )  # fmt: skip
    for each in plain:
        yield each, {}
    for shape in ((3,), (3, 1), (2, 3)):
        yield (torch.rand(shape) + 0.5,), {}
        yield (torch.rand(shape), torch.rand(3)), {}
        yield (0, _index(*shape)), {}
        yield (1, _index(*shape)), {}
    for word in ("dim", "axis"):
        yield (), {word: 1}
        yield (), {word: -1, "keepdim": True}
    yield (2,), {"dim": -1, "keepdim": True}


def _firsts() -> Iterator[Any]:
    """What stands first: a tensor of numbers, of truths or of whole numbers, or several."""
    for shape in ((), (3,), (3, 1), (2, 3), (3, 3), (2, 3, 4)):
        yield torch.rand(shape) * 0.5 + 0.25
    yield torch.rand(2, 3) > 0.5
    yield torch.randint(0, 3, (2, 3))
    yield torch.rand(3), torch.rand(3)
    yield torch.rand(3, 1), torch.rand(3, 1)
    yield torch.rand(2, 3), torch.rand(2, 3), torch.rand(2, 3)


def _abstract(value: object) -> object:
    """An argument as effects are given it."""
    if isinstance(value, torch.Tensor):
        return Shape(tuple(value.shape))
    if isinstance(value, (tuple, list)):
        return tuple(map(_abstract, value))
    return value


def _result(value: object) -> object:
    """The shape of a result; of several, a tuple of shapes."""
    if isinstance(value, torch.Tensor):
        return Shape(tuple(value.shape))
    if isinstance(value, (tuple, list)) and value:
        several = [_result(each) for each in value]
        return tuple(several) if None not in several else None
    return None


def _runs(function: Callable[..., object]) -> Iterator[tuple[Given, object]]:
    """What an operation was given where torch did not raise, and the shape of what it gave."""
    for first in _firsts():
        for more, words in _arguments():
            given = (first, *more)
            try:
                found = _result(function(*given, **words))
            except Exception:  # whatever it raises, it gives nothing
                continue
            if found is not None:
                named = {name: _abstract(each) for name, each in words.items()}
                yield Given("call", tuple(map(_abstract, given)), named), found


def _count(effect: Effect, runs: Sequence[tuple[Given, object]]) -> int:
    """How many results an effect tells; 0 where one is wrong."""
    told = [(effect(given), found) for given, found in runs]
    if any(said is not None and said != found for said, found in told):
        return 0
    return sum(said is not None for said, _ in told)


def _of_runs(runs: Sequence[tuple[Given, object]]) -> str:
    """The effect that tells most results; "" where none fits."""
    counts = {name: _count(effect, runs) for name, effect in EFFECTS.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= LEAST else ""


def _found(path: str) -> Callable[..., object] | None:
    root, *names = path.split(".")
    found: object = {"torch": torch, "operator": operator}.get(root)
    for each in names:
        found = getattr(found, each, None)
    return found if callable(found) else None


def _paths() -> dict[str, list[str]]:
    """The spellings of each operation, by the last part of its name."""
    known = knowledge()
    every = {*known.spellings, *(f"torch.Tensor.{each}" for each in known.tensor_methods)}
    every |= {f"torch.{each}" for each in known.torch_functions}
    found: dict[str, list[str]] = {}
    for path in sorted(every - _ENDLESS):
        name = path.rpartition(".")[2]
        if name in knowledge().loss_functions:
            continue  # what it gives is told by its reduction
        if not name.startswith("_") and (not name.endswith("_") or path.startswith("operator.")):
            found.setdefault(name, []).append(path)
    return found


def effects() -> dict[str, str]:
    """The effect of each operation, where all its spellings have the same."""
    table: dict[str, str] = {}
    for name, paths in _paths().items():
        runs: list[tuple[Given, object]] = []
        for path in paths:
            function = _found(path)
            runs += [] if function is None else _runs(function)
        effect = _of_runs(runs)
        if effect:
            table[name] = effect
    return table


def layers() -> dict[str, str]:
    """The effect of each layer, or the parameter that is its last size."""
    table: dict[str, str] = {}
    for name, facts in knowledge().modules.items():
        if not facts.operation and not facts.parameters:
            continue  # it runs others
        for made in ((), (3,), (3, 5)):
            try:
                layer = getattr(torch.nn, name)(*made)
                runs = list(_of_layer(layer))
            except Exception:  # it is made of something else
                continue
            if made == (3, 5) and _gives_last(runs, 5):
                table[name] = f"{FEATURES}:{facts.constructor[1]}"
            elif _count(EFFECTS["kept"], runs) >= 2:
                table[name] = "kept"
            elif _count(_without_batch, runs) >= 2:
                table[name] = "flattened"
            break
    return table


def _without_batch(given: Given) -> Result:
    """All dimensions but the first made one, as ``nn.Flatten`` does by default."""
    return EFFECTS["flattened"](Given(given.place, (*given.several, 1, -1), {}))


def _of_layer(layer: Callable[..., object]) -> Iterator[tuple[Given, object]]:
    for first in [*_firsts(), torch.rand(3, 3, 3, 3), torch.rand(2, 3, 4, 5)]:
        try:
            found = _result(layer(first))
        except Exception:  # it takes something else
            continue
        if found is not None:
            yield Given("call", (_abstract(first),), {}), found


def _gives_last(runs: Sequence[tuple[Given, object]], size: int) -> bool:
    """Whether the last size of each result is one that the layer was made with."""
    told = []
    for given, found in runs:
        shape = given.first
        told.append(shape is not None and found == Shape((*shape.sizes[:-1], size)))
    return len(told) >= 2 and all(told)


def broadcasting() -> list[str]:
    """The losses that compare each number of a column with each of a row."""
    found = []
    column, row = torch.tensor([[0.2], [0.4], [0.7]]), torch.tensor([0.3, 0.5, 0.9])
    square = column.expand(3, 3).contiguous(), row.expand(3, 3).contiguous()
    for name in sorted(knowledge().loss_functions):
        function = getattr(torch.nn.functional, name)
        try:
            if torch.equal(function(column, row), function(*square)):
                found.append(name)
        except Exception:  # it takes no such pair
            continue
    return found


def measure() -> dict[str, object]:
    """All tables."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "torch": torch.__version__.partition("+")[0],
            "broadcasting": broadcasting(),
            "effects": effects(),
            "layers": layers(),
        }


def as_text(table: dict[str, object]) -> str:
    """The tables as they stand in the file."""
    return json.dumps(table, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the tables to the file named on the command line, or to the project's own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", nargs="?", type=Path, default=TABLE)
    parser.parse_args().target.write_text(as_text(measure()), encoding="utf-8")


if __name__ == "__main__":
    main()
