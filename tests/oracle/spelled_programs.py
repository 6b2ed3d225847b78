"""Programs of each operation in each spelling, and what torch says of them.

    python -m tests.oracle.spelled_programs

writes `tests/spaces/spelled.json`.  A program makes its operands, calls, and changes an operand or
the result before the backward, or runs the backward twice.
"""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import torch
from tests.spaces.writing import Case, written
from torch import Tensor, nn

from tapelint.torch_api.operators import OPERATORS

from .torch_tables.autograd_experiments import FREED, STALE
from .torch_tables.example_changes import CHANGED_BY_A_NUMBER, SMALL
from .torch_tables.example_expressions import EXPRESSIONS, OF_MANY
from .torch_tables.example_forwards import FORWARDS, WAYS
from .torch_tables.example_objects import MODULES, Construction
from .torch_tables.operands import Arguments, Operand
from .torch_tables.operation_tables import inplace_examples
from .torch_tables.spelling_tables import Spelling, all_spellings, changes_first, spelled_examples

TARGET = Path(__file__).resolve().parents[1] / "spaces" / "spelled.json"
LETTERS = "abcdefgh"
SYMBOLS = {
    "__add__": "{} + {}", "__sub__": "{} - {}", "__mul__": "{} * {}", "__truediv__": "{} / {}",
    "__floordiv__": "{} // {}", "__mod__": "{} % {}", "__pow__": "{} ** {}",
    "__matmul__": "{} @ {}", "__and__": "{} & {}", "__or__": "{} | {}", "__xor__": "{} ^ {}",
    "__eq__": "{} == {}", "__ne__": "{} != {}", "__lt__": "{} < {}", "__le__": "{} <= {}",
    "__gt__": "{} > {}", "__ge__": "{} >= {}", "__neg__": "-{}", "__pos__": "+{}",
    "__invert__": "~{}",
}  # fmt: skip
"""How the operators of Python's are written."""

OF_MANY_WRITTEN = {
    "einsum": ('torch.einsum("ij,jk->ik", a, b)', 'torch.einsum("ij,jk->ik", [a, b])'),
    "chain_matmul": ("torch.chain_matmul(a, b)",),
    "atleast_2d": ("torch.atleast_2d(a)", "torch.atleast_2d([a])"),
    "cartesian_prod": ("torch.cartesian_prod(a, b)",),
    "block_diag": ("torch.block_diag(a, b)",),
}
"""How functions of any number of tensors are written."""


class Raised(NamedTuple):
    """What torch says of a case: which experiments raise, and which cannot be made."""

    raising: tuple[str, ...]
    impossible: tuple[str, ...]


def source_of(arguments: Arguments) -> tuple[dict[str, str], dict[str, str]]:
    """Return how the operands are made, by letter, and how each argument is written."""
    letters = iter(LETTERS)
    made: dict[str, str] = {}
    given: dict[str, str] = {}

    def letter(operand: Operand) -> str:
        name = next(letters)
        text = operand.text
        made[name] = f"({text}).requires_grad_().clone()" if operand.differentiable else text
        return name

    for name, value in arguments.items():
        if isinstance(value, Operand):
            given[name] = letter(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Operand):
            given[name] = f"({', '.join(letter(each) for each in value)},)"
        else:
            given[name] = repr(value)
    return made, given


def calls_of(ways: Iterable[Spelling], given: dict[str, str]) -> Iterator[str]:
    """Return all texts of a call."""
    for way in ways:
        last = way.name.rpartition(".")[2]
        if changes_first(way):
            continue
        yield way.write(given).replace("torch.nn.functional.", "F.")
        if way.name.startswith("torch.Tensor.") and way.order:
            text = way.write_as_method(given)
            if text[0].isalpha():
                yield text
        if last in SYMBOLS:
            yield SYMBOLS[last].format(*(given[each] for each in way.order))


def operation_cases() -> Iterator[tuple[str, Case]]:
    """Return the cases of functions, methods and operators, by row."""
    examples, found = spelled_examples(), all_spellings()
    for row, (_, example) in examples.items():
        made, given = source_of(example.arguments)
        for call in dict.fromkeys(calls_of(found[row], given)):
            yield row, Case(tuple(made.items()), "", call)
    for row, calls in OF_MANY_WRITTEN.items():
        made, _ = source_of({"operands": EXPRESSIONS[row][2][OF_MANY[row][-1][1:]]})
        for call in calls:
            yield row, Case(tuple(made.items()), "", call)


def changing_cases() -> Iterator[tuple[str, Case]]:
    """Return the cases of what changes its first operand, by row."""
    written_out = {f"{each.operation}_": each.function.rstrip("_") for each in OPERATORS}
    for row, example in inplace_examples().items():
        if any(callable(each) for each in example.arguments.values()):
            continue
        made, given = source_of(example.arguments)
        first, *others = given.values()
        rest, every = ", ".join(others), ", ".join(given.values())
        calls = [f"torch.Tensor.{row}({every})", f"{first}.{row}({rest})"]
        if row in written_out:
            operator = f"i{written_out[row]}"
            calls += [f"operator.{operator}({every})", f"{first}.__{operator}__({rest})"]
        for call in calls:
            yield row, Case(tuple(made.items()), "", call)
    for name in CHANGED_BY_A_NUMBER:
        made, _ = source_of({"self": SMALL})
        yield f"{name}_scalar_", Case(tuple(made.items()), "", f"a.{name}_(0.5)")


def class_cases() -> Iterator[tuple[str, Case]]:
    """Return the cases of classes of torch.nn."""
    for name, arguments in FORWARDS.items():
        yield name, class_case(name, arguments)
        if "inplace" in inspect.signature(getattr(nn, name).__init__).parameters:
            yield f"{name}(inplace)", class_case(name, arguments, inplace=True)
        if "hx" in arguments:
            yield name, class_case(name, {"input": arguments["input"]})
    for row, (name, flags) in WAYS.items():
        yield row, class_case(name, FORWARDS[name], **flags)
        yield row, class_case(name, {"input": FORWARDS[name]["input"]}, **flags)


def class_case(name: str, arguments: Arguments, **flags: object) -> Case:
    """Return one case of a class of torch.nn."""
    construction = MODULES.get(name) or Construction()
    values = [repr(each) for each in construction.positional]
    values += [f"{each}={value!r}" for each, value in (*construction.keywords, *flags.items())]
    made, given = source_of(arguments)
    made = {letter: text.replace(", dtype=torch.float64", "") for letter, text in made.items()}
    call = f"layer({', '.join(given.values())})"
    return Case(tuple(made.items()), f"nn.{name}({', '.join(values)})", call)


def results_of(case: Case) -> tuple[tuple[str, ...], dict[str, str]] | None:
    """Return the results that have a history, and what of a layer's own the results come from."""
    torch.manual_seed(7)
    space: dict[str, object] = {}
    try:
        exec(written(case, "nothing", ()), space)
    except Exception:
        return None
    parts = dict(parts_of(space["z"], "z"))
    results = tuple(
        f"{name}.real" if each.is_complex() else name
        for name, each in parts.items()
        if each.requires_grad
    )
    layer = space.get("layer")
    weights = {}
    if isinstance(layer, nn.Module):
        weights = {name: "weight" for name, _ in layer.named_parameters(recurse=False)}
    return results, weights


def parts_of(result: object, name: str) -> Iterator[tuple[str, Tensor]]:
    """Return the tensors of a result, by how each is written."""
    if isinstance(result, Tensor):
        yield name, result
    elif isinstance(result, (tuple, list)):
        for position, each in enumerate(result):
            yield from parts_of(each, f"{name}[{position}]")


def judged(case: Case) -> tuple[Case, Raised] | None:
    """Return a case with its results, and what torch says of its experiments."""
    found = results_of(case)
    if found is None or not found[0]:
        return None
    case = case._replace(results=found[0], weights=tuple(found[1]))
    raising, impossible = [], []
    for experiment in case.experiments():
        answer = answer_of(written(case, experiment, case.results))
        if answer is None:
            impossible.append(experiment)
        elif answer:
            raising.append(experiment)
    return case, Raised(tuple(raising), tuple(impossible))


def answer_of(text: str) -> bool | None:
    """Tell whether a program raises what the rules are about; ``None`` for another error."""
    torch.manual_seed(7)
    try:
        exec(text, {})
    except Exception as error:
        return True if any(each in str(error) for each in (*STALE, *FREED)) else None
    return False


def answers() -> dict[str, object]:
    """Ask torch of all programs."""
    rows: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind, cases in (
            ("operations", operation_cases()),
            ("changes", changing_cases()),
            ("classes", class_cases()),
        ):
            of_kind: dict[str, list[object]] = {}
            for row, case in cases:
                made = judged(case)
                if made is not None:
                    case, raised = made
                    of_kind.setdefault(row, []).append([*case.as_data(), *raised])
            rows[kind] = of_kind
    return {"torch": torch.__version__.split("+", 1)[0], **rows}


if __name__ == "__main__":
    found = answers()
    TARGET.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
